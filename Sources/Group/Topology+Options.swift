internal import Glibc
internal import Messages

extension Section {
    /// Reads `options` as what the process is asks for.
    func readOptions(
        of process: inout Topology.Process, in folder: String
    ) throws(GroupError) {
        switch process.kind {
        case .engine:
            guard let options = try section("options", known: ["players", "controller"])
            else { return }
            process.engine.players = try options.players(in: folder)
            process.engine.controller = try options.controller()
        case .navigator:
            guard let options = try section("options", known: ["provider", "mode"])
            else { return }
            let usual = process.navigator
            process.navigator.provider = try options.text("provider") ?? usual.provider
            process.navigator.mode = try options.text("mode") ?? usual.mode
        case .face:
            guard let options = try section("options", known: ["step", "armed_for"])
            else { return }
            let usual = process.face
            process.face.step = try options.seconds("step") ?? usual.step
            process.face.armedFor =
                try options.number("armed_for", wanted: "5 seconds or more (V6)") { $0 >= 5 }
                ?? usual.armedFor
        case .web: process.web = try webOptions(in: folder)
        case .relay, nil:
            // Known to be empty, so that any key in it is reported.
            _ = try section("options", known: [])
        }
    }

    /// A span of time above zero under a key; nil where the key is absent.
    func seconds(_ key: String) throws(GroupError) -> Seconds? {
        try number(key, wanted: "seconds above 0") { $0 > 0 }
    }

    private func players(in folder: String) throws(GroupError) -> [String: PlayerOptions] {
        guard let section = try section("players", known: nil) else { return [:] }
        var players: [String: PlayerOptions] = [:]
        for name in section.keys {
            let player = try section.section(name, known: ["command", "script", "loop"])
            guard let player, player.has("command") != player.has("script") else {
                throw section.mistake(name, "expected either command or script")
            }
            guard player.has("script") || !player.has("loop") else {
                throw player.mistake("loop", "goes with a script only")
            }
            var command = try player.texts("command")
            if let program = command?.first { command?[0] = resolved(program, in: folder) }
            let script = try player.text("script").map { absolute($0, in: folder) }
            players[name] = PlayerOptions(
                command: command, script: script, loop: try player.flag("loop"))
        }
        return players
    }

    private func webOptions(in folder: String) throws(GroupError) -> WebOptions {
        let known = ["host", "port", "certificate", "key", "hosts"]
        guard let options = try section("options", known: known) else { return WebOptions() }
        var web = WebOptions()
        web.host = try options.text("host") ?? web.host
        guard web.host.isAddress else {
            throw options.mistake(
                "host", "expected an address in numbers, found \"\(web.host)\"")
        }
        web.port = try options.number("port", wanted: "a port, or 0 for any that is free") {
            (0...65_535).contains($0) && $0.rounded() == $0
        }.map { Int($0) }
        web.hosts = try options.texts("hosts") ?? []
        guard !web.hosts.isEmpty || !["0.0.0.0", "::"].contains(web.host) else {
            throw options.mistake(
                "hosts", "expected the names that browsers ask for, as \(web.host) is none")
        }
        guard options.has("certificate") == options.has("key") else {
            throw options.mistake(
                options.has("key") ? "certificate" : "key",
                "expected a file: certificate and key go together")
        }
        web.certificate = try options.text("certificate").map { absolute($0, in: folder) }
        web.key = try options.text("key").map { absolute($0, in: folder) }
        return web
    }

    private func controller() throws(GroupError) -> ControllerOptions {
        let known = ["kind", "file", "refuse_release", "delay_ms", "lie_once"]
        guard let section = try section("controller", known: known) else {
            return ControllerOptions()
        }
        let usual = ControllerOptions()
        if let kind = try section.text("kind"), kind != usual.kind {
            throw section.mistake("kind", "expected \(usual.kind), found \"\(kind)\"")
        }
        return ControllerOptions(
            file: try section.flag("file") ?? usual.file,
            refuseRelease: try section.whole("refuse_release") ?? usual.refuseRelease,
            delay: try section.whole("delay_ms") ?? usual.delay,
            lieOnce: try section.flag("lie_once") ?? usual.lieOnce)
    }

    /// A program as it is to be found: a bare name stays one.
    func resolved(_ program: String, in folder: String) -> String {
        program.contains("/") ? absolute(program, in: folder) : program
    }

    private func absolute(_ path: String, in folder: String) -> String {
        path.hasPrefix("/") ? path : "\(folder)/\(path)"
    }
}

extension String {
    /// Whether this is an address of the internet in numbers, of the old sort or the new.
    fileprivate var isAddress: Bool {
        var address = in6_addr()
        return inet_pton(AF_INET, self, &address) == 1 || inet_pton(AF_INET6, self, &address) == 1
    }
}
