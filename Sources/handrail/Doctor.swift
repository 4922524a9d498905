import Bus
import Glibc
import Group
import Linux
import Messages

/// What a group needs of its machine: what is there, and what to do about what isn't.
struct Doctor {
    /// One thing that was looked at.
    struct Finding: Encodable {
        enum Verdict: String, Encodable {
            case ok
            /// Only some uses need it.
            case missing
            /// Without it no group runs.
            case bad
        }

        let what: String
        let verdict: Verdict
        let found: String
        var advice: String?

        /// The finding for a person.
        var lines: [String] {
            let head = verdict == .ok ? "ok       " : verdict == .bad ? "BAD      " : "missing  "
            return ["\(head)\(what): \(found)"] + (advice.map { ["         \($0)"] } ?? [])
        }
    }

    let site: Site
    private let environment = Environment.variables

    /// Looks at the machine for one group.
    init(site: Site) {
        self.site = site
    }

    /// All that there is to say.
    var findings: [Finding] {
        [
            messaging, database, browsers, programs,
            folder("run dir", site.directories.run), folder("state dir", site.directories.state),
            keys, sockets, tmux, display, microphone,
        ]
    }

    // MARK: Without these no group runs

    private var messaging: Finding {
        Finding(
            what: "libzmq", verdict: .ok, found: Library.version,
            advice: Library.hasCurve
                ? nil : "it has no CURVE: groups across machines need Debian's libzmq5")
    }

    private var database: Finding {
        typealias VersionOf = @convention(c) () -> UnsafePointer<CChar>
        guard let library = dlopen("libsqlite3.so.0", RTLD_LAZY),
            let symbol = dlsym(library, "sqlite3_libversion")
        else {
            return Finding(
                what: "sqlite", verdict: .bad, found: "not found",
                advice: "apt-get install libsqlite3-0")
        }
        let version = unsafeBitCast(symbol, to: VersionOf.self)
        return Finding(what: "sqlite", verdict: .ok, found: String(cString: version()))
    }

    private var browsers: Finding {
        typealias VersionOf = @convention(c) () -> UnsafePointer<CChar>
        guard let library = dlopen("libwebsockets.so.17", RTLD_LAZY),
            let symbol = dlsym(library, "lws_get_library_version")
        else {
            return Finding(
                what: "libwebsockets", verdict: .missing, found: "not found",
                advice: "the page in a browser needs it; apt-get install libwebsockets17")
        }
        let version = unsafeBitCast(symbol, to: VersionOf.self)
        return Finding(what: "libwebsockets", verdict: .ok, found: String(cString: version()))
    }

    private var programs: Finding {
        do throws(GroupError) {
            _ = try LaunchPlan(site.topology, in: site.directories, environment: environment)
            let names = site.topology.local.map(\.name).joined(separator: ", ")
            return Finding(what: "programs", verdict: .ok, found: names)
        } catch {
            return Finding(
                what: "programs", verdict: .bad, found: error.description,
                advice: "the programs belong beside handrail; `swift build` puts them there")
        }
    }

    /// A folder that is ours alone, or that can be made.
    private func folder(_ what: String, _ path: String) -> Finding {
        var status = stat()
        guard lstat(path, &status) == 0 else {
            let parent = nearestFolder(above: path)
            guard access(parent, W_OK) == 0 else {
                return Finding(
                    what: what, verdict: .bad, found: "\(path) cannot be made in \(parent)",
                    advice: "choose another one with --run-dir or HANDRAIL_STATE_DIR")
            }
            return Finding(what: what, verdict: .ok, found: "\(path), made when a group starts")
        }
        let isOurs =
            status.st_mode & S_IFMT == S_IFDIR && status.st_uid == geteuid()
            && status.st_mode & 0o077 == 0
        return Finding(
            what: what, verdict: isOurs ? .ok : .bad,
            found: isOurs ? path : "\(path) is no folder of yours that is closed to others",
            advice: isOurs ? nil : "chmod 700 it, or choose another one")
    }

