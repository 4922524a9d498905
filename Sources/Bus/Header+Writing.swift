import Messages

extension Header {
    /// The beginning of a CloudEvent's JSON: all attributes, and the name of the data.
    ///
    /// Written by hand: the general coder takes as long over the attributes, always the same few
    /// texts, as over most data.
    var opening: [UInt8] {
        var json = AttributeWriter()
        json.write(specversion, as: .specversion)
        json.write(id.text, as: .id)
        json.write(source, as: .source)
        json.write(type, as: .type)
        json.write(subject, as: .subject)
        json.write(time, as: .time)
        json.write(datacontenttype, as: .datacontenttype)
        json.write(boot?.text, as: .boot)
        json.write(sequence, as: .sequence)
        json.write(correlationid?.text, as: .correlationid)
        json.write(protocolVersion, as: .protocolVersion)
        json.writeName("data")
        return json.bytes
    }
}

/// Writes the members of a JSON object, one after the other; absent ones are left out.
private struct AttributeWriter {
    private(set) var bytes: [UInt8] = []

    init() {
        bytes.reserveCapacity(512)
    }

    mutating func write(_ text: String?, as key: Header.Key) {
        guard let text else { return }
        writeName(key.rawValue)
        quote(text)
    }

    mutating func write(_ number: Int?, as key: Header.Key) {
        guard let number else { return }
        writeName(key.rawValue)
        bytes += "\(number)".utf8
    }

    mutating func writeName(_ name: String) {
        bytes.append(bytes.isEmpty ? UInt8(ascii: "{") : UInt8(ascii: ","))
        quote(name)
        bytes.append(UInt8(ascii: ":"))
    }

    /// Writes a text, be it somebody else's with whatever characters.
    private mutating func quote(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20:
                let digits = String(byte, radix: 16)
                bytes += "\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
