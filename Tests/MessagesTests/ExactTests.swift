import Messages
import Testing

/// The JSON of what is easily written wrong: absent, null and a value are three things.
@Suite struct ExactTests {
    @Test(
        "E7: a Stop's session may be absent, null or an id",
        arguments: [
            (SoloStop(.whateverRuns), "{}"),
            (SoloStop(.nothing), #"{"session":null}"#),
            (SoloStop(.session("s1")), #"{"session":"s1"}"#),
            (SoloStop(.nothing, view: "v"), #"{"session":null,"view":"v"}"#),
        ])
    func stop(_ stop: SoloStop, _ text: String) throws {
        #expect(try Plain.text(stop) == text)
        #expect(try Plain.message(SoloStop.self, text) == stop)
    }

    @Test("E7: a Stop's session of the wrong type is refused, not taken for none")
    func stopOfWrongType() {
        for session in ["5", "true", "{}", "[]"] {
            #expect(throws: DecodingError.self) {
                try Plain.message(SoloStop.self, #"{"session":\#(session)}"#)
            }
        }
    }

    @Test(
        "R2: whether a session is open may be null, and is never absent",
        arguments: [(Openness.open, "true"), (.closed, "false"), (.unknown, "null")])
    func openness(_ open: Openness, _ word: String) throws {
        let text =
            #"{"answered":[],"broadcast":{"on_air":null,"wrapping":false},"open":\#(word)}"#
        #expect(try Plain.text(FaceState(open: open)) == text)
        #expect(try Plain.message(FaceState.self, text) == FaceState(open: open))
    }

    @Test("R2: an absent `open` is no unknown one")
    func absentOpenness() {
        let text = #"{"answered":[],"broadcast":{"on_air":null,"wrapping":false}}"#
        #expect(throws: DecodingError.self) { try Plain.message(FaceState.self, text) }
    }

    @Test(
        "A broadcast's `on_air` is null until somebody has set it",
        arguments: [(nil, "null"), (true, "true"), (false, "false")] as [(Bool?, String)])
    func broadcast(_ onAir: Bool?, _ word: String) throws {
        let text = #"{"on_air":\#(word),"wrapping":false}"#
        #expect(try Plain.text(BroadcastState(onAir: onAir)) == text)
        #expect(try Plain.message(BroadcastState.self, text) == BroadcastState(onAir: onAir))
    }

    @Test(
        "An outbox item says its kind, its action where it has one, and its body",
        arguments: [
            (.stop(SoloStop(.whateverRuns)), #""action":"stop","body":{}"#, "solo_play"),
            (.stop(SoloStop(.nothing)), #""action":"stop","body":{"session":null}"#, "solo_play"),
            (
                .stop(SoloStop(.session("s"), view: "v")),
                #""action":"stop","body":{"session":"s","view":"v"}"#, "solo_play"
            ),
            (
                .extend(SoloExtend(session: "s", seconds: 300, boot: "b", notAfter: 9.5)),
                #""action":"extend","body":{"boot":"b","not_after":9.5,"seconds":300,"session":"s"}"#,
                "solo_play"
            ),
            (.onAir(true), #""body":{"on_air":true}"#, "on_air"),
            (.wrapUp, #""body":{}"#, "wrap_up"),
            (.eye(watching: false), #""body":{"watching":false}"#, "eye"),
            (.heard(text: "hi", take: "t"), #""body":{"take":"t","text":"hi"}"#, "heard"),
        ] as [(OutboxRequest, String, String)])
    func item(_ request: OutboxRequest, _ body: String, _ kind: String) throws {
        let item = OutboxItem(source: "/h/face", id: "i", request: request, putAt: 1.5, lease: 20)
        let text =
            #"{\#(body),"id":"i","kind":"\#(kind)","lease":20,"put_at":1.5,"source":"/h/face"}"#
        #expect(try Plain.text(item) == text)
        #expect(try Plain.message(OutboxItem.self, text) == item)
        #expect(request.kind.rawValue == kind)
    }

    @Test(
        "An outbox item whose kind and body do not fit is refused",
        arguments: [
            #""kind":"solo_play","body":{}"#, #""kind":"solo_play","action":"pause","body":{}"#,
            #""kind":"solo_play","action":"extend","body":{}"#, #""kind":"eye","body":{}"#,
            #""kind":"on_air","body":{"on_air":"yes"}"#, #""kind":"wrap_up""#,
            #""kind":"later","body":{}"#,
        ])
    func unfittingItem(_ fields: String) {
        let text = #"{"source":"x","id":"i","put_at":1,"lease":2,\#(fields)}"#
        #expect(throws: DecodingError.self) { try Plain.message(OutboxItem.self, text) }
    }

    @Test("A saved place's fields stand at the top of `pins.add`, and within `place` of a pin")
    func pins() throws {
        let place = Place(name: "x", lat: 1.5, lon: 2, door: Coordinates(lat: 3, lon: 4))
        let fields = #""door":{"lat":3,"lon":4},"lat":1.5,"lon":2,"name":"x""#
        #expect(try Plain.text(PinsAdd(place: place, trip: "t")) == #"{\#(fields),"trip":"t"}"#)
        let pin = Pin(id: "p", place: place, provider: "Pippa")
        #expect(
            try Plain.text(PinsAdded(pin: pin))
                == #"{"pin":{"id":"p","place":{\#(fields)},"provider":"Pippa"}}"#)
    }

    @Test("What is unknown of a trip is absent")
    func trip() throws {
        var trip = NavigatorState.Trip(
            id: "t", destination: Place(name: "x", lat: 1, lon: 2), mode: "walking",
            provider: "beeline")
        func text() throws -> String {
            try Plain.text(
                NavigatorState(
                    stage: .guiding, trip: trip, mode: "walking", modes: ["walking"],
                    provider: "beeline", providers: ["beeline"], simulating: false))
        }
        #expect(!(try text()).contains("remaining"))
        trip.remainingMetres = 1_250.5
        trip.remainingSeconds = 900
        trip.next = .init(text: "left", inMetres: 20)
        let full = try text()
        #expect(full.contains(#""next":{"in_m":20,"text":"left"}"#))
        #expect(full.contains(#""remaining_m":1250.5,"remaining_s":900"#))
    }

    @Test("A problem's sort is a short urn")
    func problem() throws {
        let problem = Problem(.notFound, "no pin", field: "pin")
        #expect(
            try Plain.text(problem)
                == #"{"detail":"no pin","field":"pin","title":"no pin","type":"urn:handrail:not-found"}"#
        )
        #expect(Problem.Sort.allCases.map(\.word).contains("other-boot"))
    }

    @Test("Doubles come back to the last bit")
    func bits() throws {
        for lat in [0.1 + 0.2, -89.999_999_999_999_99, 1.797e308, 43.7317] {
            let link = OfferPin(place: Place(name: "x", lat: lat, lon: lat))
            let back = try Plain.message(OfferPin.self, try Plain.text(link))
            #expect(back.place?.lat.bitPattern == lat.bitPattern)
        }
    }
}
