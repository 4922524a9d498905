"""The page in Debian's Chromium: real touches and keys, and what is then on the screen.

Usage: browser.py CASE ADDRESS [ARGUMENT...]
"""

import contextlib
import json
import os
import re
import signal
import sys
import tempfile
import threading
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.support.wait import WebDriverWait

PATIENCE = 20
WHOLE = 100
PICTURES = Path(__file__).parents[3] / ".build/browser"

# Keeps what goes over the page's sockets, and what the page's own code could not know of.
WATCH = """
window.heard = [];
window.said = [];
window.events = [];
window.violations = [];
window.WebSocket = class extends WebSocket {
    constructor(...all) {
        super(...all);
        heard.push({ type: "socket" });
        this.addEventListener("message", ({ data }) => {
            heard.push(JSON.parse(data));
            window.heardAt = performance.now();
        });
    }
    send(text) {
        said.push(JSON.parse(text));
        super.send(text);
    }
};
addEventListener("securitypolicyviolation", (event) => {
    violations.push(`${event.violatedDirective}: ${event.blockedURI}`);
});
for (const kind of ["blur", "pagehide", "pointerdown", "pointerup", "pointercancel", "keydown"]) {
    addEventListener(kind, () => events.push(kind), true);
}
for (const kind of ["visibilitychange", "freeze"]) {
    document.addEventListener(kind, () => events.push(`${kind} ${document.visibilityState}`));
}
"""


def check(condition, what):
    if not condition:
        raise AssertionError(what)


