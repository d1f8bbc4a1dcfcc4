/**
 * The door of the demo: Python in a worker instead of a server, behind what looks like a WebSocket.
 *
 * One question is answered at a time.  One that is no longer wanted is given a moment to end by itself; then the
 * worker is ended, and Python loaded again, for it cannot be interrupted.
 */

const MOMENT = 2000; // milliseconds: less than loading Python again

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
  #waiting = [];
  #running = null; // {id, slot, text}
  #unwanted = false; // whether the page has been told that it is cancelled
  #timer = 0;
  #worker = null;

  constructor() {
    this.#start();
  }

  /** @param {string} text */
  send(text) {
    const request = JSON.parse(text);
    this.#cancel(request.slot);
    if (request.do === "cancel") return;
    this.#waiting.push({ id: request.id, slot: request.slot, text });
    this.#next();
  }

  #start() {
    this.#worker = new Worker(new URL("worker.js", import.meta.url), { type: "module" });
    this.#worker.onmessage = ({ data }) => this.#hear(data);
    this.#worker.onerror = (event) => this.onclose({ reason: `Python did not load: ${event.message || "is WebAssembly allowed here?"}` });
  }

  /** @param {{final: boolean, reply: string | ArrayBuffer}} said */
  #hear({ final, reply, failed }) {
    if (failed) return this.onclose({ reason: failed });
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
    if (this.#running || !this.#waiting.length) return;
    this.#running = this.#waiting.shift();
    this.#worker.postMessage(this.#running.text);
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
      this.#start();
      this.#end();
    }, MOMENT);
  }

  /** @param {{id: number, slot: string}} asked */
  #tell({ id, slot }) {
    this.onmessage({ data: JSON.stringify({ kind: "cancelled", id, slot }) });
  }
}

made = new WorkerSocket();
