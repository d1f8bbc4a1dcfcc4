/**
 * The questions of the page, one row each.
 *
 * In words.json, `question.NAME` is a title, `goal.NAME` says what is wanted, `run.BUTTON` stands on the button and
 * `noun.OF` names what is found.  The algorithms come from the server (gridwalk.viewer.questions).
 */

import { leaps } from "./board.js";
import { ALGORITHMS, TITLES } from "./choices.js";
import { local, say } from "./say.js";

/** The questions by groups of the menu; only saved pages ask the last group. @type {Record<string, Record<string, QuestionRow>>} */
const GROUPS = {
  common: {
    find: { of: "path", finds: "one", button: "search", compared: true },
    shortest: {
      of: "path",
      finds: "one",
      button: "search",
      compared: true,
      found: "path.shortest",
    },
    longest: { of: "path", finds: "one", button: "search" },
    sample: { of: "path", finds: "one", button: "search", foundBy: "path.by.seed" },
    list: { of: "path", finds: "list", button: "list" },
    count: { of: "path", finds: "number", button: "count" },
    watch: { of: "path", finds: "sweep", button: "count", by: "simpath" },
    tour: { of: "tour", finds: "one", button: "search", compared: true },
    closed: { of: "closed", finds: "one", button: "search" },
    table: { of: "path", finds: "table", button: "compare", by: "all" },
    play: { of: "path", finds: "walk", button: "walk", by: "you" },
  },
  more: {
    order: { of: "path", finds: "list", button: "list", ordered: true },
    lengths: { of: "path", finds: "number", button: "count" },
    estimate: { of: "path", finds: "number", button: "estimate" },
    tours: { of: "tour", finds: "number", button: "count" },
    closedtours: { of: "closed", finds: "number", button: "count" },
    cycle: { of: "cycle", finds: "one", button: "search" },
    cycles: { of: "cycle", finds: "number", button: "count" },
  },
  saved: {
    tourlist: { of: "tour", finds: "list", button: "list" },
    anycycle: { of: "cycle", finds: "one", button: "search" },
  },
};

/** @param {string} name @param {QuestionRow} row @param {string} group @returns {[string, Question]} */
const withWords = (name, row, group) => [
  name,
  {
    ...row,
    group,
    algorithms: row.by ? { [row.by]: ofPage(row.by) } : ALGORITHMS[name],
    get title() {
      return say(`question.${name}`);
    },
    get noun() {
      return say(`noun.${row.of}`);
    },
  },
];

/** The one way of a question that the page adds, as a request names it: it has no film. @param {string} by @returns {AlgorithmFacts} */
const ofPage = (by) => ({
  get title() {
    return say(`ask.with.${by}`);
  },
  keeps: "",
  key: "",
  bothEnds: false,
  labels: false,
  jumps: false,
  promise: [],
  code: [],
  begin: [],
  executed: {},
});

/** @type {Record<string, Question>} */
export const QUESTIONS = Object.fromEntries(
  Object.entries(GROUPS).flatMap(([group, rows]) =>
    Object.entries(rows)
      .filter(([name, row]) => row.by || ALGORITHMS[name])
      .map(([name, row]) => withWords(name, row, group)),
  ),
);

/** @param {string} question @param {string} by */
export function algorithm(question, by) {
  return QUESTIONS[question].algorithms[by];
}

/** Whether there is such a question and algorithm. @param {string} question @param {string} by */
export function isKnown(question, by) {
  return Object.hasOwn(QUESTIONS, question) && Object.hasOwn(QUESTIONS[question].algorithms, by);
}

/** What an answer was found by, for its reader. @param {string} question @param {string} by */
export function titleOf(question, by) {
  return isKnown(question, by) ? algorithm(question, by).title : local(TITLES[by] ?? "");
}

/** What is found on a board: questions that the page adds are about tours where the piece leaps. @param {string} question @param {Board} board */
export function kindOf(question, board) {
  const { of, by } = QUESTIONS[question];
  return by && leaps(board) ? "tour" : of;
}

/** Whether two searches are worth seeing side by side: both find a path, or both a tour, by different algorithms. @param {Asked} one @param {Asked} other */
export function compares(one, other) {
  if (!isKnown(other.question, other.by) || one.by === other.by) return false;
  const [first, second] = [one, other].map(({ question }) => QUESTIONS[question]);
  return Boolean(first.compared && second.compared && first.of === second.of);
}
