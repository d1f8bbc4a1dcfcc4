/** The marks on a board: the line of a path, start and exits, where the search stands, and what it looked at. */

import { stepOf } from "./board.js";
import { middle, outline, placed } from "./drawing.js";
import { look } from "./look.js";
import { isSeen } from "./scene.js";
import { storey } from "./shapes.js";

const FAINT = 0.4; // opacity of what the film has not come to yet
const LOOKS_FROM = 12; // pixels a cell
const SQUARE = [-0.07, -0.07, 0.07, -0.07, 0.07, 0.07, -0.07, 0.07],
  DASH = [-0.09, 0, 0.09, 0];
/** Colours of cells are too alike, so each has a sign, too: a small square waits, a full one is done, a dash is left again. @type {[number, number[], "stroke" | "fill"][]} */
const SIGNS = [
  [1, SQUARE, "stroke"],
  [2, SQUARE, "fill"],
  [4, DASH, "stroke"],
];
/** The head of a knight, looking left, in a square of 24. */
const KNIGHT =
  "M6 22h13c.6-5.4-.2-9.500-1.400-12.800C16.400 5.800 13.600 3.700 10.200 3.700L8.600 1.600 7.700 4.300C6.200 5.900 5.400 7.400 4.800 9.300L2.700 13.200c-.5 1.200.2 2.400 1.400 2.500l1.700.2 2-1.600 2.700.2c.2 2.700-4 3.600-4.500 7.500z";

/** @param {Scene} scene @returns {Iterable<Figure>} */
export function* marksOf(scene) {
  const {
      board,
      marks: { way, closed, here, next = [], trail = [] },
      geometry: { scale },
      chess,
      hasWords,
    } = scene,
    radius = Math.max(3, scale * 0.32);
  yield* signsOf(scene);
  yield* setsOf(scene);
  if (way.length > 1 && !scene.fine) {
    const lines = pieces(scene, closed ? [...Array.from(way), way[0]] : way),
      width = Math.max(
        1.5,
        hasWords ? Math.min(6, scale * (chess ? 0.07 : 0.1)) : scale * (chess ? 0.07 : 0.16),
      );
    yield { lines, stroke: "pale", width: width + 2.5 }; // an edge, for cells of a search are as light as the line
    yield { lines, stroke: "path", width };
  }
  const dash = Math.max(3, scale * 0.15);
  if (trail.length > 1)
    yield {
      lines: pieces(scene, trail),
      stroke: "ink",
      width: Math.max(1.5, scale * 0.06),
      dash: [dash, dash],
    };
  yield* lookOf(scene);
  for (const { cell, degree } of next)
    yield* badge(scene, cell, degree === undefined ? "" : String(degree), "frontier");
  for (const exit of scene.asksExits ? board.exits : []) {
    if (hasWords)
      yield* [frame(scene, exit, "exit"), { ...frame(scene, exit, "figure", 0.07), width: 1.5 }]; // two frames: not the start
    else
      yield* [
        { at: middle(scene, exit), radius: radius * 1.25, fill: "pale" },
        {
          at: middle(scene, exit),
          radius,
          fill: "open",
          stroke: "exit",
          width: Math.max(1.5, radius * 0.3),
        },
        { at: middle(scene, exit), radius: radius * 0.4, fill: "exit" },
      ];
  }
  yield hasWords
    ? frame(scene, board.start, "start")
    : { at: middle(scene, board.start), radius, fill: "start" };
  if (here >= 0) yield hereOf(scene, here);
  for (const [cell, stroke, width] of /** @type {[number, string, number][]} */ ([
    [scene.hover, "hover", 1.5],
    [scene.cursor, "focus", 3],
  ])) {
    if (cell >= 0)
      yield {
        lines: [outline(scene, cell, Math.max(8, scale - 2))],
        closed: true,
        stroke,
        width,
        join: "miter",
      };
  }
}

