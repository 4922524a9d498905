import Messages

/// What a process has written, and what is on its way there; it outlives the process.
final class SimulatedJournal<Batch> {
    /// A batch on its way.
    private struct Write {
        let batch: Batch
        let number: Int
    }

    /// What is written, in order.
    private(set) var written: [Batch] = []
    private var writes: [Write] = []
    private var count = 0
    /// When the newest write is done: they are done in order.
    var idleAt: Seconds = 0

    /// Takes a batch on its way, and gives it a number.
    func begin(_ batch: Batch) -> Int {
        count += 1
        writes.append(Write(batch: batch, number: count))
        return count
    }

    /// Writes a batch, or leaves it out; one that is no longer on its way stays lost.
    ///
    /// - Returns: Whether it is written.
    func end(_ number: Int, isWritten: Bool) -> Bool {
        guard let index = writes.firstIndex(where: { $0.number == number }) else { return false }
        let write = writes.remove(at: index)
        if isWritten { written.append(write.batch) }
        return isWritten
    }

    /// Loses everything.
    func lose() {
        written = []
    }

    /// Loses what is on its way.
    func interrupt() {
        writes = []
        idleAt = 0
    }
}

extension Simulation {
    /// Writes a batch to a process's journal and tells whether it is written.
    ///
    /// It is written a moment before anybody hears of that: a process killed in between has more in
    /// its journal than it knew.
    func write<Batch>(
        _ batch: Batch, to journal: SimulatedJournal<Batch>, at member: Member,
        isWritten: @escaping () -> Void, _ conclude: @escaping (Bool) -> Void
    ) {
        let isOn = faults.areOn(at: now)
        let fails = isOn && (now < diskFullUntil || random.chance(faults.unwritten))
        let isSlow = isOn && random.chance(faults.slowWrite)
        let number = journal.begin(batch)
        let took = isSlow ? random.number(in: 0.1...3) : random.number(in: 0.0005...0.01)
        let moment = max(now, journal.idleAt) + took
        journal.idleAt = moment
        plan(in: moment - now) {
            if journal.end(number, isWritten: !fails) { isWritten() }
        }
        plan(in: moment - now + 0.0005, at: member) { conclude(!fails) }
    }
}
