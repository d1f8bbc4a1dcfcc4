/**
 * Algorithms, kinds of events, named moves and makers, from the server (gridwalk.viewer.questions).
 */

import { held, local } from "./say.js";

const data = await held("choices");

/** From now on the words of a row are said in the language of the page. @param {any} row */
function inLanguage(row) {
  for (const name of ["title", "texture", "promise", "code"].filter((known) => known in row)) {
    const words = row[name],
      line = (/** @type {string} */ text) => text.replace(/\S.*/, (part) => local(part)); // which may be indented
    Object.defineProperty(row, name, {
      get: () => (Array.isArray(words) ? words.map(line) : local(words)),
    });
  }
}

/** Of each question. @type {Record<string, Record<string, AlgorithmFacts>>} */
export const ALGORITHMS = data.algorithms;
/** Of all that the `by` of a path may name, also what cannot be asked. @type {Record<string, string>} */
export const TITLES = data.titles;
/** The number of each kind of event. @type {Record<string, number>} */
export const EVENTS = data.events;
/** Named moves: rows down and columns right. @type {Record<string, number[][]>} */
export const MOVES = data.moves;
/** @type {Record<string, Maker>} */
export const MAKERS = data.makers;

for (const row of [...Object.values(ALGORITHMS).flatMap(Object.values), ...Object.values(MAKERS)])
  inLanguage(row);