/** In the lower left of cells what the search made of them. @param {Scene} scene @returns {Iterable<Figure>} */
function* signsOf(scene) {
  const {
    frame,
    board: { cells },
    geometry: { scale },
  } = scene;
  for (const [status, sign, how] of frame && scale >= LOOKS_FROM ? SIGNS : []) {
    const of = Array.from(cells.keys()).filter(
        (v) => frame?.status[v] === status && isSeen(scene, v),
      ),
      corner = [-0.32 * scale, 0.32 * scale],
      size = Math.min(scale, 48);
    const lines = of
      .map((v) => middle(scene, v))
      .map((centre) => sign.map((part, i) => centre[i % 2] + corner[i % 2] + part * size));
    if (lines.length)
      yield { lines, closed: true, [how]: "figure", width: Math.max(1, size * 0.04) };
  }
}

/** Where the search stands: a disc, among words a frame; a knight is a knight. @param {Scene} scene @param {number} here @returns {Figure} */
function hereOf(scene, here) {
  const {
      board,
      geometry: { scale },
      hasRoom,
      hasWords,
    } = scene,
    [x, y] = middle(scene, here),
    size = scale * 0.8;
  if (board.moves === "knight" && hasRoom)
    return {
      glyph: KNIGHT,
      at: [x - size / 2, y - size / 2],
      size,
      halo: "open",
      fill: "wall",
      width: size / 10,
    };
  return hasWords
    ? frame(scene, here, "ink", 0.06)
    : { at: [x, y], radius: Math.max(3, scale * 0.2), fill: "ink", stroke: "open", width: 2 };
}

/** Cells to visit, and cells to avoid, which are hatched. @param {Scene} scene @returns {Iterable<Figure>} */
function* setsOf(scene) {
  const {
    board: { through, avoiding },
    geometry: { scale },
  } = scene;
  for (const v of through)
    yield {
      at: middle(scene, v),
      radius: Math.max(3, scale * 0.3),
      fill: "open",
      stroke: "main",
      width: Math.max(1.5, scale * 0.1),
    };
  const lines = avoiding.flatMap((v) =>
    [-0.5, 0, 0.5].map((share) => {
      const [x, y] = middle(scene, v),
        ends = [Math.max(-1, share * 2 - 1), Math.min(1, share * 2 + 1)];
      return ends.flatMap((end) => [x + (end * scale) / 2, y + ((2 * share - end) * scale) / 2]);
    }),
  );
  if (lines.length) yield { lines, stroke: "wall", width: Math.max(1, scale * 0.06), cap: "butt" };
}

/** What was looked at, on the side of each cell towards the one it was looked at from: new a ring, seen a dot, wall a cross; a number on the cell itself. @param {Scene} scene @returns {Iterable<Figure>} */
function* lookOf(scene) {
  const {
    frame,
    looks,
    plan,
    geometry: { scale },
  } = scene;
  if (!frame || !looks || scale < LOOKS_FROM) return;
  const { from, tries, runs } = look(frame);
  if (from < 0) return;
  yield {
    lines: runs.flatMap((run) => pieces(scene, run)),
    stroke: "ink",
    width: Math.max(1.5, scale * 0.07),
    dash: [scale * 0.12, scale * 0.12],
  };
  const [x, y] = middle(scene, from),
    size = scale * 0.11;
  for (const { move, cell, reason, degree, chosen, done } of tries) {
    const [dx, dy] = plan.vector(frame.film.moves[move]),
      share = reason === "outside" || reason === "blocked" ? 0.48 : 0.7;
    const isFar = plan.cells.far(frame.film.moves[move][0], frame.film.moves[move][1]) > 1,
      isNew = cell >= 0 && (reason === "new" || reason === "free");
    const shapes =
      degree !== undefined
        ? badge(scene, cell, String(degree), chosen ? "path" : "page")
        : !isFar
          ? mark(reason, x + dx * share * scale, y + dy * share * scale, size)
          : isNew
            ? badge(scene, cell, "", "frontier")
            : [];
    for (const shape of shapes) yield { ...shape, alpha: done ? 1 : FAINT };
  }
}

