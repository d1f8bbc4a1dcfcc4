/**
 * Questions, algorithms, kinds of events and named moves, from the server (gridwalk.viewer.choices).
 *
 * @typedef {object} Algorithm
 * @property {string} title
 * @property {"stack" | "path" | "queue" | "heap" | ""} keeps the data structure of the frontier; "": no film
 * @property {"" | "cost" | "cost + bound" | "bound"} key the order of the heap
 * @property {boolean} labels cells are opened with their distance from the start, not with the cell before them
 * @property {boolean} jumps successive cells may be joined by straight runs
 * @property {string[]} code
 * @property {Record<number, number>} lines the line of the code for each kind of event
 *
 * @typedef {{title: string, noun: string, algorithms: Record<string, Algorithm>}} Question
 */

const data = await (await fetch(new URL("choices.json", import.meta.url))).json();

/** @type {Record<string, Question>} */
export const QUESTIONS = data.questions;
/** The number of each kind of event. @type {Record<string, number>} */
export const EVENTS = data.events;
/** Named moves: rows down and columns right. @type {Record<string, number[][]>} */
export const MOVES = data.moves;

/** @param {string} question @param {string} by */
export function algorithm(question, by) {
  return QUESTIONS[question].algorithms[by];
}

/** Whether there is such a question and algorithm. @param {string} question @param {string} by */
export function isKnown(question, by) {
  return Object.hasOwn(QUESTIONS, question) && Object.hasOwn(QUESTIONS[question].algorithms, by);
}
