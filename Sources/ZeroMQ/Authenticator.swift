internal import CLinux
internal import Glibc
internal import Synchronization

/// Answers the library's questions about who may come in, on a thread of its own (ZAP).
///
/// A context has one at most. While it does not answer, newcomers wait and give up after
/// `handshakeInterval`; where it has ended, endpoints with `zapEnforceDomain` let nobody in. Who
/// is in stays in, in both cases. So what decides must not wait for anything.
package final class Authenticator: Sendable {
    private static let endpoint = "inproc://zeromq.zap.01"

    private let bell: WakeUp
    private let thread: pthread_t
    private let hasEnded = Mutex(false)

    /// Starts to answer; from then on no newcomer is decided about without it.
    ///
    /// - Parameters:
    ///   - context: The context whose endpoints it answers for.
    ///   - decide: Decides, on the thread of its own.
    /// - Throws: `.addressInUse` where the context has one; the system's refusal of a thread.
    package init(
        in context: Context, decide: @escaping @Sendable (Newcomer) -> Admission
    ) throws(ZeroMQError) {
        bell = try WakeUp()
        let socket = try Socket(.rep, in: context)
        try socket.bind(Self.endpoint)
        // The thread has the socket from here on; to start one is the fence that this takes.
        thread = try Self.start(
            Desk(socket: socket, poller: try Poller(), bell: bell, decide: decide))
    }

    deinit { end() }

    /// Stops answering, and waits until the thread has ended.
    package func end() {
        let isFirst = hasEnded.withLock { ended in
            defer { ended = true }
            return !ended
        }
        guard isFirst else { return }
        bell.signal()
        pthread_join(thread, nil)
    }

    private static func start(_ desk: Desk) throws(ZeroMQError) -> pthread_t {
        var thread = pthread_t()
        let held = unsafe Unmanaged.passRetained(desk).toOpaque()
        // The thread gets no signals: they are for the one that reads them. It inherits that.
        var all = sigset_t()
        var before = sigset_t()
        unsafe sigfillset(&all)
        unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
        let number = unsafe pthread_create(
            &thread, nil,
            { held in
                guard let held = unsafe held else { return nil }
                unsafe Unmanaged<Desk>.fromOpaque(held).takeRetainedValue().work()
                return nil
            }, held)
        unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
        guard number == 0 else {
            unsafe Unmanaged<Desk>.fromOpaque(held).release()
            throw ZeroMQError(number: number, in: "pthread_create")
        }
        return thread
    }
}

/// What the thread of an authenticator has.
private final class Desk {
    private var socket: Socket
    private var poller: Poller
    private let bell: WakeUp
    private let decide: @Sendable (Newcomer) -> Admission

    init(
        socket: consuming Socket, poller: consuming Poller, bell: WakeUp,
        decide: @escaping @Sendable (Newcomer) -> Admission
    ) {
        self.socket = socket
        self.poller = poller
        self.bell = bell
        self.decide = decide
    }

    /// Answers until the bell rings.
    func work() {
        unsafe clinux_name_thread("zap")
        do throws(ZeroMQError) {
            while true {
                poller.removeAll()
                let questions = poller.add(socket)
                let end = poller.add(descriptor: bell.descriptor)
                try poller.wait(until: nil)
                guard poller[end].isEmpty else { return }
                if poller[questions].contains(.readable) { try answer() }
            }
        } catch {
            // Never in good order. Without answers nobody comes in any more: the safe side.
        }
    }

    private func answer() throws(ZeroMQError) {
        while case .message(let question)? = try socket.receive() {
            let newcomer = Newcomer(question: question.frames)
            let admission = newcomer.map(decide) ?? .denied
            _ = try socket.send(admission.answer(to: question.frames))
        }
    }
}
