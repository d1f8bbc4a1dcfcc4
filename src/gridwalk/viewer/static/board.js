/**
 * The board on the page: a value that is copied before each change, so undo costs nothing.
 *
 * A cell is its flat index, row * columns + column.  `cells[v]` is 0 for a wall, else the
 * cost of entering the cell, 1 to 9.  Walls between cells are bits of `sides[v]`: `RIGHT` and `BELOW`.
 *
 * @typedef {object} Board
 * @property {number} rows
 * @property {number} columns
 * @property {Uint8Array} cells
 * @property {Uint8Array} sides
 * @property {string} wrap which sides of the board meet: "", "rows" (top and bottom), "columns" or "both"
 * @property {number} start
 * @property {number[]} exits at least one
 * @property {number[][]} ways one-way cells: row, column, rows down, columns right
 * @property {number[]} through cells that a path has to visit
 * @property {number[]} avoiding cells that it must not visit
 * @property {string} moves a name such as "orthogonal", or letters such as "U,D,DDR"
 * @property {string} order in which moves are tried; empty: the usual one
 * @property {string} corners "both", "one" or "none"
 */

import { MOVES } from "./choices.js";
import { say } from "./say.js";

export const MAX_SIDE = 512;
export const CORNERS = ["both", "one", "none"];
export const MAX_WORD = 400; // characters of moves, and of their order
export const MAX_WAYS = 4096;
export const WRAPS = ["", "rows", "columns", "both"];
export const RIGHT = 1, BELOW = 2;

/** @param {number} rows @param {number} columns @param {Partial<Board>} [more] @returns {Board} an open board from corner to corner */
export function openBoard(rows, columns, more = {}) {
  const size = rows * columns;
  return {
    rows, columns, cells: new Uint8Array(size).fill(1), sides: new Uint8Array(size), wrap: "", start: 0,
    exits: [size - 1], ways: [], through: [], avoiding: [], moves: "orthogonal", order: "", corners: "both", ...more,
  };
}

/** @param {Board} board the board as the server takes it */
export function toData(board) {
  const { through, avoiding, ...rest } = board; // which belong to the question
  return {
    ...rest,
    cells: digits(board.cells),
    sides: hasSides(board) ? digits(board.sides) : "",
    start: place(board, board.start),
    exits: board.exits.map((v) => place(board, v)),
  };
}

/** Row and column of a cell. @param {Board} board @param {number} v */
export function place({ columns }, v) {
  return [Math.floor(v / columns), v % columns];
}

/** Whether two boards are equal. @param {Board} one @param {Board} other */
export function same(one, other) {
  if (one === other) return true;
  const rest = (/** @type {Board} */ { cells, sides, ...more }) => JSON.stringify(Object.entries(more).sort());
  return rest(one) === rest(other) && one.cells.every((cost, v) => cost === other.cells[v]) &&
    one.sides.every((bits, v) => bits === other.sides[v]);
}

/** @param {Uint8Array} cells */
function digits(cells) {
  return new TextDecoder().decode(cells.map((cost) => cost + 48));
}

/** @param {string} word */
function numbers(word) {
  return new TextEncoder().encode(word).map((code) => code - 48);
}

/** @param {any} data a board as the server sends it @returns {Board} */
export function fromData(data) {
  const flat = (/** @type {number[]} */ [row, column]) => row * data.columns + column;
  return {
    ...data,
    cells: numbers(data.cells),
    sides: data.sides ? numbers(data.sides) : new Uint8Array(data.rows * data.columns),
    start: flat(data.start),
    exits: data.exits.map(flat),
    through: [],
    avoiding: [],
  };
}

/** @param {Board} board */
export function hasCosts(board) {
  return board.cells.some((cost) => cost > 1);
}

/** Whether there are walls between cells. @param {Board} board */
export function hasSides(board) {
  return board.sides.some((bits) => bits > 0);
}

/** After how many rows and columns the board repeats; 0: it does not. @param {Board} board */
export function period({ rows, columns, wrap }) {
  return [wrap === "rows" || wrap === "both" ? rows : 0, wrap === "columns" || wrap === "both" ? columns : 0];
}

