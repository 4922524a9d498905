"""Debian's Chromium with the page in it: real touches and keys, and what is then on the screen.

The cases are in the other files here, a file for each thing that they are about.
"""

import contextlib
import re
import signal
import tempfile
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
