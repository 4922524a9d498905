// The page's connection to the server: one socket, made again whenever it is gone.

/// The server shows life each second. Without any for so long what is shown is old; with the time
/// until the next look that is said within 3 s.
const silence = 2500;
const delays = [250, 500, 1000, 2000, 4000];
/// The server's words for a page that it does not want back: replaced, and a stranger.
const final = [4001, 4003];

/// A name for the view session: new with each load of the page, kept while it stands. Others read
/// it where something is armed here, so it is short.
function viewName() {
  const kind = matchMedia("(pointer: coarse)").matches ? "phone" : "desktop";
  const parts = crypto.getRandomValues(new Uint8Array(3));
  return `${kind}-${Array.from(parts, (part) => part.toString(16).padStart(2, "0")).join("")}`;
}

/// How far the clock of the day is ahead of the page's, which may stand still while a machine
/// sleeps.
const ahead = () => Date.now() - performance.now();

export class Link {
  view = viewName();
  #token = location.hash.slice(1);
  #handlers;
  #socket = null;
  #isOpen = false;
  #heardAt = performance.now();
  #ahead = ahead();
  #hasSlept = false;
  #timer = null;
  #tries = 0;
  #number = 0;
  /// What was asked over this socket and has no answer yet, by its number.
  #asked = new Map();

  /// `hear(message)` gets what the server says, `lose()` is told that nothing is heard,
  /// `fail(problem)` that a touch was not delivered.
  constructor(handlers) {
    this.#handlers = handlers;
    this.#connect();
    setInterval(() => this.#look(), 250);
    // Somebody is here again, or the network is: no reason to sit out a delay.
    addEventListener("pageshow", () => this.#hurry());
    document.addEventListener("resume", () => this.#hurry());
    addEventListener("online", () => this.#hurry());
    document.addEventListener("visibilitychange", () => { if (!document.hidden) this.#hurry(); });
  }

  /// Whether something said now goes out by a socket that was heard a moment ago.
  isOpen() {
    this.#look();
    return this.#isOpen;
  }

  /// Says something that has no answer.
  say(message) {
    if (!this.isOpen()) return false;
    this.#socket.send(JSON.stringify(message));
    return true;
  }

  /// Asks; `then(answer)` follows. What cannot be delivered is told, and forgotten.
  ask(message, then = () => {}) {
    const id = ++this.#number;
    if (this.say({ ...message, id })) this.#asked.set(id, then);
    else this.#handlers.fail();
  }

  /// Presses Stop where there is no socket for the time being; gives what came of it, or null.
  async postStop(down, up) {
    try {
      const answer = await fetch("/stop", {
        method: "POST",
        headers: { "X-Handrail-Token": this.#token },
        body: JSON.stringify({ view: this.view, down, up }),
        // A network that swallows everything must not swallow that it does.
        signal: AbortSignal.timeout(silence),
      });
      if (answer.ok) return await answer.json();
    } catch {
      // Told below, as what the server has refused is.
    }
    this.#handlers.fail();
    return null;
  }

  #connect() {
    clearTimeout(this.#timer);
    this.#timer = null;
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    const socket = new WebSocket(`${scheme}//${location.host}/socket`, "handrail");
    this.#socket = socket;
    this.#heardAt = performance.now();
    socket.onopen = () => {
      socket.send(JSON.stringify({ type: "hello", token: this.#token, view: this.view }));
    };
    socket.onmessage = ({ data }) => {
      if (socket !== this.#socket) return;
      this.#heardAt = performance.now();
      this.#hear(JSON.parse(data));
    };
    socket.onclose = ({ code }) => {
      if (socket === this.#socket) this.#lose(!final.includes(code));
    };
  }

  #hear(message) {
    if (message.type === "welcome") {
      this.#isOpen = true;
      this.#tries = 0;
      // Whoever wakes a machine does not mean what was armed before it slept.
      if (this.#hasSlept) this.say({ type: "disarm" });
      this.#hasSlept = false;
    }
    const then = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    if (then && message.type !== "problem") then(message);
    else this.#handlers.hear(message);
  }

  /// Looks whether the socket only seems open: because nothing is heard, or after a sleep.
  #look() {
    const drift = ahead() - this.#ahead;
    this.#ahead += drift;
    const hasSlept = drift > silence;
    this.#hasSlept ||= hasSlept;
    const isSilent = performance.now() - this.#heardAt > silence;
    if (this.#socket && (isSilent || hasSlept)) this.#lose(true);
  }

  #hurry() {
    this.#look();
    if (this.#timer !== null) this.#connect();
  }

  #lose(comesBack) {
    const socket = this.#socket;
    this.#socket = null;
    this.#isOpen = false;
    socket?.close();
    if (this.#asked.size > 0) this.#handlers.fail();
    this.#asked.clear();
    this.#handlers.lose();
    if (!comesBack) return;
    const delay = delays[Math.min(this.#tries++, delays.length - 1)];
    this.#timer = setTimeout(() => this.#connect(), delay);
  }
}
