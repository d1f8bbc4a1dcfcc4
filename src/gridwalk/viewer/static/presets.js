/** Boards to begin with, each with a question that suits it. */

import { openBoard } from "./board.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./makers.js").Making} Making */

/**
 * @param {string} drawing rows of '#', '.', digits, S and E, with blanks between
 * @param {Partial<Board>} [more]
 */
export function drawn(drawing, more = {}) {
  const lines = drawing.split(" ");
  const text = lines.join("");
  const cells = Uint8Array.from(text, (mark) => (mark === "#" ? 0 : mark >= "1" && mark <= "9" ? Number(mark) : 1));
  const exits = Array.from(text, (mark, v) => (mark === "E" ? v : -1)).filter((v) => v >= 0);
  return openBoard(lines.length, lines[0].length, { cells, start: text.indexOf("S"), exits, ...more });
}

/** A maze that the server makes. @param {number} rows @param {number} columns @param {number} seed @param {boolean} [thin] @returns {Making} */
function maze(rows, columns, seed, thin = false) {
  return { maker: "backtracker", rows, columns, thin, braid: 0, seed };
}

const LESSONS = "The lessons", ROSETTA = "Rosetta Code", MORE = "More";
export const RAT = "S#... .#.#. ..... .###. ...#E";

/**
 * @typedef {{from: string, words: string, question: string, by: string} & ({board: () => Board, maze?: undefined} | {maze: Making})} Preset
 */

/** @type {Record<string, Preset>} */
export const PRESETS = {
  article: {
    from: LESSONS, words: "Maze, 5 x 5", question: "find", by: "dfs",
    board: () => drawn(RAT, { order: "D,R,U,L" }),
  },
  bordered: {
    from: LESSONS, words: "Maze with a border", question: "find", by: "dfs-recursive",
    board: () => drawn("####### #S#...# #.#.#.# #.....# #.###.# #...#E# #######", { order: "D,R,U,L" }),
  },
  wave: {
    from: LESSONS, words: "Maze, breadth-first", question: "shortest", by: "bfs",
    board: () => drawn(RAT, { order: "D,R,U,L" }),
  },
  shut: {
    from: LESSONS, words: "Maze without a way", question: "shortest", by: "labels",
    board: () => drawn("S#... .#.#. ..#.. .###. ...#E", { order: "D,R,U,L" }),
  },
  every: {
    from: LESSONS, words: "Every path, 3 x 3", question: "list", by: "list",
    board: () => openBoard(3, 3, { order: "D,R,U,L" }),
  },
  chess5: {
    from: LESSONS, words: "Knight, 5 x 5", question: "tour", by: "dfs",
    board: () => openBoard(5, 5, { moves: "knight" }),
  },
  routes: { from: LESSONS, words: "Routes over 3 x 4", question: "tours", by: "auto", board: () => openBoard(3, 4) },
  chess: {
    from: ROSETTA, words: "Knight's tour, 8 x 8", question: "tour", by: "warnsdorff",
    board: () => openBoard(8, 8, { moves: "knight", start: 56, exits: [7] }),
  },
  holy: {
    from: ROSETTA, words: "Holy knight's tour", question: "tour", by: "warnsdorff",
    board: () => drawn("#...#### #.#..### #....... ...##.#. .#.##... S......# ##..#.## ###..E##", { moves: "knight" }),
  },
  barrier: {
    from: ROSETTA, words: "A* round a barrier", question: "shortest", by: "astar",
    board: () => drawn("S....... ........ ....999. ..9...9. ..9...9. ..99999. ........ .......E", { moves: "king", corners: "none" }),
  },
  solving: { from: ROSETTA, words: "Maze solving", question: "find", by: "dfs", maze: maze(17, 33, 5) },
  maze: { from: MORE, words: "Maze, 21 x 31", question: "shortest", by: "bfs", maze: maze(21, 31, 7) },
  rooms: {
    from: MORE, words: "Maze, walls between cells, 15 x 21", question: "shortest", by: "bfs",
    maze: maze(15, 21, 7, true),
  },
  torus: {
    from: MORE, words: "Knight on a torus, 6 x 6", question: "closed", by: "auto",
    board: () => openBoard(6, 6, { moves: "knight", wrap: "both" }),
  },
  open: {
    from: MORE, words: "Open, 15 x 21", question: "shortest", by: "dijkstra",
    board: () => openBoard(15, 21, { start: 152, exits: [166] }),
  },
  hills: {
    from: MORE, words: "Hills with costs", question: "shortest", by: "dijkstra",
    board: () => drawn("S.1111111 .99999991 .95555591 .95222591 .95212591 .95222591 .95551591 .99999191 11111111E"),
  },
  exits: {
    from: MORE, words: "Two exits", question: "shortest", by: "labels",
    board: () => drawn("S..#.... .#.#.##. .#...#.. .####.#. ......#E E.##.... ..#..##."),
  },
  king: {
    from: MORE, words: "Rooms, king's moves", question: "shortest", by: "jps",
    board: () => drawn("S....#....... .....#....... .....#....... ............. .....#....... ###.###.##.## .....#....... .....#....... ............. .....#......E", { moves: "king" }),
  },
  grid: { from: MORE, words: "Grid to count, 7 x 7", question: "count", by: "auto", board: () => openBoard(7, 7) },
  estimate: { from: MORE, words: "Too many to count, 20 x 20", question: "estimate", by: "sampled", board: () => openBoard(20, 20) },
  order: { from: MORE, words: "The shortest first, 9 x 9", question: "order", by: "lawler", board: () => openBoard(9, 9) },
  clutter: {
    from: MORE, words: "A long path, 36 x 40", question: "longest", by: "anytime",
    maze: { maker: "percolation", rows: 36, columns: 40, thin: false, braid: 0, seed: 12 },
  },
  large: { from: MORE, words: "Maze, 255 x 255", question: "shortest", by: "bfs", maze: maze(255, 255, 3) },
};
