"""What hands, keys and screen readers do to the page, and what counts as a press.

Usage: presses.py CASE ADDRESS [ARGUMENT...]
"""

import json
import sys
import urllib.request

from browser import PATIENCE, check, main


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


def press_elsewhere(browser, view):
    """Presses Stop as a page that has no socket does."""
    origin, _, token = browser.address.partition("/#")
    body = json.dumps({"view": view, "down": 1, "up": 1.1}).encode()
    headers = {"X-Handrail-Token": token, "Origin": origin}
    request = urllib.request.Request(f"{origin}/stop", body, headers)
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        return json.loads(answer.read())["outcome"]


def box(browser, control):
    return browser.run(
        """const node = document.querySelector(`[data-control="${arguments[0]}"]`);
        return JSON.stringify(node.getBoundingClientRect());""",
        control,
    )


def two_fingers(browser, *_):
    """Stop is there for the other hand of whoever holds the microphone."""
    browser.run("microphone.scrollIntoView({ block: 'nearest' })")
    left, top = browser.run(
        "const { left, top } = microphone.getBoundingClientRect(); return [left, top]"
    )
    holding = {"x": left + 20, "y": top + 20, "id": 0}
    other = {**browser.place("stop"), "id": 1}
    browser.touch("Start", holding)
    browser.until("a touch of the microphone", "return said.some(({ phase }) => phase === 'down')")
    browser.touch("Start", other)
    browser.touch("End", other)
    check(browser.outcomes(1) == ["armed"], browser.outcomes(1))
    browser.armed("stop")
    browser.settle()
    browser.touch("Start", other)
    browser.touch("End", other)
    check(browser.outcomes(2) == ["armed", "confirmed"], browser.outcomes(2))
    check(
        browser.run("return said.filter(({ phase }) => phase === 'down').length") == 1,
        "the other finger touches the microphone",
    )
    browser.touch("End")
    browser.until("the lift", "return said.some(({ phase }) => phase === 'up')")

    # Two fingers on one control are one press.
    eye = browser.place("eye")
    first, second = {**eye, "id": 0}, {**eye, "x": eye["x"] + 20, "id": 1}
    browser.touch("Start", first)
    browser.touch("Start", second)
    browser.touch("End", second)
    browser.touch("End")
    check(browser.outcomes(3)[2:] == ["armed"], browser.outcomes(3))
    browser.beat()
    check(browser.presses() == 3, "two fingers are two presses")


def elsewhere(browser, *_):
    """What another screen has armed is said, moves nothing, and is not confirmed from here."""
    before = box(browser, "stop")
    check(press_elsewhere(browser, "phone-of-mine") == "armed", "not armed")
    text = browser.until(
        "the other's arming", "return stop.querySelector('.elsewhere').textContent"
    )
    check("phone-of-mine" in text, text)
    check(text in browser.run("return stop.getAttribute('aria-description')"), "not in the tree")
    check(browser.run("return !stop.classList.contains('armed')"), "armed here as well")
    check(box(browser, "stop") == before, "Stop has moved")
    browser.tap("stop")
    check(browser.outcomes(1) == ["armed"], browser.outcomes(1))
    browser.armed("stop")
    check(box(browser, "stop") == before, "Stop has moved")


def reader(browser, *_):
    """A screen reader's click, which has neither finger nor key before it, is one press."""
    browser.run("stop.click()")
    check(browser.outcomes(1) == ["armed"], browser.outcomes(1))
    browser.beat()
    check(browser.presses() == 1, "one click is more than one press")


ORDER = """
const shown = [...document.querySelectorAll("#actions button, #places button")];
const view = heard.findLast(({ type }) => type === "view").view;
const wanted = [...(view.way?.actions ?? []), ...view.places.map(({ action }) => action)];
return JSON.stringify(shown.map(({ innerText }) => innerText))
    === JSON.stringify(wanted.map(({ label }) => label));
"""


