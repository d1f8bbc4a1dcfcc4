/**
 * Keeps all files of the demo for the next visit, which then needs no network.
 *
 * demo.py puts `VERSION` and `FILES` before this: the page is always of one version.  A new version is fetched beside
 * the old one, and taken once no page of the old one is open.
 */

const worker = /** @type {any} */ (self), ours = `gridwalk ${worker.registration.scope} `, cache = ours + worker.VERSION;

worker.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(fetchAll()));
worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(forgetOld()));
worker.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(worker.registration.scope)) event.respondWith(kept(event.request));
});

async function fetchAll() {
  // "no-cache" asks whether a file has changed; if not, it is not sent once more.
  await (await caches.open(cache)).addAll(worker.FILES.map((/** @type {string} */ file) => new Request(file, { cache: "no-cache" })));
}

async function forgetOld() {
  for (const old of await caches.keys()) if (old.startsWith(ours) && old !== cache) await caches.delete(old);
}

/** @param {Request} request */
async function kept(request) {
  const file = request.url.replace(/index\.html(?=$|[?#])/, "");
  const found = await (await caches.open(cache)).match(file, { ignoreSearch: true, ignoreVary: true });
  return found ?? fetch(request);
}
