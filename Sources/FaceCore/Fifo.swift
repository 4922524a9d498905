/// A queue whose two ends cost the same however long it is.
struct Fifo<Element: Sendable & Equatable>: Sendable, Equatable {
    private var elements: [Element] = []
    private var head = 0

    /// The element that has waited longest.
    var first: Element? { head < elements.count ? elements[head] : nil }

    /// Adds an element at the end.
    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Takes the first element away; does nothing where there is none.
    mutating func removeFirst() {
        guard head < elements.count else { return }
        head += 1
        // Closing the gap only once it is half of the array makes each removal pay for one move.
        if head * 2 >= elements.count {
            elements.removeFirst(head)
            head = 0
        }
    }
}
