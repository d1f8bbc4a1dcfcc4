/** The ground of a picture: the cells of the board, those of the film over them, and the sides of cells. */

import { hasSides } from "./board.js";
import { middle, outline } from "./drawing.js";
import { GRID_FROM, MARGIN, isSeen } from "./scene.js";
import { below, beyond, hasLevels, isHex, isOutside, isWall, spanOf, storey } from "./shapes.js";
import { namesOf } from "./words.js";

const WALL_WIDTH = 0.12; // in cells
const COSTS = ["wall", "open", ...Array.from({ length: 8 }, (_, i) => `cost${i + 2}`)]; // by the cost of a cell
const ARROW = [
  [1, 0],
  [-0.6, -0.7],
  [-0.6, 0.7],
];

/** Hexagons that are large enough are outlines; other cells are pixels, rows or levels at a time. @param {Scene} scene @param {(v: number) => string} colourOf @param {ArrayLike<number>} [way] cells of the path @returns {Iterable<Figure>} */
function* coloured(scene, colourOf, way = []) {
  const {
      board,
      plan,
      geometry: { scale, x, y },
    } = scene,
    { rows, columns } = board,
    hex = isHex(board),
    high = hex ? 1 : storey(board);
  /** @type {string[]} */
  const cells = [];
  for (let v = 0; v < board.cells.length; v++) cells.push(isOutside(board, v) ? "" : colourOf(v));
  for (let i = 0; i < way.length; i++) cells[way[i]] = "path";
  if (hex && scale >= GRID_FROM) {
    const seen = Array.from(cells.keys()).filter((v) => isSeen(scene, v));
    for (const fill of new Set(cells))
      if (fill)
        yield {
          lines: seen.filter((v) => cells[v] === fill).map((v) => outline(scene, v, scale)),
          closed: true,
          fill,
        };
    return;
  }
  const blocks = Array.from({ length: Math.ceil(rows / high) }, (_, i) => {
    const [left, center] = plan.at(i * high, 0),
      ends = [0, hex ? 1 : plan.rows].map(
        (part) => y + (center + (part - 0.5) * plan.cells.pitch) * scale,
      ),
      [top, end] = hex ? ends.map(Math.round) : ends;
    return [
      i * high,
      hex ? 1 : plan.rows,
      x + (left - 0.5) * scale,
      top,
      columns * scale,
      end - top,
    ];
  });
  yield { cells, columns, blocks };
}

/** The cells in themselves, one-way cells, names. @param {Scene} scene @returns {Iterable<Figure>} */
export function* boardOf(scene) {
  const { board, plan, chess } = scene,
    { columns, cells } = board,
    hex = isHex(board),
    tints = hex ? ["open", "dark", "cost2"] : ["open", "dark"];
  yield* coloured(scene, (v) => {
    if (cells[v] !== 1) return COSTS[cells[v]];
    const row = Math.floor(v / columns),
      column = v % columns;
    return !chess ? "open" : tints[hex ? (column + 2 * row) % 3 : (row + column) % 2];
  });
  const from = board.ways.map(([row, column]) => row * columns + column);
  for (const [i, [, , ...step]] of board.ways.entries())
    yield arrow(
      scene,
      from[i],
      plan.vector(step),
      from.indexOf(from[i]) !== from.lastIndexOf(from[i]),
    );
  if (scene.geometry.isNamed || (hasLevels(board) && scene.geometry.scale >= GRID_FROM))
    yield* namesOf(scene);
}

/** What the search made of the cells. @param {Scene} scene @returns {Iterable<Figure>} */
export function* filmOf(scene) {
  const way = scene.fine ? scene.marks.way : [];
  if (scene.frame || scene.marks.tint || way.length) yield* coloured(scene, scene.searched, way);
}

/** Sides of cells: a grid, the border, walls; those that meet the opposite ones are dashed. @param {Scene} scene @returns {Iterable<Figure>} */
export function* sidesOf(scene) {
  const {
      board,
      plan,
      geometry: { scale },
    } = scene,
    { cells, columns } = board,
    { steps, corners } = plan.cells,
    half = steps.length / 2,
    hex = isHex(board);
  const walled = hasSides(board),
    inner = scale >= GRID_FROM || walled,
    high = storey(board); // else only the border is seen
  const wide = Math.min(MARGIN - 2, Math.max(1, Math.round(scale * WALL_WIDTH)));
  // From the middle of a cell to the ends of its side k: moved out by some pixels, or shifted to whole ones.
  const [grid, edge, wall, seam] = [
    [0, hex ? 0 : 0.5],
    [0.5, 0],
    [0, hex ? 0 : -(wide % 2) / 2],
    [1, 0],
  ].map(([out, shift]) => ({
    ends: corners.map((from, k) =>
      [...from, ...corners[(k + 1) % (2 * half)]].map(
        (part) => part * scale + out * Math.sign(part) + shift,
      ),
    ),
    lines: /** @type {number[][]} */ ([]),
  }));
  const line = (
    /** @type {typeof grid} */ { ends, lines },
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {number} */ k,
  ) => lines.push([x + ends[k][0], y + ends[k][1], x + ends[k][2], y + ends[k][3]]);
  let first = 0,
    number = columns;
  for (let v = 0; v < cells.length; v++) {
    const row = Math.floor(v / columns);
    if (v % columns === 0) [first, number] = spanOf(board, row);
    const column = (v % columns) - first;
    if (column < 0 || column >= number || (inner && !isSeen(scene, v))) continue;
    if (
      !inner &&
      !board.wrap &&
      row % high &&
      row % high < plan.rows - 1 &&
      column > 1 &&
      column < number - 2
    )
      continue; // far from the border
    const [x, y] = middle(scene, v);
    for (let k = 0; k < 2 * half; k++) {
      const u = beyond(board, v, steps[k]);
      if (u >= 0 && (k >= half || !inner) && !board.wrap) continue;
      const isSeam = board.wrap && u >= 0 && beyond({ ...board, wrap: "" }, v, steps[k]) < 0;
      if (u < 0) line(edge, x, y, k);
      else if (isSeam) line(seam, x, y, k);
      else if (k < half && scale >= GRID_FROM) line(grid, x, y, k);
      if (cells[v] && (u < 0 ? walled : cells[u] && (k < half || isSeam) && isWall(board, v, k)))
        line(wall, x, y, k);
    }
  }
  yield { lines: grid.lines, stroke: "grid", cap: "butt" };
  yield { lines: edge.lines, stroke: "grid", cap: "butt" };
  yield { lines: wall.lines, stroke: "wall", width: wide, cap: hex ? "round" : "square" };
  yield { lines: seam.lines, stroke: "wall", width: Math.min(2, scale), cap: "butt", dash: [6, 6] };
  for (const v of board.shape === "stairs" ? cells.keys() : []) {
    if (below(board, v) >= 0)
      yield* [arrow(scene, v, [0, 1], true), arrow(scene, below(board, v), [0, -1], true)];
  }
}

/** @param {Scene} scene @param {number} v @param {number[]} way @param {boolean} small one of several @returns {Figure} */
function arrow(scene, v, [dx, dy], small) {
  const { scale } = scene.geometry,
    [x, y] = middle(scene, v),
    [size, out] = small ? [0.14 * scale, 0.28 * scale] : [0.3 * scale, 0],
    far = Math.hypot(dx, dy);
  const turned = ARROW.map(([along, aside]) => [out + size * along, size * aside]).flatMap(
    ([along, aside]) => [x + (along * dx - aside * dy) / far, y + (along * dy + aside * dx) / far],
  );
  return { lines: [turned], fill: "ink" };
}
