/** Changes of a board by strokes: each function returns another board, and leaves the given one as it is. */

/** Paint cells, except the start and the exits, which stay open. @param {Board} board @param {number[]} cells @param {number} value 0: wall; else the cost @returns {Board} */
export function painted(board, cells, value) {
  const ends = new Set([board.start, ...board.exits]);
  const changing = cells.filter((v) => board.cells[v] !== value && !(value === 0 && ends.has(v)));
  if (!changing.length) return board;
  const changed = { ...board, cells: board.cells.slice() };
  for (const v of changing) changed.cells[v] = value;
  if (value !== 0) return changed;
  const walls = new Set(changing); // a wall has no way out, and nothing goes through it
  const isOpen = (/** @type {number} */ v) => !walls.has(v);
  return {
    ...changed,
    ways: board.ways.filter(([row, column]) => isOpen(row * board.columns + column)),
    through: board.through.filter(isOpen),
    avoiding: board.avoiding.filter(isOpen),
  };
}

/** Add walls on sides of cells, or take them away. @param {Board} board @param {number[]} places as in `Plan.sideAt` @param {boolean} adds @returns {Board} */
export function walled(board, places, adds) {
  const sides = board.sides.slice();
  for (const place of places)
    sides[place >> 2] = adds
      ? sides[place >> 2] | (1 << (place % 4))
      : sides[place >> 2] & ~(1 << (place % 4));
  return sides.every((bits, v) => bits === board.sides[v]) ? board : { ...board, sides };
}

/** Put the start on a cell, which opens. @param {Board} board @param {number} v @returns {Board} */
export function withStart(board, v) {
  if (v === board.start || board.exits.includes(v)) return board;
  return unmarked({ ...opened(board, v), start: v }, v);
}

/** Add an exit, or take it away unless it is the last one. @param {Board} board @param {number} v @param {boolean} adds @returns {Board} */
export function withExit(board, v, adds) {
  if (v === board.start || board.exits.includes(v) === adds) return board;
  if (!adds)
    return board.exits.length > 1 ? { ...board, exits: board.exits.filter((exit) => exit !== v) } : board;
  return unmarked({ ...opened(board, v), exits: [...board.exits, v].sort((a, b) => a - b) }, v);
}

/** Move an exit. @param {Board} board @param {number} from @param {number} to @returns {Board} */
export function withExitMoved(board, from, to) {
  if (to === board.start || board.exits.includes(to)) return board;
  return withExit({ ...board, exits: board.exits.filter((exit) => exit !== from) }, to, true);
}

/** Mark open cells that a path has to visit, or must avoid. @param {Board} board @param {number[]} cells @param {"through" | "avoiding"} name @param {boolean} adds @returns {Board} */
export function marked(board, cells, name, adds) {
  const ends = new Set([board.start, ...board.exits]);
  const before = new Set(board[name]),
    after = new Set(before);
  for (const v of cells) {
    if (!board.cells[v] || ends.has(v)) continue;
    if (adds) after.add(v);
    else after.delete(v);
  }
  if (after.size === before.size) return board;
  const other = name === "through" ? "avoiding" : "through";
  return {
    ...board,
    [name]: [...after].sort((a, b) => a - b),
    [other]: board[other].filter((v) => !after.has(v)),
  };
}

/** @param {Board} board @param {number} v @returns {Board} */
function opened(board, v) {
  return board.cells[v] ? board : { ...board, cells: board.cells.with(v, 1) };
}

/** @param {Board} board @param {number} v @returns {Board} */
function unmarked(board, v) {
  const others = (/** @type {number} */ cell) => cell !== v;
  return {
    ...board,
    through: board.through.filter(others),
    avoiding: board.avoiding.filter(others),
  };
}
