import Messages

/// What ended, by which Stops, and what the read-backs showed (E15).
///
/// Sessions and moments stand in lines of their own, so that Stops pressed while nothing is open
/// push no session's receipt out. Nothing here costs more when more is kept.
struct Receipts: Sendable, Equatable {
    /// How many sessions are kept, and how many moments.
    static let limit = 10_000

    /// The subject of the receipt that was made last.
    private(set) var newest: Subject?
    /// The subjects whose newest receipt does not say `released: true`, the oldest first.
    private(set) var unconfirmed: [Subject] = []

    private var endings: [Subject: Ending] = [:]
    private var subjects: [RequestKey: Subject] = [:]
    private var sessions = Queue<Subject>()
    private var moments = Queue<Subject>()
    private var added = 0

    /// How many endings are kept.
    var count: Int { endings.count }

    /// The ending that a subject names.
    subscript(subject: Subject) -> Ending? { endings[subject] }

    /// What a Stop turned out to be about when it was first asked (E8).
    func subject(of stop: RequestKey) -> Subject? { subjects[stop] }

    /// The newest receipt that keeps a session from starting (E2).
    var blocking: Receipt? {
        unconfirmed.lazy.reversed().compactMap { endings[$0]?.receipt }
            .first { $0.dismissed == nil }
    }

    /// Adds an ending.
    ///
    /// - Returns: The one that is forgotten for it.
    mutating func add(_ ending: Ending) -> Ending? {
        added += 1
        var ending = ending
        ending.number = added
        endings[ending.subject] = ending
        let oldest =
            switch ending.subject {
            case .session: Self.enter(ending.subject, &sessions)
            case .nothing: Self.enter(ending.subject, &moments)
            }
        return oldest.flatMap { forget($0) }
    }

    private static func enter(_ subject: Subject, _ line: inout Queue<Subject>) -> Subject? {
        line.append(subject)
        return line.count > limit ? line.popFirst() : nil
    }

    /// Drops an ending, its receipt and its Stops.
    mutating func forget(_ subject: Subject) -> Ending? {
        guard let ending = endings.removeValue(forKey: subject) else { return nil }
        for stop in ending.stops { subjects[stop.key] = nil }
        unconfirmed.removeAll { $0 == subject }
        return ending
    }

    /// Adds a Stop to those asked about a subject.
    ///
    /// - Parameters:
    ///   - stop: The Stop.
    ///   - subject: What it is about.
    ///   - note: What the subject's next receipts must say because of it.
    mutating func attach(_ stop: AskedStop, to subject: Subject, note: String? = nil) {
        guard endings[subject] != nil else { return }
        if subjects.updateValue(subject, forKey: stop.key) == nil {
            endings[subject]?.stops.append(stop)
        }
        if let note { endings[subject]?.note = note }
    }

    /// Has an order be remembered as long as a subject is.
    mutating func attach(order: RequestKey, to subject: Subject) {
        endings[subject]?.orders.append(order)
    }

    /// Notes how far a subject's next receipt is.
    mutating func mark(_ subject: Subject, _ progress: Ending.Progress) {
        endings[subject]?.progress = progress
    }

    /// Takes a receipt in as the newest one.
    mutating func settle(_ receipt: Receipt) {
        let subject = receipt.subject
        guard endings[subject] != nil else { return }
        endings[subject]?.receipt = receipt
        endings[subject]?.cause = receipt.cause
        endings[subject]?.progress = .idle
        newest = subject
        if receipt.released {
            unconfirmed.removeAll { $0 == subject }
        } else if !unconfirmed.contains(subject) {
            unconfirmed.append(subject)
        }
    }

    /// Takes down that a person has seen to every unconfirmed release (E2).
    ///
    /// - Returns: The receipts that say so now.
    mutating func dismiss(_ why: String) -> [Receipt] {
        unconfirmed.compactMap { subject in
            guard endings[subject]?.receipt?.dismissed == nil else { return nil }
            endings[subject]?.receipt?.dismissed = why
            return endings[subject]?.receipt
        }
    }

    /// The endings from the newest to the oldest, at a constant cost for each.
    func newestFirst() -> NewestFirst {
        NewestFirst(
            receipts: self, session: sessions.count - 1, moment: moments.count - 1)
    }

    /// A walk along both lines at once.
    struct NewestFirst: Sequence, IteratorProtocol {
        fileprivate let receipts: Receipts
        fileprivate var session: Int
        fileprivate var moment: Int

        mutating func next() -> Ending? {
            let session = Self.ending(receipts, receipts.sessions, &session)
            let moment = Self.ending(receipts, receipts.moments, &moment)
            guard let session, session.number > moment?.number ?? 0 else {
                self.moment -= 1
                return moment
            }
            self.session -= 1
            return session
        }

        /// The ending at a place of a line, or the next one before it that is still kept.
        private static func ending(
            _ receipts: Receipts, _ line: Queue<Subject>, _ place: inout Int
        ) -> Ending? {
            while place >= 0 {
                if let ending = receipts.endings[line[place]] { return ending }
                place -= 1
            }
            return nil
        }
    }
}
