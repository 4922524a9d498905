// Touches of buttons, as the page sees them. What they mean the face decides.

const now = () => performance.now() / 1000;
const isPressKey = ({ code }) => code === "Enter" || code === "Space" || code === "NumpadEnter";

function isInside(node, { clientX, clientY }) {
  const box = node.getBoundingClientRect();
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

/// The fingers that are down on buttons, by the pointer's number.
const touches = new Map();
/// The key that is down on a button.
let key = null;

// On the window, as a lift may come to another node than the touch did: where the button has been
// taken away meanwhile, or its capture. A touch that never ended would keep its button from the next.
addEventListener("pointermove", (event) => {
  const touch = touches.get(event.pointerId);
  // Sliding off takes it back; so does a lift that was never told.
  if (touch && (!isInside(touch.node, event) || (event.buttons & 1) === 0)) {
    touches.delete(event.pointerId);
  }
}, true);
addEventListener("pointerup", (event) => {
  const touch = touches.get(event.pointerId);
  touches.delete(event.pointerId);
  if (touch && isInside(touch.node, event)) touch.press(touch.down, now());
}, true);
// A captured pointer's lift comes before it loses its capture.
for (const end of ["pointercancel", "lostpointercapture"]) {
  addEventListener(end, ({ pointerId }) => touches.delete(pointerId), true);
}
for (const end of ["blur", "pagehide"]) {
  addEventListener(end, () => { touches.clear(); key = null; });
}

/// Calls `press(down, up)` for each press: down and up inside, by pointer or by key.
///
/// Never by `click`: one follows every hold, every lift outside of a captured button, and every
/// repeat of Enter. A screen reader's click alone has nothing before it.
export function onPress(node, press) {
  const isTouched = () => [...touches.values()].some((touch) => touch.node === node);

  node.addEventListener("pointerdown", (event) => {
    // Not only the first finger on the screen: another one may hold the microphone meanwhile.
    if (event.button !== 0 || isTouched()) return;
    touches.set(event.pointerId, { node, press, down: now() });
    // Without it a mouse that is lifted outside tells nothing.
    node.setPointerCapture(event.pointerId);
  });

  node.addEventListener("keydown", (event) => {
    if (!isPressKey(event)) return;
    event.preventDefault();
    if (!event.repeat) key = { node, code: event.code, down: now() };
  });
  node.addEventListener("keyup", (event) => {
    if (!isPressKey(event)) return;
    event.preventDefault();
    if (key?.node !== node || key.code !== event.code) return;
    const { down } = key;
    key = null;
    press(down, now());
  });
  node.addEventListener("blur", () => { key = null; });

  node.addEventListener("click", (event) => {
    // Older browsers' clicks have no pointer at all.
    const hasPointer = (event.pointerId ?? -1) !== -1;
    if (event.detail === 0 && !hasPointer && !isTouched() && key?.node !== node) {
      press(now(), now());
    }
  });
}

/// Calls `point(pointer, phase, event)` for what fingers and keys do on a button that is held.
export function onHold(node, point) {
  const key = -1;
  let held = null;
  let place = [0, 0];
  let sign = null;

  const tell = (phase, x = 0, y = 0) => point({ pointer: held, phase, x, y, at: now() });
  const end = (phase, x, y) => {
    if (held === null) return;
    clearInterval(sign);
    tell(phase, x, y);
    held = null;
  };
  const begin = (pointer, x, y) => {
    if (held !== null) return;
    held = pointer;
    tell("down", x, y);
    place = [x, y];
    // A still hand gives no events, and shows that it is there by these.
    sign = setInterval(() => tell("move", ...place), 250);
  };

  node.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    node.setPointerCapture(event.pointerId);
    begin(event.pointerId, event.clientX, event.clientY);
  });
  // On the window for the same reason as above: a lift that is not seen leaves a microphone open.
  addEventListener("pointermove", (event) => {
    if (event.pointerId !== held) return;
    // A context menu may swallow the lift; the next move has no button down.
    if ((event.buttons & 1) === 0) return end("cancel");
    const [left, top] = place;
    place = [event.clientX, event.clientY];
    if (left !== place[0] || top !== place[1]) tell("move", ...place);
  }, true);
  addEventListener("pointerup", (event) => {
    if (event.pointerId === held) end("up", event.clientX, event.clientY);
  }, true);
  for (const lost of ["pointercancel", "lostpointercapture"]) {
    addEventListener(lost, (event) => {
      if (event.pointerId === held) end("cancel");
    }, true);
  }
  node.addEventListener("contextmenu", (event) => event.preventDefault());
  node.addEventListener("keydown", (event) => {
    if (!isPressKey(event)) return;
    event.preventDefault();
    if (!event.repeat) begin(key, 0, 0);
  });
  // Wherever the focus is by then.
  addEventListener("keyup", (event) => {
    if (held === key && isPressKey(event)) end("up");
  }, true);
  for (const lost of ["blur", "pagehide"]) addEventListener(lost, () => end("cancel"));
  document.addEventListener("visibilitychange", () => { if (document.hidden) end("cancel"); });
}
