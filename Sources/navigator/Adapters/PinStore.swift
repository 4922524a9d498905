import Journal
import Messages
import NavigatorCore

/// The pins in a file, which survive a kill once they are reported as written.
struct PinStore: Sendable {
    private let journal: Journal

    /// Opens the file and reads the pins, the newest last.
    ///
    /// Whatever happens, there is a store: one without a file refuses each write with the reason.
    static func open(_ path: String) -> (store: PinStore, pins: [Pin], loss: JournalLoss?) {
        let opened = Journal.open(path, migrations: migrations, empty: []) {
            (database) throws(JournalError) in try pins(in: &database)
        }
        return (PinStore(journal: opened.journal), opened.contents, opened.loss)
    }

    /// Writes a change, and reports the problem, or none, on the journal's thread.
    func write(_ record: PinRecord, then report: @escaping @Sendable (Problem?) -> Void) {
        journal.write(Self.batch(of: record)) { result in
            switch result {
            case .success: report(nil)
            case .failure(let error):
                report(
                    Problem(
                        .internal, "the change of the pins could not be written",
                        detail: error.description))
            }
        }
    }

    /// Waits for all changes, each of which reports first, and closes the file.
    func close() {
        journal.close()
    }

    private static let migrations = [
        [
            """
            CREATE TABLE pin (
                number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE,
                name TEXT NOT NULL, lat REAL NOT NULL, lon REAL NOT NULL,
                door_lat REAL, door_lon REAL, note TEXT, trip TEXT, provider TEXT
            ) STRICT
            """
        ]
    ]

    private static func batch(of record: PinRecord) -> Batch {
        switch record {
        case .added(let pin):
            let place = pin.place
            return Batch(
                """
                INSERT INTO pin (id, name, lat, lon, door_lat, door_lon, note, trip, provider)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
                .text(pin.id.text), .text(place.name), .real(place.lat), .real(place.lon),
                .real(orNull: place.door?.lat), .real(orNull: place.door?.lon),
                .text(orNull: place.note), .text(orNull: pin.trip), .text(orNull: pin.provider))
        case .removed(let id): return Batch("DELETE FROM pin WHERE id = ?", .text(id.text))
        }
    }

    private static func pins(in database: inout Database) throws(JournalError) -> [Pin] {
        try database.rows(
            """
            SELECT id, name, lat, lon, door_lat, door_lon, note, trip, provider
            FROM pin ORDER BY number
            """
        ) { (row) throws(JournalError) in try Pin(row) }
    }
}

extension Pin {
    fileprivate init(_ row: borrowing Row) throws(JournalError) {
        let hasDoor = !row.isNull(4) && !row.isNull(5)
        let door = hasDoor ? Coordinates(lat: try row.real(4), lon: try row.real(5)) : nil
        self.init(
            id: PlaceID(try row.text(0)),
            place: Place(
                name: try row.text(1), lat: try row.real(2), lon: try row.real(3), door: door,
                note: try row.text(orNull: 6)),
            trip: try row.text(orNull: 7), provider: try row.text(orNull: 8))
    }
}

extension Row {
    fileprivate func text(orNull column: Int) throws(JournalError) -> String? {
        isNull(column) ? nil : try text(column)
    }
}
