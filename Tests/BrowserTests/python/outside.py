"""What comes to the page from outside: other servers, other pages, markup, sleep.

Usage: outside.py CASE ADDRESS [ARGUMENT...]
"""

import json
import os
import signal
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from browser import check, main

# Another name for this machine.
NAME = "den.local"


def restart(browser, web, launcher):
    # The next server comes after the page has told, however fast the launcher is.
    os.kill(int(launcher), signal.SIGSTOP)
    try:
        os.kill(int(web), signal.SIGKILL)
        browser.until(
            "old, said",
            """return document.body.classList.contains("old")
                && document.getElementById("old").innerText.trim()""",
        )
        check(browser.run("return time.textContent !== ''"), "what was shown is gone")
        browser.tap("eye")
        browser.tap("stop")
        browser.not_delivered()
    finally:
        os.kill(int(launcher), signal.SIGCONT)
    browser.until(
        "a new picture",
        "return !document.body.classList.contains('old') && old.textContent === ''",
    )
    news = browser.run(
        """return heard.slice(heard.findLastIndex(({ type }) => type === "socket"))
            .map(({ type, number }) => [type, number ?? 0]);"""
    )
    check(news[:3] == [["socket", 0], ["welcome", 0], ["view", 1]], news)
    browser.beat()
    browser.nothing_armed()
    check(browser.run("return document.querySelector('.armed') === null"), "armed")
    check(browser.presses() == 0, "a touch was kept for later")
    check(browser.run("return title.innerText") == "Tetris", "the title is not there")
    # It works as before.
    browser.tap("eye")
    browser.armed("eye")


def sleep(browser, *_):
    """Whoever wakes a machine confirms nothing that was armed before it slept."""
    browser.tap("stop")
    browser.armed("stop")
    # The page's own clock stood still meanwhile, as many machines' do.
    browser.run("events.length = 0; const now = Date.now; Date.now = () => now() + 3600e3")
    browser.tap("stop")
    browser.until("a new picture", "return heard.findLast(({ type }) => type === 'view').number")
    browser.until(
        "a new socket",
        "return heard.filter(({ type }) => type === 'socket').length === 2 && !old.textContent",
    )
    browser.until("a disarm", "return said.some(({ type }) => type === 'disarm')")
    browser.nothing_armed()
    check("confirmed" not in browser.outcomes(1), "it was confirmed")


def markup(browser, title, *_):
    shown, children, broken = browser.run(
        "return [title.textContent, title.children.length, window.broken ?? null]"
    )
    check(shown == title, shown)
    check(children == 0, "the title has nodes of its own")
    browser.beat()
    check(broken is None and browser.run("return window.broken === undefined"), "it ran")
    check(browser.run("return document.images.length") == 0, "an image was made")


STRANGER = """<!doctype html><meta charset="utf-8"><title>elsewhere</title><body><script>
const [host, token] = %s;
const report = {};
const socket = new Promise((done) => {
    const news = [];
    const socket = new WebSocket(`ws://${host}/socket`, "handrail");
    socket.onopen = () => {
        news.push("open");
        socket.send(JSON.stringify({ type: "hello", token, view: "stranger" }));
    };
    socket.onmessage = ({ data }) => news.push(data);
    socket.onclose = () => done(news);
});
const body = JSON.stringify({ view: "stranger", down: 1, up: 1.1 });
const post = (options) => fetch(`http://${host}/stop`, { method: "POST", body, ...options })
    .then((answer) => answer.type, () => "nothing");
const element = (name, key, path) => new Promise((done) => {
    const node = document.createElement(name);
    node.onload = () => done("loaded");
    node.onerror = () => done("nothing");
    node[key] = `http://${host}${path}`;
    document.body.append(node);
});
(async () => {
    report.socket = await socket;
    report.post = await post({ headers: { "X-Handrail-Token": token } });
    report.plain = await post({ mode: "no-cors" });
    report.page = await fetch(`http://${host}/`).then(() => "read", () => "nothing");
    report.image = await element("img", "src", "/icon.png");
    report.script = await element("script", "src", "/touch.js");
    const frame = document.createElement("iframe");
    frame.src = `http://${host}/`;
    await new Promise((done) => { frame.onload = done; document.body.append(frame); });
    try {
        report.frame = frame.contentDocument?.title ?? "nothing";
    } catch {
        report.frame = "nothing";
    }
    window.report = report;
})();
</script>"""


def stranger(browser, *_):
    """A page of another origin, which somehow knows the secret even."""
    host, _, token = browser.address.removeprefix("http://").partition("/#")
    text = (STRANGER % json.dumps([host, token])).encode()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.send_header("Content-Length", str(len(text)))
            self.end_headers()
            self.wfile.write(text)

        def log_message(self, *_):
            pass

    page = browser.driver.current_window_handle
    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        browser.driver.switch_to.new_window("tab")
        browser.driver.get(f"http://127.0.0.1:{server.server_port}/")
        report = browser.until("the stranger's report", "return window.report")
    finally:
        server.shutdown()
    check(report.pop("socket") == [], "the socket opened")
    check(report.pop("plain") in ("opaque", "nothing"), "an answer can be read")
    check(set(report.values()) == {"nothing"}, report)
    browser.driver.switch_to.window(page)
    browser.beat()
    browser.nothing_armed()
    untouched = browser.run(
        """const views = heard.filter(({ type }) => type === "view").map(({ view }) => view);
        return views.every(({ armings, stop_line }) =>
            armings.length === 0 && stop_line === views[0].stop_line);"""
    )
    check(untouched, "the stranger's press was taken")


def insecure(browser, *_):
    """By another name than this machine's own, and without TLS, a browser gives no microphone."""
    browser.address = browser.address.replace("127.0.0.1", NAME)
    browser.open()
    check(not browser.run("return isSecureContext"), "it is secure")
    words = browser.run("return heard.findLast(({ type }) => type === 'view').view.words")
    said = browser.run("return document.getElementById('microphone-state').innerText")
    check(said == words["insecure"], said)
    # It gives no notifications either, and none are offered.
    check(not browser.run("return notify.checkVisibility()"), "notifications are offered")
    browser.tap("stop")
    browser.armed("stop")


CASES = [restart, sleep, markup, stranger, insecure]


if __name__ == "__main__":
    main(CASES, *sys.argv[1:], switches=[f"host-resolver-rules=MAP {NAME} 127.0.0.1"])
