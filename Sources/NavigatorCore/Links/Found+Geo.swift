import Messages

// Our own links and `geo:` (RFC 5870).
extension Found {
    /// Reads `pathfinder://navigate?lat=…&lon=…&name=…&mode=…`, which may carry a `geo:` link instead.
    static func ours(_ url: URLText) throws(Problem) -> Found {
        guard url.host?.lowercased() == "navigate", url.path.isEmpty else {
            throw Problem.unreadableLink("Only pathfinder://navigate is known.")
        }
        let (name, mode) = (url.query["name", "label"], url.query["mode"])
        let payloads = [url.query.text] + url.query.pairs.map(\.value)
        if let geo = payloads.first(where: { $0.hasPrefix("geo:") }) {
            let found = try Found(geo)
            let point = Point(coordinates: found.coordinates, label: found.name)
            return Found(point, name: name, mode: mode)
        }
        if let point = Point(latitude: url.query["lat"], longitude: url.query["lon", "lng"]) {
            return Found(point, name: name, mode: mode)
        }
        guard let text = url.query["to", "destination", "q", "ll"], let point = Point(text) else {
            throw Problem.unreadableLink("It has no lat and lon that are numbers.")
        }
        return Found(point, name: name, mode: mode)
    }

    /// Reads `geo:lat,lon[,altitude][;crs=wgs84][;u=…]`, whose `q` names the place or the point itself.
    static func geo(_ url: URLText) throws(Problem) -> Found {
        let parts = (url.path.first ?? "").split(
            separator: ";", omittingEmptySubsequences: false)
        for parameter in parts.dropFirst() {
            let (name, value) = parameter.cut(at: "=")
            guard name.lowercased() != "crs" || value.lowercased() == "wgs84" else {
                throw Problem.unreadableLink("It counts degrees in \(value), not in WGS 84.")
            }
        }
        let numbers = try URLText.unescape(parts.first ?? "").split(
            separator: ",", omittingEmptySubsequences: false
        ).map(\.trimmed)
        guard (2...3).contains(numbers.count), numbers.allSatisfy({ $0.decimal != nil }),
            let base = Point(latitude: numbers[0], longitude: numbers[1])
        else {
            throw Problem.unreadableLink("A geo: link begins with two or three numbers.")
        }
        guard let words = url.query["q"] else { return Found(base) }
        if let point = Point(words) { return Found(point) }
        // `geo:0,0?q=words` asks somebody to look the words up.
        guard base.coordinates != Coordinates(lat: 0, lon: 0) else { throw .onlyWords }
        return Found(base, name: words)
    }
}
