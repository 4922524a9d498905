import Messages

extension Coordinates {
    /// The earth's mean radius, in metres.
    private static let earthRadius = 6_371_008.8

    /// Whether another point is at most so many metres away, straight through the earth.
    ///
    /// The chord serves the two limits that the rules have (25 m and 200 m): up to 100 km it is short
    /// of the way over the ground by a hundred-thousandth, and unlike flat formulas it holds at the
    /// poles and across the date line. Sine and cosine are summed here, and squares compared, because
    /// a core imports no mathematics.
    func isWithin(_ metres: Double, of other: Coordinates) -> Bool {
        let (from, to) = (direction, other.direction)
        let (x, y, z) = (from.x - to.x, from.y - to.y, from.z - to.z)
        let limit = metres / Self.earthRadius
        return x * x + y * y + z * z <= limit * limit
    }

    /// The unit vector from the middle of the earth.
    private var direction: (x: Double, y: Double, z: Double) {
        let (latitude, longitude) = (lat * .pi / 180, lon * .pi / 180)
        let level = Self.cosine(latitude)
        return (
            level * Self.cosine(longitude), level * Self.sine(longitude), Self.sine(latitude)
        )
    }

    /// Sums the series of the sine; exact to 1e-15 from -π to π.
    private static func sine(_ angle: Double) -> Double {
        series(from: angle, over: angle, first: 2)
    }

    /// Sums the series of the cosine; exact to 1e-15 from -π to π.
    private static func cosine(_ angle: Double) -> Double {
        series(from: 1, over: angle, first: 1)
    }

    private static func series(from start: Double, over angle: Double, first: Int) -> Double {
        var term = start
        var sum = start
        for step in 0..<15 {
            let divisor = Double((first + 2 * step) * (first + 2 * step + 1))
            term *= -angle * angle / divisor
            sum += term
        }
        return sum
    }
}
