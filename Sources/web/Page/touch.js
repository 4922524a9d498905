// Touches of buttons, as the page sees them. What they mean the face decides.

const now = () => performance.now() / 1000;
const isPressKey = ({ code }) => code === "Enter" || code === "Space" || code === "NumpadEnter";

function isInside(node, { clientX, clientY }) {
  const box = node.getBoundingClientRect();
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

/// Calls `press(down, up)` for each press: down and up inside, by pointer or by key.
///
/// Never by `click`: one follows every hold, every lift outside of a captured button, and every
/// repeat of Enter. A screen reader's click alone has nothing before it.
export function onPress(node, press) {
  let touch = null;
  let key = null;

  node.addEventListener("pointerdown", (event) => {
    // Not only the first finger on the screen: another one may hold the microphone meanwhile.
    if (event.button !== 0 || touch) return;
    touch = { id: event.pointerId, down: now() };
    // Without it a mouse that is lifted outside tells nothing.
    node.setPointerCapture(event.pointerId);
  });
  node.addEventListener("pointermove", (event) => {
    if (touch?.id !== event.pointerId) return;
    // Sliding off takes it back; so does a lift that was never told.
    if (!isInside(node, event) || (event.buttons & 1) === 0) touch = null;
  });
  node.addEventListener("pointerup", (event) => {
    if (touch?.id !== event.pointerId) return;
    const { down } = touch;
    touch = null;
    if (isInside(node, event)) press(down, now());
  });
  for (const end of ["pointercancel", "lostpointercapture"]) {
    node.addEventListener(end, (event) => {
      if (touch?.id === event.pointerId) touch = null;
    });
  }

  node.addEventListener("keydown", (event) => {
    if (!isPressKey(event)) return;
    event.preventDefault();
    if (!event.repeat) key = { code: event.code, down: now() };
  });
  node.addEventListener("keyup", (event) => {
    if (!isPressKey(event)) return;
    event.preventDefault();
    if (key?.code !== event.code) return;
    const { down } = key;
    key = null;
    press(down, now());
  });
  node.addEventListener("blur", () => { key = null; });

  node.addEventListener("click", (event) => {
    // Older browsers' clicks have no pointer at all.
    const hasPointer = (event.pointerId ?? -1) !== -1;
    if (event.detail === 0 && !hasPointer && !touch && !key) press(now(), now());
  });

  for (const end of ["blur", "pagehide"]) {
    addEventListener(end, () => { touch = null; key = null; });
  }
}

/// Calls `point(pointer, phase, event)` for what fingers and keys do on a button that is held.
export function onHold(node, point) {
  const key = -1;
  let held = null;
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
    let place = [x, y];
    node.onpointermove = (event) => {
      if (event.pointerId !== held) return;
      // A context menu may swallow the lift; the next move has no button down.
      if ((event.buttons & 1) === 0) return end("cancel");
      const [left, top] = place;
      place = [event.clientX, event.clientY];
      if (left !== place[0] || top !== place[1]) tell("move", ...place);
    };
    // A still hand gives no events, and shows that it is there by these.
    sign = setInterval(() => tell("move", ...place), 250);
  };

  node.addEventListener("pointerdown", (event) => {
    if (!event.isPrimary || event.button !== 0) return;
    node.setPointerCapture(event.pointerId);
    begin(event.pointerId, event.clientX, event.clientY);
  });
  node.addEventListener("pointerup", (event) => {
    if (event.pointerId === held) end("up", event.clientX, event.clientY);
  });
  for (const lost of ["pointercancel", "lostpointercapture"]) {
    node.addEventListener(lost, (event) => {
      if (event.pointerId === held) end("cancel");
    });
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
