// Reads links, one JSON text a line, as the page does; says what they are, null, or what was thrown.
import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

// The choices are found in the document, as on a saved page, where there is no server to ask.
globalThis.document = { getElementById: (id) => (id === "choices" ? { textContent: process.argv[3] } : null) };

// The page's modules end in .js: Node takes them for modules when they come as data.
async function page(address) {
  const source = await readFile(new URL(address), "utf8");
  const whole = [...source.matchAll(/from "(\.\/[\w.-]+)"/g)].map((match) => match[1]);
  let text = source;
  for (const name of whole) text = text.replaceAll(`"${name}"`, `"${await page(new URL(name, address))}"`);
  return "data:text/javascript," + encodeURIComponent(text);
}

const { fromLink, toLink } = await import(await page(process.argv[2]));
for await (const line of createInterface({ input: process.stdin })) {
  let said;
  try {
    const state = await fromLink(JSON.parse(line));
    if (state) {
      const again = await toLink(state);
      said = { ...state, again };
      said.board = { ...state.board, cells: Array.from(state.board.cells), sides: Array.from(state.board.sides) };
    } else {
      said = null;
    }
  } catch (error) {
    said = { threw: String(error?.stack ?? error) };
  }
  process.stdout.write(JSON.stringify(said) + "\n");
}
