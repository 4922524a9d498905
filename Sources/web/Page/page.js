// Draws the face's view model and sends touches back. Nothing is decided here: words, rules and
// what is armed come from the face. Nodes are kept and changed in place, never made anew under a
// finger.

import { Link } from "./link.js";
import { onHold, onPress } from "./touch.js";

const $ = (id) => document.getElementById(id);
let view = null;
let receivedAt = 0;
/// The highest number of the alerts that are old news; null until the first picture.
let lastAlert = null;

const link = new Link({ hear, lose, fail });

// MARK: What comes

function hear(message) {
  switch (message.type) {
    case "view":
      view = message.view;
      receivedAt = performance.now();
      draw();
      link.say({ type: "shown", number: message.number });
      tellAlerts();
      break;
    case "lost": lose(); break;
    case "problem":
      // While the face is away, what was touched did not arrive; whose fault it was helps nobody.
      if (isOld() && view) fail();
      else announce([message.title, message.detail].filter(Boolean).join(": "));
      break;
  }
}

const isOld = () => document.body.classList.contains("old");

/// What is shown is old from now on; it stays, and so does Stop.
function lose() {
  document.body.classList.add("old");
  setText($("old"), view?.words.old);
}

function fail() {
  announce(view?.words.not_delivered);
}

function tellOutcome({ reason }) {
  if (reason) announce(reason);
}

/// Says something to those who look, and to those who do not; it stands until the next touch.
function announce(text) {
  say($("news"), text);
}

/// Says something aloud. A text that comes twice is heard twice, as its node is a new one.
function say(node, text) {
  node.replaceChildren(...(text ? [text] : []));
}

// MARK: What goes

for (const node of document.querySelectorAll("[data-control]")) {
  const control = node.dataset.control;
  for (const part of ["lamp", "idle", "asked", "elsewhere", "count", "left"]) {
    if (part === "lamp" && control !== "eye") continue;
    const span = document.createElement("span");
    span.className = part;
    node.append(span);
  }
  onPress(node, (down, up) => {
    announce();
    if (control === "stop" && !link.isOpen()) stopWithoutSocket(node, down, up);
    else link.ask({ type: "press", control, down, up }, tellOutcome);
  });
}

/// No picture comes without a socket: what the answer says of Stop is drawn instead.
async function stopWithoutSocket(node, down, up) {
  const answer = await link.postStop(down, up);
  const stop = view?.controls.find(({ id }) => id === "stop");
  if (!answer || !stop) return;
  // A picture that has come meanwhile knows better.
  if (!link.isOpen()) {
    drawArming(node, stop, answer.outcome === "armed" ? view.rules.armed_for : undefined);
  }
  if (answer.reason) announce(answer.reason);
  else if (answer.outcome === "confirmed") announce(`✓ ${stop.label}`);
}

onHold($("microphone"), (touch) => {
  if (touch.phase === "down") announce();
  link.ask({ type: "pointer", ...touch }, tellOutcome);
});

const disarm = () => link.say({ type: "disarm" });
addEventListener("blur", disarm);
addEventListener("pagehide", disarm);
document.addEventListener("freeze", disarm);
document.addEventListener("visibilitychange", () => { if (document.hidden) disarm(); });

onPress($("notify"), async () => {
  await Notification.requestPermission();
  drawNotify();
});

// MARK: The picture

function setText(node, text) {
  if (node.textContent !== (text ?? "")) node.textContent = text ?? "";
}

function fill(template, ...texts) {
  return template.replace(/\{\}/g, () => texts.shift() ?? "");
}

function draw() {
  document.body.classList.remove("old", "new");
  document.documentElement.lang = view.language;
  setText($("old"), "");
  setText($("headline"), view.headline);
  setText($("title"), view.title);
  setText($("stop-line"), view.stop_line);
  setText($("detail"), view.detail);
  setText($("armed-for"), view.words.armed_for);
  drawTexts($("lines"), view.lines);
  for (const control of view.controls) drawControl(control);
  drawTime();
  drawWay();
  drawPlaces();
  drawTexts($("unsent"), view.unsent.map(({ kind, age, reason }) =>
    fill(view.words.not_sent, kind, clock(age), reason)));
  setText($("microphone"), view.words.microphone);
  setText($("microphone-state"), isSecureContext ? view.microphone : view.words.insecure);
  const isHeld = view.microphone.includes(link.view);
  $("microphone").classList.toggle("held", isHeld);
  document.body.classList.toggle("in-use", isHeld);
  setText($("health"), view.health);
  drawNotify();
}

function drawTexts(list, texts) {
  while (list.children.length > texts.length) list.lastChild.remove();
  texts.forEach((text, index) => {
    const item = list.children[index] ?? list.appendChild(document.createElement("li"));
    item.dir = "auto";
    setText(item, text);
  });
}

function drawControl(control) {
  const node = document.querySelector(`[data-control="${control.id}"]`);
  const armings = view.armings.filter((arming) => arming.control === control.id);
  const own = armings.find((arming) => arming.view === link.view);
  const others = armings.filter((arming) => arming.view !== link.view);
  const part = (name) => node.querySelector(`.${name}`);
  setText(part("idle"), control.label);
  setText(part("asked"), control.armed_label);
  const elsewhere = others.map((arming) => arming.elsewhere).join(", ");
  setText(part("elsewhere"), elsewhere);
  node.setAttribute("aria-disabled", String(!control.enabled));
  // A switch of which nobody knows whether it is on is not said to be off.
  const isSwitch = control.role === "switch" && control.on !== undefined;
  setAttribute(node, "role", isSwitch ? "switch" : null);
  setAttribute(node, "aria-checked", isSwitch ? String(control.on) : null);
  node.dataset.others = elsewhere;
  drawArming(node, control, own?.left);
}

