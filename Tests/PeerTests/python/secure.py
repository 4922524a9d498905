"""A browser's way in over TLS, by Python's own ssl: the page, and a socket."""

import json
import socket
import ssl
import sys

from peer import PATIENCE, check

NAME = "den.local"


def main(certificate, address):
    host, _, token = address.removeprefix("https://").partition("/#")
    name, _, port = host.partition(":")
    check(name == NAME, f"the address is {address}")
    context = ssl.create_default_context(cafile=certificate)
    context.set_alpn_protocols(["h2", "http/1.1"])

    page = connect(context, port)
    check(page.selected_alpn_protocol() == "http/1.1", "HTTP/2 is spoken")
    page.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    answer = page.makefile("rb").read()
    check(answer.startswith(b"HTTP/1.1 200 OK\r\n"), answer)
    check(f"connect-src 'self' wss://{host};".encode() in answer, answer)

    check(upgrade(context, port, host, f"http://{host}").startswith(b"HTTP/1.1 403"), "no TLS")
    stream = connect(context, port)
    stream.sendall(request(host, f"https://{host}"))
    reader = stream.makefile("rb")
    check(reader.readline().startswith(b"HTTP/1.1 101"), "no socket")
    while reader.readline() != b"\r\n":
        pass
    hello = json.dumps({"type": "hello", "token": token, "view": "phone"}).encode()
    stream.sendall(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
    length = reader.read(2)[1]
    check(json.loads(reader.read(length)) == {"type": "welcome"}, "not welcome")

    plain = socket.create_connection(("127.0.0.1", port), PATIENCE)
    plain.sendall(f"GET / HTTP/1.1\r\nHost: {host}\r\n\r\n".encode())
    try:
        check(not plain.recv(100), "it is served without TLS as well")
    except ConnectionResetError:
        pass


def connect(context, port):
    plain = socket.create_connection(("127.0.0.1", port), PATIENCE)
    return context.wrap_socket(plain, server_hostname=NAME)


def upgrade(context, port, host, origin):
    stream = connect(context, port)
    stream.sendall(request(host, origin))
    return stream.makefile("rb").read()


def request(host, origin):
    lines = [
        "GET /socket HTTP/1.1",
        f"Host: {host}",
        f"Origin: {origin}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Protocol: handrail",
    ]
    return "".join(f"{line}\r\n" for line in [*lines, ""]).encode()


if __name__ == "__main__":
    main(*sys.argv[1:])
