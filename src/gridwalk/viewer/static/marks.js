/** The marks on a board: the path, start and exits, where the search stands, and what it looked at. */

import { stepOf } from "./board.js";
import { middle, outline, placed } from "./drawing.js";
import { look } from "./look.js";
import { below, isHex, storey } from "./shapes.js";

const FAINT = 0.4; // opacity of what the film has not come to yet
const LOOKS_FROM = 12,
  BAND_FROM = 10; // pixels a cell
const BAND = 0.62, // of a cell
  EDGE = 2; // pixels
const FRAME = 0.06; // of a cell
/** Colours of cells are too alike, so each has a sign, too: a small square waits, a full one is done, a dash is left again. @type {[number, "stroke" | "fill", number[]][]} */
const SIGNS = [
  [1, "stroke", [-0.05, -0.05, 0.05, -0.05, 0.05, 0.05, -0.05, 0.05]],
  [2, "fill", [-0.06, -0.06, 0.06, -0.06, 0.06, 0.06, -0.06, 0.06]],
  [4, "stroke", [-0.06, 0, 0.06, 0]],
];
/** A tip, and the two corners behind it. */
const ARROW = [1, 0, -0.6, -0.7, -0.6, 0.7];
/** The head of a knight, looking left, in a square of 24. */
const KNIGHT =
  "M6 22h13c.6-5.4-.2-9.500-1.400-12.800C16.400 5.800 13.600 3.700 10.200 3.700L8.600 1.600 7.700 4.300C6.200 5.900 5.400 7.400 4.800 9.300L2.700 13.200c-.5 1.200.2 2.400 1.400 2.500l1.700.2 2-1.600 2.700.2c.2 2.700-4 3.600-4.500 7.500z";

/** @param {Scene} scene @returns {Iterable<Figure>} */
export function* marksOf(scene) {
  const { board, marks, hasWords } = scene,
    { scale } = scene.geometry,
    radius = Math.max(3, scale * 0.32),
    width = Math.max(1.5, scale * 0.06);
  yield* hatchesOf(scene);
  if (marks.way.length > 1 && !scene.fine) yield* wayOf(scene);
  yield* signsOf(scene);
  yield* arrowsOf(scene);
  for (const v of board.through)
    yield {
      ...{ at: middle(scene, v), radius: Math.max(3, scale * 0.3), stroke: "main" },
      ...{ fill: hasWords ? undefined : "open", width: Math.max(1.5, scale * 0.1) },
    };
  if (marks.trail && marks.trail.length > 1) {
    const dash = Math.max(3, scale * 0.15);
    yield { lines: pieces(scene, marks.trail), stroke: "ink", width, dash: [dash, dash] };
  }
  yield* lookOf(scene);
  for (const { cell, degree } of marks.next ?? [])
    yield* badge(scene, cell, degree === undefined ? "" : String(degree), "frontier");
  for (const v of scene.asksExits ? board.exits : []) {
    const at = middle(scene, v);
    if (hasWords)
      yield* [frame(scene, v, "exit"), frame(scene, v, "exit", 0.7, 0.5)]; // two frames: not the start
    else
      yield* [
        { at, radius: radius * 1.25, fill: "pale" },
        { at, radius, fill: "open", stroke: "exit", width: Math.max(1.5, radius * 0.3) },
        { at, radius: radius * 0.4, fill: "exit" },
      ];
  }
  yield hasWords
    ? frame(scene, board.start, "start")
    : { at: middle(scene, board.start), radius, fill: "start" };
  if (marks.here >= 0) yield* hereOf(scene, marks.here);
  if (scene.hover >= 0) yield cursor(scene, scene.hover, "hover", 1.5);
  if (scene.cursor >= 0) yield cursor(scene, scene.cursor, "focus", 3);
}

/** A band with an edge, wide enough for numbers; a thin line where the piece leaps, or cells are small. @param {Scene} scene @returns {Iterable<Figure>} */
function* wayOf(scene) {
  const { scale } = scene.geometry,
    { way, closed } = scene.marks,
    lines = pieces(scene, closed ? [...Array.from(way), way[0]] : way);
  if (!scene.chess && scale >= BAND_FROM) {
    const width = scale - 2 * Math.round(((1 - BAND) / 2) * scale); // its sides lie between pixels
    yield { lines, stroke: "pale", width: width + 2 }; // cells of a search are as light as the edge, or as the band
    yield { lines, stroke: "path", width };
    yield { lines, stroke: "band", width: width - 2 * EDGE };
  } else {
    const width = Math.max(1.5, scene.chess ? Math.min(6, scale * 0.07) : scale * 0.16);
    yield { lines, stroke: "pale", width: width + 2.5 };
    yield { lines, stroke: "path", width };
  }
}

