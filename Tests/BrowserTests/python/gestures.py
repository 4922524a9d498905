"""Hold to talk by real fingers: what the page tells of a hand on the microphone's button.

Usage: gestures.py CASE ADDRESS
"""

import json
import sys
from pathlib import Path

from browser import check, main

SEQUENCES = Path(__file__).parents[2] / "FaceCoreTests/gestures.json"

# The page's signs of a still hand, one when the test wants it and none in between.
SIGNS = """
const [begin, end] = [window.setInterval.bind(window), window.clearInterval.bind(window)];
window.signs = new Map();
window.setInterval = (act, wait) => {
    if (wait !== 250) return begin(act, wait);
    signs.set(-signs.size - 1, act);
    return -signs.size;
};
window.clearInterval = (timer) => signs.has(timer) ? signs.clear() : end(timer);
"""

TOLD = """return said.filter(({ type }) => type === "pointer")
    .map(({ phase, pointer, x, y, at }) => [phase, pointer, x, y, at]);"""


class Hand:
    """The fingers on the screen, which may go wherever a sequence says."""

    def __init__(self, browser):
        self.browser = browser
        self.middle = browser.run(
            """microphone.scrollIntoView({ block: "center" });
            const { left, top, width, height } = microphone.getBoundingClientRect();
            return [Math.round(left + width / 2), Math.round(top + height / 2)];"""
        )
        self.fingers = {}

    def send(self, kind):
        self.browser.touch(kind, *self.fingers.values())

    def act(self, phase, finger, x, y):
        """Makes an event; false where no browser can, as that finger is not, or already, down."""
        if (phase == "down") == (finger in self.fingers):
            return False
        left, top = self.middle
        place = {"id": finger, "x": left + x, "y": top + y}
        if phase == "down":
            self.fingers[finger] = place
            self.send("Start")
        elif phase == "up":
            # It is lifted where it moved to last.
            if self.fingers[finger] != place:
                self.fingers[finger] = place
                self.send("Move")
            del self.fingers[finger]
            # To lift one of several is to move without it.
            self.send("Move" if self.fingers else "End")
        elif phase == "cancel":
            self.fingers.clear()
            self.browser.touch("Cancel")
        elif self.fingers[finger] != place:
            self.fingers[finger] = place
            self.send("Move")
        else:
            self.browser.run("for (const sign of signs.values()) sign()")
        return True

    def leave(self):
        if self.fingers:
            self.fingers.clear()
            self.browser.touch("Cancel")


def wanted(events):
    """What the page is to tell of those: one finger, from its touch to its end."""
    told = []
    held = None
    place = None
    for phase, finger, x, y in events:
        if phase == "down" and held is None:
            held = finger
        if finger != held:
            continue
        if phase == "up" and place != (x, y):
            told.append(("move", x, y))
        # Where it is taken away nobody knows.
        told.append((phase, x, y) if phase != "cancel" else (phase, None, None))
        place = (x, y)
        if phase in ("up", "cancel"):
            held = None
    return told


def sequences(browser, *_):
    """Each sequence of the recogniser's own tests, as far as a browser can make it."""
    browser.command("Page.addScriptToEvaluateOnNewDocument", source=SIGNS)
    browser.driver.get("about:blank")
    browser.open()
    made = 0
    for gesture in json.loads(SEQUENCES.read_text()):
        # The long ones are the same event again and again.
        if len(gesture["events"]) > 20:
            continue
        hand = Hand(browser)
        browser.run("said.length = 0")
        touches = [event[:4] for event in gesture["events"] if event[0] != "elapse"]
        events = [event for event in touches if hand.act(*event)]
        expected = wanted(events)
        browser.until(
            gesture["name"], f"return (() => {{ {TOLD} }})().length >= arguments[0]", len(expected)
        )
        told = browser.run(TOLD)
        left, top = hand.middle
        places = [
            (phase, None, None) if phase == "cancel" else (phase, x - left, y - top)
            for phase, _, x, y, _ in told
        ]
        check(places == expected, f"{gesture['name']}: {places}, and not {expected}")
        times = [at for *_, at in told]
        check(times == sorted(times), f"{gesture['name']}: {times}")
        check_pointers(gesture, told)
        hand.leave()
        made += len(events)
    check(made > 80, f"{made} events only")
    check(browser.presses() == 0, "a hold is a press")


def check_pointers(gesture, told):
    """One hold is one pointer's."""
    pointer = None
    for phase, each, *_ in told:
        pointer = each if phase == "down" else pointer
        check(each == pointer, f"{gesture['name']}: {told}")


def taken(browser, *_):
    """Whatever takes the hand away ends the hold, also where no lift is ever told."""
    driver = browser.driver
    page = driver.current_window_handle
    phases = """return said.filter(({ type, phase }) => type === "pointer" && phase !== "move")
        .map(({ phase }) => phase);"""

    def hold():
        browser.run("said.length = 0")
        hand = Hand(browser)
        hand.act("down", 1, 0, 0)
        browser.until("a touch", "return said.some(({ phase }) => phase === 'down')")
        return hand

    def ends(hand, *ways):
        browser.until(
            "an end", "return said.some(({ phase }) => phase === 'up' || phase === 'cancel')"
        )
        hand.leave()
        browser.beat()
        told = browser.run(phases)
        check(told[:1] == ["down"] and told[1:] in [[way] for way in ways], told)

    # The button loses the pointer, or is gone itself: nothing of it has to hear of the lift.
    for loss in ["releasePointerCapture(pointer)", "remove()"]:
        hand = hold()
        browser.run(
            f"""const {{ pointer }} = said.find(({{ phase }}) => phase === "down");
            document.getElementById("microphone").{loss};"""
        )
        hand.act("move", 1, 0, -90)
        hand.act("up", 1, 0, -90)
        ends(hand, "up", "cancel")
    driver.get("about:blank")
    browser.open()

    # Another tab in front.
    hand = hold()
    driver.switch_to.new_window("tab")
    driver.switch_to.window(page)
    ends(hand, "cancel")

    # The browser puts the page to sleep; the last one, as such a page takes no touch any more.
    hand = hold()
    browser.command("Page.setWebLifecycleState", state="frozen")
    browser.command("Page.setWebLifecycleState", state="active")
    browser.until("a cancel", "return said.some(({ phase }) => phase === 'cancel')")
    check(browser.run(phases) == ["down", "cancel"], browser.run(phases))


CASES = [sequences, taken]


if __name__ == "__main__":
    main(CASES, *sys.argv[1:])
