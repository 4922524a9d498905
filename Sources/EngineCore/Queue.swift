/// A line of elements, entered at its end and left at its front, both at constant cost.
struct Queue<Element: Sendable & Equatable>: Sendable, Equatable {
    private var elements: [Element] = []
    private var front = 0

    /// How many stand in it.
    var count: Int { elements.count - front }

    /// The element at a place; 0 is the front.
    subscript(place: Int) -> Element { elements[front + place] }

    /// Stands at the end.
    mutating func append(_ element: Element) {
        elements.append(element)
    }

    /// Takes the front away.
    mutating func popFirst() -> Element? {
        guard count > 0 else { return nil }
        let element = elements[front]
        front += 1
        // What was taken is let go in one piece now and then, so that each costs the same.
        if front > elements.count / 2 {
            elements.removeFirst(front)
            front = 0
        }
        return element
    }
}