class Browser:
    """A browser with a profile of its own, and the page in it."""

    def __init__(self, address, profile, *switches):
        self.address = address
        options = webdriver.ChromeOptions()
        options.binary_location = "/usr/bin/chromium"
        for argument in [
            "headless=new",
            "no-sandbox",
            "disable-dev-shm-usage",
            "disable-gpu",
            "disable-background-networking",
            "no-first-run",
            "lang=en",
            f"user-data-dir={profile}",
            *switches,
        ]:
            options.add_argument(f"--{argument}")
        options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
        self.driver = webdriver.Chrome(options, Service("/usr/bin/chromedriver"))
        try:
            self.resize(390, 844)
            self.command("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=5)
            self.command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        except BaseException:
            self.driver.quit()
            raise

    def open(self):
        """Opens the page, and waits until it shows the session."""
        self.driver.get(self.address)
        self.until("the first picture", "return stop.innerText.trim() && time.textContent")

    # What the browser does.

    def command(self, name, **arguments):
        return self.driver.execute_cdp_cmd(name, arguments)

    def resize(self, width, height, scale=1):
        self.command(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=scale,
            mobile=True,
        )

    def run(self, script, *arguments):
        names = "const stop = document.querySelector('[data-control=stop]');"
        return self.driver.execute_script(names + script, *arguments)

    def until(self, what, script, *arguments):
        """Waits until a script gives something true, and gives that."""
        wait = WebDriverWait(self.driver, PATIENCE, poll_frequency=0.05)
        return wait.until(lambda _: self.run(script, *arguments), f"never came: {what}")

    # What a person does.

    def place(self, control):
        """Where the middle of a control is."""
        box = self.run(
            """const node = document.querySelector(`[data-control="${arguments[0]}"]`);
            node.scrollIntoView({ block: "nearest" });
            const { left, top, width, height } = node.getBoundingClientRect();
            return [left + width / 2, top + height / 2];""",
            control,
        )
        return {"x": box[0], "y": box[1]}

    def touch(self, kind, *points):
        self.command("Input.dispatchTouchEvent", type=f"touch{kind}", touchPoints=list(points))

    def mouse(self, kind, point):
        held = {"button": "left", "buttons": 1, "clickCount": 1}
        self.command("Input.dispatchMouseEvent", type=f"mouse{kind}", **point, **held)

    def tap(self, control):
        self.touch("Start", self.place(control))
        self.touch("End")

    def key(self, kind, name, **more):
        text = {} if kind == "keyUp" else {"text": "\r" if name == "Enter" else " "}
        number = 13 if name == "Enter" else 32
        self.command(
            "Input.dispatchKeyEvent",
            type=kind,
            code=name,
            key=name if name == "Enter" else " ",
            windowsVirtualKeyCode=number,
            **text,
            **more,
        )

    # What is there then.

    def outcomes(self, count):
        """Waits for the outcomes of so many presses, and gives all there are."""
        return self.until(
            f"the outcomes of {count} presses",
            """const all = heard.filter(({ type }) => type === "pressed");
            return all.length >= arguments[0] && all.map(({ outcome }) => outcome);""",
            count,
        )

    def presses(self):
        return self.run("return said.filter(({ type }) => type === 'press').length")

    def armed(self, control):
        self.until(
            f"{control} armed",
            "return document.querySelector(`[data-control=${arguments[0]}].armed`) !== null",
            control,
        )

    def settle(self):
        """Waits by the page's clock until a second press counts as one."""
        now = self.run("return performance.now()")
        self.until("the settle's end", "return performance.now() > arguments[0] + 450", now)

    def beat(self):
        """Waits until the server shows that it lives: what was said before has come round."""
        count = self.run("return heard.length")
        self.until(
            "a beat", "return heard.slice(arguments[0]).some(({ type }) => type === 'beat')", count
        )

    def not_delivered(self):
        """Waits until it is on the screen that a touch has not arrived."""
        self.until(
            "not delivered, said",
            """const words = heard.findLast(({ type }) => type === "view").view.words;
            return news.checkVisibility() && news.offsetHeight > 0
                && news.innerText === words.not_delivered;""",
        )

    def nothing_armed(self):
        """Waits until the newest picture, and the screen, have nothing armed."""
        self.until(
            "nothing armed",
            """const views = heard.filter(({ type }) => type === "view");
            return views.length > 0 && views.at(-1).view.armings.length === 0
                && document.querySelector(".armed") === null;""",
        )


def stop(browser, *_):
    browser.tap("stop")
    browser.armed("stop")
    check(browser.outcomes(1) == ["armed"], "the first touch has not just armed")
    browser.settle()
    browser.tap("stop")
    check(browser.outcomes(2) == ["armed", "confirmed"], browser.outcomes(2))
    browser.until(
        "Stopped",
        """return document.getElementById("stop-line").innerText
            === "Stopped — engine released inputs" """,
    )
    browser.nothing_armed()


def graze(browser, *_):
    inside = browser.place("stop")
    outside = {"x": inside["x"], "y": inside["y"] - 300}
    browser.touch("Start", inside)
    browser.touch("Move", outside)
    browser.touch("End")
    browser.touch("Start", inside)
    browser.touch("Move", outside)
    browser.touch("Move", inside)
    browser.touch("End")
    browser.mouse("Pressed", inside)
    browser.mouse("Moved", outside)
    browser.mouse("Released", outside)
    browser.mouse("Pressed", inside)
    browser.mouse("Moved", outside)
    browser.mouse("Moved", inside)
    browser.mouse("Released", inside)
    browser.mouse("Pressed", outside)
    browser.mouse("Moved", inside)
    browser.mouse("Released", inside)
    browser.beat()
    check(browser.presses() == 0, "sliding off, or on, is a press")
    check(browser.run("return events.filter((e) => e === 'pointerdown').length") == 5, "no touch")

    # One command, so that both are there within the settle however slow this script is.
    browser.command("Input.synthesizeTapGesture", **inside, duration=20, tapCount=2)
    check(browser.outcomes(2) == ["armed", "armed"], browser.outcomes(2))
    browser.armed("stop")
    browser.beat()
    check(browser.presses() == 2, "more than two touches")


def held_key(browser, *_):
    for count, (name, control) in enumerate([(" ", "stop"), ("Enter", "eye")], 1):
        code = "Space" if name == " " else name
        browser.run(
            "document.querySelector(`[data-control=${arguments[0]}]`).focus()", control
        )
        browser.key("keyDown", code)
        for _ in range(20):
            browser.key("keyDown", code, autoRepeat=True)
        browser.settle()
        for _ in range(20):
            browser.key("keyDown", code, autoRepeat=True)
        browser.key("keyUp", code)
        check(browser.outcomes(count) == ["armed"] * count, browser.outcomes(count))
        browser.armed(control)
        browser.beat()
        check(browser.presses() == count, f"{name} held is more than one press")
    check(browser.run("return events.filter((e) => e === 'keydown').length") == 82, "no keys")


def disarm(browser, *_):
    driver = browser.driver
    page = driver.current_window_handle

    def arm():
        browser.run("events.length = 0; said.length = 0")
        browser.tap("eye")
        browser.armed("eye")

    def is_over(event):
        browser.until(f"the event {event}", "return events.includes(arguments[0])", event)
        browser.until("a disarm", "return said.some(({ type }) => type === 'disarm')")
        browser.nothing_armed()

    # Another tab in front; going back to this one brings it to the front again.
    arm()
    driver.switch_to.new_window("tab")
    driver.switch_to.window(page)
    is_over("visibilitychange hidden")

    # Another window has the keys. This is a made event: without a screen no window loses them.
    arm()
    browser.run("dispatchEvent(new Event('blur'))")
    is_over("blur")

    # The page is left.
    arm()
    driver.get("about:blank")
    browser.open()
    browser.nothing_armed()

    # The browser puts the page to sleep, as it does with those in the background.
    # The last one: a page that was put to sleep stays hidden, and takes no touch.
    arm()
    browser.command("Page.setWebLifecycleState", state="frozen")
    browser.command("Page.setWebLifecycleState", state="active")
    is_over("freeze hidden")


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


SMALL = """
const problems = [];
const name = (node) => node.dataset.control ?? node.dataset.do ?? node.id;
for (const node of document.querySelectorAll("button")) {
    const box = node.getBoundingClientRect();
    if (box.width === 0) continue;
    if (node.getAttribute("aria-disabled") !== "true" && (box.width < 44 || box.height < 44)) {
        problems.push(`${name(node)} is ${box.width} x ${box.height}`);
    }
    for (const part of [node, ...node.querySelectorAll(".idle, .asked")]) {
        if (part.scrollWidth > part.clientWidth) {
            problems.push(`${name(node)}: ${part.className} ${part.innerText} is cut`);
        }
    }
}
const box = stop.getBoundingClientRect();
if (box.left < 0 || box.top < 0 || box.right > innerWidth || box.bottom > innerHeight) {
    problems.push(`Stop is out of sight: ${JSON.stringify(box)}`);
}
const top = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
if (!stop.contains(top)) problems.push("something lies over Stop");
if (document.documentElement.scrollWidth > innerWidth) problems.push("the page is too wide");
return problems;
"""


def sizes(browser, *_):
    # Twice as large is half as many CSS pixels, each of two of the screen's.
    cases = [(390, 844, 1), (320, 480, 1), (844, 390, 1), (195, 422, 2), (160, 240, 2)]
    found = {}
    for is_armed in [False, True]:
        if is_armed:
            browser.tap("stop")
            browser.armed("stop")
        for text in [100, 200]:
            # Here, as a text without room zooms the screen, which later sizes would keep.
            browser.resize(390, 844)
            browser.until("the first size", "return innerWidth === 390 && innerHeight === 844")
            browser.run("document.documentElement.style.fontSize = `${arguments[0]}%`", text)
            for width, height, scale in cases:
                # Both at once is four times as large, on a screen that has no room for it.
                if text == 200 and scale == 2:
                    continue
                browser.resize(width, height, scale)
                browser.until(
                    "the new size",
                    "return innerWidth === arguments[0] && innerHeight === arguments[1]",
                    width,
                    height,
                )
                if problems := browser.run(SMALL):
                    found[f"{width} x {height}, text {text} %, armed {is_armed}"] = problems
        browser.resize(390, 844)
        browser.until("the first size", "return innerWidth === 390 && innerHeight === 844")
        browser.run("document.documentElement.style.fontSize = ''")
    check(not found, json.dumps(found, indent=1, ensure_ascii=False))


def clean(browser, *_):
    browser.tap("eye")
    browser.armed("eye")
    browser.beat()
    origin = browser.address.partition("/#")[0]
    linked = browser.run(
        """const links = [...document.querySelectorAll("link[href]")].map(({ href }) => href);
        const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
        return [...links, ...loaded];"""
    )
    places = {f"{origin}/"} | {place for place in linked if place.startswith("http")}
    check(all(place.startswith(f"{origin}/") for place in places), places)
    manifest = next(place for place in places if place.endswith(".webmanifest"))
    icons = json.loads(urllib.request.urlopen(manifest, timeout=PATIENCE).read())["icons"]
    places |= {f"{origin}/{icon['src'].lstrip('/')}" for icon in icons}
    sizes = {}
    for place in places:
        with urllib.request.urlopen(place, timeout=PATIENCE) as answer:
            sizes[place] = int(answer.headers["Content-Length"])
    check(len(sizes) >= 5 and sum(sizes.values()) < 60_000, sizes)
    print(f"{sum(sizes.values())} bytes in {len(sizes)} files")
    check(browser.run("return violations") == [], browser.run("return violations"))
    log = browser.driver.get_log("browser")
    check(log == [], log)


CASES = [stop, graze, held_key, disarm, restart, markup, stranger, sizes, clean]


def give_up(*_):
    raise TimeoutError("it was ended, or takes too long")


def main(cases, case, address, *arguments, switches=()):
    signal.signal(signal.SIGALRM, give_up)
    signal.signal(signal.SIGTERM, give_up)
    signal.alarm(WHOLE)
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        browser = Browser(address, profile, *switches)
        try:
            browser.open()
            next(each for each in cases if each.__name__ == case)(browser, *arguments)
        except BaseException:
            PICTURES.mkdir(parents=True, exist_ok=True)
            # Without hiding the failure, where the browser itself is gone.
            with contextlib.suppress(Exception):
                browser.driver.save_screenshot(str(PICTURES / f"{case}.png"))
                print(re.sub(r"\w{32}", "…", str(browser.driver.get_log("browser"))))
            raise
        finally:
            browser.driver.quit()


if __name__ == "__main__":
    main(CASES, *sys.argv[1:])
