/** Words and numbers in the cells, by choice. */

import { isChess, name } from "./names.js";
import { cost } from "./numbers.js";

/** All choices, in the order of the menu. @type {InCells[]} */
export const IN_CELLS = ["auto", "nothing", "order", "distance", "fgh", "degree", "step", "names"];

/** The choices that mean something for a film. @param {Film | null} film @returns {InCells[]} */
export function choicesOf(film) {
  if (!film) return ["auto", "nothing", "names"];
  const { keeps, labels } = film.algorithm;
  if (film.isWalk)
    return [
      "auto",
      "nothing",
      "order",
      "step",
      ...(film.legal ? /** @type {const} */ (["degree"]) : []),
      "names",
    ];
  const known = film.rest ? /** @type {const} */ (["distance", "fgh"]) : /** @type {const} */ (["distance"]);
  return keeps === "heap" || labels || keeps === "queue"
    ? ["auto", "nothing", "order", ...known, "names"]
    : ["auto", "nothing", "names"];
}

/** What is shown: "auto" is decided by the algorithm, and what means nothing is nothing. @param {Film | null} film @param {string} inCells @returns {InCells} */
export function chosen(film, inCells) {
  const known = /** @type {InCells} */ (inCells);
  if (known !== "auto") return choicesOf(film).includes(known) ? known : "nothing";
  if (!film) return "nothing";
  if (film.isWalk) return film.isTour || film.isList ? "step" : "order";
  return film.rest ? "fgh" : "distance";
}

/** Whether the numbers of a puzzle are shown: unless something else is chosen. @param {Board} board @param {string} inCells */
export function showsNumbers(board, inCells) {
  return inCells === "auto" && board.numbers.length > 0;
}

/** The words in a cell, of g, h and f in this order; empty: none. @param {Board} board @param {Frame | null} frame @param {string} inCells @param {ArrayLike<number>} way the line on the board @returns {(v: number) => string[]} */
export function wordsIn(board, frame, inCells, way) {
  const choice = chosen(frame?.film ?? null, inCells);
  if (showsNumbers(board, inCells)) {
    const number = new Map(board.numbers.map(([v, n]) => [v, n]));
    return (v) => (board.cells[v] && number.has(v) ? [String(number.get(v))] : []);
  }
  if (choice === "names")
    return (v) =>
      board.cells[v]
        ? [isChess(board) ? name(board, v) : name(board, v).slice(1, -1).replaceAll(" ", "")]
        : [];
  if (!frame || choice === "nothing") return () => [];
  if (choice === "order") return (v) => (frame.order(v) ? [String(frame.order(v))] : []);
  if (choice === "step") {
    /** @type {Map<number, number>} */
    const number = new Map();
    for (let i = 0; i < way.length; i++) number.set(way[i], i + 1);
    return (v) => (number.has(v) ? [String(number.get(v))] : []);
  }
  if (choice === "degree") return (v) => (board.cells[v] && frame.isFree(v) ? [String(frame.degree(v))] : []);
  if (choice === "fgh") {
    return (v) => {
      const known = frame.fgh(v);
      return known ? [short(known.g), short(known.h), short(known.f)] : [];
    };
  }
  return (v) => {
    const label = frame.label(v);
    return label === null ? [] : [short(label)];
  };
}

/** Whether the choice colours the cells of a film. @param {Film | null} film @param {string} inCells */
export function isRamp(film, inCells) {
  return film !== null && ["order", "distance"].includes(inCells) && chosen(film, inCells) === inCells;
}

/** Where on the ramp of colours a cell is, 0 to 1, if the choice colours cells; -1: not coloured. @param {Frame} frame @param {string} inCells @returns {((v: number) => number) | null} */
export function heatOf(frame, inCells) {
  if (!isRamp(frame.film, inCells)) return null;
  return (v) => (inCells === "order" ? frame.heat(v) : frame.farness(v));
}

/** @param {number} number with one digit after the point */
function short(number) {
  return Number.isInteger(number) ? cost(number) : number.toFixed(1);
}
