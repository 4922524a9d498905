"""What the page is made of, and how much of it there is.

Usage: page.py CASE ADDRESS [ARGUMENT...]
"""

import json
import sys
import urllib.request

from browser import PATIENCE, check, main


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
    browser.until("the app's own manifest", "return document.querySelector('[href^=\"blob:\"]')")
    errors = browser.command("Page.getInstallabilityErrors")["installabilityErrors"]
    check(errors == [], errors)
    manifest = browser.command("Page.getAppManifest")
    check(manifest["errors"] == [], manifest["errors"])
    check(manifest["manifest"]["startUrl"] == browser.address, "it starts elsewhere")
    check(manifest["manifest"]["display"] == "kStandalone", "no window of its own")


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


CASES = [sizes, clean, tree, installed, alerts]


if __name__ == "__main__":
    main(CASES, *sys.argv[1:])
