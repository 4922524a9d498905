import Messages

/// What is going to happen in a simulation, in the order of time and then of planning.
struct SimulatedCalendar {
    /// Something that is going to happen.
    struct Entry {
        let moment: Seconds
        /// The life of a process that it happens in; nil for the world outside.
        let life: Life?
        let act: () -> Void
    }

    /// One life of a process, as far as something that happens to it must know.
    struct Life {
        let member: Member
        let number: Int
        let isControl: Bool
    }

    /// What entries are ordered by; kept apart from them, as it is moved much more often.
    private struct Key {
        let moment: Seconds
        let number: Int
        let place: Int

        func comes(before other: Key) -> Bool {
            moment < other.moment || (moment == other.moment && number < other.number)
        }
    }

    /// A binary heap: no key comes before the one at half its place.
    private var keys: [Key] = []
    /// The keys' entries, at the places that they name.
    private var entries: [Entry?] = []
    private var free: [Int] = []
    private var planned = 0

    /// Plans something.
    mutating func plan(_ entry: Entry) {
        planned += 1
        let key = Key(moment: entry.moment, number: planned, place: free.popLast() ?? entries.count)
        if key.place < entries.count {
            entries[key.place] = entry
        } else {
            entries.append(entry)
        }
        var place = keys.count
        keys.append(key)
        while place > 0, key.comes(before: keys[(place - 1) / 2]) {
            keys[place] = keys[(place - 1) / 2]
            place = (place - 1) / 2
        }
        keys[place] = key
    }

    /// Takes out what comes next.
    mutating func next() -> Entry? {
        guard let first = keys.first, let last = keys.popLast() else { return nil }
        if !keys.isEmpty { sink(last) }
        var entry: Entry?
        swap(&entry, &entries[first.place])
        free.append(first.place)
        return entry
    }

    /// Puts a key to the top, and down from there to its place.
    private mutating func sink(_ key: Key) {
        var place = 0
        while 2 * place + 1 < keys.count {
            var child = 2 * place + 1
            if child + 1 < keys.count, keys[child + 1].comes(before: keys[child]) { child += 1 }
            guard keys[child].comes(before: key) else { break }
            keys[place] = keys[child]
            place = child
        }
        keys[place] = key
    }
}
