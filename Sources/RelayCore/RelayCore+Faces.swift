import Messages

// What comes from faces (R1, R7, R8).
extension RelayCore {
    /// Opens a take at a face in place of any other.
    mutating func openTake(at face: String) -> [Effect] {
        guard let number = takes[face]?.open() else { return [] }
        return [.ask(.take(face: face, number: number))]
    }

    /// A face came or went.
    mutating func faceChanged(_ face: String, _ link: Link) -> [Effect] {
        let mustOpen: Bool? =
            switch link {
            case .connected: takes[face]?.connect()
            case .heard(let boot): takes[face]?.hear(boot)
            // What the face answers now finds nobody: the connection that it came by is gone.
            case .disconnected, .silent: takes[face]?.lose()
            }
        return mustOpen == true ? openTake(at: face) : []
    }

    /// A take is over; the next one is opened before anything comes of its item, except that
    /// nothing goes before a Stop (R1, R7).
    mutating func handed(
        _ item: OutboxItem?, by face: String, _ number: Int, at now: Seconds
    ) -> [Effect] {
        guard let isOpen = takes[face]?.end(number) else { return [] }
        let next = isOpen ? openTake(at: face) : []
        guard let item else { return next }
        let key = RequestKey(source: item.source, id: item.id)
        switch item.request {
        case .stop(let stop):
            return asked(stop, key, face) + next + [.ask(.acknowledge(item.id, face: face))]
        case .extend(let extend):
            return next + asked(extend, key, face)
        case .onAir, .wrapUp, .eye, .heard:
            return next + perform(item.request, key, from: face).effects
                + [.ask(.acknowledge(item.id, face: face))]
        }
    }

    /// Passes a Stop on, each time that it is handed out (R8).
    private mutating func asked(_ stop: SoloStop, _ key: RequestKey, _ face: String) -> [Effect] {
        if sides[face]?.stop?.key != key {
            sides[face]?.stop = FaceSide.Asked(
                request: stop, key: key,
                entry: Answered(id: key.id, action: .stop, stage: .taken))
        }
        return [.ask(.stop(stop, key: key, face: face))]
    }

    /// Passes a "+" on, which is acknowledged with its answer and not before.
    ///
    /// If the relay dies in between, the outbox hands it out again, and the engine does it once
    /// (E8).
    private mutating func asked(
        _ extend: SoloExtend, _ key: RequestKey, _ face: String
    ) -> [Effect] {
        if sides[face]?.extend?.key != key {
            sides[face]?.extend = FaceSide.Asked(
                request: extend, key: key,
                entry: Answered(id: key.id, action: .extend, stage: .taken))
        }
        return [.ask(.extend(extend, key: key, face: face))]
    }
}