/** @param {string} reason @param {number} x @param {number} y @param {number} size @returns {Figure[]} */
function mark(reason, x, y, size) {
  if (reason === "new" || reason === "cheaper" || reason === "free")
    return [
      {
        at: [x, y],
        radius: size,
        fill: "frontier",
        stroke: "figure",
        width: Math.max(1, size * 0.4),
      },
    ];
  if (["seen", "not cheaper", "on path", "tried", "skipped"].includes(reason))
    return [{ at: [x, y], radius: size * 0.6, fill: "figure", stroke: "open" }];
  // A wall, its edge or the border: a cross that is seen on both.
  const lines = [
    [x - size, y - size, x + size, y + size],
    [x - size, y + size, x + size, y - size],
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
    left = x + scale * 0.25;
  /** @type {Figure} */
  const disc = {
    at: [left, y - scale * 0.25],
    radius: Math.max(3, scale * (text ? 0.22 : 0.14)),
    fill,
    stroke: "figure",
    width: Math.max(1, scale * 0.03),
  };
  return text && scale >= 16
    ? [
        disc,
        {
          text,
          at: [left, y - scale * 0.235],
          size: scale * 0.3,
          weight: 700,
          fill: fill === "page" ? "ink" : "figure",
        },
      ]
    : [disc];
}

/** A frame inside a cell, which leaves room for words. @param {Scene} scene @param {number} v @param {string} stroke @param {number} [inset] in cells @returns {Figure} */
function frame(scene, v, stroke, inset = 0) {
  const { scale } = scene.geometry,
    width = Math.min(6, Math.max(2, scale * 0.09));
  return {
    lines: [outline(scene, v, scale - width - 1 - 2 * inset * scale)],
    closed: true,
    stroke,
    width,
    join: "miter",
  };
}

/** The way as lines, broken where it crosses a seam, or leads to another level. @param {Scene} scene @param {ArrayLike<number>} way */
function pieces(scene, way) {
  const { board } = scene,
    breaking = Boolean(board.wrap) || board.levels > 1,
    lines = [[...middle(scene, way[0])]];
  for (let i = 1; i < way.length; i++) {
    const over = breaking ? seam(scene, way[i - 1], way[i]) : null,
      line = lines[lines.length - 1];
    if (over) {
      line.push(...over.out);
      lines.push([...over.back, ...middle(scene, way[i])]);
    } else line.push(...middle(scene, way[i]));
  }
  return lines;
}

/** Where a move leaves the board at one side and comes back at another, or goes to another level; null: it does neither. @param {Scene} scene @param {number} u @param {number} v @returns {{out: Point, back: Point} | null} */
function seam(scene, u, v) {
  const { board, plan } = scene,
    { rows, columns } = board;
  if (board.levels > 1 && Math.abs(u - v) === storey(board) * columns)
    return { out: middle(scene, u), back: middle(scene, v) };
  if (!board.wrap) return null;
  const from = [Math.floor(u / columns), u % columns],
    to = [Math.floor(v / columns), v % columns];
  const step = stepOf(board, u, v),
    crossing = step.map((part, i) => part !== to[i] - from[i]);
  if (!crossing.some(Boolean)) return null;
  const edge = (/** @type {number[]} */ cell, /** @type {number} */ sign) => {
    const shares = cell.map((at, i) => {
      const room = sign * step[i] > 0 ? [rows, columns][i] - at - 0.5 : at + 0.5;
      return crossing[i] ? room / Math.abs(step[i]) : Infinity;
    });
    const share = sign * Math.min(...shares);
    return placed(scene, plan.at(cell[0] + share * step[0], cell[1] + share * step[1]));
  };
  return { out: edge(from, 1), back: edge(to, -1) };
}
