"""The page in Debian's Chromium behind a network that a test can spoil.

Usage: network.py CASE ADDRESS
"""

import re
import socket
import sys
import threading

from browser import check, main


class Network:
    """What is between the browser and the server."""

    def __init__(self, port):
        self.port = port
        self.swallows = False
        self.has_sockets = True
        self.open = set()
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        threading.Thread(target=self.listen, daemon=True).start()

    @property
    def switch(self):
        """The browser's, by which it goes through here and thinks it does not."""
        here = f"127.0.0.1:{self.listener.getsockname()[1]}"
        return f"host-resolver-rules=MAP 127.0.0.1:{self.port} {here}"

    def listen(self):
        while True:
            connection, _ = self.listener.accept()
            threading.Thread(target=self.serve, args=[connection], daemon=True).start()

    def serve(self, browser):
        with browser, socket.create_connection(("127.0.0.1", self.port)) as server:
            with self.lock:
                self.open |= {browser, server}
            first = browser.recv(65536)
            if self.has_sockets or not first.startswith(b"GET /socket "):
                self.hand(first, server)
                thread = threading.Thread(target=self.pass_on, args=[server, browser], daemon=True)
                thread.start()
                self.pass_on(browser, server)
                thread.join()
            with self.lock:
                self.open -= {browser, server}

    def hand(self, data, to):
        if not self.swallows:
            to.sendall(data)

    def pass_on(self, one, other):
        try:
            while data := one.recv(65536):
                self.hand(data, other)
        except OSError:
            pass
        self.shut(one, other)

    @staticmethod
    def shut(*connections):
        for connection in connections:
            try:
                connection.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        with self.lock:
            self.shut(*self.open)


def lost(browser):
    """Everything is swallowed, and no connection ends."""
    browser.run(
        """new MutationObserver(() => {
            if (!document.body.classList.contains("old")) return;
            window.silent ??= performance.now() - heardAt;
        }).observe(document.body, { attributes: true });"""
    )
    browser.tap("eye")
    browser.armed("eye")
    network.swallows = True
    browser.until("old, said", "return old.checkVisibility() && old.innerText")
    silent = browser.run("return silent")
    check(silent < 3000, f"said after {silent} ms")
    check(browser.run("return time.textContent !== '' && title.innerText === 'Tetris'"), "gone")
    browser.tap("eye")
    browser.not_delivered()
    browser.run("news.textContent = ''")
    browser.tap("stop")
    browser.not_delivered()
    mark = browser.run("return getComputedStyle(document.querySelector('main')).outlineStyle")
    check(mark == "dashed", "nothing marks it as old")
    said = browser.presses()
    network.cut()
    network.swallows = False
    browser.until(
        "a new picture",
        "return !document.body.classList.contains('old') && old.textContent === ''",
    )
    browser.beat()
    check(browser.presses() == said, "a touch was kept for later")
    # It works as before.
    browser.tap("stop")
    browser.armed("stop")


def posted(browser):
    """Sockets are refused; Stop goes without one."""
    network.has_sockets = False
    network.cut()
    browser.until("old, said", "return old.innerText")
    browser.tap("stop")
    browser.armed("stop")
    check(browser.run("return stop.getAttribute('aria-description').includes('armed')"), "armed")
    browser.settle()
    browser.tap("stop")
    browser.until("taken, said", "return news.innerText.startsWith('✓')")
    check(browser.run("return document.querySelector('.armed') === null"), "still armed")
    check(browser.presses() == 0, "a press went by the socket")
    network.has_sockets = True
    browser.until(
        "Stopped",
        """return old.textContent === "" && document.getElementById("stop-line").innerText
            === "Stopped — engine released inputs" """,
    )
    browser.nothing_armed()


def expired(browser):
    """An arming that nobody ends any more ends by itself."""
    browser.tap("stop")
    browser.armed("stop")
    network.has_sockets = False
    network.cut()
    browser.until("old, said", "return old.innerText")
    left = browser.run("return stop.dataset.ends - performance.now()")
    check(0 < left, "over already")
    # Time goes by on the page's clock alone.
    browser.run("const now = performance.now; performance.now = () => now.call(performance) + 60e3")
    browser.until(
        "disarmed",
        """return document.querySelector(".armed") === null
            && stop.getAttribute("aria-label") !== stop.querySelector(".asked").textContent;""",
    )


CASES = [lost, posted, expired]

if __name__ == "__main__":
    network = Network(int(re.search(r":(\d+)/", sys.argv[2])[1]))
    main(CASES, sys.argv[1], sys.argv[2], switches=[network.switch])
