/**
 * The board on the page: a value that is copied before each change, so undo costs nothing.
 *
 * A cell is its flat index, row * columns + column.  `cells[v]` is 0 for a wall, else the
 * cost of entering the cell, 1 to 9.  Walls between cells are bits of `sides[v]`: k for the side k of `cellsOf`;
 * of a level 2 is for stairs to the next one.
 */

import { MOVES } from "./choices.js";
import { join, say } from "./say.js";
import {
  SHAPES,
  below,
  beyond,
  cellsOf,
  hasLevels,
  isHex,
  isOutside,
  isWall,
  spanOf,
  storey,
  typed,
} from "./shapes.js";
import { ofEach } from "./store.js";

export const MAX_SIDE = 512;
export const MAX_WORD = 400; // characters of moves, and of their order

/** @param {number} rows @param {number} columns @param {Partial<Board>} [more] @returns {Board} an open board from corner to corner */
export function openBoard(rows, columns, more = {}) {
  const size = rows * columns,
    { shape = "square" } = more;
  const board = {
    rows,
    columns,
    levels: 1,
    cells: new Uint8Array(size).fill(1),
    sides: new Uint8Array(size),
    wrap: "",
    start: 0,
    exits: [size - 1],
    ways: [],
    through: [],
    avoiding: [],
    numbers: [],
    moves: isHex({ shape }) ? "hex" : "orthogonal",
    order: "",
    corners: "both",
    diagonal: 0,
    ...more,
    shape,
  };
  return shape === "square"
    ? board
    : withEnds({ ...board, cells: board.cells.map((cost, v) => (isOutside(board, v) ? 0 : cost)) });
}

/** @param {Board} board the board as the server takes it */
export function toData(board) {
  const { through, avoiding, numbers, ...rest } = board; // which belong to the question, and are only shown
  return {
    ...rest,
    cells: digits(board.cells),
    sides: board.sides.some(Boolean) ? digits(board.sides) : "",
    start: place(board, board.start),
    exits: board.exits.map((v) => place(board, v)),
  };
}

/** The board as an address holds it: with its conditions and numbers. @param {Board} board */
export function toLinked(board) {
  const cells = (/** @type {number[]} */ some) => some.map((v) => place(board, v)),
    { through, avoiding, numbers } = board;
  return { ...toData(board), through: cells(through), avoiding: cells(avoiding), numbers };
}

/** Row and column of a cell. @param {Board} board @param {number} v */
export function place({ columns }, v) {
  return [Math.floor(v / columns), v % columns];
}

/** Whether two boards are equal. @param {Board} one @param {Board} other */
export function same(one, other) {
  if (one === other) return true;
  const rest = (/** @type {Board} */ { cells, sides, ...more }) =>
    JSON.stringify(Object.entries(more).sort());
  return (
    rest(one) === rest(other) &&
    one.cells.every((cost, v) => cost === other.cells[v]) &&
    one.sides.every((bits, v) => bits === other.sides[v])
  );
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
    through: data.through?.map(flat) ?? [],
    avoiding: data.avoiding?.map(flat) ?? [],
    numbers: data.numbers ?? [],
  };
}

/** The number of open cells. */
export const openCells = ofEach((/** @type {Board} */ { cells }) =>
  cells.reduce((sum, cost) => sum + (cost ? 1 : 0), 0),
);

export const hasCosts = ofEach((/** @type {Board} */ { cells }) => cells.some((cost) => cost > 1));

/** Whether there are walls between cells. */
export const hasSides = ofEach((/** @type {Board} */ board) => {
  const walls = isHex(board) ? 7 : 3;
  return board.sides.some((bits) => (bits & walls) > 0);
});

