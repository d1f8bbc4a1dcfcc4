// Evaluates functions beside the modules of the page, without a browser: a line {"code", "given"} in, a line {"value"} or {"threw"} out.
import { existsSync, readFileSync } from "node:fs";
import { register } from "node:module";
import { createInterface } from "node:readline";

// The modules end in .js and have no package: the loader says that they are modules.
register(
  `data:text/javascript,${encodeURIComponent(`
  export const load = (url, context, next) => next(url, url.endsWith(".js") ? { ...context, format: "module" } : context);
`)}`,
);
const base = process.argv[2],
  choices = process.argv[3];
// Data stand in the document, as in a saved page, or beside the modules.
const held = (name) =>
  name === "choices"
    ? choices
    : existsSync(new URL(`${name}.json`, base))
      ? readFileSync(new URL(`${name}.json`, base), "utf8")
      : null;
const inlined = (selector) => held(selector.replace("script#", ""));
globalThis.document = {
  querySelector: (selector) => (inlined(selector) === null ? null : { textContent: inlined(selector) }),
};
globalThis.fetch = async (url) => ({ json: async () => JSON.parse(readFileSync(url, "utf8")) });
globalThis.load = (name) => import(new URL(name, base).href);

for await (const line of createInterface({ input: process.stdin })) {
  let said;
  try {
    const { code, given } = JSON.parse(line);
    const asked = await import(`data:text/javascript,${encodeURIComponent(`export default ${code}`)}`);
    said = { value: await asked.default(given) };
  } catch (error) {
    said = { threw: String(error?.stack ?? error) };
  }
  process.stdout.write(JSON.stringify(said) + "\n");
}
