import Messages
import ZeroMQ

/// The keys that a process or a visitor goes by: its own, and the list of those who are known.
///
/// The list is read again where its file has changed, which is looked at before anything is
/// decided by it: one `stat`, so that a revoked key is worth nothing from its next message on.
/// Lives on the thread that has the sockets.
final class Keyring {
    private let settings: Settings
    private let folder: KeyFolder
    private(set) var list = AccessList()
    /// Counts the lists that have been read, for those who have to follow.
    private(set) var edition = 0
    private var stamp: FileStamp?

    /// Reads the list of the folder that the settings name; nil where the group has no keys.
    init?(_ settings: Settings) {
        guard let path = settings.keys else { return nil }
        self.settings = settings
        folder = KeyFolder(path)
        read()
    }

    /// Reads the list again where it has changed.
    func refresh() {
        if FileStamp(of: folder.listPath) != stamp { read() }
    }

    private func read() {
        // Before the read: a change that comes in between is then noticed the next time.
        stamp = FileStamp(of: folder.listPath)
        edition += 1
        do throws(BusError) {
            let (list, mistakes) = try folder.list()
            self.list = list
            for mistake in mistakes {
                let place = "\(folder.listPath), line \(mistake.line)"
                Log.write(.warning, "\(place): \(mistake.text); the line allows nobody")
            }
        } catch {
            list = AccessList()
            Log.write(.error, "nobody is allowed: \(error)")
        }
    }

    /// The pair of keys by which this process is known: its own, or its host's.
    ///
    /// - Throws: A `BusError` of code `keysInvalid` where there is none.
    func ownKeys() throws(BusError) -> CurveKeys {
        try folder.keys(of: settings.process, on: settings.host)
    }

    /// How a process is reached over the network.
    func way(to process: String) -> Way {
        let names = [process, settings.processes[process]?.host].compactMap(\.self)
        guard let server = names.lazy.compactMap({ self.list[$0]?.key }).first else {
            let name = names.last ?? process
            return .barred(
                "\(process) is not known here by a key; `handrail keys allow \(name) KEY` with "
                    + "the key that `handrail keys list` shows there")
        }
        do throws(BusError) {
            return .sealed(own: try ownKeys(), server: server)
        } catch {
            return .barred(error.message)
        }
    }
}

/// How another process is reached over the network.
enum Way: Equatable {
    /// By anybody on this machine.
    case plain
    /// By those who have keys, and know the other one's.
    case sealed(own: CurveKeys, server: PublicKey)
    /// Not at all for now, and why.
    case barred(String)
}

/// Who a process's sockets can go to, and how.
struct Connector {
    let settings: Settings
    let context: Context
    let keyring: Keyring?

    /// The way to a process.
    func way(to process: String) -> Way { keyring?.way(to: process) ?? .plain }

    /// The endpoints of a process.
    ///
    /// - Throws: A `BusError` of code `endpointInvalid` where one is none, or is beyond this machine
    ///   and the group has no keys.
    func endpoints(of process: String) throws(BusError) -> Endpoints {
        let endpoints = settings.endpoints(of: process)
        try endpoints.check(hasKeys: keyring != nil)
        return endpoints
    }
}