/** The move from a cell to another, rows down and columns right, as it is before the board is wrapped. @param {Board} board @param {number} u @param {number} v @returns {number[]} */
export function stepOf(board, u, v) {
  const straight = place(board, v).map((part, i) => part - place(board, u)[i]),
    makes = board.wrap ? deltas(board).filter((move) => beyond(board, u, move) === v) : [];
  // On two columns left and right lead to the same cell: where a wall is in the way, it was the other.
  const free =
    makes.length > 1
      ? makes.filter(
          (move) =>
            !isWall(
              board,
              u,
              cellsOf(board).steps.findIndex((step) => String(step) === String(move)),
            ),
        )
      : makes;
  return free.find((move) => String(move) === String(straight)) ?? free[0] ?? straight;
}

/** @param {Board} board @param {number} v the content of cell *v*, and the walls on its sides, as text */
export function describe(board, v) {
  const cost = board.cells[v],
    { words } = cellsOf(board),
    up = v - storey(board) * board.columns;
  const kind =
    v === board.start
      ? "start"
      : board.exits.includes(v)
        ? "exit"
        : cost === 0
          ? "wall"
          : cost === 1
            ? "open"
            : "cost";
  const what = join(
    say(`cell.${kind}`, { cost }),
    below(board, v) < 0 ? "" : say("cell.down"),
    up >= 0 && below(board, up) >= 0 ? say("cell.up") : "",
  );
  const walls = words
    .map((_, i) => (i + words.length - 1) % words.length)
    .filter((k) => isWall(board, v, k))
    .map((k) => say(words[k]));
  return walls.length ? say("cell.walls", { what, sides: walls.join(say("list")) }) : what;
}

/** The cost of a step: that of the cell entered, or 1; of a diagonal step times the factor of the board, else without costs times the square root of 2. @param {Board} board @param {boolean} costs @param {number} u @param {number} v */
export function stepCost(board, costs, u, v) {
  const cost = costs ? board.cells[v] : 1,
    factor = board.diagonal || (costs ? 1 : Math.SQRT2);
  if (factor === 1 || isHex(board)) return cost;
  return stepOf(board, u, v).every((part) => Math.abs(part) === 1) ? factor * cost : cost;
}

/** The board in another size or shape, of rows and columns as they are typed: what fits stays in its place, and an exit in the last corner stays there. @param {Board} board @param {number} rows @param {number} columns @param {string} [shape] @param {number} [levels] */
export function resized(board, rows, columns, shape = board.shape, levels = board.levels) {
  const { moves, order, corners, diagonal, wrap } = board,
    isAlike = isHex(board) === isHex({ shape }),
    closed = { ...board, wrap: "" };
  const suits = isAlike && (!hasLevels({ shape }) || !leaps(board)); // on levels no piece leaps
  const rules = suits
    ? {
        moves,
        order,
        corners,
        diagonal,
        wrap: hasLevels({ shape }) && wrap !== "columns" ? "" : wrap,
      }
    : {};
  const changed = openBoard(...SHAPES[shape].grown(rows, columns, levels), {
      ...rules,
      shape,
      levels: hasLevels({ shape }) ? levels : 1,
    }),
    [high] = typed(changed);
  const moved = (/** @type {number} */ v) => {
    const row = v < 0 ? 0 : Math.floor(v / board.columns) % storey(board),
      level = Math.floor(v / board.columns / storey(board)),
      to = level * storey(changed) + row;
    const column = (v % board.columns) - spanOf(board, Math.floor(v / board.columns))[0];
    if (
      v < 0 ||
      row >= high ||
      level >= changed.levels ||
      isOutside(board, v) ||
      column >= spanOf(changed, to)[1]
    )
      return -1;
    return to * changed.columns + spanOf(changed, to)[0] + column;
  };
  board.cells.forEach((cost, v) => {
    const u = moved(v),
      { steps } = cellsOf(board);
    if (u < 0) return;
    changed.cells[u] = cost;
    if (isAlike)
      changed.sides[u] = steps
        .slice(0, steps.length / 2)
        .reduce((bits, _, k) => bits | (Number(isWall(closed, v, k)) << k), below(board, v) < 0 ? 0 : 4);
  });
  const still = (/** @type {number[]} */ cells) => cells.map(moved).filter((v) => v >= 0);
  const last = lastOf(board);
  changed.start = moved(board.start);
  changed.exits = board.exits.map((v) => (v === last ? lastOf(changed) : moved(v))).filter((v) => v >= 0);
  changed.ways = suits
    ? board.ways.flatMap(([row, column, ...way]) =>
        still([row * board.columns + column]).map((v) => [...place(changed, v), ...way]),
      )
    : [];
  changed.through = still(board.through);
  changed.avoiding = still(board.avoiding);
  changed.numbers = board.numbers.map(([v, number]) => [moved(v), number]).filter(([v]) => v >= 0);
  return withEnds(changed);
}

