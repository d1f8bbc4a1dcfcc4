/** Generated boards: mazes and scattered walls. */

import { BELOW, RIGHT, openBoard, withEnds } from "./board.js";

/** @typedef {import("./board.js").Board} Board */

/**
 * A small generator of random numbers in [0, 1): the same seed gives the same maze (mulberry32).
 * @param {number} seed
 */
export function randomNumbers(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * A maze of the board's size, depth-first: rooms at even rows and columns, one path between any two.
 * @param {Board} board @param {number} seed
 * @returns {Board}
 */
export function maze(board, seed) {
  const { rows, columns } = board;
  const random = randomNumbers(seed);
  const cells = new Uint8Array(rows * columns);
  const stack = [0];
  cells[0] = 1;
  while (stack.length) {
    const u = stack[stack.length - 1];
    const row = Math.floor(u / columns), column = u % columns;
    const ways = [];
    if (row >= 2 && !cells[u - 2 * columns]) ways.push(-columns);
    if (row + 2 < rows && !cells[u + 2 * columns]) ways.push(columns);
    if (column >= 2 && !cells[u - 2]) ways.push(-1);
    if (column + 2 < columns && !cells[u + 2]) ways.push(1);
    if (!ways.length) {
      stack.pop();
      continue;
    }
    const way = ways[Math.floor(random() * ways.length)];
    cells[u + way] = cells[u + 2 * way] = 1;
    stack.push(u + 2 * way);
  }
  const last = (rows - 1 - ((rows - 1) % 2)) * columns + (columns - 1 - ((columns - 1) % 2));
  return { ...board, cells, sides: new Uint8Array(cells.length), ways: [], start: 0, exits: [last] };
}

/**
 * A maze of the board's size with walls between cells: each cell is a room.
 * @param {Board} board @param {number} seed
 * @returns {Board}
 */
export function thinMaze(board, seed) {
  const { rows, columns } = board, size = rows * columns, width = 2 * columns - 1;
  const thick = maze(openBoard(2 * rows - 1, width), seed).cells;
  const sides = Uint8Array.from({ length: size }, (_, v) => {
    const room = 2 * Math.floor(v / columns) * width + 2 * (v % columns);
    return (thick[room + 1] ? 0 : RIGHT) | (thick[room + width] ? 0 : BELOW);
  });
  const cells = new Uint8Array(size).fill(1);
  return { ...board, cells, sides, ways: [], start: 0, exits: [size - 1] };
}

/**
 * Random walls on three of ten cells.
 * @param {Board} board @param {number} seed
 * @returns {Board}
 */
export function scatter(board, seed) {
  const random = randomNumbers(seed);
  const cells = board.cells.map(() => (random() < 0.3 ? 0 : 1));
  return withEnds({ ...board, cells, sides: new Uint8Array(cells.length), ways: [] });
}

/** @param {Board} board @returns {Board} the same without walls, costs and one-way cells */
export function cleared(board) {
  const size = board.cells.length;
  return { ...board, cells: new Uint8Array(size).fill(1), sides: new Uint8Array(size), ways: [] };
}
