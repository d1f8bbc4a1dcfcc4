/** What an answer says: in words, as a number, as a table, as a chart. */

import { EVENTS } from "./choices.js";
import { capital } from "./names.js";
import { cost as costWords, grouped, moves } from "./numbers.js";
import { filmOf } from "./films.js";
import { QUESTIONS, kindOf, titleOf } from "./questions.js";
import { join, local, say } from "./say.js";
import { built } from "./store.js";

/** @type {Record<string, (answer: Answer) => Said>} */
const SAID = {
  error: ({ words }) => said(local(words)),
  cancelled: () => said(say("cancelled")),
  estimate: ({ words, convention, reason }) => said(local(words), sentence(convention, reason)),
  number: number,
  lengths: number,
  sweep: number,
  making: ({ maker, seed, note }) =>
    said(say("made", { maker: local(maker), seed }), local(note ?? "")),
  table: () => said(say("table")),
  play: () => said(""),
  path: path,
  film: path,
};

/** @param {Answer} answer @returns {Said} */
export function outcome(answer) {
  return SAID[answer.kind]?.(answer) ?? said("");
}

/** @param {Answer} answer @returns {Said} */
function number({ number, convention, reason, question, board }) {
  const words = say(`many.${kindOf(question, board)}`, { n: number });
  return { words, small: sentence(convention, reason), number };
}

/** @param {Answer} answer @returns {Said} */
function path(answer) {
  const { path: found, question, truncated, by, reason } = answer,
    { of, finds, noun, found: key = "path.found", foundBy = "path.by" } = QUESTIONS[question];
  const cut = join(
    local(answer.note ?? ""),
    truncated ? say("film.cut", { n: grouped((answer.events?.length ?? 0) / 3) }) : "",
  );
  const film = finds === "list" ? filmOf(answer) : null;
  if (film) return listed(film, of);
  if (!found && truncated && !answer.ended && !reason) return said(cut);
  if (!found) return said(say(reason ? "none.why" : "none", { noun, reason: local(reason ?? "") }));
  const costs =
    found.cost === found.length ? "" : say("path.cost", { cost: costWords(found.cost) });
  const name = titleOf(question, found.by || by),
    how = name && say(answer.seed === undefined ? "path.by" : foundBy, { name, seed: answer.seed });
  return said(say(key, { noun, moves: moves(found.length), costs, limit: limit(found), how }), cut);
}

/** What is known of longer paths. @param {{bound?: number, gap?: number}} path */
function limit({ bound, gap }) {
  if (bound === undefined || gap === undefined) return "";
  return gap === 0
    ? say("path.longest")
    : say("path.bound", { bound: grouped(bound), percent: (100 * gap).toFixed(1) });
}

/** @param {Film} film @param {string} of what is listed @returns {Said} */
function listed(film, of) {
  let found = 0;
  for (let i = 0; i < film.length; i++) found += film.events[3 * i] === EVENTS.found ? 1 : 0;
  const words = say(`many.${of}`, { n: found });
  return film.truncated
    ? said(say("list.sofar", { words }), say("list.cut", { n: grouped(film.length) }))
    : { ...said(say("sentence", { words })), number: String(found) };
}

/** @param {string} words @param {string} [small] @returns {Said} */
function said(words, small = "") {
  return { words, small, number: "" };
}

/** @param {string} convention @param {string | null} [reason] */
function sentence(convention, reason) {
  return join(
    reason ? say("none.reason", { reason: local(reason) }) : "",
    convention && say("sentence", { words: capital(local(convention)) }),
  );
}

/** Words that begin with a number, its digits in groups that are seen but not copied. @param {string} words @returns {(Node | string)[]} */
export function withGroups(words) {
  const [digits] = /^\d{5,}/.exec(words) ?? [""];
  const groups = digits.match(/\d{1,3}(?=(\d{3})*$)/g) ?? [];
  return [
    ...groups.map((group) => built("span", { className: "group" }, group)),
    words.slice(digits.length),
  ];
}

/** The number of paths by length, as bars with their numbers. @param {[number, string][]} lengths @returns {Element[]} */
export function bars(lengths) {
  const size = (/** @type {string} */ digits) =>
    digits.length > 15 ? Number(`${digits.slice(0, 15)}e${digits.length - 15}`) : Number(digits);
  const most = Math.max(...lengths.map(([, count]) => size(count)));
  return lengths.map(([length, count]) => {
    const bar = built("i");
    bar.style.inlineSize = `${Math.max(0.5, (100 * size(count)) / most)}%`;
    return built(
      "tr",
      {},
      built("th", { scope: "row" }, grouped(length)),
      built("td", {}, bar, grouped(count)),
    );
  });
}

const COLUMNS = /** @type {const} */ (["expanded", "frontier", "length", "cost", "milliseconds"]);

/** Whether the rows of a table are of tours: none is shorter than another. @param {any[]} rows */
const areTours = (rows) => rows.every(({ question }) => QUESTIONS[question].of === "tour");

/** All algorithms on this board: the head of the table. @param {any[]} rows of the answer */
export function tableHead(rows) {
  const names = ["by", ...COLUMNS, ...(areTours(rows) ? [] : ["exact"])];
  return built(
    "tr",
    {},
    ...names.map((name) => built("th", { scope: "col" }, say(`table.${name}`))),
  );
}

/** @param {any} row of the answer @param {(question: string, by: string) => void} choose @returns {Element} */
export function tableRow(row, choose) {
  const { question, by, reason } = row,
    isTour = areTours([row]),
    disabled = Boolean(reason) && !row.expanded && row.length === null;
  const first = built(
    "th",
    { scope: "row" },
    built(
      "button",
      { type: "button", disabled, onclick: () => choose(question, by) },
      local(row.title),
    ),
  );
  if (reason)
    return built(
      "tr",
      {},
      first,
      built("td", { colSpan: COLUMNS.length + Number(!isTour), className: "quiet" }, local(reason)),
    );
  const figures = COLUMNS.map((name) =>
    row[name] === null || row[name] === undefined
      ? "-"
      : name === "milliseconds"
        ? brieflyTimed(row[name])
        : costWords(row[name]),
  );
  return built(
    "tr",
    {},
    first,
    ...[...figures, ...(isTour ? [] : [say(row.exact ? "table.yes" : "table.no")])].map((words) =>
      built("td", {}, words),
    ),
  );
}

/** Milliseconds to two digits, as far as those mean anything. @param {number} time */
const brieflyTimed = (time) => (time < 10 ? time.toPrecision(2) : grouped(Math.round(time)));
