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
///
/// This is `zmq_poll` without its cost: that asks each socket twice a wait, by a call of the system
/// each time, and cannot wait for a socket to become unwritable. Here the system is asked once about
/// all of them, and a socket only where its descriptor rang or something was done with it since it
/// was asked last; see `SocketHandle.readiness`.
package struct Poller: ~Copyable {
    /// Something that was added, until the next `removeAll()`.
    package struct Item: Sendable {
        fileprivate let index: Int
    }

    /// What is waited for.
    private struct Entry {
        /// `nil` where it is a descriptor.
        let socket: SocketHandle?
        let interest: Readiness
        var found: Readiness = []
    }

    // The first of both is the timer.
    private var entries = [Entry(socket: nil, interest: .readable)]
    private var descriptors: [pollfd]
    private var moment = Double.infinity

    private var timer: Int32 { descriptors[0].fd }

    /// Makes a poller that waits for nothing.
    ///
    /// - Throws: `.tooManyDescriptors`.
    package init() throws(ZeroMQError) {
        let timer = try call("timerfd_create") { clinux_timerfd() } ?? -1
        descriptors = [pollfd(fd: timer, events: Int16(POLLIN), revents: 0)]
    }

    deinit { close(timer) }

    /// Forgets all that was added.
    package mutating func removeAll() {
        entries.removeSubrange(1...)
        descriptors.removeSubrange(1...)
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
        append(Entry(socket: socket.handle, interest: interest))
    }

    /// Adds the handshakes of a socket, where they are watched, to what is waited for.
    ///
    /// - Parameter socket: The socket.
    package mutating func add(handshakesOf socket: borrowing Socket) {
        guard let handshakes = socket.handle.handshakes else { return }
        _ = append(Entry(socket: handshakes, interest: .readable))
    }

    /// Adds a descriptor to what is waited for.
    ///
    /// - Parameters:
    ///   - descriptor: An open descriptor.
    ///   - interest: What it is to be ready for; `.hungUp` is told unasked.
    /// - Returns: Where to look after the wait.
    @discardableResult
    package mutating func add(descriptor: Int32, for interest: Readiness = .readable) -> Item {
        append(Entry(socket: nil, interest: interest), descriptor)
    }

    /// Waits until something is ready or the moment has come.
    ///
    /// The moment is kept by a timer of the kernel, and not by the call's own time-out, which a
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
        // What was done with a socket may have taken in what its descriptor would have rung for.
        var isReady = try askSockets()
        while true {
            let isDescriptorReady = try askSystem(waits: !isReady)
            // Again, as a ring says only that there is something new to be asked for.
            isReady = try askSockets() || isDescriptorReady
            let hasMomentCome = !entries[0].found.isEmpty
            if isReady || hasMomentCome { return isReady }
        }
    }

    /// What something that was added was ready for when the wait ended.
    ///
    /// - Parameter item: What `add` returned since the last `removeAll()`.
    package subscript(item: Item) -> Readiness { entries[item.index].found }

    private mutating func append(_ entry: Entry, _ descriptor: Int32 = -1) -> Item {
        entries.append(entry)
        descriptors.append(pollfd(fd: descriptor, events: entry.interest.systemEvents, revents: 0))
        return Item(index: entries.count - 1)
    }

    /// Notes what each socket is ready for.
    ///
    /// - Returns: Whether one is.
    private mutating func askSockets() throws(ZeroMQError) -> Bool {
        var isReady = false
        for index in entries.indices {
            guard let socket = entries[index].socket else { continue }
            // Only now, as a socket may have closed since it was added; -1 is never ready.
            descriptors[index].fd = try socket.descriptor
            descriptors[index].events = Int16(POLLIN)
            entries[index].found = try socket.readiness.intersection(entries[index].interest)
            isReady = isReady || !entries[index].found.isEmpty
        }
        return isReady
    }

    /// Notes what each descriptor is ready for, and which sockets have something new to tell.
    ///
    /// - Returns: Whether a descriptor is ready, the timer left out.
    private mutating func askSystem(waits: Bool) throws(ZeroMQError) -> Bool {
        _ = try call("poll") {
            unsafe poll(&descriptors, nfds_t(descriptors.count), waits ? -1 : 0)
        }
        var isReady = false
        for index in entries.indices {
            let events = descriptors[index].revents
            if let socket = entries[index].socket {
                if events != 0 { socket.hasRung() }
            } else {
                entries[index].found = Readiness(systemEvents: events)
                isReady = isReady || (index > 0 && events != 0)
            }
        }
        return isReady
    }

    private mutating func setTimer(_ moment: Double) throws(ZeroMQError) {
        guard moment != self.moment else { return }
        _ = try call("timerfd_settime") { [timer] in clinux_set_timer(timer, moment) }
        self.moment = moment
    }
}

@available(*, unavailable)
extension Poller: Sendable {}

extension Readiness {
    fileprivate init(systemEvents: Int16) {
        self = []
        if systemEvents & Int16(POLLIN) != 0 { insert(.readable) }
        if systemEvents & Int16(POLLOUT) != 0 { insert(.writable) }
        if systemEvents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0 { insert(.hungUp) }
    }

    fileprivate var systemEvents: Int16 {
        (contains(.readable) ? Int16(POLLIN) : 0) | (contains(.writable) ? Int16(POLLOUT) : 0)
    }
}
