internal import CLinux
internal import CZeroMQ
internal import Glibc

/// Waits until a socket or a descriptor is ready, or a moment has come.
///
/// Filled anew before each wait, which costs an append each and keeps its memory:
///
///     poller.removeAll()
///     let requests = poller.add(link.socket)
///     let bell = poller.add(descriptor: wakeUp.descriptor)
///     try poller.wait(until: deadline)
///     if poller[requests].contains(.readable) { … }
///
/// A socket that is closed after it was added is not waited for. Used by the thread that has the
/// sockets.
@safe
package struct Poller: ~Copyable {
    /// Something that was added, until the next `removeAll()`.
    package struct Item: Sendable {
        fileprivate let index: Int
    }

    // The first item is the timer.
    private var items: [zmq_pollitem_t]
    private var handles: [SocketHandle?] = [nil]
    private let timer: Int32
    private var moment = Double.infinity

    /// Makes a poller that waits for nothing.
    ///
    /// - Throws: `.tooManyDescriptors`.
    package init() throws(ZeroMQError) {
        timer = try call("timerfd_create") { clinux_timerfd() } ?? -1
        unsafe items = unsafe [Self.item(descriptor: timer, .readable)]
    }

    deinit { close(timer) }

    /// Forgets all that was added.
    package mutating func removeAll() {
        unsafe items.removeSubrange(1...)
        handles.removeSubrange(1...)
    }

    /// Adds a socket to what is waited for.
    ///
    /// - Parameters:
    ///   - socket: The socket.
    ///   - interest: What it is to be ready for.
    /// - Returns: Where to look after the wait.
    @discardableResult
    package mutating func add(
        _ socket: borrowing Socket, for interest: Readiness = .readable
    ) -> Item {
        unsafe append(Self.item(descriptor: -1, interest), socket.handle)
    }

    /// Adds the handshakes of a socket, where they are watched, to what is waited for.
    ///
    /// - Parameter socket: The socket.
    package mutating func add(handshakesOf socket: borrowing Socket) {
        guard let handshakes = socket.handle.handshakes else { return }
        _ = unsafe append(Self.item(descriptor: -1, .readable), handshakes)
    }

    /// Adds a descriptor to what is waited for.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor.
    ///   - interest: What it is to be ready for; `.hungUp` is told unasked.
    /// - Returns: Where to look after the wait.
    @discardableResult
    package mutating func add(descriptor: Int32, for interest: Readiness = .readable) -> Item {
        unsafe append(Self.item(descriptor: descriptor, interest), nil)
    }

    /// Waits until something is ready or the moment has come.
    ///
    /// The moment is kept by a timer of the kernel, and not by the library's own time-out, which a
    /// SIGSTOP stretches and a signal restarts. Whoever was stopped or suspended past its deadline
    /// finds both the moment come and messages waiting: compare the clock before reading them.
    ///
    /// - Parameter deadline: The moment on CLOCK_BOOTTIME, in seconds; past: only looks; `nil`:
    ///   waits for ever.
    /// - Returns: Whether something is ready; `false`: the moment has come.
    /// - Throws: Never in good order.
    @discardableResult
    package mutating func wait(until deadline: Double?) throws(ZeroMQError) -> Bool {
        try setTimer(deadline ?? .infinity)
        // Read from the handles only now: a socket may have closed since it was added.
        for index in 1..<handles.count {
            guard let handle = handles[index] else { continue }
            unsafe items[index].socket = unsafe handle.pointer
            // Without a socket the item counts as a descriptor; -1 is one that is never ready.
        }
        let ready = try call("zmq_poll") {
            unsafe items.withUnsafeMutableBufferPointer { items in
                unsafe zmq_poll(items.baseAddress, Int32(items.count), -1)
            }
        }
        let timers = unsafe items[0].revents == 0 ? 0 : 1 as Int32
        return (ready ?? 0) > timers
    }

    /// What something that was added was ready for when the wait ended.
    ///
    /// - Parameter item: What `add` returned since the last `removeAll()`.
    package subscript(item: Item) -> Readiness {
        unsafe Readiness(rawValue: items[item.index].revents)
    }

    private mutating func append(_ item: zmq_pollitem_t, _ handle: SocketHandle?) -> Item {
        unsafe items.append(item)
        handles.append(handle)
        return unsafe Item(index: items.count - 1)
    }

    private mutating func setTimer(_ moment: Double) throws(ZeroMQError) {
        guard moment != self.moment else { return }
        _ = try call("timerfd_settime") { [timer] in clinux_set_timer(timer, moment) }
        self.moment = moment
    }

    private static func item(descriptor: Int32, _ interest: Readiness) -> zmq_pollitem_t {
        unsafe zmq_pollitem_t(socket: nil, fd: descriptor, events: interest.rawValue, revents: 0)
    }
}

@available(*, unavailable)
extension Poller: Sendable {}