/// Draws a control as armed here for so many seconds more, or as not armed.
function drawArming(node, control, left) {
  const isArmed = left !== undefined;
  const value = isArmed ? view.words.armed : control.reason ?? control.value;
  node.setAttribute("aria-label", isArmed ? control.armed_label : control.name);
  node.setAttribute(
    "aria-description", [value, node.dataset.others].filter(Boolean).join(", "));
  const wasArmed = node.classList.contains("armed");
  const ends = performance.now() + (left ?? 0) * 1000;
  // A later picture of one arming, a slow one even, must not start its bar again, as a new arming
  // does.
  if (isArmed && !(wasArmed && Math.abs(ends - node.dataset.ends) < 1000)) {
    node.classList.remove("armed");
    node.style.setProperty("--armed-for", `${view.rules.armed_for}s`);
    node.style.setProperty("--begun", `${left - view.rules.armed_for}s`);
    void node.offsetWidth;
    say($("spoken"), control.armed_label);
  }
  if (isArmed) node.dataset.ends = ends;
  node.classList.toggle("armed", isArmed);
  drawCount(node);
}

function drawCount(node) {
  const rest = Math.ceil((node.dataset.ends - performance.now()) / 1000);
  setText(node.querySelector(".count"), node.classList.contains("armed") ? String(rest) : "");
}

function setAttribute(node, name, value) {
  if (value === null) node.removeAttribute(name);
  else node.setAttribute(name, value);
}

function clock(seconds) {
  const whole = Math.max(0, Math.round(seconds));
  const parts = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const shown = parts[0] > 0 ? parts : parts.slice(1);
  return shown.map((part) => String(part).padStart(2, "0")).join(":");
}

function drawTime() {
  const elapsed = (performance.now() - receivedAt) / 1000;
  const left = view?.time_left;
  setText($("time"), left === undefined ? "" : fill(view.words.left, clock(left - elapsed)));
  for (const node of document.querySelectorAll(".armed")) {
    // Whether or not somebody is there to say so.
    if (performance.now() < node.dataset.ends) drawCount(node);
    else drawArming(node, view.controls.find(({ id }) => id === node.dataset.control));
  }
}
setInterval(() => { if (view) drawTime(); }, 250);

function drawWay() {
  const way = view.way ?? { lines: [], actions: [] };
  drawTexts($("way-lines"), way.lines);
  setText($("question"), way.question);
  drawActions($("actions"), way.actions);
}

function drawPlaces() {
  $("places").hidden = view.places.length === 0;
  setText($("places").querySelector("h2"), view.words.places);
  keep($("places").querySelector("ul"), view.places, ({ action }) => key(action), "li",
    (item, { name, note, action }) => {
      const text = item.querySelector("bdi") ?? item.appendChild(document.createElement("bdi"));
      setText(text, [name, note].filter(Boolean).join(" · "));
      drawActions(item, [action]);
    });
}

const key = (action) => `${action.do} ${action.target}`;

function drawActions(parent, actions) {
  keep(parent, actions, key, "button", (node, action) => {
    setText(node, action.label);
    node.setAttribute("aria-label", action.name);
    if (node.dataset.do) return;
    node.dataset.do = action.do;
    node.dataset.target = action.target;
    onPress(node, () => {
      announce();
      link.ask({ type: "action", do: node.dataset.do, target: node.dataset.target });
    });
  });
}

/// Keeps a child for each thing, by its key and in their order: a finger never finds another one
/// under it, and only new ones are put between.
function keep(parent, things, keyOf, kind, draw) {
  const kept = new Map(Array.from(parent.querySelectorAll(`:scope > ${kind}`),
    (node) => [node.dataset.key, node]));
  let last = null;
  for (const thing of things) {
    const name = keyOf(thing);
    const node = kept.get(name) ?? document.createElement(kind);
    kept.delete(name);
    node.dataset.key = name;
    if (!node.isConnected) {
      if (last) last.after(node);
      else parent.insertBefore(node, parent.querySelector(`:scope > ${kind}`));
    }
    last = node;
    draw(node, thing);
  }
  for (const node of kept.values()) node.remove();
}

function drawNotify() {
  setText($("notify"), view.words.notify);
  $("notify").hidden = !("Notification" in window) || !isSecureContext
    || Notification.permission !== "default";
}

/// Tells what is new; what the first picture brings is not, and neither is a new face's.
function tellAlerts() {
  const newest = view.alerts.at(-1)?.number ?? 0;
  if (lastAlert !== null && newest > lastAlert) {
    for (const { number, text } of view.alerts.filter(({ number }) => number > lastAlert)) {
      announce(text);
      notify(number, text);
    }
  }
  lastAlert = newest;
}

function notify(number, text) {
  if (!("Notification" in window) || Notification.permission !== "granted") return;
  try {
    new Notification("Handrail", { body: text, tag: String(number) });
  } catch {
    // Phones' browsers have the name, and let no page use it.
  }
}

// MARK: Kept as an app

/// Names this very address as the one at which the app opens. Without one browsers offer no app; and
/// the secret in it is known here only, so that no file of the server's can name it.
async function nameStart() {
  const named = document.querySelector("link[rel=manifest]");
  const at = (path) => new URL(path, named.href).href;
  const manifest = await (await fetch(named.href)).json();
  const icons = manifest.icons.map((icon) => ({ ...icon, src: at(icon.src) }));
  const whole = { ...manifest, icons, start_url: location.href, scope: at("/") };
  const type = { type: "application/manifest+json" };
  named.href = URL.createObjectURL(new Blob([JSON.stringify(whole)], type));
}

// The page is none the worse for it.
nameStart().catch(() => {});
