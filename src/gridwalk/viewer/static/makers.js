/** Boards made by rule: mazes, scattered walls, and the presets. */

import { openBoard, withEnds } from "./board.js";

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
  return { ...board, cells, ways: [], start: 0, exits: [last] };
}

/**
 * Walls on three cells of ten.
 * @param {Board} board @param {number} seed
 * @returns {Board}
 */
export function scatter(board, seed) {
  const random = randomNumbers(seed);
  const cells = board.cells.map(() => (random() < 0.3 ? 0 : 1));
  return withEnds({ ...board, cells, ways: [] });
}

/** @param {Board} board @returns {Board} the same without walls, costs and one-way cells */
export function cleared(board) {
  return { ...board, cells: new Uint8Array(board.cells.length).fill(1), ways: [] };
}

/**
 * @param {string} drawing rows of '#', '.', digits, S and E
 * @param {Partial<Board>} [more]
 */
function drawn(drawing, more = {}) {
  const lines = drawing.split(" ");
  const text = lines.join("");
  const cells = Uint8Array.from(text, (mark) => (mark === "#" ? 0 : mark >= "1" && mark <= "9" ? Number(mark) : 1));
  const exits = Array.from(text, (mark, v) => (mark === "E" ? v : -1)).filter((v) => v >= 0);
  return openBoard(lines.length, lines[0].length, { cells, start: text.indexOf("S"), exits, ...more });
}

/**
 * Name, question and algorithm that go with it, and the board.
 * @type {Record<string, {words: string, question: string, by: string, make: () => Board}>}
 */
export const PRESETS = {
  article: {
    words: "Maze, 5 x 5", question: "find", by: "dfs",
    make: () => drawn("S#... .#.#. ..... .###. ...#E", { order: "D,R,U,L" }),
  },
  maze: { words: "Maze, 21 x 31", question: "shortest", by: "bfs", make: () => maze(openBoard(21, 31), 7) },
  open: { words: "Open, 15 x 21", question: "shortest", by: "dijkstra", make: () => openBoard(15, 21, { start: 152, exits: [166] }) },
  hills: {
    words: "Hills with costs", question: "shortest", by: "dijkstra",
    make: () => drawn("S.1111111 .99999991 .95555591 .95222591 .95212591 .95222591 .95551591 .99999191 11111111E"),
  },
  exits: {
    words: "Two exits", question: "shortest", by: "labels",
    make: () => drawn("S..#.... .#.#.##. .#...#.. .####.#. ......#E E.##.... ..#..##."),
  },
  king: {
    words: "Rooms, king's moves", question: "shortest", by: "dijkstra",
    make: () => drawn("S....#....... .....#....... .....#....... ............. .....#....... ###.###.##.## .....#....... .....#....... ............. .....#......E", { moves: "king" }),
  },
  chess: {
    words: "Chessboard, 8 x 8", question: "tour", by: "warnsdorff",
    make: () => openBoard(8, 8, { moves: "knight", start: 56, exits: [7] }),
  },
  chess5: {
    words: "Chessboard, 5 x 5", question: "tour", by: "dfs",
    make: () => openBoard(5, 5, { moves: "knight" }),
  },
  grid: { words: "Grid to count, 7 x 7", question: "count", by: "auto", make: () => openBoard(7, 7) },
  large: { words: "Maze, 255 x 255", question: "shortest", by: "bfs", make: () => maze(openBoard(255, 255), 3) },
};
