/** The ground of a picture: the cells of the board, the status of cells in the film, and the sides of cells. */

import { hasSides } from "./board.js";
import { middle, outline } from "./drawing.js";
import { GRID_FROM, MARGIN } from "./scene.js";
import { beyond, hasLevels, isHex, isOutside, isWall, spanOf, storey } from "./shapes.js";
import { namesOf } from "./words.js";

const WALL_WIDTH = 0.12; // in cells
const COSTS = ["wall", "open", ...Array.from({ length: 8 }, (_, i) => `cost${i + 2}`)]; // by the cost of a cell

/** Hexagons that are large enough are outlines; other cells are pixels, rows or levels at a time. @param {Scene} scene @param {(v: number) => string} colourOf @returns {Iterable<Figure>} */
function* coloured(scene, colourOf) {
  const { board, plan, geometry } = scene,
    { scale, x, y } = geometry,
    hex = isHex(board);
  if (hex && scale >= GRID_FROM) {
    /** @type {Record<string, number[][]>} */
    const lines = {};
    for (const { v } of scene.spots()) {
      const fill = colourOf(v);
      lines[fill] ??= [];
      lines[fill].push(outline(scene, v, scale));
    }
    for (const [fill, of] of Object.entries(lines)) if (fill) yield { lines: of, closed: true, fill };
    return;
  }
  /** @type {string[]} */
  const cells = [];
  for (let v = 0; v < board.cells.length; v++) cells.push(isOutside(board, v) ? "" : colourOf(v));
  const blocks = [],
    high = hex ? 1 : plan.rows, // rows of a block
    place = (/** @type {number} */ part) => (hex ? Math.round(part) : part);
  for (let row = 0; row < board.rows; row += hex ? 1 : storey(board)) {
    const [left, centre] = plan.at(row, 0),
      top = place(y + (centre - 0.5 * plan.cells.pitch) * scale),
      end = place(y + (centre + (high - 0.5) * plan.cells.pitch) * scale);
    blocks.push([row, high, x + (left - 0.5) * scale, top, board.columns * scale, end - top]);
  }
  yield { cells, columns: board.columns, blocks };
}

/** The cells in themselves, and names. @param {Scene} scene @returns {Iterable<Figure>} */
export function* boardOf(scene) {
  const { board, chess, geometry } = scene,
    { columns, cells } = board,
    tints = isHex(board) ? ["open", "dark", "cost2"] : ["open", "dark"];
  yield* coloured(scene, (v) => {
    const row = Math.floor(v / columns);
    if (cells[v] !== 1 || !chess) return COSTS[cells[v]];
    return tints[((v % columns) + (tints.length - 1) * row) % tints.length];
  });
  if (geometry.isNamed || (hasLevels(board) && geometry.scale >= GRID_FROM)) yield* namesOf(scene);
}

/** What the search made of the cells, and a path that is shown by its cells. @param {Scene} scene @returns {Iterable<Figure>} */
export function* filmOf(scene) {
  const { fine, frame, marks, onWay, searched } = scene;
  if (frame || marks.tint || (fine && marks.way.length))
    yield* coloured(scene, (v) => (fine && onWay[v] ? "path" : searched(v)));
}

/** Sides of cells: a grid, the border, walls; those that meet the opposite ones are dashed. @param {Scene} scene @returns {Iterable<Figure>} */
export function* sidesOf(scene) {
  const { board, plan, geometry } = scene,
    { scale } = geometry,
    { cells } = board,
    { steps, corners } = plan.cells,
    half = steps.length / 2,
    hex = isHex(board),
    walled = hasSides(board),
    wide = Math.min(MARGIN - 2, Math.max(1, Math.round(scale * WALL_WIDTH)));
  /** Lines from the middle of a cell to the ends of its sides, moved out by some pixels, or shifted to whole ones. */
  const lines = (out = 0, shift = 0) => {
    const ends = corners.map((from, k) =>
      [...from, ...corners[(k + 1) % steps.length]].map(
        (part) => part * scale + out * Math.sign(part) + shift,
      ),
    );
    /** @type {number[][]} */
    const all = [];
    return {
      all,
      add: (/** @type {Point} */ [x, y], /** @type {number} */ k) =>
        all.push(ends[k].map((part, i) => part + (i % 2 ? y : x))),
    };
  };
  const grid = lines(0, hex ? 0 : 0.5),
    edge = lines(0.5),
    wall = lines(0, hex ? 0 : -(wide % 2) / 2),
    seam = lines(1);
  const closed = { ...board, wrap: "" };
  const all = scale >= GRID_FROM || walled ? scene.spots().map(({ v }) => v) : borderOf(board);
  for (const v of all) {
    const spot = middle(scene, v);
    for (let k = 0; k < steps.length; k++) {
      const u = beyond(board, v, steps[k]);
      if (u >= 0 && k >= half && !board.wrap) continue; // drawn with the cell on its other side
      const isSeam = board.wrap && u >= 0 && beyond(closed, v, steps[k]) < 0;
      if (u < 0) edge.add(spot, k);
      else if (isSeam) seam.add(spot, k);
      else if (k < half && scale >= GRID_FROM) grid.add(spot, k);
      if (cells[v] && (u < 0 ? walled : cells[u] && (k < half || isSeam) && isWall(board, v, k)))
        wall.add(spot, k);
    }
  }
  yield { lines: grid.all, stroke: "grid", cap: "butt" };
  yield { lines: edge.all, stroke: "grid", cap: "butt" };
  yield { lines: wall.all, stroke: "wall", width: wide, cap: hex ? "round" : "square" };
  yield { lines: seam.all, stroke: "wall", width: Math.min(2, scale), cap: "butt", dash: [6, 6] };
}

/** The cells that may lie on the border: whole rows at the top and the bottom, and two cells at the ends of others. @param {Board} board @returns {Iterable<number>} */
function* borderOf(board) {
  for (let row = 0; row < board.rows; row++) {
    const [first, number] = spanOf(board, row),
      inside = row % storey(board),
      isWhole = inside === 0 || inside >= storey(board) - 2;
    for (let i = 0; i < number; i += isWhole || i !== 1 ? 1 : Math.max(1, number - 3))
      yield row * board.columns + first + i;
  }
}
