package import Messages

/// A link to a place, as maps and people write it.
///
/// It names a place and perhaps a mode. Words in it that would start something are not read: a link is
/// only ever looked at (N2). What names no point by numbers is refused, and never becomes 0,0 (N8).
package struct Link: Sendable, Equatable {
    /// The place.
    package let place: Place
    /// How to go there; nil where the link doesn't say.
    package let mode: TravelMode?

    /// Reads a link.
    ///
    /// - Throws: A `Problem` of type `invalid` for the field `url`, which says why it can't be read.
    package init(_ text: String) throws(Problem) {
        let found = try Found(text.trimmed)
        let point = found.coordinates
        guard point != Coordinates(lat: 0, lon: 0) else {
            throw Problem.unreadableLink("It says 0,0, which stands for no place.")
        }
        let name = found.name ?? "\(point.lat), \(point.lon)"
        place = Place(name: name, lat: point.lat, lon: point.lon)
        mode = found.mode
        do throws(Problem) {
            try place.check()
        } catch {
            throw Problem.unreadableLink("Its place is none: \(error.title).")
        }
    }
}

/// What a link says, as far as it could be read.
struct Found {
    /// Where.
    let coordinates: Coordinates
    /// What it is called there.
    let name: String?
    /// How to go there.
    let mode: TravelMode?

    /// Holds what a link says: a point, a name apart from the point's label, its own word for a mode.
    init(_ point: Point, name: String? = nil, mode: String? = nil) {
        coordinates = point.coordinates
        let name = name?.trimmed ?? ""
        self.name = name.isEmpty ? point.label : name
        self.mode = mode.map {
            let word = $0.lowercased()
            return Self.modes[word] ?? word
        }
    }

    /// Reads a link of any kind.
    init(_ text: String) throws(Problem) {
        guard let url = try URLText(text) else {
            guard let point = Point(text) else {
                throw Problem.unreadableLink("It is no link: it has no scheme.")
            }
            self.init(point)
            return
        }
        switch url.scheme {
        case "pathfinder": self = try Self.ours(url)
        case "geo": self = try Self.geo(url)
        case "google.navigation": self = try Self.googleNavigation(url)
        case "om", "ge0", "cm": self = try Self.organicMaps([url.host ?? ""] + url.path, url)
        case "http", "https": self = try Self.web(url)
        default: throw Problem.unreadableLink("Links that begin with \(url.scheme): are not known.")
        }
    }

    /// The words of the maps for how to go, and ours.
    private static let modes: [String: TravelMode] = [
        "walk": "walking", "w": "walking", "pedestrian": "walking", "foot": "walking",
        "drive": "driving", "d": "driving", "vehicle": "driving", "car": "driving",
        "bicycling": "cycling", "b": "cycling", "c": "cycling", "bicycle": "cycling",
        "bike": "cycling", "r": "transit",
    ]
}

extension Problem {
    /// Says that a link can't be read, and why.
    static func unreadableLink(_ reason: String) -> Problem {
        Problem(.invalid, "the link can't be read", detail: reason, field: "url")
    }

    /// A link that names a place in words, which only somebody with a gazetteer could look up.
    static let onlyWords = unreadableLink("It names a place by words only. Coordinates are needed.")
}
