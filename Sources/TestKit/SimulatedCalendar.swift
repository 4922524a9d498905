import Messages

/// What is going to happen in a simulation, in the order of time and then of planning.
struct SimulatedCalendar {
    private struct Entry {
        let moment: Seconds
        let number: Int
        let act: () -> Void

        func comes(before other: Entry) -> Bool {
            moment < other.moment || (moment == other.moment && number < other.number)
        }
    }

    /// A binary heap: no entry comes before the one at half its place.
    private var entries: [Entry] = []
    private var planned = 0

    /// Plans something.
    mutating func plan(at moment: Seconds, _ act: @escaping () -> Void) {
        planned += 1
        entries.append(Entry(moment: moment, number: planned, act: act))
        var place = entries.count - 1
        while place > 0, entries[place].comes(before: entries[(place - 1) / 2]) {
            entries.swapAt(place, (place - 1) / 2)
            place = (place - 1) / 2
        }
    }

    /// Takes out what comes next.
    mutating func next() -> (moment: Seconds, act: () -> Void)? {
        guard let first = entries.first, let last = entries.popLast() else { return nil }
        guard !entries.isEmpty else { return (first.moment, first.act) }
        entries[0] = last
        sink()
        return (first.moment, first.act)
    }

    private mutating func sink() {
        var place = 0
        while true {
            var earliest = place
            for child in [2 * place + 1, 2 * place + 2] where child < entries.count {
                if entries[child].comes(before: entries[earliest]) { earliest = child }
            }
            guard earliest != place else { return }
            entries.swapAt(place, earliest)
            place = earliest
        }
    }
}
