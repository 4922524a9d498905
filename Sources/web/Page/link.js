// The page's connection to the server: one socket, made again whenever it is gone.

/// The server shows life each second. Without any for so long what is shown is old.
const silence = 3000;
const delays = [250, 500, 1000, 2000, 4000];
/// The server's words for a page that it does not want back: replaced, and a stranger.
const final = [4001, 4003];

/// A name for the view session: new with each load of the page, kept while it stands.
function viewName() {
  const kind = matchMedia("(pointer: coarse)").matches ? "phone" : "desktop";
  const parts = crypto.getRandomValues(new Uint16Array(4));
  return [kind, ...Array.from(parts, (part) => part.toString(16))].join("-");
}

export class Link {
  view = viewName();
  #token = location.hash.slice(1);
  #handlers;
  #socket = null;
  #isOpen = false;
  #heardAt = performance.now();
  #tries = 0;
  #number = 0;
  /// What was asked over this socket and has no answer yet, by its number.
  #asked = new Map();

  /// `hear(message)` gets what the server says, `lose()` is told that nothing is heard,
  /// `fail(problem)` that a touch was not delivered.
  constructor(handlers) {
    this.#handlers = handlers;
    this.#connect();
    setInterval(() => this.#look(), 500);
    // A page that slept may have a socket that only looks open.
    addEventListener("pageshow", () => this.#look());
    document.addEventListener("resume", () => this.#look());
    addEventListener("online", () => this.#look());
  }

  get isOpen() { return this.#isOpen; }

  /// Says something that has no answer.
  say(message) {
    if (this.#isOpen) this.#socket.send(JSON.stringify(message));
    return this.#isOpen;
  }

  /// Asks; `then(answer)` follows. What cannot be delivered is told, and forgotten.
  ask(message, then = () => {}) {
    const id = ++this.#number;
    if (this.say({ ...message, id })) this.#asked.set(id, then);
    else this.#handlers.fail();
  }

  /// Presses Stop where there is no socket for the time being.
  async postStop(down, up) {
    try {
      const answer = await fetch("/stop", {
        method: "POST",
        headers: { "X-Handrail-Token": this.#token },
        body: JSON.stringify({ view: this.view, down, up }),
      });
      return await answer.json();
    } catch {
      this.#handlers.fail();
      return null;
    }
  }

  #connect() {
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
    }
    const then = this.#asked.get(message.id);
    this.#asked.delete(message.id);
    if (then && message.type !== "problem") then(message);
    else this.#handlers.hear(message);
  }

  #look() {
    if (this.#socket && performance.now() - this.#heardAt > silence) this.#lose(true);
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
    setTimeout(() => this.#connect(), delays[Math.min(this.#tries++, delays.length - 1)]);
  }
}
