import Bus
import FaceCore
import Messages

/// Who a face listens to, and what their messages mean to it.
struct FacePeers {
    /// The launcher's name on the bus.
    private static let launcher = "group"

    /// The relay's name.
    let relay: String
    private let navigator: String?
    /// The topic of what the relay tells this face; another face's may begin with it.
    private let state: String

    /// Finds them in the settings.
    ///
    /// - Throws: A `BusError` of code `settingsInvalid` where the group has not exactly one relay.
    init(_ settings: Settings) throws(BusError) {
        let relays = settings.names(running: "relay")
        guard let relay = relays.first, relays.count == 1 else {
            throw BusError(
                .settingsInvalid, "A face is served by one relay; this group has \(relays.count)")
        }
        self.relay = relay
        navigator = settings.names(running: "navigator").first
        state = Topic.name(type: FaceState.type, subject: settings.process)
    }

    /// What to listen to; the beats show that a state which has not changed is still good.
    var topics: [String: [String]] {
        var topics = [
            relay: [state, VitalsBeat.type], Self.launcher: [GroupStatus.type, VitalsBeat.type],
        ]
        if let navigator {
            topics[navigator] = [NavigatorState.type, PinsListed.type, VitalsBeat.type]
        }
        return topics
    }

    /// What a message says; nil where it says nothing to the face.
    func event(of incoming: Incoming, from process: String) -> FaceCore.Event? {
        do throws(Problem) {
            switch (process, incoming.topic) {
            case (relay, state): return .state(try incoming.read())
            case (navigator, NavigatorState.type): return .navigator(try incoming.read())
            case (navigator, PinsListed.type):
                let listed: PinsListed = try incoming.read()
                return .pins(listed.pins)
            case (Self.launcher, GroupStatus.type): return .health(try incoming.read())
            default: return nil
            }
        } catch {
            Log.write(.warning, "\(process) is not understood: \(error.detail)")
            return unknown(of: process)
        }
    }

    /// What a change of a connection says; nil where it says nothing to the face.
    ///
    /// A return says nothing: what is known after a loss comes as a state.
    func loss(of process: String, by change: PeerChange) -> FaceCore.Event? {
        switch change {
        case .connected, .heard: nil
        case .silent: process == relay ? .relaySilent : unknown(of: process)
        case .disconnected: process == relay ? .relayDisconnected : unknown(of: process)
        }
    }

    private func unknown(of process: String) -> FaceCore.Event? {
        switch process {
        case relay: .stateNotUnderstood
        case navigator: .navigator(nil)
        case Self.launcher: .health(nil)
        default: nil
        }
    }
}
