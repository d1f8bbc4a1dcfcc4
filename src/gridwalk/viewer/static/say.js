/**
 * The words of the page: one table (words.json) with a column for each language, read by everything that says something.
 *
 * A row of `page` has a key.  Its words may have places, "{n}", and "{n|move|moves}" is the first of both where n is 1.
 * A row of `library` has as its key what Python says in English: the template of a message, which comes with the values of
 * its places.
 * A saved web page holds one column.
 */

/** A file of values beside the page; a saved web page, which has no server, holds it. @param {string} name @returns {Promise<any>} */
export async function held(name) {
  const inlined = document.querySelector(`script#${name}`); // other elements may have the name, too
  return inlined
    ? JSON.parse(inlined.textContent ?? "")
    : (await fetch(new URL(`${name}.json`, import.meta.url))).json();
}

/** @type {{page: Rows, library: Rows}} */
const table = await held("words");
export const LANGUAGES = Object.keys(table.page["language.tag"]);
let spoken = LANGUAGES[0];

/** The language that is spoken now. */
export const language = () => spoken;

/** Speak a language from now on; an unknown one: that of the browser, if the page knows it. @param {string} wanted */
export function speak(wanted) {
  const root = document.documentElement,
    known = [wanted, ...navigator.languages.map((tag) => tag.slice(0, 2)), ...LANGUAGES];
  const now = known.find((one) => LANGUAGES.includes(one)) ?? "";
  if (now === root.dataset.spoken) return;
  spoken = now;
  root.dataset.spoken = now;
  root.lang = say("language.tag");
  label(document);
}

/** Put the words into elements: that of `data-say` is their text, that of `data-say-title` their title, and so on. @param {ParentNode} root */
export function label(root) {
  for (const one of root.querySelectorAll("*")) {
    for (const { name, value } of [...one.attributes]) {
      if (name === "data-say") one.textContent = say(value);
      else if (name.startsWith("data-say-")) one.setAttribute(name.slice("data-say-".length), say(value));
    }
  }
}

/** The words of a key. @param {string} key @param {Record<string, string | number>} [values] of its places @param {string} [column] */
export function say(key, values = {}, column = spoken) {
  return filled(table.page[key][column], values);
}

/** @param {string} words @param {Record<string, string | number>} values */
function filled(words, values) {
  return words.replace(/\{(\w+)(?:\|([^|}]*)\|([^}]*))?\}/g, (_, name, one, many) =>
    one === undefined ? String(values[name]) : String(values[name]) === "1" ? one : many,
  );
}

/** Sentences in a row. @param {...string} sentences those that are empty are left out */
export function join(...sentences) {
  return sentences.filter(Boolean).join(say("between"));
}

/** What Python says, in the language of the page where the table has its template, else as it is. @param {Words} words @returns {string} */
export function local(words) {
  const { template, values } = typeof words === "string" ? { template: words, values: {} } : words;
  const plain = template.replace(/\.$/, ""),
    stop = plain === template ? "" : say("stop");
  const row = table.library[plain] ?? table.library[plain.charAt(0).toLowerCase() + plain.slice(1)];
  const said = row?.[spoken] ? row[spoken] + stop : template;
  const parts = Object.entries(values).map(([name, value]) => [name, local(value)]);
  return parts.length ? filled(said, Object.fromEntries(parts)) : said;
}
