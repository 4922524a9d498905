"""Listens to everything in a group, and holds each message against the contract.

Asks the relay to put the broadcast on air as soon as it misses nothing any more, and looks on until
it is ended by TERM; then it asks for the end of the group, which it watches, too.
"""

import json
import signal
import sys
import time
from collections import Counter

import zmq

from contract import Contract
from peer import PATIENCE, PROCESSES, Group, check, fail

TURN_MS = 200
# Only the group of this test has one that serves browsers.
WATCHED = [*PROCESSES, "web"]


class Watch:
    """Subscriptions to all events of all processes, and what they brought."""

    def __init__(self, group, contract):
        self.group = group
        self.contract = contract
        self.poller = zmq.Poller()
        self.processes = {}
        self.seen = Counter()
        self.findings = Counter()
        self.mirrored = set()
        for process in WATCHED:
            socket = group.socket(zmq.SUB, process, "events")
            socket.rcvhwm = 100_000
            socket.subscribe("")
            self.processes[socket] = process
            self.poller.register(socket, zmq.POLLIN)

    def turn(self):
        """Judges what has come; waits a fraction of a second where nothing has."""
        for socket, _ in self.poller.poll(TURN_MS):
            while socket.poll(0):
                self.judge(self.processes[socket], socket.recv_multipart())

    def judge(self, process, frames):
        if len(frames) != 2:
            return self.findings.update([f"{process} published {len(frames)} frames"])
        topic, event = frames[0].decode(), json.loads(frames[1])
        if topic.startswith("tap."):
            kind, _, type = topic.partition("/")
            self.mirrored.add((process, kind, event.get("correlationid", event["id"])))
            where, candidates = f"{process} {kind}/{type}", self.passed(process, kind, type, event)
        else:
            where, candidates = f"{process} {topic}", self.contract.events(process, topic)
            expected = "/".join(filter(None, [event["type"], event.get("subject")]))
            if topic != expected:
                self.findings.update([f"{where}: the topic does not fit {event['type']}"])
        self.hold(where, event, candidates)

    def passed(self, process, kind, type, event):
        """The messages that may pass a process as a request of a type, or as its answer."""
        channel = self.contract.requests(process).get(type)
        if not channel:
            return []
        messages = self.contract.messages(channel)
        request = messages.pop("request")
        return [request] if kind == "tap.request" else list(messages.values())

    def hold(self, where, event, candidates):
        """Holds an event against the messages that it may be."""
        fitting = [message for message in candidates if message.get("name") == event["type"]]
        if not fitting:
            return self.findings.update([f"{where}: {event['type']} is not in the contract"])
        faults = [fault for message in fitting for fault in self.contract.faults(message, event)]
        self.findings.update(f"{where}: {fault}" for fault in faults)
        self.seen.update(self.contract.schema(message) for message in fitting)

    def see_answer(self, process, event):
        """Looks on until a process has shown an answer that it gave."""
        until = time.monotonic() + PATIENCE
        while (process, "tap.reply", event["correlationid"]) not in self.mirrored:
            check(time.monotonic() < until, f"{process} does not show its {event['type']}")
            self.turn()

    def mark(self):
        """Asks every process something, and looks on until each has shown that it was asked.

        A process publishes in order: nothing that came before has been missed.
        """
        until = time.monotonic() + PATIENCE
        missing = dict.fromkeys(WATCHED)
        while missing:
            check(time.monotonic() < until, f"not heard from: {', '.join(missing)}")
            for process in missing:
                type, event = self.group.ask(process, "vitals.get", endpoint="control")
                missing[process] = (process, "tap.reply", event["correlationid"])
            self.turn()
            missing = {
                process: mark for process, mark in missing.items() if mark not in self.mirrored
            }


def main(run_dir):
    group = Group(run_dir)
    watch = Watch(group, Contract())
    ended = []
    signal.signal(signal.SIGTERM, lambda *_: ended.append(True))
    watch.mark()
    group.ask("relay", "broadcast.set", {"on_air": True})
    while not ended:
        watch.turn()
    watch.mark()
    watch.see_answer("group", group.ask("group", "group.stop")[1])
    report(watch)


def report(watch):
    contract = watch.contract
    print(f"{watch.seen.total()} messages of {len(watch.seen)} schemas")
    for message in contract.document["components"]["messages"].values():
        schema = contract.schema(message)
        if message.get("name") and schema not in watch.seen:
            print(f"never seen: {schema.rpartition('/')[2]}")
    for finding, count in watch.findings.most_common():
        print(f"{count} times: {finding}")
    if watch.findings:
        fail(f"{len(watch.findings)} findings")


if __name__ == "__main__":
    main(sys.argv[1])
