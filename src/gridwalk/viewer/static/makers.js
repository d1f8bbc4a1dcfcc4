/** What is made of the board on the page, in one step. */

import { withEnds } from "./board.js";
import { isOutside } from "./shapes.js";

/** What the server is asked to make. */

/** A board that the server made, with the moves of the one before it; its sides are closed, and its levels joined by stairs. @param {Board} board @param {Board} made @returns {Board} */
export function filled(board, { cells, sides, start, exits }) {
  return {
    ...board,
    shape: board.shape === "free" ? "stairs" : board.shape,
    cells,
    sides,
    start,
    exits,
    wrap: "",
    ways: [],
    numbers: [],
    through: [],
    avoiding: [],
  };
}

/** Random walls on three of ten cells. @param {Board} board */
export function scatter(board) {
  const cells = cleared(board).cells.map((cost) => (Math.random() < 0.3 ? 0 : cost));
  return withEnds({ ...cleared(board), cells });
}

/** @param {Board} board @returns {Board} the same without walls, costs and one-way cells */
export function cleared(board) {
  return {
    ...board,
    cells: board.cells.map((_, v) => Number(!isOutside(board, v))),
    sides: new Uint8Array(board.cells.length),
    ways: [],
    numbers: [],
    through: [],
    avoiding: [],
  };
}
