import Messages

// The addresses of Google's and Apple's maps.
extension Found {
    /// Reads an address on the web by its host.
    static func web(_ url: URLText) throws(Problem) -> Found {
        let host = (url.host ?? "").lowercased().cut(at: ":").before
        let labels = host.split(separator: ".")
        switch host {
        case "maps.apple.com": return try apple(url)
        case "openstreetmap.org", "www.openstreetmap.org", "osm.org", "www.osm.org":
            return try openStreetMap(url)
        case "omaps.app", "comaps.at", "ge0.me": return try organicMaps(url.path, url)
        case "plus.codes":
            guard let code = url.path.first, let cell = PlusCode(try URLText.unescape(code)) else {
                throw Problem.unreadableLink("It has no full Plus Code.")
            }
            return Found(Point(coordinates: cell.middle))
        case "maps.app.goo.gl", "goo.gl", "g.co", "maps.apple":
            throw Problem.unreadableLink("It is a short link, which only the network can resolve.")
        case _ where labels.contains("google") && (labels[0] == "maps" || url.path.first == "maps"):
            return try google(url)
        default: throw Problem.unreadableLink("\(host) is not a map that is known.")
        }
    }

    /// Reads `google.navigation:q=lat,lon&mode=w`, whose query follows the colon.
    static func googleNavigation(_ url: URLText) throws(Problem) -> Found {
        let query = try Query(url.path.first ?? "")
        guard let text = query["q"], let point = Point(text) else { throw .onlyWords }
        return Found(point, mode: query["mode"])
    }

    /// Reads an address of Google's map: the end of a route, or a place.
    private static func google(_ url: URLText) throws(Problem) -> Found {
        let path = url.path.first == "maps" ? Array(url.path.dropFirst()) : url.path
        let end = url.query["destination", "daddr"]
        guard path.first == "dir" || end != nil else { return try googlePlace(url, path) }
        // The camera only shows a route; it is never its end.
        let stops = path.dropFirst().prefix { !$0.hasPrefix("@") && !$0.hasPrefix("data=") }
        let last = try URLText.unescape(stops.last ?? "")
        guard let point = Point(end ?? last) else { throw .onlyWords }
        return Found(point, mode: url.query["travelmode", "dirflg"])
    }

    /// Reads a place of Google's map, or else what the camera (`@lat,lon,zoom`) is centred on.
    private static func googlePlace(_ url: URLText, _ path: [String]) throws(Problem) -> Found {
        let title = path.count > 1 && ["place", "search"].contains(path[0]) ? path[1] : ""
        let asked = url.query["q", "query"]
        let name = try URLText.unescape(title)
        let words = asked ?? name
        if let point = Point(words.hasPrefix("loc:") ? String(words.dropFirst(4)) : words) {
            return Found(point)
        }
        if let point = path.compactMap(dataPoint).last ?? url.query["ll"].flatMap(Point.init) {
            return Found(point, name: words)
        }
        // What is searched for by words may be anywhere on the map.
        guard asked == nil, path.first != "search" else { throw .onlyWords }
        let camera = path.first { $0.hasPrefix("@") }.flatMap(cameraPoint)
        guard let point = camera ?? url.query["center"].flatMap(Point.init) else {
            throw .onlyWords
        }
        return Found(point, name: words)
    }

    /// Reads the last `!3d<lat>!4d<lon>` of a path's `data=` part.
    private static func dataPoint(_ part: String) -> Point? {
        guard part.hasPrefix("data=") else { return nil }
        let fields = part.split(separator: "!")
        let pairs = zip(fields, fields.dropFirst())
        let found = pairs.compactMap { lat, lon in
            lat.hasPrefix("3d") && lon.hasPrefix("4d")
                ? Point(latitude: String(lat.dropFirst(2)), longitude: String(lon.dropFirst(2)))
                : nil
        }
        return found.last
    }

    /// Reads `@lat,lon,zoom`.
    private static func cameraPoint(_ part: String) -> Point? {
        let parts = part.dropFirst().split(separator: ",")
        guard parts.count >= 2 else { return nil }
        return Point(latitude: String(parts[0]), longitude: String(parts[1]))
    }

    /// Reads an address of Apple's map: the end of a route, else a place, else the middle of the map.
    private static func apple(_ url: URLText) throws(Problem) -> Found {
        guard url.path.first != "p" else {
            throw Problem.unreadableLink("It is a short link, which only the network can resolve.")
        }
        let mode = url.query["dirflg", "mode"]
        if let end = url.query["daddr", "destination"] {
            guard let point = Point(end) else { throw .onlyWords }
            return Found(point, mode: mode)
        }
        let words = url.query["name", "q"]
        for text in [url.query["coordinate"], url.query["ll"], url.query["q"]] {
            guard let text, let point = Point(text) else { continue }
            return Found(point, name: text == words ? nil : words, mode: mode)
        }
        throw .onlyWords
    }
}
