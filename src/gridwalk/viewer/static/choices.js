/**
 * Questions, algorithms, kinds of events, named moves and makers, from the server (gridwalk.viewer.questions).
 */

import { held, local, say } from "./say.js";

const data = await held("choices");

/** An algorithm without film and pseudocode. @param {string} title @returns {AlgorithmFacts} */
const plain = (title) => ({
  title,
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

/** Questions that the page adds, with the keys of their words; their algorithms have the names that a request gives them. @type {Record<string, Question>} */
const BESIDE = {
  table: { title: "ask.table", noun: "search", algorithms: { all: plain("ask.table.all") } },
  watch: {
    title: "ask.watch",
    noun: "path",
    algorithms: { simpath: plain("ask.watch.simpath") },
  },
  play: { title: "ask.play", noun: "walk", algorithms: { you: plain("ask.play.you") } }, // last: it leads away from the menu
};

/** From now on the words of a row are said in the language of the page. @param {any} row @param {(words: string) => string} said */
function inLanguage(row, said) {
  for (const name of ["title", "texture", "promise", "code"].filter((known) => known in row)) {
    const words = row[name],
      line = (/** @type {string} */ text) => text.replace(/\S.*/, (part) => said(part)); // which may be indented
    Object.defineProperty(row, name, {
      get: () => (Array.isArray(words) ? words.map(line) : said(words)),
    });
  }
}
for (const [questions, said] of [
  [data.questions, local],
  [BESIDE, say],
]) {
  for (const question of Object.values(questions))
    for (const row of [question, ...Object.values(question.algorithms)]) inLanguage(row, said);
}
for (const maker of Object.values(data.makers)) inLanguage(maker, local);

/** @type {Record<string, Question>} */
export const QUESTIONS = { ...data.questions, ...BESIDE };
/** Of all that the `by` of a path may name, also what cannot be asked. @type {Record<string, string>} */
const TITLES = data.titles;
/** The number of each kind of event. @type {Record<string, number>} */
export const EVENTS = data.events;
/** Named moves: rows down and columns right. @type {Record<string, number[][]>} */
export const MOVES = data.moves;
/** @type {Record<string, Maker>} */
export const MAKERS = data.makers;

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