/** In the lower left of cells what the search made of them. @param {Scene} scene @returns {Iterable<Figure>} */
function* signsOf(scene) {
  const { frame, board, geometry } = scene;
  if (!frame || geometry.scale < LOOKS_FROM) return;
  const size = Math.min(geometry.scale, 48),
    corner = (isHex(board) ? [-0.27, 0.36] : [-0.38, 0.38]).map((part) => part * geometry.scale);
  for (const [status, how, sign] of SIGNS) {
    const lines = scene
      .spots()
      .filter(({ v }) => frame.status[v] === status)
      .map(({ x, y }) => sign.map((part, i) => (i % 2 ? y : x) + corner[i % 2] + part * size));
    if (lines.length) yield { lines, closed: true, [how]: "figure", width: Math.max(1, size * 0.04) };
  }
}

/** Where the search stands: a disc, among words a frame around the cell; a knight is a knight. @param {Scene} scene @param {number} here @returns {Iterable<Figure>} */
function* hereOf(scene, here) {
  const { scale } = scene.geometry,
    [x, y] = middle(scene, here),
    size = scale * 0.8;
  if (scene.board.moves === "knight" && scene.hasRoom) {
    const at = /** @type {Point} */ ([x - size / 2, y - size / 2]);
    yield { glyph: KNIGHT, at, size, halo: "open", fill: "wall", width: size / 10 };
  } else if (scene.hasWords)
    yield* [frame(scene, here, "open", 0.5, 2), frame(scene, here, "ink", 0.5)]; // seen beside walls, too
  else yield { at: [x, y], radius: Math.max(3, scale * 0.2), fill: "ink", stroke: "open", width: 2 };
}

/** Cells to avoid are hatched. @param {Scene} scene @returns {Iterable<Figure>} */
function* hatchesOf(scene) {
  const { scale } = scene.geometry;
  const lines = scene.board.avoiding.flatMap((v) =>
    [-0.5, 0, 0.5].map((share) => {
      const [x, y] = middle(scene, v),
        ends = [Math.max(-1, share * 2 - 1), Math.min(1, share * 2 + 1)];
      return ends.flatMap((end) => [x + (end * scale) / 2, y + ((2 * share - end) * scale) / 2]);
    }),
  );
  if (lines.length) yield { lines, stroke: "wall", width: Math.max(1, scale * 0.06), cap: "butt" };
}

/** One-way cells, and stairs at both ends. @param {Scene} scene @returns {Iterable<Figure>} */
function* arrowsOf(scene) {
  const { board, plan } = scene,
    from = board.ways.map(([row, column]) => row * board.columns + column);
  for (const [i, [, , ...step]] of board.ways.entries()) {
    const isOne = from.indexOf(from[i]) === from.lastIndexOf(from[i]);
    yield arrow(scene, from[i], plan.vector(step), isOne ? 0.3 : 0.14, isOne ? 0 : 0.28);
  }
  for (const { v } of board.shape === "stairs" ? scene.spots() : []) {
    const u = below(board, v);
    if (u >= 0) yield* [arrow(scene, v, [0, 1], 0.12, 0.3), arrow(scene, u, [0, -1], 0.12, 0.3)];
  }
}

/** @param {Scene} scene @param {number} v @param {number[]} way @param {number} size @param {number} out from the middle, in cells @returns {Figure} */
function arrow(scene, v, [dx, dy], size, out) {
  const { scale } = scene.geometry,
    [x, y] = middle(scene, v),
    far = Math.hypot(dx, dy) / scale,
    corners = [];
  for (let i = 0; i < ARROW.length; i += 2) {
    const along = out + size * ARROW[i],
      aside = size * ARROW[i + 1];
    corners.push(x + (along * dx - aside * dy) / far, y + (along * dy + aside * dx) / far);
  }
  return { lines: [corners], fill: "ink" };
}

/** What was looked at, on the side of each cell towards the one it was looked at from: new a ring, seen a dot, wall a cross; a number on the cell itself. @param {Scene} scene @returns {Iterable<Figure>} */
function* lookOf(scene) {
  const { frame, plan } = scene,
    { scale } = scene.geometry;
  if (!frame || !scene.looks || scale < LOOKS_FROM) return;
  const { from, tries, runs } = look(frame);
  if (from < 0) return;
  const dash = [scale * 0.12, scale * 0.12],
    lines = runs.flatMap((run) => pieces(scene, run)),
    [x, y] = middle(scene, from);
  yield { lines, stroke: "ink", width: Math.max(1.5, scale * 0.07), dash };
  for (const { move, cell, reason, degree, chosen, done } of tries) {
    const step = frame.film.moves[move],
      [dx, dy] = plan.vector(step),
      share = scale * (reason === "outside" || reason === "blocked" ? 0.48 : 0.62);
    let shapes = mark(reason, [x + dx * share, y + dy * share], scale * 0.09);
    if (degree !== undefined) shapes = badge(scene, cell, String(degree), chosen ? "path" : "page");
    else if (plan.cells.far(step[0], step[1]) > 1)
      shapes = reason === "new" || reason === "free" ? badge(scene, cell, "", "frontier") : [];
    for (const shape of shapes) yield { ...shape, alpha: done ? 1 : FAINT };
  }
}

