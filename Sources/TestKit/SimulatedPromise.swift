/// What a simulated group must keep whatever fails; checked at each step, and named when broken.
package enum SimulatedPromise: String, Sendable, CaseIterable {
    // What Handrail is for.
    case stopKept = "no confirmed Stop is lost"
    case stoppedTrue = "no false Stopped"
    case settled = "when the faults end, every Stop is settled"
    case agreed = "when the faults end, all faces agree"

    // The engine.
    case cleanStart = "E2: nothing starts beside inputs that are held"
    case promptReceipt = "E4: what has closed gets a receipt in time"
    case trueReceipt = "E5: only a read-back says released"
    case namedSession = "E7: a Stop that named a session ends no other one"
    case oneSubject = "E8: no Stop ends two sessions"
    case doneOnce = "E8: an order is done once"
    case journaledInput = "E9: nothing is held that the journal does not name"
    case recovered = "E9: an engine is ready once all that it found has a receipt"
    case lossTold = "E9: a receipt without a journal behind it says so"
    case nothingStale = "E10: nothing stale starts or prolongs"
    case endedStays = "E11: nothing of an ended generation reaches the controller"
    case promptStop = "E12: a Stop waits for no journal"
    case deadMan = "E14: the dead man ends what nobody can stop, and nothing else"

    // The relay.
    case openTake = "R1: a take is open at every face"
    case engineClock = "R3: the engine's clock is the engine's own"
    case answeredTrue = "R5: an answer says what the engine said then"
    case stopAhead = "R6: a Stop's answer stands ahead of any other"
    case stopFirst = "R7: nothing goes before a Stop"
    case neverBack = "R9: no state of an earlier boot or revision is told"

    // The face.
    case deliberate = "T2, T5: only a deliberate press acts"
    case oneMore = "F3: no \"+\" beside an unanswered one, or beside a Stop"
    case stopAlways = "F4: a Stop waits for nothing, and names what is on the screen"
    case settledByFacts = "F5, F6: only both facts settle a Stop"
    case unknownTold = "F7, F12: what is not known is called so"
    case armedFor = "F8: an armed control acts on what it was armed for"
    case moreEnds = "F10: a \"+\" that is over stands in no one's way"
    case otherSession = "F13: an earlier Stop says nothing of another session"
    case resumed = "F14, O8: a Stop outlives the face"
    case unseenEnd = "F15: a Stop that ended what nobody saw says so"

    // The outbox.
    case inOrder = "O1: ordinary items leave in their order"
    case stopAtFront = "O2: a Stop is alone, and at the front"
    case othersStay = "O3: a Stop withdraws nothing of another kind"
    case bounded = "O4: at most 20 items wait, and the oldest goes"
    case swept = "O5: what nobody took in time is swept, and no Stop ever"
    case nothingUntold = "O6: nothing leaves untold"
    case leased = "O7: what is on lease is handed to nobody else"
    case takesInOrder = "O9: takes are served in their order"

    // The navigator.
    case nothingReplaced = "N3, N5: nothing replaces what somebody is in the middle of"
    case askedJustNow = "N11: guidance starts on the answer to the newest question"
}
