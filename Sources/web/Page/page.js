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

const link = new Link({ hear, lose, fail: () => announce(view?.words.not_delivered) });

// MARK: What comes

function hear(message) {
  switch (message.type) {
    case "view":
      view = message.view;
      receivedAt = performance.now();
      draw();
      link.say({ type: "shown", number: message.number });
      break;
    case "lost": lose(); break;
    case "problem": announce([message.title, message.detail].filter(Boolean).join(": ")); break;
  }
}

/// What is shown is old from now on; it stays, and so does Stop.
function lose() {
  document.body.classList.add("old");
  setText($("old"), view?.words.old);
}

function tellOutcome({ outcome, reason }) {
  if (outcome === "refused" || reason) announce(reason);
}

/// Says something to those who do not look, and to those who do by its place in `news`.
function announce(text) {
  $("news").textContent = text ?? "";
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
  onPress(node, async (down, up) => {
    if (link.isOpen || control !== "stop") {
      link.ask({ type: "press", control, down, up }, tellOutcome);
    } else {
      const answer = await link.postStop(down, up);
      if (!answer) return;
      // No view comes without a socket: the two steps are said instead.
      const own = view?.controls.find(({ id }) => id === control);
      announce(answer.reason ?? answer.title
        ?? (answer.outcome === "armed" ? own?.armed_label : answer.outcome));
    }
  });
}

onHold($("microphone"), (touch) => link.ask({ type: "pointer", ...touch }, tellOutcome));

const disarm = () => link.say({ type: "disarm" });
addEventListener("blur", disarm);
addEventListener("pagehide", disarm);
document.addEventListener("freeze", disarm);
document.addEventListener("visibilitychange", () => { if (document.hidden) disarm(); });

$("notify").addEventListener("click", async () => {
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
  document.body.classList.remove("old");
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
  tellAlerts();
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
  setText(part("elsewhere"), others.map((arming) => arming.elsewhere).join(", "));
  node.setAttribute("aria-label", own ? control.armed_label : control.name);
  node.setAttribute("aria-description", own ? view.words.armed : control.reason ?? control.value);
  node.setAttribute("aria-disabled", String(!control.enabled));
  if (control.role === "switch") {
    node.setAttribute("role", "switch");
    node.setAttribute("aria-checked", String(control.on ?? false));
  }
  if (own) {
    node.dataset.ends = receivedAt + own.left * 1000;
    node.style.setProperty("--armed-for", `${view.rules.armed_for}s`);
    // Once for an arming: a later picture must not start its bar again.
    if (!node.classList.contains("armed")) {
      node.style.setProperty("--begun", `${own.left - view.rules.armed_for}s`);
      announce(control.armed_label);
    }
  }
  node.classList.toggle("armed", own !== undefined);
  setText(part("count"), own ? String(Math.ceil(own.left)) : "");
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
    const rest = Math.max(0, Math.ceil((node.dataset.ends - performance.now()) / 1000));
    setText(node.querySelector(".count"), String(rest));
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
    node.addEventListener("click", () => {
      link.ask({ type: "action", do: node.dataset.do, target: node.dataset.target });
    });
  });
}

/// Keeps a child for each thing, by its key: a finger never finds another one under it.
function keep(parent, things, keyOf, kind, draw) {
  const kept = new Map(Array.from(parent.querySelectorAll(`:scope > ${kind}`),
    (node) => [node.dataset.key, node]));
  for (const thing of things) {
    const name = keyOf(thing);
    const node = kept.get(name) ?? document.createElement(kind);
    kept.delete(name);
    node.dataset.key = name;
    if (!node.isConnected) parent.append(node);
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
      if ("Notification" in window && Notification.permission === "granted") {
        new Notification("Handrail", { body: text, tag: String(number) });
      }
    }
  }
  lastAlert = newest;
}
