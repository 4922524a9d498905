import Messages

// The links of OpenStreetMap, and of Organic Maps and CoMaps, which share theirs.
extension Found {
    /// Reads an address of OpenStreetMap's site: the end of a route, a marker, a short code, a map.
    static func openStreetMap(_ url: URLText) throws(Problem) -> Found {
        switch url.path.first {
        case "go":
            guard url.path.count > 1, let point = QuadCode.openStreetMap(url.path[1]) else {
                throw Problem.unreadableLink("Its short code can't be decoded.")
            }
            return Found(Point(coordinates: point))
        case "directions":
            let stops = url.query["route"]?.split(separator: ";").map(String.init) ?? []
            guard let end = url.query["to"] ?? stops.last, let point = Point(end) else {
                throw .onlyWords
            }
            return Found(point)
        case nil:
            if let point = Point(latitude: url.query["mlat"], longitude: url.query["mlon"]) {
                return Found(point)
            }
            guard let point = mapPoint(url.fragment) else {
                throw Problem.unreadableLink("It has neither a marker nor a map.")
            }
            return Found(point)
        case _?:
            throw Problem.unreadableLink("It names an object by its number, not by coordinates.")
        }
    }

    /// Reads `map=zoom/lat/lon`, where other fields may stand beside it.
    private static func mapPoint(_ fragment: String) -> Point? {
        for field in fragment.split(separator: "&") where field.hasPrefix("map=") {
            let parts = field.dropFirst(4).split(separator: "/").map(String.init)
            guard parts.count == 3 else { return nil }
            return Point(latitude: parts[1], longitude: parts[2])
        }
        return nil
    }

    /// Reads `map?ll=…&n=…`, `route?dll=…&daddr=…&type=…`, `lat,lon,zoom/Name` or `code/Name`.
    ///
    /// A route without a start begins where one is, so the start is not read.
    static func organicMaps(_ path: [String], _ url: URLText) throws(Problem) -> Found {
        let head = path.first ?? ""
        switch head.lowercased() {
        case "map":
            guard let point = url.query["ll"].flatMap(Point.init) else { throw .onlyWords }
            return Found(point, name: url.query["n"])
        case "route":
            guard let point = url.query["dll"].flatMap(Point.init) else { throw .onlyWords }
            return Found(point, name: url.query["daddr"], mode: url.query["type"])
        default:
            let numbers = head.split(separator: ",").map(String.init)
            let plain =
                numbers.count >= 2 ? Point(latitude: numbers[0], longitude: numbers[1]) : nil
            guard let point = plain ?? QuadCode.organicMaps(head).map({ Point(coordinates: $0) })
            else {
                throw Problem.unreadableLink("Its short code can't be decoded.")
            }
            // In these names an underscore is a space.
            let name = path.count > 1 ? path[1].map { $0 == "_" ? " " : $0 } : []
            return Found(point, name: try URLText.unescape(String(name)))
        }
    }
}
