import Messages
import ZeroMQ

/// What came on one of a process's two ROUTERs.
enum Delivery {
    /// A request that can be read as far as its attributes.
    case request(Incoming, ReplyToken)
    /// Something that is no request, already answered where somebody could be.
    case malformed(Problem)
    /// Something from somebody who may not ask: not read, and not answered.
    case notAllowed
}

/// The two ROUTERs of a process: takes requests in and carries answers back.
struct Responder: ~Copyable {
    /// The way back to an asker.
    private struct Return {
        var channel: Channel
        var routingID: [UInt8]
        var delimited: Bool
        var request: RequestID?
        var type: String
        /// Whom the library says it is, where the endpoint is guarded.
        var user: String?
    }

    var requests: Socket
    var control: Socket
    private let codec = Codec()
    private let source: String
    private let boot: Boot
    private var returns: [ReplyToken: Return] = [:]
    private var lastToken: UInt64 = 0
    private(set) var sent = 0

    init(
        requests: consuming Socket, control: consuming Socket, source: String, boot: Boot
    ) {
        self.requests = requests
        self.control = control
        self.source = source
        self.boot = boot
    }

    /// How many requests have not been answered.
    var outstanding: Int { returns.count }

    /// Takes one request in; nil where none has come.
    ///
    /// - Parameters:
    ///   - channel: The endpoint.
    ///   - publisher: What mirrors it.
    ///   - admits: Whether whoever sent it may, by the name that the library gives it.
    /// - Returns: What has come.
    /// - Throws: Never in good order.
    mutating func receive(
        on channel: Channel, mirroringTo publisher: inout Publisher,
        from admits: (String?) -> Bool
    ) throws(ZeroMQError) -> Delivery? {
        let received: Received? =
            switch channel {
            case .requests: try requests.receive(.ours)
            case .control: try control.receive(.ours)
            }
        switch received {
        case nil: return nil
        case .message(let message), .oversized(let message):
            guard admits(message.user) else { return .notAllowed }
            // Of an oversized one the first frames are there: enough to say that it was too long.
            return open(message, from: channel, mirroringTo: &publisher)
        }
    }

    private mutating func open(
        _ message: Multipart, from channel: Channel, mirroringTo publisher: inout Publisher
    ) -> Delivery {
        let frames = message.frames
        let delimited = frames.count > 1 && frames[1].isEmpty
        let parts = frames.dropFirst(delimited ? 2 : 1)
        lastToken += 1
        let token = ReplyToken(lastToken)
        var way = Return(
            channel: channel, routingID: frames.first ?? [], delimited: delimited,
            request: nil, type: "", user: message.user)
        do throws(Problem) {
            let incoming = try Incoming(parts: Array(parts), codec: codec)
            way.request = incoming.header.id
            way.type = incoming.type
            returns[token] = way
            publisher.mirror(incoming.bytes, on: Topic.name(type: Topic.request, subject: way.type))
            return .request(incoming, token)
        } catch {
            returns[token] = way
            reply(error, to: token, mirroringTo: &publisher) { _, _ in true }
            return .malformed(error)
        }
    }

    /// Answers a request; false where the asker has gone, or may not be answered any more.
    @discardableResult
    mutating func reply(
        _ message: any Message, to token: ReplyToken, mirroringTo publisher: inout Publisher,
        ifStill admits: (String?, Channel) -> Bool
    ) -> Bool {
        guard let way = returns.removeValue(forKey: token), admits(way.user, way.channel) else {
            return false
        }
        let (type, bytes) = encode(message, answering: way)
        publisher.mirror(bytes, on: Topic.name(type: Topic.reply, subject: way.type))
        let head = way.delimited ? [way.routingID, []] : [way.routingID]
        sent += 1
        return send(head + [Array(type.utf8), bytes], on: way.channel)
    }

    private mutating func send(_ frames: [[UInt8]], on channel: Channel) -> Bool {
        // A mandatory ROUTER says where the asker has gone, and where its queue is full.
        let outcome: Sent? =
            switch channel {
            case .requests: try? requests.send(frames)
            case .control: try? control.send(frames)
            }
        return outcome == .sent
    }

    private func encode(_ message: any Message, answering way: Return) -> (String, [UInt8]) {
        let type = Swift.type(of: message).type
        do throws(Problem) {
            return (type, try codec.encode(message, header: header(of: type, answering: way)))
        } catch {
            // A problem is short and holds only text: it always has a JSON form.
            let bytes = try? codec.encode(error, header: header(of: Problem.type, answering: way))
            return (Problem.type, bytes ?? [])
        }
    }

    private func header(of type: String, answering way: Return) -> Header {
        Header(
            id: RequestID(Stamp.randomID()), source: source, type: type, time: Stamp.wallClock,
            boot: boot, correlationid: way.request)
    }
}
