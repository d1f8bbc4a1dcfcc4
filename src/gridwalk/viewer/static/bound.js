/** A lower bound on the cost of the rest of a path: the heuristic of A*, as in gridwalk.search.logged. */

import { deltas, hasCosts, period } from "./board.js";

/** @typedef {import("./board.js").Board} Board */

/** @param {Board} board @returns {(v: number) => number} the bound from a cell to the bounding box of the exits */
export function lowerBound(board) {
  const { columns, exits } = board, { rate, slope } = rates(board);
  const rows = exits.map((v) => Math.floor(v / columns)), across = exits.map((v) => v % columns);
  const [top, bottom, left, right] = [minimum(rows), maximum(rows), minimum(across), maximum(across)];
  return (v) => {
    const row = Math.floor(v / columns), column = v % columns;
    const down = Math.max(0, top - row, row - bottom), aside = Math.max(0, left - column, column - right);
    return rate * Math.max(down, aside) + slope * Math.min(down, aside);
  };
}

/** @param {Board} board */
function rates(board) {
  const costs = hasCosts(board);
  const cheapest = costs ? minimum(board.cells.filter((cost) => cost > 0)) : 1;
  const round = period(board), wraps = round.some(Boolean);
  // Over a seam a step reaches as far as to the other side of the board.
  const reaches = deltas(board).map((move) => move.map((part, i) => {
    const ahead = round[i] ? ((part % round[i]) + round[i]) % round[i] : Math.abs(part);
    return ahead && round[i] ? Math.max(ahead, round[i] - ahead) : ahead;
  }));
  const reach = maximum(reaches.flat());
  if (!wraps && reaches.every(([down, across]) => down + across === 1)) return { rate: cheapest, slope: cheapest };
  if (!wraps && reach <= 1) return { rate: cheapest, slope: costs ? 0 : Math.SQRT2 - 1 };
  return { rate: costs ? Math.floor(cheapest / reach) : cheapest / reach, slope: 0 };
}

/** @param {ArrayLike<number>} numbers possibly more than Math.min takes as arguments */
function minimum(numbers) {
  return Array.from(numbers).reduce((one, other) => Math.min(one, other));
}

/** @param {ArrayLike<number>} numbers */
function maximum(numbers) {
  return Array.from(numbers).reduce((one, other) => Math.max(one, other));
}
