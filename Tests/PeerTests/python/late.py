"""Comes late and still gets the newest states, which the CloudEvents SDK can read (B1)."""

import sys
import time

import zmq
from cloudevents.core.formats.json import JSONFormat
from cloudevents.core.v1.event import CloudEvent

from peer import PATIENCE, PROCESSES, Group, answer, check, receive


def main(run_dir, title):
    group = Group(run_dir)
    for process in PROCESSES:
        all_states(group, process)
    one_state(group, title)


def all_states(group, process):
    """Every state that a process has published so far comes, whenever one subscribes."""
    _, beat = group.ask(process, "vitals.get", endpoint="control")
    states = beat["data"]["states"]
    check("vitals.beat" in states, f"{process} has no state, not even a beat")
    missing = dict(states)
    with group.socket(zmq.SUB, process, "events") as socket:
        for topic in states:
            socket.subscribe(topic)
        while missing:
            topic, event = newest(socket)
            if event.get_extension("sequence") >= missing.get(topic, 0):
                missing.pop(topic, None)
    print(f"{process}: {', '.join(sorted(states))}")


def one_state(group, title):
    early = listen(group)
    _, first = newest(early)
    show(first)
    check_attributes(first)
    check_state(first, title)

    # Another one who comes later gets the same event, with the engine's clock carried forward.
    late = listen(group)
    _, second = newest(late)
    check(second.get_id() == first.get_id(), "the second newcomer got another event")
    number = first.get_extension("sequence")
    check(second.get_extension("sequence") == number, "the state has got another number")
    passed = second.get_data()["now"] - first.get_data()["now"]
    check(passed > 0, f"the clock of a state went on by {passed} s while it was held")
    check_clock(second)

    ask(group, first)
    # Sooner or later both get the next one. What comes under an old number is not news.
    for socket in (early, late):
        _, event = newest(socket)
        while event.get_extension("sequence") == number:
            _, event = newest(socket)
        check(event.get_extension("sequence") == number + 1, "a newcomer has missed a state")


def listen(group):
    socket = group.socket(zmq.SUB, "engine", "events")
    socket.subscribe("solo.state")
    return socket


def newest(socket):
    """The topic of the next event that comes, and the event as the SDK reads it."""
    topic, body = receive(socket, time.monotonic() + PATIENCE)
    event = JSONFormat().read(CloudEvent, body)
    expected = "/".join(filter(None, [event.get_type(), event.get_subject()]))
    check(topic.decode() == expected, f"topic {topic}, but the event says {expected}")
    return topic.decode(), event


def show(event):
    for name, value in event.get_attributes().items():
        print(f"{name}: {value}")
    for name, value in event.get_data().items():
        print(f"data.{name}: {value}")


def check_attributes(event):
    check(event.get_specversion() == "1.0", "not CloudEvents 1.0")
    check(event.get_type() == "solo.state", f"type {event.get_type()}")
    check(event.get_source() == "/test/engine", f"source {event.get_source()}")
    check(event.get_datacontenttype() == "application/json", "not declared as JSON")
    check(event.get_time().tzinfo is not None, "a time without its zone")
    check(event.get_extension("boot") == event.get_data()["boot"], "two boots")
    check(event.get_extension("sequence") >= 1, "no number")
    check(event.get_extension("protocol") == 1, "another protocol")


def check_state(event, title):
    state = event.get_data()
    check(state["open"] is True, "the session that the test has started is not open")
    check(state["session"]["title"] == title, f"session {state['session']}")
    check_clock(event)


def check_clock(event):
    # Both read the machine's clock, so the state was dated between its sending and now.
    age = time.clock_gettime(time.CLOCK_BOOTTIME) - event.get_data()["now"]
    check(0 <= age < PATIENCE, f"a state that just came is {age} s old")


def ask(group, event):
    """Has the engine say something new, in an event that the SDK has written."""
    wish = CloudEvent(
        {"type": "solo.extend", "source": group.source, "datacontenttype": "application/json"},
        {"session": event.get_data()["session"]["id"], "seconds": 60},
    )
    with group.socket(zmq.REQ, "engine", "requests") as socket:
        socket.send_multipart([b"solo.extend", JSONFormat().write(wish)])
        type, reply = answer(socket)
    check(type == "solo.extended", f"the SDK's event was answered by {reply}")
    check(reply["correlationid"] == wish.get_id(), "the answer is to another request")


if __name__ == "__main__":
    main(*sys.argv[1:])
