import CWebSockets
import WebCore

/// The pages' sockets.
extension ServerLoop {
    /// The longest message of a page, in bytes.
    private static let longestMessage = 8_192
    /// So many messages of a page may wait to be taken in; then it is not read from.
    private static let mostUntaken = 64
    /// So many texts may wait for a page that takes none.
    private static let mostTexts = 128
    /// How long a page may take none of what it is sent, in seconds.
    private static let takeWithin: Int32 = 10
    /// How long a page has to take its last texts, in seconds.
    private static let leaveWithin: Int32 = 2

    /// Takes a new socket.
    func open(_ wsi: OpaquePointer, _ connection: Connection) -> Int32 {
        named += 1
        let client = ClientID(named)
        connection.stage = .socket(client)
        clients[client] = wsi
        plan.report(.opened(client))
        return 0
    }

    /// Takes a part of what a page says.
    func hear(
        _ bytes: UnsafeRawBufferPointer, _ wsi: OpaquePointer, _ connection: Connection
    ) -> Int32 {
        guard case .socket(let client) = connection.stage, connection.drop == nil else { return 0 }
        guard lws_frame_is_binary(wsi) == 0 else {
            return close(wsi, LWS_CLOSE_STATUS_UNACCEPTABLE_OPCODE, "text only")
        }
        guard connection.heard.count + bytes.count <= Self.longestMessage else {
            return close(wsi, LWS_CLOSE_STATUS_MESSAGE_TOO_LARGE, "8 KiB at most")
        }
        connection.heard += bytes
        guard lws_is_final_fragment(wsi) != 0, lws_remaining_packet_payload(wsi) == 0 else {
            return 0
        }
        plan.report(PageJSON.event(of: connection.heard, from: client))
        connection.heard = []
        connection.untaken += 1
        if connection.untaken >= Self.mostUntaken, !connection.isPaused {
            connection.isPaused = true
            lws_rx_flow_control(wsi, 0)
        }
        return 0
    }

    /// Reads on from a page, some messages of which have been taken in.
    func resume(_ client: ClientID) {
        guard let wsi = clients[client], let connection = connections[wsi] else { return }
        connection.untaken -= 1
        guard connection.isPaused, connection.untaken <= Self.mostUntaken / 2 else { return }
        connection.isPaused = false
        lws_rx_flow_control(wsi, 1)
    }

    /// Sends a text as soon as there is room.
    func send(_ text: [UInt8], to client: ClientID) {
        guard let wsi = clients[client], let connection = connections[wsi],
            connection.drop == nil
        else { return }
        // A beat behind a beat says nothing more.
        guard connection.texts.last != text else { return }
        if connection.texts.isEmpty {
            lws_set_timeout(wsi, PENDING_TIMEOUT_USER_OK, Self.takeWithin)
        }
        connection.texts.append(text)
        if connection.texts.count > Self.mostTexts { drop(client, .slow) }
        lws_callback_on_writable(wsi)
    }

    /// Closes a page's socket, when what was sent before is sent, or soon.
    func drop(_ client: ClientID, _ why: PageDrop) {
        guard let wsi = clients[client], let connection = connections[wsi],
            connection.drop == nil
        else { return }
        connection.drop = why
        lws_set_timeout(wsi, PENDING_TIMEOUT_CLOSE_SEND, Self.leaveWithin)
        lws_callback_on_writable(wsi)
    }

    /// Writes the next text.
    func writeText(_ wsi: OpaquePointer, _ connection: Connection) -> Int32 {
        if !connection.texts.isEmpty {
            guard write(connection.texts.removeFirst(), LWS_WRITE_TEXT, to: wsi) else { return -1 }
        } else if let why = connection.drop {
            return close(wsi, lws_close_status(UInt32(why.code)), why.reason)
        }
        if !connection.texts.isEmpty || connection.drop != nil {
            lws_callback_on_writable(wsi)
        } else {
            lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0)
        }
        return 0
    }

    private func close(_ wsi: OpaquePointer, _ code: lws_close_status, _ reason: String) -> Int32 {
        var text = Array(reason.utf8)
        lws_close_reason(wsi, code, &text, text.count)
        return -1
    }
}
