import Bus
import Foundation
import Messages
import TestKit
import Testing

extension PeerTests {
    @Suite("The contract in Topology/contract")
    struct ContractTests {
        /// What the contract names.
        private struct Names: Decodable {
            var types: Set<String>
            var states: Set<String>
        }

        @Test("it holds together, and names every message of the vocabulary, and no other")
        func names() throws {
            let script = try Script("names.py", in: RunDirectory())
            let names = try JSONDecoder().decode(Names.self, from: Data(script.result().utf8))
            #expect(names.types == (try vocabulary()))
            #expect(names.states == Topic.states)
        }

        /// The types of all messages, as the sources declare them.
        private func vocabulary() throws -> Set<String> {
            let folder = URL(filePath: "\(Script.root)/Sources/Messages")
            let files = try FileManager.default.contentsOfDirectory(
                at: folder, includingPropertiesForKeys: nil)
            let types = try files.flatMap { file in
                try String(contentsOf: file, encoding: .utf8)
                    .matches(of: /static let type = "([^"]+)"/).map { String($0.1) }
            }
            return Set(types)
        }

        @Test(
            "its enumerations are the vocabulary's",
            arguments: [
                ("problem", "sort", Problem.Sort.allCases.map(\.rawValue)),
                ("solo", "mode", SoloMode.allCases.map(\.rawValue)),
                ("outbox", "kind", OutboxKind.allCases.map(\.rawValue)),
                ("face", "control", FaceControl.allCases.map(\.rawValue)),
                ("face", "deed", FaceView.Action.Deed.allCases.map(\.rawValue)),
                ("receipts", "cause", CloseCause.allCases.map(\.rawValue)),
            ])
        func enumerations(file: String, name: String, values: [String]) throws {
            struct Schema: Decodable {
                struct Definition: Decodable {
                    var values: [String]?

                    enum CodingKeys: String, CodingKey {
                        case values = "enum"
                    }
                }

                var definitions: [String: Definition]

                enum CodingKeys: String, CodingKey {
                    case definitions = "$defs"
                }
            }
            let path = "\(Script.root)/Topology/contract/schemas/\(file).json"
            let schema = try JSONDecoder().decode(
                Schema.self, from: Data(contentsOf: URL(filePath: path)))
            #expect(schema.definitions[name]?.values == values)
        }

        @Test("CloudEvents 1.0: all that a busy group says is as the contract has it")
        func traffic() throws {
            let group = try TestGroup(engine: Tour.engine, web: "port: 0")
            let script = try Script("validate.py", group.directory.path, in: group.directory)
            // The script puts the broadcast on air once it misses nothing any more.
            try group.event("the script that listens", of: FaceState.type, within: 60) { event in
                try event.read(FaceState.self).broadcast.onAir == true ? true : nil
            }
            try Tour(group: group).go()
            script.finish()
            let report = try script.result()
            let unseen = report.matches(of: /never seen: (\S+)/).map { String($0.1) }
            #expect(Set(unseen).isSubset(of: Tour.unseen), "the tour does not come by them")
        }
    }
}
