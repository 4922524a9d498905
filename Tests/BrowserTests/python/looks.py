"""What the page in Debian's Chromium looks like: the pixels of every control, in every state.

Usage: looks.py CASE ADDRESS [LANGUAGE]
"""

import base64
import io
import json
import sys
from collections import Counter

from browser import PICTURES, check, main
from page import SMALL
from PIL import Image

SIZES = [(320, 480), (390, 844), (1280, 800)]
SCALE = 2
CONTRAST = 4.5
DRAWN = 0.9

# The label that shows, what is to be read there, and how wide it is in one line.
LABEL = """
const node = document.querySelector(`[data-control="${arguments[0]}"]`);
node.scrollIntoView({ block: "nearest" });
const part = node.querySelector(node.classList.contains("armed") ? ".asked" : ".idle");
const { font, letterSpacing } = getComputedStyle(part);
const canvas = new OffscreenCanvas(1, 1).getContext("2d");
canvas.font = font;
const { left, top, width, height } = part.getBoundingClientRect();
return { text: part.textContent, box: [left, top, width, height],
    width: canvas.measureText(part.textContent).width, space: canvas.measureText(" ").width };
"""


def luminance(color):
    parts = [value / 255 for value in color]
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    dark, light = sorted([luminance(one), luminance(other)])
    return (light + 0.05) / (dark + 0.05)


def picture(browser, left, top, width, height):
    """What is on the screen there."""
    clip = {"x": left, "y": top, "width": width, "height": height, "scale": 1}
    data = browser.command("Page.captureScreenshot", format="png", clip=clip)["data"]
    return Image.open(io.BytesIO(base64.b64decode(data))).convert("RGB")


def runs(flags):
    """From where to where flags are set without a break."""
    found, start = [], None
    for place, flag in enumerate([*flags, False]):
        if flag and start is None:
            start = place
        elif not flag and start is not None:
            found.append((start, place))
            start = None
    return found


def read(image):
    """The contrast of a picture's letters with its fill, how far its lines reach, their count."""
    width, height = image.size
    pixels = list(image.getdata())
    counts = Counter(pixels)
    fill = counts.most_common(1)[0][0]
    ratios = {color: contrast(color, fill) for color in counts}
    best = max(ratios.values())
    # Of a letter's edge what is nearer to its ink than to the fill.
    ink = [ratios[color] > best**0.5 for color in pixels]
    rows = [ink[row * width : (row + 1) * width] for row in range(height)]
    # Dots and accents belong to the line under them: lines are apart by more than two pixels.
    lines = []
    for start, end in runs([any(row) for row in rows]):
        if lines and start - lines[-1][1] <= 2 * SCALE:
            lines[-1] = (lines[-1][0], end)
        else:
            lines.append((start, end))
    reach = 0
    for start, end in lines:
        columns = [any(rows[row][column] for row in range(start, end)) for column in range(width)]
        reach += len(columns) - columns[::-1].index(True) - columns.index(True)
    return best, reach / SCALE, len(lines)


def problems(browser, control):
    """What is wrong with a control's label as it is drawn now."""
    label = browser.run(LABEL, control)
    if not label["text"]:
        return ["no label"]
    best, reach, lines = read(picture(browser, *label["box"]))
    # Where a line ends, no space is drawn.
    wanted = label["width"] - (lines - 1) * label["space"]
    found = []
    if best < CONTRAST:
        found.append(f"{label['text']}: contrast {best:.2f}")
    if reach < DRAWN * wanted:
        found.append(f"{label['text']}: {reach} of {wanted:.0f} px")
    return found


def show(browser, size, scheme, motion="no-preference"):
    browser.resize(*size, SCALE)
    browser.command(
        "Emulation.setEmulatedMedia",
        features=[
            {"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": motion},
        ],
    )
    browser.until(
        "the new size",
        """return innerWidth === arguments[0] && innerHeight === arguments[1]
            && matchMedia(`(prefers-color-scheme: ${arguments[2]})`).matches;""",
        *size,
        scheme,
    )


def keep(browser, name):
    PICTURES.mkdir(parents=True, exist_ok=True)
    browser.driver.save_screenshot(str(PICTURES / f"{name}.png"))


