/// A small generator of random numbers that a seed determines (Steele, Lea and Flood, 2014).
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the sequence of a seed.
    package init(seed: UInt64) {
        state = seed
    }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// Whether something happens that is as probable as this, from 0 for never to 1 for always.
    package mutating func chance(_ probability: Double) -> Bool {
        unit() < probability
    }

    /// A number of a range, each as likely as any other.
    package mutating func number(in range: ClosedRange<Double>) -> Double {
        range.lowerBound + unit() * (range.upperBound - range.lowerBound)
    }

    /// One of some values.
    package mutating func pick<Value>(_ values: [Value]) -> Value {
        values[Int(next() % UInt64(values.count))]
    }

    /// From 0 to just below 1, with all the bits that a double has for it.
    private mutating func unit() -> Double {
        Double(next() >> 11) * 0x1p-53
    }
}
