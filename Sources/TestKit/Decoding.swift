import Bus
import EngineCore
import FaceCore
import Group
import JSON
import Messages
import NavigatorCore

/// Something that reads what came from outside, tried out on any bytes at all.
///
/// A trial ends by a trap where a reader traps, or where it reads something that it would not read
/// again from what we write of it.
package enum Decoding: Character, CaseIterable, Sendable {
    /// The two frames of a message, with a line feed between them.
    case message = "m"
    /// JSON, and the same as JSON5.
    case json = "j"
    /// A topology file.
    case topology = "t"
    /// A link to a place.
    case link = "l"
    /// What a launcher tells a process.
    case settings = "s"
    /// The list of who is known by which key.
    case keys = "k"
    /// A record of the engine's journal.
    case engineJournal = "e"
    /// The record of the face's journal.
    case faceJournal = "f"

    /// Gives bytes to the reader that the first of them names; others are left alone.
    package static func run(_ bytes: [UInt8]) {
        guard let first = bytes.first,
            let decoding = Decoding(rawValue: Character(Unicode.Scalar(first)))
        else { return }
        decoding.run(Array(bytes.dropFirst()))
    }

    private func run(_ bytes: [UInt8]) {
        switch self {
        case .message: Self.runMessage(bytes)
        case .json: Self.runJSON(bytes)
        case .topology: _ = try? Topology(json5: bytes, named: "fuzz", in: "/")
        case .link: _ = try? Link(String(decoding: bytes, as: UTF8.self))
        case .settings: _ = try? Value(bytes).decode(Settings.self)
        case .keys: Self.runKeys(bytes)
        case .engineJournal: Self.runRecord(bytes, JournalRecord.self)
        case .faceJournal: Self.runRecord(bytes, FaceRecord.self)
        }
    }

    private static func runMessage(_ bytes: [UInt8]) {
        let name = bytes.prefix { $0 != UInt8(ascii: "\n") }
        let frames = [Array(name), Array(bytes.dropFirst(name.count + 1))]
        guard let incoming = try? Incoming(parts: frames, codec: Codec()) else { return }
        func read<Payload: Message>(asOf sample: Payload) {
            guard Payload.type == incoming.type, let message = try? incoming.read(Payload.self)
            else { return }
            // The other one's text may be short where ours is long, and over the limit.
            guard let written = try? Codec().encode(message, header: incoming.header) else {
                return
            }
            let again = try? Incoming(parts: [frames[0], written], codec: Codec())
            guard let again, again.header == incoming.header,
                (try? again.read(Payload.self)) == message
            else { fatalError("\(message) is not read again") }
        }
        for sample in Sample.all { read(asOf: sample) }
    }

    private static func runJSON(_ bytes: [UInt8]) {
        // Whatever is JSON is JSON5.
        let isJSON = (try? Value(bytes)) != nil
        let isJSON5 = (try? Value(json5: bytes)) != nil
        guard !isJSON || isJSON5 else { fatalError("JSON that is no JSON5") }
    }

    private static func runKeys(_ bytes: [UInt8]) {
        let text = String(decoding: bytes, as: UTF8.self)
        let list = AccessList.read(text).list
        var written = ""
        for entry in list.entries {
            written = AccessList.edited(written, name: entry.name, to: entry)
        }
        guard AccessList.read(written).list == list else { fatalError("a list is not read again") }
    }

    private static func runRecord<Record: Codable & Equatable>(
        _ bytes: [UInt8], _ type: Record.Type
    ) {
        guard let record = try? Value(bytes).decode(type) else { return }
        guard let written = try? [UInt8](json: record),
            (try? Value(written).decode(type)) == record
        else { fatalError("\(record) is not read again") }
    }
}
