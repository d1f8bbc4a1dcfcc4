/** What an answer says: in words, as a number, as a table, as a chart. */

import { EVENTS, QUESTIONS, titleOf } from "./choices.js";
import { cost as costWords, grouped, moves } from "./numbers.js";
import { filmOf } from "./films.js";

/** @typedef {import("./state.js").Answer} Answer */
/** The answer in short, and what has to be known of it. @typedef {{words: string, small: string, number: string}} Said number: the digits to copy */

/** @type {Record<string, (answer: Answer) => Said>} */
const SAID = {
  error: ({ words }) => said(words),
  cancelled: () => said("Cancelled."),
  estimate: ({ words, convention, reason }) => said(words, sentence(convention, reason)),
  number: ({ number, convention, reason, question }) => ({
    words: `${number} ${plural(QUESTIONS[question].noun, number)}`, small: sentence(convention, reason), number,
  }),
  lengths: ({ number, convention, reason }) => ({
    words: `${number} ${plural("path", number)}`, small: sentence(convention, reason), number,
  }),
  making: ({ maker, seed, note }) => said(`Made: ${maker}, seed ${seed}.`, note),
  table: () => said("All algorithms on this board"),
  play: () => said(""),
  sweep: ({ number, convention, question }) => ({
    words: `${number} ${plural(QUESTIONS[question].noun, number)}`, small: sentence(convention), number,
  }),
  path: path, film: path,
};

/** @param {Answer} answer @returns {Said} */
export function outcome(answer) {
  return SAID[answer.kind]?.(answer) ?? said("");
}

/** @param {Answer} answer @returns {Said} */
function path(answer) {
  const { path: found, question, truncated, by } = answer, { noun } = QUESTIONS[question];
  const shown = truncated ? `Too long to replay: only the first ${grouped((answer.events?.length ?? 0) / 3)} steps are shown.` : "";
  const cut = [answer.note, shown].filter(Boolean).join(" ");
  if (question === "list" && (filmOf(answer) || !found)) return listed(answer);
  if (!found) return said(truncated && !answer.ended && !answer.reason ? cut : `There is no ${noun}${answer.reason ? `: ${answer.reason}` : ""}.`);
  const costs = found.cost === found.length ? "" : `, cost ${costWords(found.cost)}`;
  const name = titleOf(question, found.by || by);
  const best = question === "shortest" ? "Shortest path" : `Found a ${noun}`;
  const seed = question !== "sample" || answer.seed === undefined ? "" : `, seed ${answer.seed}`;
  return said(`${best} of ${moves(found.length)}${costs}${limit(found)}${name ? ` (${name}${seed})` : ""}.`, cut);
}

/** What is known of longer paths. @param {{bound?: number, gap?: number}} path */
function limit({ bound, gap }) {
  if (bound === undefined || gap === undefined) return "";
  return gap === 0 ? ", the longest" : `, at most ${grouped(bound)} are possible (${(100 * gap).toFixed(1)} % more)`;
}

/** @param {Answer} answer @returns {Said} */
function listed(answer) {
  const film = filmOf(answer);
  if (!film) return said(`There is no path${answer.reason ? `: ${answer.reason}` : ""}.`);
  let found = 0;
  for (let i = 0; i < film.length; i++) found += film.events[3 * i] === EVENTS.found ? 1 : 0;
  const words = `${found} ${plural("path", found)}`;
  return film.truncated ? said(`${words} so far`, `In the first ${grouped(film.length)} steps; more in the list below.`) : { ...said(`${words}.`), number: String(found) };
}

/** @param {string} words @param {string} [small] @returns {Said} */
function said(words, small = "") {
  return { words, small, number: "" };
}

/** @param {string} convention @param {string | null} [reason] */
function sentence(convention, reason) {
  const words = convention ? `${convention[0].toUpperCase()}${convention.slice(1)}.` : "";
  return reason ? `There is none: ${reason}. ${words}` : words;
}

/** @param {string} noun @param {string | number} number */
function plural(noun, number) {
  return String(number) === "1" ? noun : `${noun}s`;
}

/** Words that begin with a number, its digits in groups that are seen but not copied. @param {string} words @returns {(Node | string)[]} */
export function withGroups(words) {
  const [digits] = /^\d{5,}/.exec(words) ?? [""];
  const groups = digits.match(/\d{1,3}(?=(\d{3})*$)/g) ?? [];
  return [...groups.map((group) => {
    const part = document.createElement("span");
    part.className = "group";
    part.textContent = group;
    return part;
  }), words.slice(digits.length)];
}

/** The number of paths by length, as bars with their numbers. @param {[number, string][]} lengths @returns {Element[]} */
export function bars(lengths) {
  const size = (/** @type {string} */ digits) => (digits.length > 15 ? Number(`${digits.slice(0, 15)}e${digits.length - 15}`) : Number(digits));
  const most = Math.max(...lengths.map(([, count]) => size(count)));
  return lengths.map(([length, count]) => {
    const row = document.createElement("tr"), bar = document.createElement("i"), cell = document.createElement("td");
    bar.style.inlineSize = `${Math.max(0.5, (100 * size(count)) / most)}%`;
    cell.append(bar, grouped(count));
    row.append(heading(grouped(length)), cell);
    return row;
  });
}

const COLUMNS = /** @type {const} */ ([
  ["expanded", "Expanded"], ["frontier", "Largest frontier"], ["length", "Length"], ["cost", "Cost"], ["milliseconds", "Time, ms"],
]);

/** Whether the rows of a table are of tours: none is shorter than another. @param {any[]} rows */
const areTours = (rows) => rows.every(({ question }) => question === "tour");

/** All algorithms on this board: the head of the table. @param {any[]} rows of the answer */
export function tableHead(rows) {
  const row = document.createElement("tr");
  row.append(...["Algorithm", ...COLUMNS.map(([, title]) => title), ...(areTours(rows) ? [] : ["Shortest?"])].map((title) => {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = title;
    return cell;
  }));
  return row;
}

/** @param {any} row of the answer @param {(question: string, by: string) => void} choose @returns {Element} */
export function tableRow(row, choose) {
  const line = document.createElement("tr"), first = document.createElement("th"), button = document.createElement("button");
  first.scope = "row";
  button.type = "button";
  button.textContent = row.title;
  button.onclick = () => choose(row.question, row.by);
  first.append(button);
  line.append(first);
  if (row.reason) {
    const cell = document.createElement("td");
    cell.colSpan = COLUMNS.length + (areTours([row]) ? 0 : 1);
    cell.className = "quiet";
    cell.textContent = row.reason;
    button.disabled = !row.expanded && row.length === null;
    line.append(cell);
    return line;
  }
  for (const [name] of COLUMNS) {
    const cell = document.createElement("td"), value = row[name];
    cell.textContent = value === null || value === undefined ? "-" : name === "milliseconds" ? value.toPrecision(2) : costWords(value);
    line.append(cell);
  }
  if (areTours([row])) return line;
  const exact = document.createElement("td");
  exact.textContent = row.exact ? "yes" : "no";
  line.append(exact);
  return line;
}

/** @param {string} words */
function heading(words) {
  const cell = document.createElement("th");
  cell.scope = "row";
  cell.textContent = words;
  return cell;
}
