import { connect } from "./door.js";
import { local, say } from "./say.js";

/**
 * Questions to the server, over one connection that is opened when it is first needed.
 */

export class ServerError extends Error {}

export class Server {
  #number = 0;
  /** @type {Promise<WebSocket> | null} */
  #socket = null;
  /** @type {Map<number, {resolve: (reply: Reply) => void, reject: (error: Error) => void, onProgress: OnProgress}>} */
  #waiting = new Map();

  /**
   * @param {string} slot holds one question at a time; a new question cancels the old one
   * @param {object} request
   * @param {OnProgress} [onProgress]
   * @returns {Promise<Reply>} the answer, or kind "cancelled"; rejects with `ServerError`
   */
  async ask(slot, request, onProgress = () => {}) {
    const id = ++this.#number;
    const socket = await this.#connected();
    const answer = new Promise((resolve, reject) =>
      this.#waiting.set(id, { resolve, reject, onProgress }),
    );
    socket.send(JSON.stringify({ id, slot, ...request }));
    return answer;
  }

  /** @param {string} slot */
  async cancel(slot) {
    if (this.#waiting.size)
      (await this.#connected()).send(JSON.stringify({ do: "cancel", id: 0, slot }));
  }

  #connected() {
    this.#socket ??= new Promise((resolve, reject) => {
      const socket = connect();
      socket.binaryType = "arraybuffer";
      socket.onopen = () => resolve(socket);
      socket.onmessage = (event) => this.#hear(event.data);
      socket.onclose = (event) => {
        this.#socket = null;
        const words = local(event.reason) || say("server.silent");
        reject(new ServerError(words));
        for (const { reject: fail } of this.#waiting.values()) fail(new ServerError(words));
        this.#waiting.clear();
      };
    });
    return this.#socket;
  }

  /** @param {string | ArrayBuffer} data */
  #hear(data) {
    const reply = typeof data === "string" ? JSON.parse(data) : withParts(data);
    const asked = this.#waiting.get(reply.id);
    if (!asked) return;
    if (reply.kind === "progress") return asked.onProgress(reply);
    this.#waiting.delete(reply.id);
    if (reply.kind === "error") asked.reject(new ServerError(reply.words));
    else asked.resolve(reply);
  }
}

const ARRAYS = { i4: Int32Array, u4: Uint32Array, f8: Float64Array, u1: Uint8Array };

/**
 * The reply in a message with parts: the length of the JSON text, the text, and the parts that it lists.
 *
 * @param {ArrayBuffer} buffer every part begins at a multiple of eight bytes
 * @returns {Reply} each part is a typed array under its name
 */
function withParts(buffer) {
  let at = 4 + new DataView(buffer).getUint32(0, true);
  const reply = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, 4, at - 4)));
  for (const [name, type, count] of reply.parts) {
    const part = new ARRAYS[/** @type {keyof typeof ARRAYS} */ (type)](buffer, at, count);
    reply[name] = part;
    at += Math.ceil(part.byteLength / 8) * 8;
  }
  delete reply.parts;
  return reply;
}
