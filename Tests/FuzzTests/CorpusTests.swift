import Foundation
import TestKit
import Testing

private let corpus = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Corpus")

@Suite("What the fuzzer has kept")
struct CorpusTests {
    @Test("no reader traps on anything that was ever worth keeping", arguments: Decoding.allCases)
    func kept(decoding: Decoding) throws {
        let files = try FileManager.default.contentsOfDirectory(
            at: corpus, includingPropertiesForKeys: nil)
        let inputs = try files.map { [UInt8](try Data(contentsOf: $0)) }
        let own = inputs.filter { input in
            input.first.map { Character(Unicode.Scalar($0)) } == decoding.rawValue
        }
        #expect(!own.isEmpty)
        for input in own { Decoding.run(input) }
    }
}
