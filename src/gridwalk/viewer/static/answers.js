/** What an answer says: in words, as a number, as a table, as bars. */

import { EVENTS } from "./choices.js";
import { capital } from "./names.js";
import { cost as costWords, grouped, moves } from "./numbers.js";
import { filmOf } from "./films.js";
import { QUESTIONS, kindOf, titleOf } from "./questions.js";
import { join, local, say } from "./say.js";

/** @type {Record<string, (answer: Answer) => Said>} */
const SAID = {
  error: ({ words }) => said(local(words)),
  cancelled: () => said(say("cancelled")),
  estimate: ({ words, convention, reason }) => said(local(words), sentence(convention, reason)),
  number: number,
  lengths: number,
  sweep: number,
  making: ({ maker, seed, note }) => said(say("made", { maker: local(maker), seed }), local(note ?? "")),
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
  const costs = found.cost === found.length ? "" : say("path.cost", { cost: costWords(found.cost) });
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
  const found = film.at(film.length).number(EVENTS.found);
  const words = say(`many.${of}`, { n: found });
  return film.truncated
    ? said(say("list.sofar", { words }), say("list.cut", { n: grouped(film.length) }))
    : { ...said(say("sentence", { words })), number: String(found) };
}

/** @param {string} words @param {string} [small] @returns {Said} */
function said(words, small = "") {
  return { words, small, number: "" };
}

/** @param {Words} convention @param {Words | null} [reason] */
function sentence(convention, reason) {
  return join(
    reason ? say("none.reason", { reason: local(reason) }) : "",
    convention && say("sentence", { words: capital(local(convention)) }),
  );
}

/** The number of paths by length, as shares of the largest. @param {[number, string][]} lengths */
export function barsOf(lengths) {
  const size = (/** @type {string} */ digits) =>
    digits.length > 15 ? Number(`${digits.slice(0, 15)}e${digits.length - 15}`) : Number(digits);
  const most = Math.max(...lengths.map(([, count]) => size(count)));
  return lengths.map(([length, count]) => ({
    length: grouped(length),
    count: grouped(count),
    share: Math.max(0.005, size(count) / most),
  }));
}

const COLUMNS = /** @type {const} */ (["expanded", "frontier", "length", "cost", "milliseconds"]);

/** All algorithms on this board, in words: of one that found nothing the reason.  Of tours none is shorter than another. @param {any[]} rows of the answer */
export function tableOf(rows) {
  const areTours = rows.every(({ question }) => QUESTIONS[question].of === "tour"),
    names = ["by", ...COLUMNS, ...(areTours ? [] : ["exact"])];
  return {
    head: names.map((name) => say(`table.${name}`)),
    rows: rows.map((row) => ({
      question: row.question,
      by: row.by,
      title: local(row.title),
      disabled: Boolean(row.reason) && !row.expanded && row.length === null,
      reason: local(row.reason ?? ""),
      cells: names.slice(1).map((name) => figure(name, row[name])),
    })),
  };
}

/** A figure of the table. @param {string} name of its column @param {any} value */
function figure(name, value) {
  if (name === "exact") return say(value ? "table.yes" : "table.no");
  if (value === null || value === undefined) return "-";
  if (name !== "milliseconds") return costWords(value);
  return value < 10 ? value.toPrecision(2) : grouped(Math.round(value)); // as far as digits mean anything
}
