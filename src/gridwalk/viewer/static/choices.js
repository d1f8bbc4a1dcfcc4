/**
 * What there is to choose from, as the server says it (gridwalk.viewer.choices).
 *
 * @typedef {object} Algorithm
 * @property {string} title
 * @property {"stack" | "path" | "queue" | "heap" | ""} keeps the cells that wait; "": there is no film
 * @property {"" | "cost" | "cost + bound" | "bound"} key by which the heap is ordered
 * @property {boolean} labels cells are opened with their distance from the start, not with the cell before them
 * @property {boolean} jumps cells that follow each other may be joined by straight runs
 * @property {string[]} code
 * @property {Record<number, number>} lines the line of the code that belongs to a kind of event
 *
 * @typedef {{title: string, noun: string, algorithms: Record<string, Algorithm>}} Question
 */

const said = await (await fetch(new URL("choices.json", import.meta.url))).json();

/** @type {Record<string, Question>} */
export const QUESTIONS = said.questions;
/** The number of each kind of event. @type {Record<string, number>} */
export const EVENTS = said.events;
/** Named moves: rows down and columns right. @type {Record<string, number[][]>} */
export const MOVES = said.moves;

/** @param {string} question @param {string} by */
export function algorithm(question, by) {
  return QUESTIONS[question].algorithms[by];
}

/** Whether there is such a question and algorithm. @param {string} question @param {string} by */
export function isKnown(question, by) {
  return Object.hasOwn(QUESTIONS, question) && Object.hasOwn(QUESTIONS[question].algorithms, by);
}
