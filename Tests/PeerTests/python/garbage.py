"""Sends what cannot be read to every endpoint of every process (B5).

Where somebody can be answered, the answer is a problem of type `malformed`; and every process goes
on, with a count of what it was sent.
"""

import json
import socket as plain
import sys

import zmq

from contract import Contract, behind
from peer import PATIENCE, PROCESSES, Group, answer, check

MALFORMED = "urn:handrail:malformed"
TYPE = b"vitals.get"


def main(run_dir):
    group = Group(run_dir)
    contract = Contract()
    for process in PROCESSES:
        before = beat(group, process)
        # Strangers who say half a greeting and stay, while all the rest happens.
        loiterers = [mumble(group, process, kind) for kind in ("requests", "control", "events")]
        sent = sum(
            throw(group, process, endpoint, contract) for endpoint in ("requests", "control")
        )
        throw_at_events(group, process)

        after = beat(group, process)
        # At least: what the loiterers say may pass for messages of an early ZMTP.
        counted = after["malformed"] - before["malformed"]
        check(counted >= sent, f"{process} was sent {sent} malformed messages, counts {counted}")
        check(after["boot"] == before["boot"], f"{process} has not survived")
        print(f"{process}: {sent} malformed messages answered, and it goes on")
        for loiterer in loiterers:
            loiterer.close()


def beat(group, process):
    return group.ask(process, "vitals.get", endpoint="control")[1]["data"]


# Requests


def throw(group, process, endpoint, contract):
    """Throws it all at one ROUTER, and gives how much of it was answered as malformed."""
    count = 0
    with group.socket(zmq.DEALER, process, endpoint) as socket:
        for name, frames in misshapen(group):
            socket.send_multipart(frames)
            expect_malformed(socket, f"{name}, sent to {process}.{endpoint}")
            count += 1
        for type, field, data in mistyped(contract, process, endpoint):
            frames = group.request(type, data)
            socket.send_multipart([b"", *frames])
            event = expect_malformed(socket, f"{type} with a wrong {field}")
            check(event["data"].get("field") == field, f"{type}: {field} is wrong, not {event}")
            check(event["correlationid"] == json.loads(frames[1])["id"], f"answers nobody: {event}")
            count += 1
        # Longer than a socket takes: it hangs up, and answers whoever comes again.
        socket.send_multipart([b"", TYPE, b"x" * 200_000])
        socket.send_multipart([b"", *group.request("vitals.get")])
        type, event = answer(socket)
        check(type == "vitals.beat", f"{process}.{endpoint} after a long message: {event}")
    return count


def expect_malformed(socket, what):
    type, event = answer(socket)
    check(type == "problem", f"{what}: answered by {type}")
    check(event["data"]["type"] == MALFORMED, f"{what}: {event['data']}")
    return event


def misshapen(group):
    """Frames that are no request, each with a name."""
    type, good = group.request("vitals.get")
    yield "nothing", [b""]
    yield "a type alone", [b"", type]
    yield "a frame too many", [b"", type, good, b""]
    yield "many frames", [b"", type] + [good] * 300
    yield "no empty frame", [type, good[:-1]]
    yield "a type that is not UTF-8", [b"", b"\xff\xfe", good]
    yield "another type than the CloudEvent's", [b"", b"solo.sing", good]
    yield "no JSON", [b"", type, b""]
    yield "half a JSON", [b"", type, good[: len(good) // 2]]
    yield "JSON that is not UTF-8", [b"", type, good.replace(b"python", b"pyth\xffn")]
    yield "deep arrays", [b"", type, b"[" * 60_000]
    yield "deep objects", [b"", type, b'{"a":' * 10_000 + b"1" + b"}" * 10_000]
    deep = b"[" * 20_000 + b"]" * 20_000
    yield "deep data", [b"", type, good.replace(b'"data": {}', b'"data": ' + deep)]
    for text in (b"null", b"42", b'"text"', b"[]", b"{}", b"NaN", b"\x00" * 100):
        yield f"JSON that is {text[:8]}", [b"", type, text]
    event = json.loads(good)
    for attribute in ("specversion", "id", "source", "type"):
        left = {name: value for name, value in event.items() if name != attribute}
        yield f"no {attribute}", [b"", type, json.dumps(left).encode()]
        for value in (None, 7, [], {}):
            wrong = json.dumps(event | {attribute: value}).encode()
            yield f"{attribute} {value}", [b"", type, wrong]
    yield "CloudEvents 0.3", [b"", type, json.dumps(event | {"specversion": "0.3"}).encode()]


def mistyped(contract, process, endpoint):
    """Good data with one field of a wrong type, for each field of each request."""
    for type, channel in contract.requests(process).items():
        if f"{process}.{endpoint}" not in contract.servers(channel):
            continue
        schema, resolver = contract.data_schema(contract.messages(channel)["request"])
        good = sample(schema, resolver)
        for field in schema.get("properties", {}):
            yield type, field, good | {field: [7]}


def sample(schema, resolver):
    """A value that a schema allows."""
    schema, resolver = behind(schema, resolver)
    if "enum" in schema:
        return schema["enum"][0]
    match schema.get("type"):
        case "object":
            choice = schema.get("oneOf", [{}])[0].get("required", [])
            fields = schema.get("required", []) + choice
            return {field: sample(schema["properties"][field], resolver) for field in fields}
        case "number" | "integer":
            return schema.get("minimum", 1)
        case "boolean":
            return True
        case _:
            return "text"


# What is no request


def mumble(group, process, endpoint):
    """Opens a connection and begins to speak something other than ZMTP."""
    connection = plain.socket(plain.AF_UNIX)
    connection.connect(group.endpoint(process, endpoint).removeprefix("ipc://"))
    connection.sendall(b"\xff\x00\x00")
    with plain.socket(plain.AF_UNIX) as visitor:
        visitor.connect(group.endpoint(process, endpoint).removeprefix("ipc://"))
        visitor.sendall(b"GET / HTTP/1.1\r\n\r\n" + bytes(range(256)) * 8)
    return connection


def throw_at_events(group, process):
    """Subscriptions that are none, and more of them than anybody needs."""
    with group.socket(zmq.XSUB, process, "events") as socket:
        socket.send(b"\x01" + b"x" * 250)
        socket.send(b"\x00never.subscribed")
        socket.send(b"\x01\xff\xfe")
        socket.send(b"hello")
        socket.send_multipart([b"\x01vitals", b"\x01beat"])
        socket.send(b"\x01" + b"x" * 60_000)
        for number in range(2_000):
            socket.send(b"\x01%d" % number)
        socket.send(b"\x01vitals.beat")
        check(socket.poll(PATIENCE * 1000), f"{process} tells a newcomer nothing")
    with group.socket(zmq.SUB, process, "events") as socket:
        socket.subscribe("vitals.beat")
        check(socket.poll(PATIENCE * 1000), f"{process} publishes nothing any more")


if __name__ == "__main__":
    main(sys.argv[1])
