"""How fast the page is: its first picture, its weight, and how soon a change is on the screen.

Usage: speed.py speed ADDRESS CHANGES
"""

import json
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from browser import main

ROUNDS = 11

# A task that is posted in a frame runs when that frame has been handed over to be drawn.
PAINTED = """
window.painted = (act) => requestAnimationFrame(() => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => act(performance.now());
    port2.postMessage(0);
});
const look = () => {
    const stop = document.querySelector("[data-control=stop]");
    if (stop?.innerText.trim() && document.getElementById("time").textContent) {
        painted((moment) => { window.first = moment; });
    } else {
        requestAnimationFrame(look);
    }
};
requestAnimationFrame(look);
"""

CHANGES = """
const label = document.querySelector("[data-control=on_air] .idle");
let text = label.innerText;
window.shown = [];
new MutationObserver(() => {
    if (label.innerText === text) return;
    text = label.innerText;
    painted((moment) => shown.push((performance.timeOrigin + moment) / 1000));
}).observe(document.body, { subtree: true, childList: true, characterData: true });
"""

WEIGHT = """
return ["navigation", "resource"].flatMap((type) => performance.getEntriesByType(type))
    .reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0);
"""


class Blank(BaseHTTPRequestHandler):
    """A page of one letter, by which the browser's own time is told from ours."""

    def do_GET(self):
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>blank</title><p>x")

    def log_message(self, *_):
        pass


def blank(browser):
    """How long the browser takes for that page."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Blank)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    took = []
    for _ in range(ROUNDS):
        browser.driver.get("about:blank")
        browser.driver.get(f"http://127.0.0.1:{server.server_port}/")
        script = "return performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
        took.append(browser.until("a letter", script))
    server.shutdown()
    return took


def speed(browser, changes, *_):
    browser.command("Network.setCacheDisabled", cacheDisabled=True)
    empty = blank(browser)
    browser.command("Page.addScriptToEvaluateOnNewDocument", source=PAINTED)
    first = []
    for _ in range(ROUNDS):
        browser.driver.get("about:blank")
        browser.open()
        first.append(browser.until("the first picture, painted", "return window.first"))
    weight = browser.run(WEIGHT)
    browser.run(CHANGES)
    print("ready", flush=True)
    browser.until("all changes", "return shown.length >= arguments[0]", int(changes))
    shown = browser.run("return shown")
    print(json.dumps({"blank": empty, "first": first, "weight": weight, "shown": shown}))


CASES = [speed]


if __name__ == "__main__":
    main(CASES, *sys.argv[1:])
