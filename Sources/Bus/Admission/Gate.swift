import Messages
import Synchronization
import ZeroMQ

/// What guards a process's endpoints that others reach over the network: nobody comes in without
/// a key that may, and nobody stays once it may no longer.
///
/// Three things keep strangers out, and none relies on another one: the library lets nobody in
/// whom the authenticator has not named (`zapEnforceDomain`), the authenticator names only whom
/// the list has, and each message is judged once more by the key that it came under. Lives on the
/// bus thread.
final class Gate {
    /// What a guarded endpoint is bound with.
    struct Lock {
        let door: Door
        let keys: CurveKeys
    }

    private let process: String
    private let keyring: Keyring
    private let keys: CurveKeys
    private let doors: Set<Door>
    private let desk: AdmissionDesk
    private let authenticator: Authenticator
    private var edition: Int
    private var refusedLog = RateLimit()
    /// How many did not get in, or were cut.
    private(set) var refused = 0
    /// Whether somebody who may not listen any more has still to be sent away.
    private(set) var hasToCut = false

    /// Guards the network endpoints of a process; nil where it has none, or the group no keys.
    ///
    /// - Throws: A `BusError` of code `keysInvalid` where the process has no key of its own, and
    ///   of code `unguarded` where the library would let strangers in.
    init?(of endpoints: Endpoints, by connector: Connector) throws(BusError) {
        let doors = Set(Door.allCases.filter { door in endpoints[door].isNetwork })
        guard let keyring = connector.keyring, !doors.isEmpty else { return nil }
        self.doors = doors
        self.keyring = keyring
        process = connector.settings.process
        keys = try keyring.ownKeys()
        let desk = AdmissionDesk(of: process, keyring.list)
        self.desk = desk
        edition = keyring.edition
        // Before anybody can come, and before somebody would be there to decide about them.
        try SelfTest.enforcement(in: connector.context)
        authenticator = try BusError.wrapping("Nobody can be let in") { () throws(ZeroMQError) in
            try Authenticator(in: connector.context) { desk.decide($0) }
        }
    }

    deinit { authenticator.end() }

    /// What an endpoint is to be bound with; nil for one that is not on the network.
    func lock(of door: Door) -> Lock? {
        doors.contains(door) ? Lock(door: door, keys: keys) : nil
    }

    /// Proves on the process's own endpoints that strangers stay outside.
    ///
    /// - Throws: A `BusError` of code `unguarded` where one got in.
    func prove(
        _ endpoints: Endpoints, in context: Context, denied: () throws(ZeroMQError) -> [Door]
    ) throws(BusError) {
        let test = SelfTest(
            doors: doors.map { ($0, endpoints[$0]) }, server: keys.publicKey, context: context)
        try test.run(desk: desk, denied: denied)
    }

    /// Takes over a list that has changed.
    func follow() {
        keyring.refresh()
        guard keyring.edition != edition else { return }
        edition = keyring.edition
        let before = desk.replace(with: keyring.list).keys(allowedTo: .observe, at: process)
        let after = keyring.list.keys(allowedTo: .observe, at: process)
        if doors.contains(.events), !before.isSubset(of: after) { hasToCut = true }
    }

    /// Takes note that whoever may not listen any more has been sent away.
    func hasCut() {
        hasToCut = false
    }

    /// Whether whoever sent a message may do so; counted where not.
    ///
    /// - Parameters:
    ///   - user: What the library says of the sender; nothing is as good as a stranger.
    ///   - door: Where it came in.
    /// - Returns: Whether it may.
    func admits(_ user: String?, at door: Door) -> Bool {
        guard doors.contains(door) else { return true }
        keyring.refresh()
        guard let key = user.flatMap(PublicKey.init),
            keyring.list.allows(key, to: door.role, at: process)
        else {
            refused += 1
            return false
        }
        return true
    }

    /// Counts those whom the library has sent away, and tells of them, with a rate limit.
    func count(strangers: Int, at now: Seconds) {
        refused += strangers
        guard strangers > 0, let kept = refusedLog.admit(at: now) else { return }
        Log.write(.warning, "somebody was sent away: \(desk.lastDenial) (\(kept) more like it)")
    }
}

/// Where the authenticator's thread looks up who may come in.
final class AdmissionDesk: Sendable {
    private struct State {
        var list: AccessList
        var denied: Newcomer?
        /// The key whose denials are noted, and the doors at which it was denied.
        var watched: (key: String, doors: Set<Door>)?
    }

    private let process: String
    // Read by the authenticator's thread, changed by the bus thread; held for a look-up only.
    private let state: Mutex<State>

    init(of process: String, _ list: AccessList) {
        self.process = process
        state = Mutex(State(list: list))
    }

    /// Decides about somebody; called by the authenticator.
    func decide(_ newcomer: Newcomer) -> Admission {
        state.withLock { state in
            let admission = state.list.admission(of: newcomer, at: process)
            guard admission == .denied else { return admission }
            if let watched = state.watched, newcomer.proof == .key(watched.key) {
                if let door = Door(rawValue: newcomer.domain) {
                    state.watched?.doors.insert(door)
                }
            } else {
                state.denied = newcomer
            }
            return admission
        }
    }

    /// Goes by another list from now on.
    ///
    /// - Returns: The former list.
    func replace(with list: AccessList) -> AccessList {
        state.withLock { state in
            defer { state.list = list }
            return state.list
        }
    }

    /// Notes where a key is denied from now on.
    func watch(_ key: String) {
        state.withLock { $0.watched = (key, []) }
    }

    /// Where the key that is watched has been denied.
    var doorsDenied: Set<Door> { state.withLock { $0.watched?.doors ?? [] } }

    /// The last one who was denied, for the log; it is told once.
    var lastDenial: String {
        let denied = state.withLock { state in
            defer { state.denied = nil }
            return state.denied
        }
        guard let denied, case .key(let key) = denied.proof else {
            return "no key, or a broken one"
        }
        let role = Door(rawValue: denied.domain)?.role ?? .act
        return "the key \(key) from \(denied.address) may not \(role.rawValue) at \(process); "
            + "`handrail keys allow NAME '\(key)' --\(role.rawValue) \(process)` would let it"
    }
}
