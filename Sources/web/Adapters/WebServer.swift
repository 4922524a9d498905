import Bus
import CLinux
import Glibc
import Messages
import Synchronization
import WebCore

/// What the server goes by.
struct ServerPlan: Sendable {
    /// The process's name.
    let name: String
    let options: WebOptions
    let token: Token
    /// The file that keeps the port of the life before, which open pages know.
    let portFile: String
    /// Takes what happens, on the server's thread.
    let report: @Sendable (WebCore.Event) -> Void
}

/// What the bus thread wants of the server.
enum ServerOrder: Sendable {
    /// Send a text to a page.
    case send([UInt8], to: ClientID)
    /// Close a page's socket, when what was sent before is sent.
    case drop(ClientID, PageDrop)
    /// Answer a post.
    case answer(Response, to: PostID)
    /// A message of a page has been taken in.
    case taken(ClientID)
    /// Close all.
    case end
}

/// The way from the bus thread to the server's thread.
final class ServerInbox: Sendable {
    /// Readable from a post until it is cleared.
    let bell: Int32
    private let waiting = Mutex<[ServerOrder]>([])

    /// Makes an empty one.
    ///
    /// - Throws: A `BusError` of code `system` where no descriptor is left.
    init() throws(BusError) {
        bell = clinux_eventfd()
        guard bell >= 0 else {
            throw BusError(.system, "The server's thread cannot be woken")
        }
    }

    deinit { close(bell) }

    /// Leaves an order.
    func post(_ order: ServerOrder) {
        waiting.withLock { $0.append(order) }
        var one: UInt64 = 1
        _ = write(bell, &one, MemoryLayout<UInt64>.size)
    }

    /// Takes all orders, oldest first.
    func drain() -> [ServerOrder] {
        // Cleared before the look: what is posted meanwhile rings again.
        var rings: UInt64 = 0
        _ = read(bell, &rings, MemoryLayout<UInt64>.size)
        return waiting.withLock { orders in
            defer { orders.removeAll(keepingCapacity: true) }
            return orders
        }
    }
}

/// The web server, on a thread of its own; any thread gives it orders.
final class WebServer: Sendable {
    private let inbox: ServerInbox
    private let thread: pthread_t

    /// Starts it.
    ///
    /// - Throws: A `BusError` of code `system`.
    init(_ plan: ServerPlan) throws(BusError) {
        /// Carries the plan to the new thread.
        final class Start {
            let plan: ServerPlan
            let inbox: ServerInbox

            init(_ plan: ServerPlan, _ inbox: ServerInbox) {
                self.plan = plan
                self.inbox = inbox
            }
        }
        let inbox = try ServerInbox()
        let start = Unmanaged.passRetained(Start(plan, inbox)).toOpaque()
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { start in
                guard let start else { return nil }
                clinux_name_thread("server")
                let own = Unmanaged<Start>.fromOpaque(start).takeRetainedValue()
                ServerLoop(own.plan, own.inbox).run()
                return nil
            }, start)
        guard code == 0 else {
            Unmanaged<Start>.fromOpaque(start).release()
            throw BusError(.system, "The server has no thread: \(String(cString: strerror(code)))")
        }
        self.inbox = inbox
        self.thread = thread
    }

    /// Gives an order.
    func post(_ order: ServerOrder) {
        inbox.post(order)
    }

    /// Closes all, and waits until the thread has ended.
    func end() {
        inbox.post(.end)
        pthread_join(thread, nil)
    }
}