/** The last cell that is not outside. @param {Board} board */
function lastOf(board) {
  return board.cells.findLastIndex((_, v) => !isOutside(board, v));
}

/** The board with a start and an exit, at its corners where they are missing. @param {Board} board */
export function withEnds(board) {
  const cells = board.cells.slice(),
    last = lastOf(board),
    inside = Array.from(cells.keys()).filter((v) => !isOutside(board, v));
  let { start, exits } = board;
  if (!inside.includes(start)) start = inside.find((v) => !exits.includes(v)) ?? last;
  exits = exits.filter((v) => (v !== start || inside.length === 1) && !isOutside(board, v));
  if (!exits.length) exits = [start === last && inside.length > 1 ? inside[inside.length - 2] : last];
  for (const v of [start, ...exits]) if (!cells[v]) cells[v] = 1;
  const isFree = (/** @type {number} */ v) => v !== start && !exits.includes(v);
  return {
    ...board,
    cells,
    start,
    exits,
    through: board.through.filter(isFree),
    avoiding: board.avoiding.filter(isFree),
  };
}

/** How a piece moves: rows down and columns right. @param {{moves: string}} board @returns {number[][]} */
export function deltas({ moves }) {
  const count = (/** @type {string} */ word, /** @type {string} */ letter) => word.split(letter).length - 1;
  return (
    MOVES[moves] ??
    moves.split(",").map((word) => [count(word, "D") - count(word, "U"), count(word, "R") - count(word, "L")])
  );
}

/** Whether the server knows such moves, and they are of these cells: a name, or letters with commas. @param {{shape: string}} board @param {string} moves */
export function suitsMoves(board, moves) {
  if (Object.hasOwn(MOVES, moves))
    return moves.startsWith("hex") === isHex(board) && !(hasLevels(board) && leaps({ ...board, moves }));
  return (
    moves.length <= MAX_WORD &&
    /^[UDLR]+(,[UDLR]+)*$/.test(moves) &&
    !(hasLevels(board) && leaps({ ...board, moves }))
  );
}

/** Whether the piece leaps; then the board is drawn chequered. @param {{shape: string, moves: string}} board */
export function leaps(board) {
  const near = isHex(board) ? 2 : 1; // beyond a corner another hexagon begins
  return deltas(board).some((move) => cellsOf(board).far(move[0], move[1]) > near);
}

/** Whether the corner rule matters: some move is a diagonal step. @param {Board} board */
export function hasDiagonals(board) {
  return (
    !isHex(board) && deltas(board).some(([down, across]) => Math.abs(down) === 1 && Math.abs(across) === 1)
  );
}

/** Whether *order* names each move of the board once; empty: the usual order. @param {{moves: string}} board @param {string} order */
export function isOrder({ moves }, order) {
  const named = order.includes(",") ? order.split(",").map((word) => word.trim()) : [...order];
  const sorted = (/** @type {string[]} */ words) =>
    words
      .map((word) => [...word].sort().join(""))
      .sort()
      .join();
  return !order || sorted(named) === sorted(deltas({ moves }).map(letters));
}

/** A move as its letters: UR. @param {number[]} move */
export function letters([down, across]) {
  return (down < 0 ? "U" : "D").repeat(Math.abs(down)) + (across < 0 ? "L" : "R").repeat(Math.abs(across));
}
