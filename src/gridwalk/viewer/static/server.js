import { say } from "./say.js";

/**
 * Questions to the server: each is a request, whose reply is a stream of messages.
 */

export class ServerError extends Error {
  /** @param {Words} said */
  constructor(said) {
    super(typeof said === "string" ? said : said.template);
    this.said = said;
  }
}

const TAB = String(crypto.getRandomValues(new Uint32Array(1))[0]); // by which the server knows its list again

export class Server {
  /** @type {Map<string, AbortController>} */
  #asked = new Map();

  /**
   * @param {string} slot holds one question at a time; a new question cancels the old one
   * @param {object} request
   * @param {OnProgress} [onProgress]
   * @returns {Promise<Reply>} the answer, or kind "cancelled"; rejects with `ServerError`
   */
  async ask(slot, request, onProgress = () => {}) {
    this.cancel(slot);
    const stop = new AbortController(),
      { signal } = stop;
    this.#asked.set(slot, stop);
    const body = JSON.stringify({ tab: TAB, ...request });
    const response = await fetch("ask", { method: "POST", body, signal }).catch(() => null);
    for await (const reply of messages(response?.ok ? response.body : null)) {
      if (signal.aborted) break;
      if (reply.kind === "error") throw new ServerError(reply.words);
      if (reply.kind !== "progress") return reply;
      onProgress(reply);
    }
    if (signal.aborted) return { kind: "cancelled" };
    throw new ServerError(say(response?.ok ? "server.ended" : "server.silent"));
  }

  /** @param {string} slot */
  cancel(slot) {
    this.#asked.get(slot)?.abort();
  }
}

const HEAD = 8; // bytes: the length of the JSON text, and of the message
const ARRAYS = { i4: Int32Array, u4: Uint32Array, f8: Float64Array, u1: Uint8Array };

/** What a stream has until it ends, or is cut. @param {ReadableStream<Uint8Array> | null} stream @returns {AsyncGenerator<Reply>} */
async function* messages(stream) {
  const reader = stream?.getReader();
  let message = new Uint8Array(HEAD),
    had = 0;
  for (;;) {
    const piece = await reader?.read().catch(() => null);
    if (!piece?.value) return;
    for (let rest = piece.value; rest.length; ) {
      const taken = rest.subarray(0, message.length - had);
      message.set(taken, had);
      had += taken.length;
      rest = rest.subarray(taken.length);
      if (had === HEAD && had === message.length) message = grown(message);
      if (had < message.length) continue;
      yield unpacked(message.buffer);
      message = new Uint8Array(HEAD);
      had = 0;
    }
  }
}

/** A message whose head has arrived. @param {Uint8Array<ArrayBuffer>} head */
function grown(head) {
  const message = new Uint8Array(new DataView(head.buffer).getUint32(4, true));
  message.set(head);
  return message;
}

/**
 * The reply in a message: its JSON text, and the parts that this lists.
 *
 * @param {ArrayBuffer} buffer every part begins at a multiple of eight bytes
 * @returns {Reply} each part is a typed array under its name
 */
function unpacked(buffer) {
  let at = HEAD + new DataView(buffer).getUint32(0, true);
  const reply = JSON.parse(new TextDecoder().decode(new Uint8Array(buffer, HEAD, at - HEAD)));
  for (const [name, type, count] of reply.parts) {
    const part = new ARRAYS[/** @type {keyof typeof ARRAYS} */ (type)](buffer, at, count);
    reply[name] = part;
    at += Math.ceil(part.byteLength / 8) * 8;
  }
  delete reply.parts;
  return reply;
}
