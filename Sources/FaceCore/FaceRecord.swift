import Messages

/// What a face's journal holds: each write replaces the whole of it.
package struct FaceRecord: Codable, Sendable, Equatable {
    /// The newest Stop, until its note has ended or another session has run (F14).
    package var stop: KeptStop?
    /// Whether the red eye is lit.
    ///
    /// A restart must not light an eye that a person put out.
    package var watching = false

    /// Holds what a face knows that has never been used.
    package init() {}
}

/// What a face finds in its journal at its start.
package enum FaceRecovery: Sendable, Equatable {
    /// The last record, or that of a face that has never been used.
    case found(FaceRecord)
    /// It can't be read, for a reason; what was in it may be forgotten.
    case lost(String)
}

/// One write to the journal; a later one has a greater number.
package struct WriteID: Hashable, Comparable, Sendable {
    /// A running number of this life of the process.
    package let number: Int

    /// Names a write.
    package init(_ number: Int) {
        self.number = number
    }

    package static func < (left: Self, right: Self) -> Bool { left.number < right.number }
}
