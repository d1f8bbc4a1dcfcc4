/** What an answer says: in words, as a number, as a table, as a chart. */

import { EVENTS, QUESTIONS, titleOf } from "./choices.js";
import { capital } from "./names.js";
import { cost as costWords, grouped, moves } from "./numbers.js";
import { filmOf } from "./films.js";
import { join, local, say } from "./say.js";

/** @typedef {import("./state.js").Answer} Answer */
/** The answer in short, and what has to be known of it. @typedef {{words: string, small: string, number: string}} Said number: the digits to copy */

/** @type {Record<string, (answer: Answer) => Said>} */
const SAID = {
  error: ({ words }) => said(local(words)),
  cancelled: () => said(say("cancelled")),
  estimate: ({ words, convention, reason }) => said(local(words), sentence(convention, reason)),
  number: number, lengths: number, sweep: number,
  making: ({ maker, seed, note }) => said(say("made", { maker: local(maker), seed }), local(note ?? "")),
  table: () => said(say("table")),
  play: () => said(""),
  path: path, film: path,
};

/** @param {Answer} answer @returns {Said} */
export function outcome(answer) {
  return SAID[answer.kind]?.(answer) ?? said("");
}

/** @param {Answer} answer @returns {Said} */
function number({ number, convention, reason, question }) {
  return { words: say(`many.${QUESTIONS[question].noun}`, { n: number }), small: sentence(convention, reason), number };
}

/** @param {Answer} answer @returns {Said} */
function path(answer) {
  const { path: found, question, truncated, by, reason } = answer, noun = local(QUESTIONS[question].noun);
  const cut = join(local(answer.note ?? ""), truncated ? say("film.cut", { n: grouped((answer.events?.length ?? 0) / 3) }) : "");
  const film = question === "list" ? filmOf(answer) : null;
  if (film) return listed(film);
  if (!found && truncated && !answer.ended && !reason) return said(cut);
  if (!found) return said(say(reason ? "none.why" : "none", { noun, reason: local(reason ?? "") }));
  const costs = found.cost === found.length ? "" : say("path.cost", { cost: costWords(found.cost) });
  const name = titleOf(question, found.by || by), hasSeed = question === "sample" && answer.seed !== undefined;
  const how = name && say(hasSeed ? "path.by.seed" : "path.by", { name, seed: answer.seed });
  return said(say(question === "shortest" ? "path.shortest" : "path.found", { noun, moves: moves(found.length), costs, limit: limit(found), how }), cut);
}

/** What is known of longer paths. @param {{bound?: number, gap?: number}} path */
function limit({ bound, gap }) {
  if (bound === undefined || gap === undefined) return "";
  return gap === 0 ? say("path.longest") : say("path.bound", { bound: grouped(bound), percent: (100 * gap).toFixed(1) });
}

/** @param {import("./film.js").Film} film @returns {Said} */
function listed(film) {
  let found = 0;
  for (let i = 0; i < film.length; i++) found += film.events[3 * i] === EVENTS.found ? 1 : 0;
  const words = say("many.path", { n: found });
  return film.truncated ? said(say("list.sofar", { words }), say("list.cut", { n: grouped(film.length) })) : { ...said(say("sentence", { words })), number: String(found) };
}

/** @param {string} words @param {string} [small] @returns {Said} */
function said(words, small = "") {
  return { words, small, number: "" };
}

/** @param {string} convention @param {string | null} [reason] */
function sentence(convention, reason) {
  return join(reason ? say("none.reason", { reason: local(reason) }) : "", convention && say("sentence", { words: capital(local(convention)) }));
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

const COLUMNS = /** @type {const} */ (["expanded", "frontier", "length", "cost", "milliseconds"]);

/** Whether the rows of a table are of tours: none is shorter than another. @param {any[]} rows */
const areTours = (rows) => rows.every(({ question }) => question === "tour");

/** All algorithms on this board: the head of the table. @param {any[]} rows of the answer */
export function tableHead(rows) {
  const row = document.createElement("tr");
  row.append(...["by", ...COLUMNS, ...(areTours(rows) ? [] : ["exact"])].map((name) => {
    const cell = document.createElement("th");
    cell.scope = "col";
    cell.textContent = say(`table.${name}`);
    return cell;
  }));
  return row;
}

/** @param {any} row of the answer @param {(question: string, by: string) => void} choose @returns {Element} */
export function tableRow(row, choose) {
  const line = document.createElement("tr"), first = document.createElement("th"), button = document.createElement("button");
  first.scope = "row";
  button.type = "button";
  button.textContent = local(row.title);
  button.onclick = () => choose(row.question, row.by);
  first.append(button);
  line.append(first);
  if (row.reason) {
    const cell = document.createElement("td");
    cell.colSpan = COLUMNS.length + (areTours([row]) ? 0 : 1);
    cell.className = "quiet";
    cell.textContent = local(row.reason);
    button.disabled = !row.expanded && row.length === null;
    line.append(cell);
    return line;
  }
  for (const name of COLUMNS) {
    const cell = document.createElement("td"), value = row[name];
    cell.textContent = value === null || value === undefined ? "-" : name === "milliseconds" ? value.toPrecision(2) : costWords(value);
    line.append(cell);
  }
  if (areTours([row])) return line;
  const exact = document.createElement("td");
  exact.textContent = say(row.exact ? "table.yes" : "table.no");
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