/** The walls on the sides of cells, as bits of the cell to the left or above; none where nothing is beyond. @param {Board} board @returns {(v: number) => number} */
export function sidesOf(board) {
  const { rows, columns, sides } = board, [down, across] = period(board);
  return (v) => {
    const atRight = !across && v % columns === columns - 1, atBottom = !down && v >= (rows - 1) * columns;
    return sides[v] & (atRight ? ~RIGHT : 3) & (atBottom ? ~BELOW : 3);
  };
}

/** The move from a cell to another, rows down and columns right, as it is before the board is wrapped. @param {Board} board @param {number} u @param {number} v @returns {number[]} */
export function stepOf(board, u, v) {
  const { columns } = board, [rowsRound, columnsRound] = period(board);
  const down = Math.floor(v / columns) - Math.floor(u / columns), across = (v % columns) - (u % columns);
  if (!rowsRound && !columnsRound) return [down, across];
  const moves = deltas(board);
  const same = (/** @type {number} */ one, /** @type {number} */ other, /** @type {number} */ round) =>
    one === other || (round > 0 && (one - other) % round === 0);
  const makes = moves.filter((move) => same(move[0], down, rowsRound) && same(move[1], across, columnsRound));
  // On two columns left and right lead to the same cell: where a wall is in the way, it was the other.
  const free = makes.length > 1 ? makes.filter((move) => !isWalled(board, u, move)) : makes;
  return free.find((move) => move[0] === down && move[1] === across) ?? free[0] ?? [down, across];
}

/** Whether a wall is in the way of a straight step of one cell. @param {Board} board @param {number} u @param {number[]} step */
function isWalled({ rows, columns, sides }, u, [down, across]) {
  if (Math.abs(down) + Math.abs(across) !== 1) return false;
  const row = (Math.floor(u / columns) + Math.min(down, 0) + rows) % rows;
  const column = ((u % columns) + Math.min(across, 0) + columns) % columns;
  return (sides[row * columns + column] & (down ? BELOW : RIGHT)) > 0;
}

/** @param {Board} board @param {number} v the content of cell *v*, and the walls on its sides, as text */
export function describe(board, v) {
  const cost = board.cells[v], { rows, columns } = board, sides = sidesOf(board);
  const kind = v === board.start ? "start" : board.exits.includes(v) ? "exit" : cost === 0 ? "wall" : cost === 1 ? "open" : "cost";
  const what = say(`cell.${kind}`, { cost });
  const before = v % columns ? v - 1 : v + columns - 1, above = (v - columns + rows * columns) % (rows * columns);
  const walls = [
    sides(above) & BELOW ? "cell.above" : "", sides(v) & RIGHT ? "cell.right" : "",
    sides(v) & BELOW ? "cell.below" : "", sides(before) & RIGHT ? "cell.left" : "",
  ].filter(Boolean);
  return walls.length ? say("cell.walls", { what, sides: walls.map((side) => say(side)).join(say("list")) }) : what;
}

/** The cost of a step: the cost of the cell entered; without costs 1, or the square root of 2 for a diagonal step. @param {Board} board @param {boolean} costs @param {number} u @param {number} v */
export function stepCost(board, costs, u, v) {
  if (costs) return board.cells[v];
  const [down, across] = stepOf(board, u, v).map(Math.abs);
  return down === 1 && across === 1 ? Math.SQRT2 : 1;
}

