/** Python in a worker: loads it once, telling how far it is, and answers one request after another by door.py. */

// @ts-expect-error demo.py puts it there
import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (/** @type {string} */ name) => new URL(name, import.meta.url).href;
const ready = load().catch((error) => self.postMessage({ failed: `Python did not load: ${String(error).trim().slice(-200)}` }));

async function load() {
  const tell = (/** @type {number} */ share) => self.postMessage({ loaded: share });
  const archive = fetch(here("gridwalk.zip")).then((found) => found.arrayBuffer());
  const source = fetch(here("door.py")).then((found) => found.text());
  tell(0.1);
  const python = await loadPyodide({ indexURL: here("pyodide/") });
  tell(0.7);
  python.unpackArchive(await archive, "zip", { extractDir: "/gridwalk" });
  tell(0.8);
  await python.runPythonAsync(await source);
  tell(1);
  return python.globals.get("take");
}

// The door asks only once all is loaded.
self.onmessage = async ({ data }) => {
  (await ready)(data, (/** @type {boolean} */ final, /** @type {string | Uint8Array} */ reply) => {
    self.postMessage({ final, reply: typeof reply === "string" ? reply : reply.slice().buffer });
  });
};
