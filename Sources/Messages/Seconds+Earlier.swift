extension Seconds? {
    /// The earlier of two moments, of which neither need be; one that is not doesn't count.
    package func orEarlier(_ other: Seconds?) -> Seconds? {
        guard let self, let other else { return self ?? other }
        return Swift.min(self, other)
    }
}
