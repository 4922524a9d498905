import Synchronization
import ZeroMQ

/// Brings values from other threads to the bus thread, in the order in which they were posted.
///
/// Any thread posts; only the owner on the bus thread drains. A post wakes the loop.
package final class Mailbox<Element: Sendable>: Sendable {
    private let waiting = Mutex<[Element]>([])
    private let wake: WakeUp

    /// Makes an empty mailbox whose posts wake a bus thread.
    package init(waking thread: BusThread) {
        wake = thread.wake
    }

    /// Leaves a value for the bus thread.
    package func post(_ element: Element) {
        waiting.withLock { $0.append(element) }
        wake.signal()
    }

    /// Takes all that has been posted, oldest first.
    package func drain() -> [Element] {
        waiting.withLock { elements in
            defer { elements.removeAll(keepingCapacity: true) }
            return elements
        }
    }

    /// How many values wait.
    package var count: Int {
        // Not `\.count`: in a generic type the key path is made anew, at run time, by each call.
        waiting.withLock { $0.count }
    }
}