/** @param {Reason} reason @param {Point} at @param {number} size @returns {Figure[]} */
function mark(reason, at, size) {
  const width = Math.max(1, size * 0.4);
  if (reason === "new" || reason === "cheaper" || reason === "free")
    return [{ at, radius: size, fill: "frontier", stroke: "figure", width }];
  if (["seen", "not cheaper", "on path", "tried", "skipped"].includes(reason))
    return [{ at, radius: size * 0.7, fill: "figure", stroke: "open" }];
  // A wall, its edge or the border: a cross that is seen on both.
  const [left, top, right, bottom] = [-size, size].flatMap((part) => at.map((one) => one + part)),
    lines = [
      [left, top, right, bottom],
      [left, bottom, right, top],
    ];
  return [
    { lines, stroke: "open", width: 4 },
    { lines, stroke: "path", width: 2 },
  ];
}

/** A small disc with a word, in the corner of a cell. @param {Scene} scene @param {number} v @param {string} text @param {string} fill @returns {Figure[]} */
function badge(scene, v, text, fill) {
  const { scale } = scene.geometry,
    [x, y] = middle(scene, v),
    at = /** @type {Point} */ ([x + scale * 0.25, y - scale * 0.25]),
    radius = Math.max(3, scale * (text ? 0.22 : 0.14)),
    width = Math.max(1, scale * 0.03);
  /** @type {Figure[]} */
  const disc = [{ at, radius, fill, stroke: "figure", width }];
  const ink = fill === "page" ? "ink" : "figure";
  return text && scale >= 16 ? [...disc, { text, at, size: scale * 0.3, weight: 700, fill: ink }] : disc;
}

/** A frame in a cell, along its sides. @param {Scene} scene @param {number} v @param {string} stroke @param {number} [out] how far beyond the sides its middle is, and @param {number} [wide] how wide it is, in such frames @returns {Figure} */
function frame(scene, v, stroke, out = -0.5, wide = 1) {
  const { scale } = scene.geometry,
    width = Math.min(5, Math.max(2.5, scale * FRAME)),
    lines = [outline(scene, v, scale + 2 * out * width)];
  return { lines, closed: true, stroke, width: wide * width, join: "miter" };
}

/** @param {Scene} scene @param {number} v @param {string} stroke @param {number} width @returns {Figure} */
function cursor(scene, v, stroke, width) {
  const lines = [outline(scene, v, Math.max(8, scene.geometry.scale - 2))];
  return { lines, closed: true, stroke, width, join: "miter" };
}

/** The way as lines, broken where it crosses a seam, or leads to another level. @param {Scene} scene @param {ArrayLike<number>} way */
function pieces(scene, way) {
  const lines = [[...middle(scene, way[0])]];
  for (let i = 1; i < way.length; i++) {
    const [out, back] = seam(scene, way[i - 1], way[i]),
      to = middle(scene, way[i]);
    if (out) lines[lines.length - 1].push(...out);
    if (back) lines.push([...back, ...to]);
    else lines[lines.length - 1].push(...to);
  }
  return lines;
}

/** Where a move leaves the board at one side, and where it comes back at another, or on another level; nothing: it does neither. @param {Scene} scene @param {number} u @param {number} v @returns {Point[]} */
function seam(scene, u, v) {
  const { board, plan } = scene,
    { rows, columns } = board;
  if (board.levels > 1 && Math.abs(u - v) === storey(board) * columns)
    return [middle(scene, u), middle(scene, v)];
  if (!board.wrap) return [];
  const from = [Math.floor(u / columns), u % columns],
    to = [Math.floor(v / columns), v % columns],
    step = stepOf(board, u, v),
    crossing = step.map((part, i) => part !== to[i] - from[i]);
  if (!crossing.some(Boolean)) return [];
  const edge = (/** @type {number[]} */ cell, /** @type {number} */ sign) => {
    const shares = cell.map((at, i) => {
      const room = sign * step[i] > 0 ? [rows, columns][i] - at - 0.5 : at + 0.5;
      return crossing[i] ? room / Math.abs(step[i]) : Infinity;
    });
    const share = sign * Math.min(...shares);
    return placed(scene, plan.at(cell[0] + share * step[0], cell[1] + share * step[1]));
  };
  return [edge(from, 1), edge(to, -1)];
}
