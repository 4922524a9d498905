import Messages
import Testing

@testable import NavigatorCore

/// Pins: known once they are journaled, each change answered once.
@Suite struct PinTests {
    private let add = NavigatorRequest.addPin(PinsAdd(place: Sample.museum, trip: "Riviera"))
    private let added = Pin(
        id: "1", place: Sample.museum, trip: "Riviera", provider: "Pippa")
    private let list = NavigatorRequest.listPins(PinsList())

    @Test("A pin is answered and known after it is in the journal, not before")
    func adding() {
        var core = NavigatorCore.browsing()
        #expect(core.do(add, "1", token: 1) == [.journal(WriteID(1), .added(added))])
        #expect(core.do(list, "2").reply == .pins(PinsListed(pins: [Sample.saved])))
        #expect(core.do(.walkPin(PinsWalk(pin: "1")), "3").problem?.type == .notFound)
        #expect(
            core.receive(.journaled(WriteID(1)), at: 1) == [
                .reply(.pinAdded(PinsAdded(pin: added)), to: ReplyToken(1)),
                .publishPins(PinsListed(pins: [Sample.saved, added])),
            ])
        #expect(core.do(list, "4").reply == .pins(PinsListed(pins: [Sample.saved, added])))
        #expect(core.do(.walkPin(PinsWalk(pin: "1")), "5").reply == .offer(OfferAnswer(.taken)))
    }

    @Test("A pin that could not be journaled is answered with the reason, and is none")
    func failing() {
        var core = NavigatorCore.browsing()
        core.do(add, "1", token: 1)
        let problem = Problem(.internal, "the disk is full")
        #expect(
            core.receive(.notJournaled(WriteID(1), problem), at: 1) == [
                .reply(.problem(problem), to: ReplyToken(1))
            ])
        #expect(core.do(list, "2").reply == .pins(PinsListed(pins: [Sample.saved])))
        #expect(core.do(add, "1", token: 2) == [.reply(.problem(problem), to: ReplyToken(2))])
    }

    @Test("A pin is gone after its removal is in the journal")
    func removing() {
        var core = NavigatorCore.browsing()
        let remove = NavigatorRequest.removePin(PinsRemove(pin: "saved"))
        #expect(core.do(remove, "1") == [.journal(WriteID(1), .removed("saved"))])
        #expect(core.do(list, "2").reply == .pins(PinsListed(pins: [Sample.saved])))
        #expect(
            core.receive(.journaled(WriteID(1)), at: 1) == [
                .reply(.pinRemoved(PinsRemoved(pin: "saved")), to: ReplyToken(1)),
                .publishPins(PinsListed(pins: [])),
            ])
        #expect(core.do(list, "3").reply == .pins(PinsListed(pins: [])))
        #expect(core.do(remove, "4").problem?.type == .notFound)
    }

    @Test("N16: a delivery that comes again while the first is being written waits along")
    func inFlight() {
        var core = NavigatorCore.browsing()
        core.do(add, "1", token: 1)
        #expect(core.do(add, "1", token: 2) == [])
        let other = NavigatorRequest.addPin(PinsAdd(place: Sample.harbour))
        #expect(
            core.do(other, "1", token: 3) == [.reply(.problem(.reusedKey), to: ReplyToken(3))])
        let reply = NavigatorReply.pinAdded(PinsAdded(pin: added))
        #expect(
            core.receive(.journaled(WriteID(1)), at: 1) == [
                .reply(reply, to: ReplyToken(1)), .reply(reply, to: ReplyToken(2)),
                .publishPins(PinsListed(pins: [Sample.saved, added])),
            ])
        #expect(core.do(add, "1", token: 4) == [.reply(reply, to: ReplyToken(4))])
    }

    @Test("A write is settled once, and an unknown one never")
    func settledOnce() {
        var core = NavigatorCore.browsing()
        core.do(add, "1")
        _ = core.receive(.journaled(WriteID(1)), at: 1)
        let before = core
        #expect(core.receive(.journaled(WriteID(1)), at: 2) == [])
        #expect(core.receive(.notJournaled(WriteID(7), Problem(.internal, "x")), at: 2) == [])
        #expect(core == before)
    }

    @Test("A word for the trip has at most 200 characters")
    func longTrip() {
        var core = NavigatorCore.browsing()
        let trip = String(repeating: "x", count: 201)
        let effects = core.do(.addPin(PinsAdd(place: Sample.museum, trip: trip)), "1")
        #expect(effects.problem?.field == "trip")
    }

    @Test("A removed pin keeps its place in what was already offered")
    func removedWhilePending() {
        var core = Busy.guiding.core
        core.do(.walkPin(PinsWalk(pin: "saved")), "1", at: 2)
        core.do(.removePin(PinsRemove(pin: "saved")), "2", at: 2)
        _ = core.receive(.journaled(WriteID(1)), at: 3)
        let effects = core.do(.accept(NavAccept(pending: "1")), "3", at: 4)
        #expect(effects.questions == asking("3", "walking", to: Sample.casino).questions)
    }

    @Test("B5: a list holds the newest pins that fit into one message, and counts the others")
    func longList() {
        let pins = (1...300).map { number in
            let note = String(repeating: "\"", count: 200)
            return Pin(
                id: PlaceID("\(number)"),
                place: Place(name: "Pin \(number)", lat: 1, lon: 2, note: note))
        }
        let listed = PinBook(pins).listed()
        #expect(listed.pins.last == pins.last)
        #expect(listed.pins == Array(pins.suffix(listed.pins.count)))
        #expect(listed.pins.count > 80)
        #expect(listed.omitted == 300 - listed.pins.count)
        // A quotation mark is written as two bytes, so these notes alone must leave room.
        #expect(listed.pins.count * 400 < 60_000)
        #expect(PinBook([Sample.saved]).listed().omitted == nil)
    }
}
