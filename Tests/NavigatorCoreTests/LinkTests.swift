import Messages
import Testing

@testable import NavigatorCore

/// Links: what each form names, and why others are refused (N8, `streets.md`).
@Suite struct LinkTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let url: String
        let lat: Double
        let lon: Double
        var name: String?
        var mode: TravelMode?

        init(
            _ url: String, _ lat: Double, _ lon: Double, _ name: String? = nil,
            mode: TravelMode? = nil
        ) {
            (self.url, self.lat, self.lon, self.name, self.mode) = (url, lat, lon, name, mode)
        }

        var testDescription: String { url }
    }

    private func check(_ each: Case) throws {
        let link = try Link(each.url)
        #expect(abs(link.place.lat - each.lat) < 1e-9)
        #expect(abs(link.place.lon - each.lon) < 1e-9)
        #expect(link.place.name == each.name ?? "\(link.place.lat), \(link.place.lon)")
        #expect(link.mode == each.mode)
        #expect(link.place.door == nil)
    }

    @Test(
        "geo: links (RFC 5870) and ours",
        arguments: [
            Case("geo:48.2010,16.3695", 48.2010, 16.3695),
            Case("GEO:-48.2,-16.3", -48.2, -16.3),
            Case("geo:48.2010,16.3695,183", 48.2010, 16.3695),
            Case("geo:53.33,-3.83,197;u=5", 53.33, -3.83),
            Case("geo:48.198634,16.371648;crs=wgs84;u=40", 48.198634, 16.371648),
            Case("geo:48.2,16.3;CRS=WGS84", 48.2, 16.3),
            Case("geo:48.2,16.3?z=17", 48.2, 16.3),
            Case("geo:0,0?q=50.835951%2C%20-1.171476", 50.835951, -1.171476),
            Case("geo:0,0?q=48.2,16.3(Caf%C3%A9+Central)", 48.2, 16.3, "Café Central"),
            Case("geo:48.2,16.3?q=48.3,16.4(Tower%20(old))", 48.3, 16.4, "Tower (old)"),
            Case("geo:48.2,16.3?q=The+Tower", 48.2, 16.3, "The Tower"),
            Case("  geo:48.2,16.3\n", 48.2, 16.3),
            Case(
                "pathfinder://navigate?lat=60.17&lon=24.94&name=H%C3%B6tel", 60.17, 24.94, "Hötel"),
            Case(
                "pathfinder://navigate?lat=60.17&lon=24.94&mode=walking", 60.17, 24.94,
                mode: "walking"),
            Case("PATHFINDER://NAVIGATE/?LAT=60.17&LON=24.94", 60.17, 24.94),
            Case("pathfinder://navigate?to=60.17,24.94(Home)", 60.17, 24.94, "Home"),
            Case("pathfinder://navigate?geo:60.17,24.94", 60.17, 24.94),
            Case("pathfinder://navigate?to=geo%3A60.17%2C24.94%3Fq%3DHome", 60.17, 24.94, "Home"),
            Case("8FVC2222+22", 47.0000625, 8.0000625),
            Case("60.17, 24.94", 60.17, 24.94),
        ])
    func geo(_ each: Case) throws { try check(each) }

    @Test(
        "Google's map",
        arguments: [
            Case("google.navigation:q=49.0183 ,8.35441", 49.0183, 8.35441),
            Case("google.navigation:q=49.0183,8.35441&mode=w", 49.0183, 8.35441, mode: "walking"),
            Case("https://maps.google.com/?q=48.1,11.5", 48.1, 11.5),
            Case("https://maps.google.com/maps?q=loc:48.1,11.5(Home)", 48.1, 11.5, "Home"),
            Case("https://www.google.co.uk/maps?q=Home&ll=48.1,11.5", 48.1, 11.5, "Home"),
            Case("http://google.com/maps/@48.1,11.5,15z", 48.1, 11.5),
            Case("https://www.google.com/maps/search/?api=1&query=48.1%2C11.5", 48.1, 11.5),
            Case("https://www.google.com/maps/search/48.1,+11.5", 48.1, 11.5),
            Case("https://www.google.com/maps/place/48.1,11.5/@1,2,3z", 48.1, 11.5),
            Case(
                "https://www.google.com/maps/place/The+Tower/@48.1,11.5,17z", 48.1, 11.5,
                "The Tower"),
            Case(
                "https://www.google.com/maps/place/Bar/@31.967,34.785,17z/data=!3m1!4b1!4m5!3m4!1s0x1:0x2"
                    + "!8m2!3d31.9672753!4d34.7844313?hl=de", 31.9672753, 34.7844313, "Bar"),
            Case(
                "https://www.google.com/maps/dir/?api=1&origin=1,2&destination=48.1,11.5&travelmode=walking",
                48.1, 11.5, mode: "walking"),
            Case(
                "https://www.google.com/maps/dir/?api=1&destination=48.1,11.5&travelmode=bicycling",
                48.1, 11.5, mode: "cycling"),
            Case("https://www.google.com/maps/dir/48,11/48.1,11.5/@47,10,9z/data=!3m1", 48.1, 11.5),
            Case(
                "https://maps.google.com/?saddr=1,2&daddr=48.1,11.5&dirflg=d", 48.1, 11.5,
                mode: "driving"),
            Case("https://www.google.com/maps/place/8FVC2222%2B22", 47.0000625, 8.0000625),
            Case("https://www.google.com/maps/place/8FVC2222+22/@1,2,3z", 47.0000625, 8.0000625),
        ])
    func google(_ each: Case) throws { try check(each) }

    @Test(
        "Apple's map, OpenStreetMap, Organic Maps",
        arguments: [
            Case("https://maps.apple.com/?ll=50.89,4.34&q=The+Atomium", 50.89, 4.34, "The Atomium"),
            Case("https://maps.apple.com/?q=50.89,4.34", 50.89, 4.34),
            Case(
                "http://maps.apple.com/?saddr=1,2&daddr=50.89,4.34&dirflg=w", 50.89, 4.34,
                mode: "walking"),
            Case(
                "https://maps.apple.com/place?coordinate=50.89,4.34&name=Home", 50.89, 4.34, "Home"),
            Case(
                "https://maps.apple.com/directions?destination=50.89,4.34&mode=driving", 50.89,
                4.34,
                mode: "driving"),
            Case("https://www.openstreetmap.org/?mlat=51.5&mlon=-0.1#map=17/1/2", 51.5, -0.1),
            Case("https://www.openstreetmap.org/#map=17/51.5/-0.1&layers=C", 51.5, -0.1),
            Case(
                "https://www.openstreetmap.org/directions?route=1,2;51.5,-0.1#map=5/3/4", 51.5, -0.1
            ),
            Case("https://www.openstreetmap.org/directions?to=51.5%2C-0.1", 51.5, -0.1),
            Case("om://map?v=1&ll=54.32,10.13&n=Kiel", 54.32, 10.13, "Kiel"),
            Case(
                "om://route?dll=54.32,10.13&daddr=Kiel&type=pedestrian", 54.32, 10.13, "Kiel",
                mode: "walking"),
            Case(
                "om://route?sll=1,2&saddr=Here&dll=54.32,10.13&daddr=Kiel&type=vehicle", 54.32,
                10.13,
                "Kiel", mode: "driving"),
            Case("https://omaps.app/54.32,10.13,14/Old_Town", 54.32, 10.13, "Old Town"),
        ])
    func others(_ each: Case) throws { try check(each) }

    @Test(
        "Short codes are decoded to the middle of their cell",
        arguments: [
            ("https://omaps.app/B4srhdHVVt/Some_Name", 64.5234, 12.1234, 0.000_01),
            ("https://comaps.at/Bzqqqqqqqq/Name", 45, 45, 0.000_01),
            ("om://BaF6F6F6F6/Name", -20, 20, 0.000_01),
            ("https://osm.org/go/euu4gaWZ?m=", 51.507_222, -0.1275, 0.000_02),
            ("https://osm.org/go/xXYlkSNmp--", 43.7396, 7.4286, 0.000_003),
            ("https://www.openstreetmap.org/go/INzouRFi~-", -79.79, -74.63, 0.000_02),
            ("https://www.openstreetmap.org/go/INzouRFi@=", -79.79, -74.63, 0.000_02),
            ("https://plus.codes/4VCPPQGP+Q9", -41.2730625, 174.7859375, 1e-9),
            ("https://plus.codes/7FG49QCJ+2VX", 20.3701125, 2.782234375, 1e-9),
        ])
    func codes(_ url: String, _ lat: Double, _ lon: Double, _ limit: Double) throws {
        let place = try Link(url).place
        #expect(abs(place.lat - lat) < limit)
        #expect(abs(place.lon - lon) < limit)
    }

    @Test(
        "N8: what can't be read is refused with the reason, and is never 0,0",
        arguments: [
            "", ":", "hello", "geo:", "geo:48.2", "geo:123?45,", "geo:0:0?q=77.77%2C77.77",
            "geo:0,0",
            "geo:0,0?q=Vienna", "geo:48.2,16.3,1,2", "geo:nan,16.3", "geo:0x10,16.3",
            "geo:1e1,16.3",
            "geo:48.2,", "geo:91,0", "geo:-180,-180", "geo:48.2,16.3;crs=nad27", "geo:48,2,16,3",
            "geo:48.2,16.3?q=%zz", "geo:48.2,16.3?q=%C3", "geo:48.2,16.3?q=%4",
            "pathfinder://navigate", "pathfinder://navigate?lat=1", "pathfinder://open?lat=1&lon=2",
            "pathfinder://navigate?lat=x&lon=y", "pathfinder://navigate?lat=0&lon=0",
            "pathfinder://navigate?lat=1&lon=200", "pathfinder://navigate?geo:pathfinder",
            "mailto:a@example.org", "https://example.org/?q=48.1,11.5", "https://google.com/?q=1,2",
            "https://maps.app.goo.gl/AbCd", "https://maps.apple/p/AbCd",
            "google.navigation:q=Vienna",
            "https://www.google.com/maps/search/?api=1&query=Tower", "https://www.google.com/maps",
            "https://www.google.com/maps/search/pizza/@48.1,11.5,15z",
            "https://www.google.com/maps?q=Tower&center=1,2",
            "https://www.google.com/maps/dir/Home/Tower/@48.1,11.5,15z",
            "https://maps.apple.com/?address=1,Infinite+Loop",
            "https://maps.apple.com/?daddr=Home&ll=1,2",
            "https://www.openstreetmap.org/node/1#map=17/51.5/-0.1", "https://osm.org/go/",
            "https://osm.org/go/!!", "https://www.openstreetmap.org/directions#map=17/51.5/-0.1",
            "https://www.openstreetmap.org/#map=17/51.5", "om://map?n=Kiel",
            "om://search?query=Kiel",
            "https://omaps.app/Byqqqqqqq", "https://omaps.app/", "https://plus.codes/9G8F+6X",
            "https://plus.codes/8FVC0000+", "https://plus.codes/22222222+2", "9G8F+6X Zurich",
            "geo:48.2,16.3?q=" + String(repeating: "x", count: 201),
        ])
    func refused(_ url: String) {
        let problem = #expect(throws: Problem.self) { try Link(url) }
        #expect(problem?.type == .invalid)
        #expect(problem?.field == "url")
        #expect(problem.map { $0.detail != $0.title } == true)
    }

    @Test("N8: no cut or garbled link crashes, and none becomes 0,0")
    func garbled() {
        let links = [
            "pathfinder://navigate?geo:60.17,24.94?q=1,2(A)", "geo:48.2,16.3;u=1?q=%C3%A9(",
            "https://www.google.com/maps/place/A/@1,2,3z/data=!8m2!3d31.9!4d34.7",
            "https://osm.org/go/euu4gaWZ?m=", "om://route?dll=54.32,10.13&type=pedestrian",
        ]
        for link in links {
            let bytes = Array(link.utf8)
            for index in bytes.indices {
                for byte in [0x25, 0x2C, 0x2B, 0x3F, 0x00, 0x28, 0x29, 0x2F] as [UInt8] {
                    var changed = bytes
                    changed[index] = byte
                    for part in [changed[...], changed[...index]] {
                        let place = try? Link(String(decoding: part, as: UTF8.self)).place
                        #expect(place?.end != Coordinates(lat: 0, lon: 0))
                    }
                }
            }
        }
    }
}
