/**
 * Questions, algorithms, kinds of events, named moves and makers, from the server (gridwalk.viewer.questions).
 *
 * @typedef {object} Algorithm
 * @property {string} title
 * @property {"stack" | "path" | "queue" | "heap" | ""} keeps the data structure of the frontier; "": no film
 * @property {"" | "cost" | "cost + bound" | "bound"} key the order of the heap
 * @property {boolean} bothEnds it searches from the exits, too, with a queue for each end
 * @property {boolean} labels cells are opened with their distance from the start, not with the cell before them
 * @property {boolean} jumps successive cells may be joined by straight runs
 * @property {string[]} promise what it promises, in short sentences
 * @property {string[]} code
 * @property {number[]} begin the lines executed by the first event
 * @property {Record<number, number>} lines the line of the code that records an event, for each kind of event
 * @property {Record<number, number[]>} executed all lines executed up to an event of each kind
 *
 * @typedef {{title: string, noun: string, algorithms: Record<string, Algorithm>}} Question
 * @typedef {{title: string, texture: string, rooms: boolean}} Maker rooms: it makes mazes, not caves and noise
 */

const inlined = document.getElementById("choices"); // of a saved web page, which has no server
const data = inlined ? JSON.parse(inlined.textContent ?? "") : await (await fetch(new URL("choices.json", import.meta.url))).json();

/** An algorithm without film and pseudocode. @param {string} title @returns {Algorithm} */
const plain = (title) => ({ title, keeps: "", key: "", bothEnds: false, labels: false, jumps: false, promise: [], code: [], begin: [], lines: {}, executed: {} });

/** Questions that the page adds; their algorithms have the names that a request gives them. @type {Record<string, Question>} */
const BESIDE = {
  play: { title: "Walk it yourself", noun: "walk", algorithms: { you: plain("you") } },
  table: { title: "All searches, a table", noun: "search", algorithms: { all: plain("all of them") } },
  watch: {
    title: "Watch a count", noun: "way",
    algorithms: { auto: plain("automatic"), simpath: plain("sweep, states in a table"), profile: plain("sweep, words of brackets"), halves: plain("two halves, joined") },
  },
};
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
  return isKnown(question, by) ? algorithm(question, by).title : TITLES[by] ?? "";
}
