import Messages
import Testing

@testable import FaceCore

@Suite("The face: alerts, ways, places and languages")
struct FaceCoreWordsTests {
    private var face = FaceUnderTest()

    @Test("V13: a Stop that ended a session, and a release that failed, are told once")
    mutating func receipts() {
        face.receive(.state(.open(receipt: .of("older", released: false, made: 1))), at: 1)
        #expect(face.view?.alerts == [])
        var stopped = SoloReceipt.of("s", cause: .stop)
        stopped.title = "Chess"
        face.receive(.state(.closed(stopped)), at: 2)
        let ended = FaceView.Alert(number: 1, text: "A Stop ended Chess")
        #expect(face.view?.alerts == [ended])
        face.receive(.state(.unknown()), at: 3)
        face.receive(.state(.closed(stopped)), at: 4)
        #expect(face.view?.alerts == [ended])
        face.receive(.state(.open("t", revision: 5, receipt: stopped)), at: 5)
        let held = SoloReceipt.of("t", released: false, cause: .deadline, made: 6)
        face.receive(.state(.closed(held, revision: 6)), at: 6)
        #expect(
            face.view?.alerts == [
                ended, FaceView.Alert(number: 2, text: "Inputs are still held"),
            ])
    }

    @Test("V13: one minute before the end, once for each end, and not when it was never further")
    mutating func minute() {
        face.receive(.state(.open(now: 400)), at: 10)
        #expect(face.core.deadline == 550)
        face.receive(.tick, at: 549.9)
        #expect(face.published.isEmpty)
        face.receive(.tick, at: 550)
        let first = FaceView.Alert(number: 1, text: "One minute left")
        #expect(face.view?.alerts == [first])
        face.receive(.tick, at: 560)
        #expect(face.published.isEmpty)
        face.receive(.state(.open(expiresAt: 1_300, now: 1_000)), at: 610)
        face.receive(.tick, at: 850)
        #expect(face.view?.alerts == [first, FaceView.Alert(number: 2, text: "One minute left")])

        var short = FaceUnderTest()
        short.receive(.state(.open(now: 950)), at: 1)
        short.receive(.tick, at: 20)
        #expect(short.view?.alerts == [])
    }

    @Test("N3: the question in the face's words, and what can be tapped about it")
    mutating func question() {
        var state = NavigatorState(
            stage: .guiding, mode: "walking", modes: ["walking"], provider: "beeline",
            providers: ["beeline"], simulating: true, notice: "Pippa sent Tea house")
        let home = Place(name: "Home", lat: 1, lon: 2)
        state.trip = NavigatorState.Trip(
            id: "t", destination: home, mode: "walking", provider: "beeline",
            remainingMetres: 1_249, remainingSeconds: 901,
            next: .init(text: "Turn left", inMetres: 84))
        state.pending = NavigatorState.Pending(
            id: "o", source: .pin, place: Place(name: "Tea\nhouse", lat: 1, lon: 2))
        face.receive(.navigator(state), at: 1)
        let way = face.view?.way
        #expect(
            way?.lines == [
                "On the way to Home · walking by beeline · 1.2 km · 16 min", "simulated walk",
                "Turn left in 80 m",
            ])
        #expect(way?.question == "Pippa sent Tea house")
        #expect(
            way?.actions == [
                .init(deed: .accept, target: "o", label: "Go there", name: "Go there: Tea house"),
                .init(deed: .decline, target: "o", label: "Not now", name: "Not now: Tea house"),
                .init(deed: .end, target: "t", label: "End trip", name: "End trip: Home"),
            ])
        face.receive(.navigator(nil), at: 2)
        #expect(face.view?.way == nil)
    }

    @Test("the newest places as cards, as many as a message holds")
    mutating func places() {
        let pins = (1...20).map { number in
            Pin(
                id: PlaceID("p\(number)"),
                place: Place(name: "Place \(number)", lat: 1, lon: 2, note: "n\u{1b}[1m"))
        }
        face.receive(.pins(pins), at: 1)
        #expect(face.view?.places.count == FaceCore.placesLimit)
        #expect(
            face.view?.places.first
                == FaceView.Card(
                    name: "Place 20", note: "n [1m",
                    action: .init(
                        deed: .walk, target: "p20", label: "Go here on foot",
                        name: "Go here on foot: Place 20")))
    }

    @Test("V12: the words in Korean, by the topology")
    func korean() {
        var settings = Settings(
            group: "group", process: "face", runDirectory: "/run", stateDirectory: "/state",
            processes: [:])
        settings.language = .korean
        var core = FaceCore(settings: settings)
        _ = core.receive(.recovered(.found(FaceRecord())), at: 0)
        let effects = core.receive(.state(.open()), at: 1)
        guard case .publish(let view) = effects.last else {
            Issue.record("nothing was published")
            return
        }
        #expect(view.language == "ko")
        #expect(view.headline == "PIPPA 솔로 · coached")
        #expect(view.controls.first?.label == "정지")
    }

    @Test("V12: no word is missing, and each has as many gaps in one language as in the other")
    func tables() {
        let english = Mirror(reflecting: Words.english).children
        let korean = Mirror(reflecting: Words.korean).children
        for (one, other) in zip(english, korean) {
            guard let word = one.value as? String, let same = other.value as? String else {
                continue
            }
            #expect(!same.isEmpty)
            #expect(gaps(word) == gaps(same), "\(one.label ?? "")")
        }
        #expect(Words.english.keys.count == Words.korean.keys.count)
    }

    private func gaps(_ word: String) -> Int { word.count { $0 == "{" } }

    @Test("V6: a longer arming is told, the usual one is not", arguments: [(5, ""), (12, "12")])
    func arming(_ seconds: Seconds, _ word: String) {
        let words = Words.english.forViews(armedFor: seconds)
        #expect(words.armedFor == (word.isEmpty ? "" : "armed for \(word) s"))
    }
}
