/**
 * Keeps all files of the demo for the next visit, which then needs no network.
 *
 * demo.py puts `VERSION` and `FILES` before this: the page is always of one version.  A new version is fetched beside
 * the old one, and taken once no page of the old one is open.
 */

const ours = `gridwalk ${self.registration.scope} `, name = ours + self.VERSION;

self.addEventListener("install", (event) => event.waitUntil(fetchAll()));
self.addEventListener("activate", (event) => event.waitUntil(forgetOld()));
self.addEventListener("fetch", (event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(self.registration.scope)) event.respondWith(kept(event.request));
});

async function fetchAll() {
  // "no-cache" asks whether a file has changed; if not, it is not sent once more.
  await (await caches.open(name)).addAll(self.FILES.map((file) => new Request(file, { cache: "no-cache" })));
}

async function forgetOld() {
  for (const old of await caches.keys()) if (old.startsWith(ours) && old !== name) await caches.delete(old);
}

/** @param {Request} request */
async function kept(request) {
  const file = request.url.replace(/index\.html(?=$|[?#])/, "");
  const found = await (await caches.open(name)).match(file, { ignoreSearch: true, ignoreVary: true });
  return found ?? fetch(request);
}
