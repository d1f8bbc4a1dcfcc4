/** Values as text, for addresses and saved pages: JSON, deflated, in base64url; `gridwalk.draw.pagedata` is the same in Python. */

const MOST = 4 << 20; // bytes of JSON: a board of 512 x 512 has less than 1 MiB

/** @param {any} value */
export async function packed(value) {
  const stream = new Blob([JSON.stringify(value)]).stream().pipeThrough(new CompressionStream("deflate-raw"));
  const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** Rejects where the text was not packed so. @param {string} text @returns {Promise<any>} */
export async function unpacked(text) {
  return JSON.parse(new TextDecoder().decode(await inflated(text, MOST)));
}

/** The bytes that were packed; rejects as soon as there are more than *most*. @param {string} text @param {number} [most] */
export async function inflated(text, most = Infinity) {
  const letters = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  const deflated = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
  const stream = new Blob([deflated]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  const parts = [];
  let length = 0;
  for (const reader = stream.getReader(); ; ) {
    const { done, value } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > most) throw new RangeError(String(most));
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}