def boxes(browser):
    return browser.run(
        """return [...document.querySelectorAll("[data-control]")].map((node) =>
            [node.offsetLeft, node.offsetTop, node.offsetWidth, node.offsetHeight]);"""
    )


def controls(browser, language, *_):
    """V9, V5: each control's label can be read, and nothing moves when one is armed."""
    names = browser.run(
        "return [...document.querySelectorAll('[data-control]')].map((n) => n.dataset.control)"
    )
    check(len(names) == 5, names)
    check(browser.run("return document.documentElement.lang") == language, "another language")
    found, count = {}, 0

    def look(where, control):
        nonlocal count
        count += 1
        if wrong := problems(browser, control):
            found[f"{where}, {control}"] = wrong

    shows = [(size, scheme) for size in SIZES for scheme in ["light", "dark"]]
    # As the page opens: Wrap up can't be pressed.
    for size, scheme in shows:
        show(browser, size, scheme)
        for control in names:
            look(f"{size} {scheme}", control)
        keep(browser, f"{language}-{size[0]}-{scheme}")
    # On air all five can be, and what is on looks different.
    browser.tap("on_air")
    browser.armed("on_air")
    browser.settle()
    browser.tap("on_air")
    browser.until(
        "on air", "return document.querySelector('[data-control=on_air][aria-checked=true]')"
    )
    browser.until(
        "Wrap up", "return document.querySelector('[data-control=wrap_up][aria-disabled=false]')"
    )
    for size, scheme in shows:
        show(browser, size, scheme)
        before = boxes(browser)
        for control in names:
            browser.tap(control)
            browser.armed(control)
            look(f"{size} {scheme} armed", control)
            if boxes(browser) != before:
                found[f"{size} {scheme} armed, {control} "] = ["something has moved"]
        keep(browser, f"{language}-{size[0]}-{scheme}-armed")
        browser.run("dispatchEvent(new Event('blur'))")
        browser.nothing_armed()
        look(f"{size} {scheme} on air", "on_air")
    check(not found, json.dumps(found, indent=1, ensure_ascii=False))
    print(f"{count} labels read")


def motion(browser, *_):
    """V5: what is left of an arming is a bar, or a number where nothing may move."""
    browser.tap("stop")
    browser.armed("stop")
    animated = "return stop.querySelector('.left').getAnimations().length"
    number = """const node = stop.querySelector(".count");
        return node.checkVisibility() ? node.innerText : "";"""
    check(browser.run(animated) == 1 and browser.run(number) == "", "no bar")
    # As long as the face says (V10), which is not the usual time in these tests.
    length = browser.run(
        "return stop.querySelector('.left').getAnimations()[0].effect.getTiming().duration"
    )
    check(length == 60_000, f"the bar takes {length} ms")
    show(browser, SIZES[1], "light", "reduce")
    check(browser.run(animated) == 0, "it moves")
    check(0 < int(browser.run(number)) <= 60, browser.run(number))
    # It counts by itself.
    first = browser.run(number)
    browser.until(
        "the next number", f"return (() => {{ {number} }})() !== arguments[0]", first
    )
    keep(browser, "reduced-motion")


def right_to_left(browser, *_):
    """A title from the right, and a page from the right, and letters twice as large."""
    way = browser.run("return getComputedStyle(document.getElementById('title')).direction")
    check(way == "rtl", way)
    browser.run("document.documentElement.dir = 'rtl'")
    found = {}
    for text in [100, 200]:
        browser.run("document.documentElement.style.fontSize = `${arguments[0]}%`", text)
        for size in SIZES:
            show(browser, size, "light")
            if wrong := browser.run(SMALL):
                found[f"{size}, text {text} %"] = wrong
            for control in ["stop", "eye"]:
                if wrong := problems(browser, control):
                    found[f"{size}, text {text} %, {control}"] = wrong
            keep(browser, f"rtl-{size[0]}-{text}")
    check(not found, json.dumps(found, indent=1, ensure_ascii=False))


CASES = [controls, motion, right_to_left]

if __name__ == "__main__":
    main(CASES, *sys.argv[1:])
