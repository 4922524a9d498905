"""More of the page in Debian's Chromium: fingers at once, other screens, lost networks.

Usage: more.py CASE ADDRESS [ARGUMENT...]
"""

import json
import sys
import urllib.request

from browser import PATIENCE, check, main


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


NOTIFICATIONS = """
window.told = [];
window.Notification = class {
    static permission = "granted";
    constructor(title, { body }) {
        told.push(body);
        // As phones' browsers do.
        throw new TypeError("Illegal constructor.");
    }
};
"""


def alerts(browser, *_):
    """V13: what is new is told once, whatever the browser makes of it; old news is not."""
    browser.command("Page.addScriptToEvaluateOnNewDocument", source=NOTIFICATIONS)
    browser.driver.get("about:blank")
    browser.open()
    check(browser.run("return told.length") == 0, "old news was told")
    browser.tap("stop")
    browser.armed("stop")
    browser.settle()
    browser.tap("stop")
    browser.until("the alert", "return told.length")
    told = browser.run("return told")
    check(len(told) == 1 and "Tetris" in told[0], told)
    check(browser.run("return news.innerText") == told[0], "not on the screen")
    # The pictures go on: each one that came was said to be on the screen.
    browser.beat()
    shown = """const views = heard.filter(({ type }) => type === "view");
        const shown = said.filter(({ type }) => type === "shown");
        return views.at(-1).number === shown.at(-1).number;"""
    browser.until("the credit for every picture", shown)
    browser.driver.get("about:blank")
    browser.driver.get(browser.address)
    browser.until("a picture", "return heard.some(({ type }) => type === 'view')")
    browser.beat()
    check(browser.run("return told.length") == 0, "old news was told")


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


def node_of(tree, role, name):
    found = [
        node
        for node in tree
        if node.get("role", {}).get("value") == role and node.get("name", {}).get("value") == name
    ]
    check(len(found) == 1, f"{len(found)} of role {role} with the name {name}")
    properties = {each["name"]: each["value"].get("value") for each in found[0]["properties"]}
    return {"description": found[0].get("description", {}).get("value", ""), **properties}


def tree(browser, *_):
    """What a screen reader finds."""

    def read():
        nodes = browser.command("Accessibility.getFullAXTree")["nodes"]
        return [node for node in nodes if not node.get("ignored")]

    view = browser.run("return heard.findLast(({ type }) => type === 'view').view")
    nodes = read()
    for control in view["controls"]:
        is_switch = control["role"] == "switch" and control.get("on") is not None
        node = node_of(nodes, "switch" if is_switch else "button", control["name"])
        if is_switch:
            check(node["checked"] == str(control["on"]).lower(), node)
        check(node.get("disabled", False) is not control["enabled"], node)
        check(node["description"] == control.get("reason", control["value"]), node)
        check(node["focusable"], f"{control['name']} has no focus")
    live = [
        {each["name"]: each["value"].get("value") for each in node["properties"]}
        for node in browser.command("Accessibility.getFullAXTree")["nodes"]
        if node.get("role", {}).get("value") == "status"
    ]
    check(len(live) == 3 and all(each["live"] == "polite" for each in live), live)

    browser.tap("stop")
    browser.armed("stop")
    stop = next(each for each in view["controls"] if each["id"] == "stop")
    node = node_of(read(), "button", stop["armed_label"])
    check(node["description"] == view["words"]["armed"], node)
    check(browser.run("return spoken.textContent") == stop["armed_label"], "not announced")


def installed(browser, *_):
    """Whoever keeps the page as an app opens it by its whole address, the secret included."""
    manifest = browser.command("Page.getAppManifest")
    check(manifest["errors"] == [], manifest["errors"])
    check(manifest["manifest"]["startUrl"] == browser.address, "it starts elsewhere")
    check(manifest["manifest"]["display"] == "kStandalone", "no window of its own")


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
    two_fingers, elsewhere, reader, sleep, alerts, places, tree, installed, microphone,
]

if __name__ == "__main__":
    main(CASES, *sys.argv[1:])
