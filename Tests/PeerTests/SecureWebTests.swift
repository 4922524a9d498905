import Bus
import Messages
import TestKit
import Testing

extension PeerTests {
    @Suite("The page over TLS, by a client that is not ours")
    struct SecureWebTests {
        /// A certificate for `den.local`, made by the system's own tool.
        private func makeCertificate(in directory: RunDirectory) {
            let tool = ChildProcess(
                "/usr/bin/openssl",
                [
                    "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                    "-nodes", "-days", "2", "-subj", "/CN=den.local",
                    "-addext", "subjectAltName=DNS:den.local",
                    "-keyout", "\(directory.path)/key.pem",
                    "-out", "\(directory.path)/certificate.pem",
                ], output: "\(directory.path)/openssl.output")
            #expect(tool.ending() == .exited(0), "\(tool.output)")
        }

        @Test("with a certificate the page, its socket and its address are of the secure sort")
        func secure() throws {
            let directory = RunDirectory()
            makeCertificate(in: directory)
            let group = try TestGroup(
                web: """
                    port: 0, hosts: ["den.local"], certificate: "certificate.pem", key: "key.pem",
                    """, in: directory)
            let address = try group.ask(WebPageGet(), of: "web").read(WebPage.self).address
            let script = try Script(
                "secure.py", "\(directory.path)/certificate.pem", address, in: directory)
            try script.result()
        }

        @Test("a certificate that is none is told, and takes nothing else down")
        func noCertificate() throws {
            let directory = RunDirectory()
            makeCertificate(in: directory)
            let group = try TestGroup(
                web: "certificate: \"key.pem\", key: \"key.pem\"", in: directory)
            #expect(throws: Problem.self) { try group.ask(WebPageGet(), of: "web") }
            #expect(group.launcher.output.contains("`handrail restart web` starts it again"))
        }
    }
}