/** The board in another size; walls stay in place, and an exit in the last corner stays there. @param {Board} board @param {number} rows @param {number} columns */
export function resized(board, rows, columns) {
  const { moves, order, corners, wrap } = board, sides = sidesOf({ ...board, wrap: "" });
  const changed = openBoard(rows, columns, { moves, order, corners, wrap });
  for (let row = 0; row < Math.min(rows, board.rows); row++) {
    const width = Math.min(columns, board.columns);
    const from = row * board.columns;
    changed.cells.set(board.cells.subarray(from, from + width), row * columns);
    for (let column = 0; column < width; column++) changed.sides[row * columns + column] = sides(from + column);
  }
  const last = board.rows * board.columns - 1;
  const moved = (/** @type {number} */ v) => {
    const row = Math.floor(v / board.columns), column = v % board.columns;
    return row < rows && column < columns ? row * columns + column : -1;
  };
  changed.start = moved(board.start);
  changed.exits = board.exits.map((v) => (v === last ? rows * columns - 1 : moved(v))).filter((v) => v >= 0);
  changed.ways = board.ways.filter(([row, column]) => row < rows && column < columns);
  changed.through = board.through.map(moved).filter((v) => v >= 0);
  changed.avoiding = board.avoiding.map(moved).filter((v) => v >= 0);
  return withEnds(changed);
}

/** The board with a start and an exit, at its corners where they are missing. @param {Board} board */
export function withEnds(board) {
  const size = board.rows * board.columns, cells = board.cells.slice();
  let { start, exits } = board;
  if (start < 0) start = exits.includes(0) && size > 1 ? 1 : 0;
  exits = exits.filter((v) => v !== start || size === 1);
  if (!exits.length) exits = [start === size - 1 && size > 1 ? size - 2 : size - 1];
  for (const v of [start, ...exits]) if (!cells[v]) cells[v] = 1;
  const isFree = (/** @type {number} */ v) => v !== start && !exits.includes(v);
  return { ...board, cells, start, exits, through: board.through.filter(isFree), avoiding: board.avoiding.filter(isFree) };
}

/** The board as a file's text, one character a cell: without walls between cells. @param {Board} board */
export function toText(board) {
  const arrows = new Map([["-1,0", "^"], ["0,1", ">"], ["1,0", "v"], ["0,-1", "<"]]);
  const marks = Array.from(board.cells, (cost) => (cost === 0 ? "#" : cost === 1 ? "." : String(cost)));
  for (const [row, column, ...delta] of board.ways) {
    marks[row * board.columns + column] = arrows.get(String(delta)) ?? ".";
  }
  for (const v of board.exits) marks[v] = "E";
  marks[board.start] = "S";
  const lines = [];
  for (let v = 0; v < marks.length; v += board.columns) lines.push(marks.slice(v, v + board.columns).join(""));
  return lines.join("\n") + "\n";
}

/** How a piece moves: rows down and columns right. @param {{moves: string}} board @returns {number[][]} */
export function deltas({ moves }) {
  const count = (/** @type {string} */ word, /** @type {string} */ letter) => word.split(letter).length - 1;
  return MOVES[moves] ?? moves.split(",").map((word) => [
    count(word, "D") - count(word, "U"), count(word, "R") - count(word, "L"),
  ]);
}

/** Whether the server knows such moves: a name, or letters with commas. @param {string} moves */
export function isMoves(moves) {
  return moves.length <= MAX_WORD && (Object.hasOwn(MOVES, moves) || /^[UDLR]+(,[UDLR]+)*$/.test(moves));
}

/** Whether the piece leaps; then the board is drawn chequered. @param {Board} board */
export function leaps(board) {
  return deltas(board).some(([down, across]) => Math.max(Math.abs(down), Math.abs(across)) > 1);
}

/** Whether the corner rule matters: some move is a diagonal step. @param {Board} board */
export function hasDiagonals(board) {
  return deltas(board).some(([down, across]) => Math.abs(down) === 1 && Math.abs(across) === 1);
}

/** Whether *order* names each move of the board once; empty: the usual order. @param {{moves: string}} board @param {string} order */
export function isOrder({ moves }, order) {
  const named = order.includes(",") ? order.split(",").map((word) => word.trim()) : [...order];
  const sorted = (/** @type {string[]} */ words) => words.map((word) => [...word].sort().join("")).sort().join();
  return !order || sorted(named) === sorted(deltas({ moves }).map(letters));
}

/** A move as its letters: UR. @param {number[]} move */
export function letters([down, across]) {
  return (down < 0 ? "U" : "D").repeat(Math.abs(down)) + (across < 0 ? "L" : "R").repeat(Math.abs(across));
}
