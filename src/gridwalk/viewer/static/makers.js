/** What is made of the board on the page, in one step. */

import { withEnds } from "./board.js";

/** What the server is asked to make. @typedef {{maker: string, rows: number, columns: number, thin: boolean, braid: number, seed: number, film?: boolean}} Making */

/** A board that the server made, with the moves of the one before it; its sides are closed. @param {Board} board @param {Board} made @returns {Board} */
export function filled(board, { cells, sides, start, exits }) {
  return { ...board, cells, sides, start, exits, wrap: "", ways: [], through: [], avoiding: [] };
}

/** Random walls on three of ten cells. @param {Board} board */
export function scatter(board) {
  const cells = board.cells.map(() => (Math.random() < 0.3 ? 0 : 1));
  return withEnds({ ...board, cells, sides: new Uint8Array(cells.length), ways: [], through: [], avoiding: [] });
}

/** @param {Board} board @returns {Board} the same without walls, costs and one-way cells */
export function cleared(board) {
  const size = board.cells.length;
  return { ...board, cells: new Uint8Array(size).fill(1), sides: new Uint8Array(size), ways: [], through: [], avoiding: [] };
}
