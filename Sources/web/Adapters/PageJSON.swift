import Bus
import JSON
import Messages
import WebCore

/// The texts that go to pages and come from them.
enum PageJSON {
    /// What a page has said.
    static func event(of text: [UInt8], from client: ClientID) -> WebCore.Event {
        let value: Value
        do throws(JSONError) {
            value = try Value(text)
        } catch {
            return .garbled(client, id: nil, Problem(.malformed, "\(error)"))
        }
        do {
            return .said(client, try value.decode(PageMessage.self))
        } catch {
            let id = try? value["id"]?.decode(Int.self)
            return .garbled(client, id: id, problem(error))
        }
    }

    /// What a page has posted.
    static func stop(in text: [UInt8]) throws(Problem) -> StopPost {
        do {
            return try Value(text).decode(StopPost.self)
        } catch {
            throw problem(error)
        }
    }

    /// What a page is told; nil where it has no JSON form.
    static func bytes(of news: some Encodable) -> [UInt8]? {
        do {
            return try [UInt8](json: news)
        } catch {
            Log.write(.error, "this has no JSON form: \(error)")
            return nil
        }
    }

    /// What a post is answered.
    static func response(to answer: PostAnswer) -> Response {
        let body =
            switch answer {
            case .pressed(let pressed): bytes(of: pressed)
            case .problem(let problem): bytes(of: problem)
            }
        return Response(status: answer.status, type: "application/json", body: body ?? [])
    }

    private static func problem(_ error: any Error) -> Problem {
        guard let error = error as? DecodingError else {
            return Problem(.malformed, "this is no JSON", detail: "\(error)")
        }
        switch error {
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .dataCorrupted(let context):
            let path = context.codingPath.map(\.stringValue).joined(separator: ".")
            return Problem(
                .malformed, "a field is wrong", detail: context.debugDescription,
                field: path)
        case .keyNotFound(let key, _):
            return Problem(.malformed, "a field is missing", field: key.stringValue)
        @unknown default: return Problem(.malformed, "this cannot be read")
        }
    }
}
