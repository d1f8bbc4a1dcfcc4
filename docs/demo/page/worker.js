/** Python in a worker: loads it once, and answers one request after another by door.py. */

import { loadPyodide } from "./pyodide/pyodide.mjs";

const here = (/** @type {string} */ name) => new URL(name, import.meta.url).href;
const bytes = async (/** @type {string} */ name) => (await fetch(here(name))).arrayBuffer();
const ready = load();

async function load() {
  const [{ wheels }, source] = await Promise.all([
    fetch(here("demo.json")).then((found) => found.json()),
    fetch(here("door.py")).then((found) => found.text()),
  ]);
  const archives = ["gridwalk.zip", ...wheels.map((/** @type {string} */ name) => `wheels/${name}`)].map(bytes);
  const python = await loadPyodide({ indexURL: here("pyodide/") });
  python.unpackArchive(await archives[0], "zip", { extractDir: "/gridwalk" });
  for (const archive of archives.slice(1)) python.unpackArchive(await archive, "wheel");
  await python.runPythonAsync(source);
  return python.globals.get("take");
}

self.onmessage = async ({ data }) => {
  let take;
  try {
    take = await ready;
  } catch (error) {
    return self.postMessage({ failed: `Python did not load: ${String(error).slice(0, 200)}` });
  }
  take(data, (/** @type {boolean} */ final, /** @type {string | Uint8Array} */ reply) => {
    self.postMessage({ final, reply: typeof reply === "string" ? reply : reply.slice().buffer });
  });
};