def places(browser, *_):
    """What can be done about the way and the places: in order, and once for a held key."""
    deeds = "return said.filter(({ type }) => type === 'action').length"
    browser.until("the places", "return document.querySelectorAll('#places li').length === 2")
    check(browser.run(ORDER), "in another order")
    browser.run("document.querySelector('#places button').focus()")
    browser.key("keyDown", "Enter")
    for _ in range(20):
        browser.key("keyDown", "Enter", autoRepeat=True)
    browser.key("keyUp", "Enter")
    browser.until("an answer", "return heard.some(({ type }) => type === 'done')")
    browser.until("the way's actions", "return document.querySelectorAll('#actions button').length")
    browser.until("the same order", ORDER)
    browser.beat()
    check(browser.run(deeds) == 1, "a held key is more than one press")
    check(browser.run("return document.querySelector('#places b') === null"), "markup in a place")


def microphone(browser, *_):
    """What a hand does on the microphone's button goes out; whatever takes it away cancels."""
    phases = """return said.filter(({ type, phase }) => type === "pointer" && phase !== "move")
        .map(({ phase }) => phase);"""

    def said(*wanted):
        browser.until(f"{wanted}", f"return (() => {{ {phases} }})().length >= {len(wanted)}")
        check(browser.run(phases) == list(wanted), browser.run(phases))
        browser.run("said.length = 0")

    def press():
        browser.touch("Start", middle)
        browser.until("a touch", "return said.some(({ phase }) => phase === 'down')")

    browser.run("microphone.scrollIntoView({ block: 'nearest' })")
    left, top, width, height = browser.run(
        """const { left, top, width, height } = microphone.getBoundingClientRect();
        return [left, top, width, height];"""
    )
    middle = {"x": left + width / 2, "y": top + height / 2}
    # A hold that drifts is none of the page's business, and neither is where it is lifted.
    press()
    browser.touch("Move", {**middle, "y": middle["y"] - 90})
    browser.touch("End")
    said("down", "up")
    # A still hand shows that it is there, so that a lost one can be told from it.
    press()
    browser.until(
        "signs", "return said.filter(({ phase }) => phase === 'move').length >= 3"
    )
    browser.run("dispatchEvent(new Event('blur'))")
    browser.touch("End")
    said("down", "cancel")
    # The browser takes the touch away.
    press()
    browser.touch("Cancel")
    said("down", "cancel")
    # A context menu is kept away; another button than the first is no hold.
    browser.run(
        "addEventListener('contextmenu', ({ defaultPrevented }) => events.push(defaultPrevented))"
    )
    right = {"button": "right", "buttons": 2, "clickCount": 1}
    for kind in ["Pressed", "Released"]:
        browser.command("Input.dispatchMouseEvent", type=f"mouse{kind}", **middle, **right)
    browser.until("a prevented menu", "return events.includes(true)")
    check(browser.run(phases) == [], browser.run(phases))
    # The right button hides the left one's lift; the next move tells.
    browser.mouse("Pressed", middle)
    browser.command(
        "Input.dispatchMouseEvent", type="mouseMoved", x=middle["x"] + 1, y=middle["y"],
        button="none", buttons=2,
    )
    browser.mouse("Released", middle)
    said("down", "cancel")
    browser.run("microphone.focus()")
    browser.key("keyDown", "Space")
    for _ in range(20):
        browser.key("keyDown", "Space", autoRepeat=True)
    browser.run("microphone.blur()")
    browser.key("keyUp", "Space")
    said("down", "up")
    check(browser.run("return getComputedStyle(microphone).touchAction") == "none", "it scrolls")
    check(browser.presses() == 0, "a hold is a press")


CASES = [
    stop, graze, held_key, disarm, two_fingers, elsewhere, reader, places, microphone,
]


if __name__ == "__main__":
    main(CASES, *sys.argv[1:])
