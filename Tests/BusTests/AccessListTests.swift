import Bus
import Testing
import ZeroMQ

@Suite("Who may come in, as values")
struct AccessListTests {
    private static func key(_ letter: Character) throws -> PublicKey {
        try #require(PublicKey(String(repeating: letter, count: PublicKey.length)))
    }

    @Test("a list is read line by line, and a line with a mistake allows nobody and spoils nothing")
    func reading() throws {
        let (a, b) = (try Self.key("a"), try Self.key("b"))
        let (list, mistakes) = AccessList.read(
            """
            # Who is who.

            sofa \(a) observe=relay,face act=*
              den   \(b)
            Den \(a)
            attic \(a)
            cellar short act=engine
            porch \(try Self.key("c")) see=relay
            porch \(try Self.key("c")) act=the,relay!
            """)
        #expect(
            list
                == AccessList([
                    .init("sofa", a, observe: .processes(["relay", "face"]), act: .everywhere),
                    .init("den", b),
                ]))
        #expect(
            mistakes == [
                .init(
                    line: 5,
                    text: "expected a name of at most 32 lower-case letters, digits, - and _, "
                        + "found Den"),
                .init(line: 6, text: "the name or the key attic stands there twice"),
                .init(line: 7, text: "expected a public key of 40 characters in Z85"),
                .init(
                    line: 8, text: "expected observe=PROCESS,… or act=PROCESS,…, found see=relay"),
                .init(
                    line: 9,
                    text: "expected observe=PROCESS,… or act=PROCESS,…, found act=the,relay!"),
            ])
    }

    @Test("an edit touches the one entry, and leaves comments and mistakes where they are")
    func editing() throws {
        let (a, b) = (try Self.key("a"), try Self.key("b"))
        let text = "# kept\nsofa \(a)\nwhat is this\nden \(b) act=*\n"
        let entry = AccessList.Entry("sofa", b, observe: .everywhere, act: .processes(["b", "a"]))
        #expect(
            AccessList.edited(text, name: "sofa", to: entry)
                == "# kept\nsofa \(b) observe=* act=a,b\nwhat is this\nden \(b) act=*\n")
        #expect(
            AccessList.edited(text, name: "sofa", to: nil)
                == "# kept\nwhat is this\nden \(b) act=*\n")
        #expect(AccessList.edited("", name: "sofa", to: .init("sofa", a)) == "sofa \(a)\n")
    }

    @Test(
        "events are for who may observe; any role there lets in to where a process is asked",
        arguments: [
            ("events", "relay", true), ("requests", "relay", true), ("control", "relay", true),
            ("events", "engine", false), ("requests", "engine", true), ("control", "engine", true),
            ("events", "face", false), ("requests", "face", false), ("", "engine", false),
        ])
    func roles(door: String, process: String, isAllowed: Bool) throws {
        let key = try Self.key("a")
        let list = AccessList([
            .init("sofa", key, observe: .processes(["relay"]), act: .processes(["engine"]))
        ])
        let newcomer = Newcomer(domain: door, address: "10.0.0.2", proof: .key(key.text))
        #expect(
            list.admission(of: newcomer, at: process)
                == (isAllowed ? .granted(user: key.text) : .denied))
    }

    @Test("who shows no key, another one, or none that is one, is denied")
    func strangers() throws {
        let list = AccessList([
            .init("sofa", try Self.key("a"), observe: .everywhere, act: .everywhere)
        ])
        let proofs: [Newcomer.Proof] = [.none, .other, .key(try Self.key("b").text), .key("short")]
        for proof in proofs {
            let newcomer = Newcomer(domain: "events", address: "", proof: proof)
            #expect(list.admission(of: newcomer, at: "relay") == .denied, "\(proof)")
            #expect(AccessList().admission(of: newcomer, at: "relay") == .denied)
        }
    }
}