    /// Whether the keys that the group goes by are in order.
    private var keys: Finding {
        guard let path = site.topology.keys else {
            return Finding(
                what: "keys", verdict: .ok, found: "none, and none needed on one machine",
                advice: nil)
        }
        do throws(BusError) {
            let (list, mistakes) = try KeyFolder(path).list()
            guard mistakes.isEmpty else {
                let lines = mistakes.map { "line \($0.line): \($0.text)" }
                return Finding(
                    what: "keys", verdict: .bad, found: lines.joined(separator: "; "),
                    advice: "mend \(KeyFolder(path).listPath); those lines allow nobody")
            }
            let names = list.entries.map(\.name).joined(separator: ", ")
            return Finding(what: "keys", verdict: .ok, found: "known: \(names)")
        } catch {
            return Finding(what: "keys", verdict: .bad, found: error.description)
        }
    }

    private func nearestFolder(above path: String) -> String {
        var parent = path
        while let slash = parent.lastIndex(of: "/"), access(parent, F_OK) != 0 {
            parent = String(parent[..<slash])
        }
        return parent.isEmpty ? "/" : parent
    }

    // MARK: How things are

    private var sockets: Finding {
        let bound = site.names.filter { name in
            let usual = Endpoints(of: name, in: site.directories.run)
            let endpoint = (site.settings.processes[name]?.endpoints ?? usual).control
            return Self.isAnswered(endpoint)
        }
        return Finding(
            what: "sockets", verdict: .ok,
            found: bound.isEmpty
                ? "nobody is there; `handrail up` starts the group"
                : "there: \(bound.joined(separator: ", "))")
    }

    private var tmux: Finding {
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init)
        let programs = folders.map { folder in folder + "/tmux" }
        guard let found = programs.first(where: { access($0, X_OK) == 0 }) else {
            return Finding(
                what: "tmux", verdict: .missing, found: "not found",
                advice: "it keeps a terminal face open, and the tests of it; apt-get install tmux")
        }
        return Finding(what: "tmux", verdict: .ok, found: found)
    }

    private var display: Finding {
        guard let display = environment["DISPLAY"], !display.isEmpty else {
            return Finding(
                what: "display", verdict: .missing, found: "DISPLAY is not set",
                advice: "games on a display need one; Xvfb makes one without a screen")
        }
        let number = display.split(separator: ":").last?.prefix { $0 != "." } ?? ""
        let isThere = Self.isAnswered("ipc:///tmp/.X11-unix/X\(number)")
        return Finding(
            what: "display", verdict: isThere ? .ok : .missing,
            found: isThere ? display : "nobody answers at \(display)",
            advice: isThere ? nil : "start the X server, or set DISPLAY to one on this machine")
    }

    private var microphone: Finding {
        let devices = File.names(in: "/dev/snd")
        let captures = devices.filter { $0.hasPrefix("pcm") && $0.hasSuffix("c") }
        let pulse = environment["XDG_RUNTIME_DIR"].map { "\($0)/pulse/native" }
        if let pulse, access(pulse, R_OK) == 0 {
            return Finding(what: "microphone", verdict: .ok, found: "by \(pulse)")
        }
        guard let capture = captures.sorted().first else {
            return Finding(
                what: "microphone", verdict: .missing, found: "no capture device in /dev/snd",
                advice: "dictation on this machine needs one; a phone's browser brings its own")
        }
        return Finding(what: "microphone", verdict: .ok, found: "/dev/snd/\(capture)")
    }

    /// Whether somebody accepts connections at a path; a socket's file may outlive its process.
    private static func isAnswered(_ endpoint: String) -> Bool {
        guard endpoint.hasPrefix("ipc://"),
            let address = UnixAddress(String(endpoint.dropFirst("ipc://".count)))
        else { return false }
        let probe = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        guard probe >= 0 else { return false }
        defer { close(probe) }
        return address.connect(probe)
    }
}
