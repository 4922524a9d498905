package import Messages

extension EngineCore {
    /// What happens to the engine.
    package enum Event: Sendable, Equatable {
        /// The journal has been read: once, at the start (E9).
        case recovered([JournalRecord])
        /// There is no journal to read, and why; instead of `recovered`.
        case noJournal(String)
        /// Somebody asks.
        case request(SoloRequest, key: RequestKey, token: ReplyToken)
        /// The relay has tried the way that a Stop would go (E14).
        case vitalsAsked
        /// A batch is in the journal.
        case journaled(WriteID)
        /// A batch could not be written, and why.
        case notJournaled(WriteID, reason: String)
        /// The controller took a press or a release.
        case took(Stroke)
        /// It did not, and why.
        case refused(Stroke, reason: String)
        /// The releases of an order were carried out: these inputs, apart from what was refused.
        case released(ReleaseID, of: ControllerID, inputs: [String], refusal: String?)
        /// All inputs that a controller shows, read after the order's releases.
        case readBack(ReleaseID, of: ControllerID, shown: [String])
        /// The controller could not be read back, and why.
        case notReadBack(ReleaseID, of: ControllerID, reason: String)
        /// The controller is gone, and why.
        case controllerLost(ControllerID, reason: String)
        /// A session's player wants something done.
        case player(PlayerInput, of: SessionID)
        /// A session's player has ended, or never started; why, where that is worth telling.
        case playerEnded(SessionID, reason: String?)
        /// The engine is told to end.
        case shutdown
        /// Time has passed, and everything that had queued up has been delivered.
        case tick
    }

    /// What the process around the core must do, in the order of the list.
    package enum Effect: Sendable, Equatable {
        /// Answer a request.
        case reply(SoloReply, to: ReplyToken)
        /// Publish the state.
        case publish(SoloState)
        /// Publish a receipt.
        case publishReceipt(SoloReceipt)
        /// Publish an input that the controller took.
        case publishInput(SoloInput)
        /// Write a batch, all or nothing, after the batches before it; answer with its id.
        case journal(WriteID, [JournalRecord])
        /// From now on let the strokes of this session alone reach the controller (E11).
        case admit(SessionID?)
        /// Hand a stroke to the controller; answer with it.
        case stroke(Stroke)
        /// Release these inputs and read the controller back; answer with the id. An order that
        /// has not begun may be left out for a newer one of the same controller.
        case release(ReleaseID, of: ControllerID, inputs: [String])
        /// Start a player for a session.
        case startPlayer(String, SoloSession)
        /// Tell a session's player what became of one of its inputs.
        case tellPlayer(Stroke, refusal: String?)
        /// Tell a session's player to end.
        case endPlayer(SessionID)
        /// Kill a session's player and all that it started.
        case killPlayer(SessionID)
        /// Say that the engine is ready (G2).
        case ready
        /// End the process.
        case exit(unconfirmed: Bool)
    }
}
