"""A stranger's way onto the bus: pyzmq, JSON, and what the contract says; nothing of ours."""

import json
import secrets
import sys
import time

import zmq

PROCESSES = ["engine", "relay", "face", "navigator", "group"]
# How long anything may take before the test has failed; generous, as a loaded machine is slow.
PATIENCE = 30.0


class Group:
    """The sockets of a group of processes, in its run dir."""

    def __init__(self, run_dir, name="python"):
        self.run_dir = run_dir
        self.source = f"/test/{name}"
        self.context = zmq.Context()

    def endpoint(self, process, kind):
        return f"ipc://{self.run_dir}/{process}.{kind}"

    def socket(self, kind, process, endpoint):
        """A socket that is connected to one of a process's three."""
        socket = self.context.socket(kind)
        socket.linger = 0
        socket.connect(self.endpoint(process, endpoint))
        return socket

    def request(self, type, data=None, **attributes):
        """A question as it goes over the wire: two frames."""
        event = {
            "specversion": "1.0",
            "id": secrets.token_hex(16),
            "source": self.source,
            "type": type,
            "data": {} if data is None else data,
        } | attributes
        return [event["type"].encode(), json.dumps(event).encode()]

    def ask(self, process, type, data=None, endpoint="requests"):
        """Asks by a plain REQ, and gives the answer's type and its CloudEvent."""
        with self.socket(zmq.REQ, process, endpoint) as socket:
            socket.send_multipart(self.request(type, data))
            return answer(socket)


def receive(socket, until):
    """The next message; fails where none comes in time."""
    if not socket.poll(max(0, until - time.monotonic()) * 1000):
        fail(f"nothing came within {PATIENCE:.0f} s")
    return socket.recv_multipart()


def answer(socket):
    """The next answer's type and its CloudEvent, without the empty frame that a DEALER sees."""
    frames = receive(socket, time.monotonic() + PATIENCE)
    if frames[0] == b"":
        frames = frames[1:]
    check(len(frames) == 2, f"an answer of {len(frames)} frames: {frames}")
    event = json.loads(frames[1])
    check(event["type"] == frames[0].decode(), f"the frame and the CloudEvent differ: {frames}")
    return event["type"], event


def check(fact, otherwise):
    """Ends the script with a reason where something is not as it should be."""
    if not fact:
        fail(otherwise)


def fail(reason):
    sys.exit(f"FAILED: {reason}")
