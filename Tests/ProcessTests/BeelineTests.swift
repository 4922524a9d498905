import Messages
import NavigatorCore
import Testing

@testable import navigator

@Suite("The provider that always works")
struct BeelineTests {
    private let station = Coordinates(lat: 43.7317, lon: 7.4174)

    private func route(
        from start: Coordinates?, to end: Coordinates, mode: TravelMode = "walking"
    ) async throws -> Route {
        let place = Place(name: "End", lat: 0, lon: 0, door: end)
        return try await Beeline().route(
            for: RouteQuestion(
                ticket: "t", provider: "beeline", mode: mode, from: start, destination: place))
    }

    @Test(
        "distances and directions of the great circle",
        arguments: [
            (Coordinates(lat: 43.7396, lon: 7.4286), 1_257.5, "north-east"),
            (Coordinates(lat: 44.7317, lon: 7.4174), 111_195.1, "north"),
            (Coordinates(lat: 43.7317, lon: 6.4174), 80_344, "west"),
            (Coordinates(lat: -43.7317, lon: -172.5826), 20_015_115, "north"),
        ])
    func great(_ end: Coordinates, _ metres: Double, _ direction: String) async throws {
        let route = try await route(from: station, to: end)
        let found = try #require(route.metres)
        #expect(abs(found - metres) < metres / 1_000, "\(found)")
        #expect(route.end == end)
        #expect(route.seconds == found / (5 / 3.6))
        #expect(route.maneuvers.last?.inMetres == found)
        if metres < 1e6 { #expect(route.maneuvers[0].text.contains("Head \(direction),")) }
    }

    @Test("across the date line and from the pole")
    func edges() async throws {
        let west = try await route(
            from: Coordinates(lat: 0, lon: 179.9), to: Coordinates(lat: 0, lon: -179.9))
        #expect(abs((west.metres ?? 0) - 22_239) < 1)
        #expect(west.maneuvers[0].text.contains("Head east,"))
        let pole = try await route(
            from: Coordinates(lat: 90, lon: 5), to: Coordinates(lat: 89, lon: 100))
        #expect(abs((pole.metres ?? 0) - 111_195) < 1)
        let here = try await route(from: station, to: station)
        #expect(here.metres == 0)
    }

    @Test("without a start there is no length, and a mode it has not is refused")
    func unknown() async throws {
        let nowhere = try await route(from: nil, to: station, mode: "cycling")
        #expect(nowhere.metres == nil && nowhere.seconds == nil && nowhere.maneuvers.isEmpty)
        #expect(nowhere.remark == "straight line, no street route; where it starts is not known")
        let problem = await #expect(throws: Problem.self) {
            _ = try await route(from: station, to: station, mode: "flying")
        }
        #expect(problem?.type == .unsupported)
    }
}
