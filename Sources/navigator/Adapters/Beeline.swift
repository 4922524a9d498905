import Glibc
import Messages
import NavigatorCore

/// The provider that always works: straight over the ground, without any street.
struct Beeline: RouteProvider {
    /// How fast one is taken to go, in metres a second: 5, 15 and 50 km/h.
    private static let speeds: KeyValuePairs<TravelMode, Double> = [
        "walking": 5 / 3.6, "cycling": 15 / 3.6, "driving": 50 / 3.6,
    ]
    private static let remark = "straight line, no street route"
    /// The earth's mean radius, in metres.
    private static let earthRadius = 6_371_008.8

    let description = ProviderDescription(name: "beeline", modes: speeds.map(\.key))

    @concurrent
    func route(for question: RouteQuestion) async throws(Problem) -> Route {
        guard let speed = Self.speeds.first(where: { $0.key == question.mode })?.value else {
            throw Problem(
                .unsupported, "beeline has no \(question.mode) routes", field: "mode")
        }
        let end = question.destination.end
        guard let start = question.from else {
            return Route(
                mode: question.mode, end: end, metres: nil, seconds: nil, maneuvers: [],
                remark: "\(Self.remark); where it starts is not known")
        }
        let metres = Self.metres(from: start, to: end)
        let direction = Self.direction(from: start, to: end)
        return Route(
            mode: question.mode, end: end, metres: metres, seconds: metres / speed,
            maneuvers: [
                .init(text: "Head \(direction), as the crow flies", inMetres: 0),
                .init(text: "\(question.destination.name) is here", inMetres: metres),
            ], remark: Self.remark)
    }

    /// The length of the great circle between two points, in metres (haversine).
    private static func metres(from start: Coordinates, to end: Coordinates) -> Double {
        let (south, north) = (radians(start.lat), radians(end.lat))
        let height = sin((north - south) / 2)
        let width = sin(radians(end.lon - start.lon) / 2)
        let square = height * height + cos(south) * cos(north) * width * width
        // Rounding may bring points that face each other a little over 1.
        return 2 * earthRadius * asin(min(1, square.squareRoot()))
    }

    /// Where the great circle sets out for, to the eighth of a circle.
    private static func direction(from start: Coordinates, to end: Coordinates) -> String {
        let (south, north) = (radians(start.lat), radians(end.lat))
        let turn = radians(end.lon - start.lon)
        let east = sin(turn) * cos(north)
        let up = cos(south) * sin(north) - sin(south) * cos(north) * cos(turn)
        let names = [
            "north", "north-east", "east", "south-east", "south", "south-west", "west",
            "north-west",
        ]
        let eighth = Int((atan2(east, up) / (.pi / 4)).rounded())
        return names[(eighth + names.count) % names.count]
    }

    private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}
