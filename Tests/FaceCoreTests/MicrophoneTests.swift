import Messages
import Testing

@testable import FaceCore

@Suite("The face: the microphone")
struct MicrophoneTests {
    private var face = FaceUnderTest()

    private mutating func lightEye() {
        face.confirm(.eye, at: 1)
    }

    private mutating func touch(
        _ phase: FacePointer.Phase, in view: String = "phone", sent: Seconds, at now: Seconds
    ) -> FacePointed? {
        face.ask(
            .pointer(FacePointer(view: view, pointer: 1, phase: phase, x: 0, y: 0, at: sent)),
            at: now)
        guard case .pointed(let pointed) = face.replies.last else { return nil }
        return pointed
    }

    @Test("a dark eye keeps it closed")
    mutating func dark() {
        #expect(
            touch(.down, sent: 0, at: 1) == FacePointed(.refused, reason: "the red eye is dark"))
        #expect(face.core.deadline == nil)
    }

    @Test("H1, H2: it begins by time on the face's clock, and ends by the lift on the view's")
    mutating func hold() {
        lightEye()
        #expect(touch(.down, sent: 100, at: 10) == FacePointed(.nothing))
        #expect(face.core.deadline == 10.35)
        face.receive(.tick, at: 10.35)
        #expect(face.view?.microphone == "held on phone")
        #expect(touch(.move, sent: 100.9, at: 10.95) == FacePointed(.nothing))
        let ended = touch(.up, sent: 101.5, at: 11.75)
        #expect(
            ended == FacePointed(.ended, hold: 1, reason: "Nobody listens in this group"))
        #expect(face.view?.microphone == "closed")
    }

    @Test("H3: a quick tap, though it arrives late")
    mutating func tap() {
        lightEye()
        _ = touch(.down, sent: 100, at: 10)
        #expect(touch(.up, sent: 100.2, at: 10.34) == FacePointed(.tap, hold: 1))
    }

    @Test("a recording that is too short is told")
    mutating func short() {
        lightEye()
        _ = touch(.down, sent: 100, at: 10)
        face.receive(.tick, at: 10.35)
        #expect(
            touch(.up, sent: 100.5, at: 10.6)
                == FacePointed(.ended, hold: 1, reason: "That was too short"))
    }

    @Test("H6: while one view holds it another one is told who does")
    mutating func busy() {
        lightEye()
        _ = touch(.down, sent: 100, at: 10)
        face.receive(.tick, at: 10.35)
        #expect(
            touch(.down, in: "desk", sent: 5, at: 10.5)
                == FacePointed(.refused, reason: "held on phone"))
        face.receive(.tick, at: 11)
        #expect(face.view?.microphone == "closed")
        _ = touch(.down, in: "desk", sent: 6, at: 11.5)
        face.receive(.tick, at: 11.85)
        #expect(face.view?.microphone == "held on desk")
    }

    @Test("putting the eye out closes it at once")
    mutating func eyeOut() {
        lightEye()
        _ = touch(.down, sent: 100, at: 10)
        face.receive(.tick, at: 10.35)
        face.press(.eye, at: 10.4)
        _ = touch(.move, sent: 100.9, at: 10.9)
        face.press(.eye, at: 11)
        #expect(face.view?.watching == false)
        #expect(face.view?.microphone == "closed")
        #expect(touch(.up, sent: 101.5, at: 11.5) == FacePointed(.nothing))
    }

    @Test("a flood of views is not followed beyond the limit")
    mutating func flood() {
        lightEye()
        for number in 0..<100 { _ = touch(.down, in: "view \(number)", sent: 0, at: 10) }
        face.receive(.tick, at: 10.35)
        #expect(face.view?.microphone.hasPrefix("held on view ") == true)
        face.receive(.tick, at: 12)
        #expect(face.view?.microphone == "closed")
    }
}
