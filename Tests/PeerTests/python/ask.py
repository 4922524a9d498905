"""Asks as a stranger does: a plain REQ, and a DEALER with many questions at once (B3)."""

import json
import sys

import zmq

from peer import Group, answer, check

MANY = 200


def main(run_dir):
    group = Group(run_dir)
    plain(group)
    many_at_once(group)
    once_for_each_id(group)


def plain(group):
    """REQ on both ROUTERs; the facts are printed for whoever reads along."""
    type, event = group.ask("engine", "solo.status")
    print(json.dumps(event, indent=2))
    check(type == "solo.state", f"solo.status was answered by {type}")
    check(event["data"]["open"] is True, "the session that the test has started is not open")

    type, event = group.ask("engine", "vitals.get", endpoint="control")
    print(json.dumps(event, indent=2))
    check(type == "vitals.beat", f"vitals.get was answered by {type}")
    check(event["data"]["state"] == "ready", "the engine is not ready")

    type, event = group.ask("engine", "solo.sing")
    check(event["data"]["type"] == "urn:handrail:unsupported", f"solo.sing: {event}")


def many_at_once(group):
    """Every question gets its own answer, by correlationid."""
    with group.socket(zmq.DEALER, "engine", "requests") as socket:
        asked = set()
        for _ in range(MANY):
            frames = group.request("solo.status")
            asked.add(json.loads(frames[1])["id"])
            socket.send_multipart([b"", *frames])
        for _ in range(MANY):
            type, event = answer(socket)
            check(type == "solo.state", f"solo.status was answered by {type}")
            check(event["correlationid"] in asked, "an answer to nothing that was asked")
            asked.remove(event["correlationid"])


def once_for_each_id(group):
    """The same id again gets the same answer and does nothing; with other content, a problem."""
    wish = {"name": "Cafe", "lat": 52.5, "lon": 13.4}
    with group.socket(zmq.DEALER, "navigator", "requests") as socket:
        frames = group.request("pins.add", wish)
        for _ in range(3):
            socket.send_multipart([b"", *frames])
        pins = {answer(socket)[1]["data"]["pin"]["id"] for _ in range(3)}
        check(len(pins) == 1, f"one request has saved {len(pins)} pins")

        key = json.loads(frames[1])["id"]
        socket.send_multipart([b"", *group.request("pins.add", wish | {"name": "Bar"}, id=key)])
        type, event = answer(socket)
        check(type == "problem", f"an id with other content was answered by {type}")
        check(event["data"]["type"] == "urn:handrail:malformed", f"{event['data']}")

    pins = group.ask("navigator", "pins.list")[1]["data"]["pins"]
    check([pin["place"]["name"] for pin in pins] == ["Cafe"], f"the pins are {pins}")


if __name__ == "__main__":
    main(sys.argv[1])
