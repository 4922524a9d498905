import FoundationEssentials
import JSON
import TestKit
import Testing

/// The toolchain's own coder as the peer: each reads what the other one writes.
@Suite("Beside the toolchain's coder") struct PeerTests {
    @Test("any value goes from one to the other and back", arguments: 0..<40 as Range<UInt64>)
    func bothWays(seed: UInt64) throws {
        var generator = SplitMix64(seed: seed)
        for _ in 0..<100 {
            let tree = generator.tree()
            let ours = try [UInt8](json: [tree])
            let theirs = try JSONEncoder().encode([tree])
            #expect(try JSONDecoder().decode([Tree].self, from: Data(ours)) == [tree])
            #expect(try Value(Array(theirs)).decode([Tree].self) == [tree])
            #expect(try Value(ours).decode([Tree].self) == [tree])
        }
    }

    @Test("a text that was cut or changed anywhere never ends the process")
    func damaged() throws {
        var generator = SplitMix64(seed: 7)
        var readable = 0
        for _ in 0..<3_000 {
            var bytes = try [UInt8](json: [generator.tree()])
            bytes[Int(generator.next() % UInt64(bytes.count))] = UInt8(generator.next() % 256)
            if generator.chance(0.3) { bytes.removeLast() }
            // A number may have become too large for a double.
            guard let ours = try? Value(bytes).decode(Tree.self) else { continue }
            readable += 1
            // Whatever we take for JSON, the peer does too.
            #expect(try JSONDecoder().decode(Tree.self, from: Data(bytes)) == ours)
        }
        #expect(readable > 100)
    }

    @Test(
        "a double is written as it is there, with the fewest digits",
        arguments: [
            0, -0.0, 5, -5, 0.1, 1e15, 1e16, 1e-7, 1e300, .leastNonzeroMagnitude,
            .greatestFiniteMagnitude,
            123_456_789.123, 1e22, 1e17, 0.3 + 0.1, 2 / 3,
        ] as [Double])
    func doubles(number: Double) throws {
        let theirs = String(decoding: try JSONEncoder().encode([number]), as: UTF8.self)
        #expect(try written([number]) == theirs)
        #expect(try read(theirs, as: [Double].self)[0].bitPattern == number.bitPattern)
    }

    /// Every scalar that a coder has to know.
    private struct Scalars: Codable, Equatable {
        var bool = true
        var string = "é\n"
        var double = -0.5
        var float: Float = 0.1
        var int = Int.min
        var int8 = Int8.min
        var int16 = Int16.min
        var int32 = Int32.min
        var int64 = Int64.max
        var uint = UInt.max
        var uint8 = UInt8.max
        var uint16 = UInt16.max
        var uint32 = UInt32.max
        var uint64 = UInt64.max
        var list: [UInt8?] = [1, nil, 3]
        var table = ["a": [1.5], "": []]
        var some: Int? = 1
        var none: Int?
        var inner: Tree? = Tree.null
    }

    @Test("every scalar, optionals and tables go from one to the other")
    func scalars() throws {
        let scalars = Scalars()
        let ours = try [UInt8](json: scalars)
        #expect(try JSONDecoder().decode(Scalars.self, from: Data(ours)).table == scalars.table)
        let theirs = try JSONEncoder().encode(scalars)
        let read = try Value(Array(theirs)).decode(Scalars.self)
        // Null and absent are one for an optional, be it of something that can itself be null.
        var expected = scalars
        expected.inner = nil
        #expect(read == expected)
        #expect(try Value(ours).decode(Scalars.self) == expected)
        #expect(!String(decoding: ours, as: UTF8.self).contains("none"))
    }
}
