/**
 * The door of the demo: Python in a worker instead of a server, behind what looks like a WebSocket.
 *
 * The films that lessons and the first board begin with were made when the demo was built: they are there before Python is.
 * One question is answered at a time.  One that is no longer wanted is given a moment to end by itself; then the
 * worker is ended, and Python loaded again, for it cannot be interrupted.
 */

/** @typedef {{id: number, slot: string, text: string}} Asked */

const MOMENT = 2000; // milliseconds: less than loading Python again

/** Replies made beforehand, by the question. @type {Promise<Record<string, string>>} */
const known = fetch(new URL("known.json", import.meta.url)).then((found) => found.json()).catch(() => ({}));

/** A question as a text in which names are in order. @param {any} request */
function keyOf({ do: deed, question, by, board, picture = "", through = [], avoiding = [] }) {
  const sorted = (/** @type {any} */ _, /** @type {any} */ value) =>
    value?.constructor === Object ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value;
  return deed === "ask" && !through.length && !avoiding.length ? JSON.stringify({ board, by, picture, question }, sorted) : "";
}

/** A reply made beforehand for a request: blanks in it make room for the number and the slot. @param {string} base64 @param {{id: number, slot: string}} asked */
function addressed(base64, { id, slot }) {
  const text = atob(base64).replace('"#id                "', String(id).padEnd(21)).replace('"#slot              "', JSON.stringify(slot).padEnd(21));
  return Uint8Array.from(text, (c) => c.charCodeAt(0)).buffer;
}

/** @type {WorkerSocket | null} made at once, so that Python loads while the page is looked at */
let made = null;

export function connect() {
  const socket = made ?? new WorkerSocket();
  made = null;
  setTimeout(() => socket.onopen());
  return socket;
}

class WorkerSocket {
  binaryType = "arraybuffer";
  onopen = () => {};
  /** @type {(event: {data: string | ArrayBuffer}) => void} */
  onmessage = () => {};
  /** @type {(event: {reason: string}) => void} */
  onclose = () => {};
  /** @type {Asked[]} */
  #waiting = [];
  /** @type {Asked | null} */
  #running = null;
  #unwanted = false; // whether the page has been told that it is cancelled
  #timer = 0;
  /** @type {Worker} */
  #worker;
  #failed = ""; // why Python did not load
  #loaded = 0; // the share of Python that is loaded

  constructor() {
    this.#worker = this.#start();
  }

  /** @param {string} text */
  send(text) {
    const { id, slot, ...request } = JSON.parse(text);
    known.then((replies) => {
      this.#cancel(slot);
      if (request.do === "cancel") return;
      const reply = replies[keyOf(request)];
      if (reply) return this.onmessage({ data: addressed(reply, { id, slot }) });
      this.#waiting.push({ id, slot, text });
      this.#next();
      this.#tellLoading();
    });
  }

  #start() {
    this.#loaded = 0;
    const worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    worker.onmessage = ({ data }) => this.#hear(data);
    worker.onerror = (event) => this.#hasFailed(`Python did not load: ${event.message || "is WebAssembly allowed here?"}`);
    return worker;
  }

  /** @param {{final: boolean, reply: string | ArrayBuffer, failed?: string, loaded?: number}} said */
  #hear({ final, reply, failed, loaded }) {
    if (loaded) return this.#hasLoaded(loaded);
    if (failed) return this.#hasFailed(failed);
    if (!this.#unwanted) this.onmessage({ data: reply });
    if (final) this.#end();
  }

  #end() {
    clearTimeout(this.#timer);
    this.#running = null;
    this.#unwanted = false;
    this.#next();
  }

  #next() {
    if (this.#failed && this.#waiting.length) return this.onclose({ reason: this.#failed });
    if (this.#loaded < 1 || this.#running || !this.#waiting.length) return;
    this.#running = this.#waiting.shift() ?? null;
    this.#worker.postMessage(this.#running?.text);
  }

  /** Told to whoever asks, not before: first films need no Python. @param {string} reason */
  #hasFailed(reason) {
    this.#failed = reason;
    this.#next();
  }

  /** @param {number} share */
  #hasLoaded(share) {
    this.#loaded = share;
    if (share < 1) return this.#tellLoading();
    navigator.serviceWorker?.register(new URL("keeping.js", import.meta.url)).catch(() => {});
    this.#next();
  }

  /** Say how far Python is, to all that wait for it. */
  #tellLoading() {
    const share = this.#loaded;
    if (share === 1) return;
    const nothing = { value: null, low: null, high: null, path: null, left: null, expanded: 0, found: 0, unit: "" };
    const seconds = performance.now() / 1000;
    for (const { id, slot } of this.#waiting) {
      this.onmessage({ data: JSON.stringify({ ...nothing, kind: "progress", id, slot, seconds, share, doing: "Python is loading" }) });
    }
  }

  /** @param {string} slot holds one question at a time */
  #cancel(slot) {
    for (const asked of this.#waiting.filter((one) => one.slot === slot)) this.#tell(asked);
    this.#waiting = this.#waiting.filter((one) => one.slot !== slot);
    if (this.#running?.slot !== slot || this.#unwanted) return;
    this.#tell(this.#running);
    this.#unwanted = true;
    this.#timer = setTimeout(() => {
      this.#worker.terminate();
      this.#worker = this.#start();
      this.#end();
    }, MOMENT);
  }

  /** @param {{id: number, slot: string}} asked */
  #tell({ id, slot }) {
    this.onmessage({ data: JSON.stringify({ kind: "cancelled", id, slot }) });
  }
}

made = new WorkerSocket();

export const IS_LASTING = true; // whether the address is the page's tomorrow, too
