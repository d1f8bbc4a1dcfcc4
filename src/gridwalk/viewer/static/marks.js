/** The marks on a board: the line of a path, start and exits, where the search stands, and what it looked at. */

import { stepOf } from "./board.js";
import { storey } from "./shapes.js";

/** @typedef {import("./view.js").Scene} Scene */
/** @typedef {import("./look.js").Look} Look */
/** @typedef {[number, number]} Point */

const FAINT = 0.4; // opacity of what the film has not come to yet
const LOOKS_FROM = 12; // pixels a cell
/** The head of a knight, looking left, in a square of 24. */
const KNIGHT = "M6 22h13c.6-5.4-.2-9.500-1.400-12.800C16.400 5.800 13.600 3.700 10.200 3.700L8.600 1.600 7.700 4.300C6.200 5.900 5.400 7.400 4.800 9.300L2.700 13.200c-.5 1.200.2 2.400 1.400 2.500l1.700.2 2-1.600 2.700.2c.2 2.700-4 3.600-4.500 7.500z";

/** @param {CanvasRenderingContext2D} context @param {Scene} scene @param {any} more asksExits, cursor, hover; fine: cells are so small that the way is painted as cells; looked: a `Look` or null */
export function paintMarks(context, scene, { asksExits, cursor, hover, fine, looked }) {
  const { board, marks, palette, geometry: { scale }, chess, hasWords } = scene, { way, closed, here } = marks;
  paintSets(context, scene);
  if (way.length > 1 && !fine) {
    context.beginPath();
    const breaks = trace(context, scene, way);
    if (closed && !breaks && !seam(scene, way[way.length - 1], way[0])) context.closePath();
    else if (closed) trace(context, scene, [way[way.length - 1], way[0]]);
    const wide = Math.max(1.5, hasWords ? Math.min(6, scale * (chess ? 0.07 : 0.1)) : scale * (chess ? 0.07 : 0.16));
    stroke(context, palette.text.pale, wide + 2.5); // an edge, for cells of a search are as light as the line
    stroke(context, palette.text.path, wide);
  }
  if (marks.trail && marks.trail.length > 1) {
    context.beginPath();
    trace(context, scene, marks.trail);
    context.setLineDash([Math.max(3, scale * 0.15), Math.max(3, scale * 0.15)]);
    stroke(context, palette.text.ink, Math.max(1.5, scale * 0.06));
    context.setLineDash([]);
  }
  if (looked) paintLook(context, scene, looked);
  for (const { cell, degree } of marks.next ?? []) badge(context, scene, cell, degree === undefined ? "" : String(degree), palette.text.frontier);
  if (asksExits) for (const exit of board.exits) hasWords ? frame(context, scene, exit, palette.text.exit) : target(context, scene, exit);
  if (hasWords) frame(context, scene, board.start, palette.text.start);
  else disc(context, scene, board.start, Math.max(3, scale * 0.32), palette.text.start);
  if (here >= 0) paintHere(context, scene, here);
  for (const [cell, colour, thick] of /** @type {[number, string, number][]} */ ([[hover, palette.text.hover, 1.5], [cursor, palette.text.focus, 3]])) {
    if (cell < 0) continue;
    context.strokeStyle = colour;
    context.lineWidth = thick;
    context.beginPath();
    outline(context, scene, cell, Math.max(4, scale / 2 - 1));
    context.stroke();
  }
}

/** Where the search stands: a disc, among words a frame; a knight is a knight. @param {CanvasRenderingContext2D} context @param {Scene} scene @param {number} here */
function paintHere(context, scene, here) {
  const { board, palette, geometry: { scale }, hasWords } = scene;
  if (board.moves === "knight" && scale >= 18) {
    const [x, y] = middle(scene, here), size = scale * 0.8;
    context.save();
    context.translate(x - size / 2, y - size / 2);
    context.scale(size / 24, size / 24);
    const piece = new Path2D(KNIGHT);
    context.lineWidth = 2.4;
    context.lineJoin = "round";
    context.strokeStyle = palette.text.open;
    context.stroke(piece);
    context.fillStyle = palette.text.wall;
    context.fill(piece);
    context.restore();
  } else if (hasWords) frame(context, scene, here, palette.text.ink, 0.06);
  else {
    disc(context, scene, here, Math.max(3, scale * 0.2), palette.text.ink);
    context.lineWidth = 2;
    context.strokeStyle = palette.text.open;
    context.stroke();
  }
}

/** Cells to visit, and cells to avoid. @param {CanvasRenderingContext2D} context @param {Scene} scene */
function paintSets(context, scene) {
  const { board, palette, geometry: { scale } } = scene;
  for (const v of board.through ?? []) {
    disc(context, scene, v, Math.max(3, scale * 0.3), palette.text.open);
    context.lineWidth = Math.max(1.5, scale * 0.1);
    context.strokeStyle = palette.text.main;
    context.stroke();
  }
  context.strokeStyle = palette.text.wall;
  context.lineWidth = Math.max(1, scale * 0.06);
  for (const v of board.avoiding ?? []) {
    const [x, y] = middle(scene, v), half = scale / 2;
    context.beginPath();
    for (const share of [-0.5, 0, 0.5]) {
      const low = Math.max(-1, share * 2 - 1), high = Math.min(1, share * 2 + 1);
      context.moveTo(x + low * half, y + (2 * share - low) * half);
      context.lineTo(x + high * half, y + (2 * share - high) * half);
    }
    context.stroke();
  }
}

/**
 * What was looked at, on the side of each cell towards the one it was looked at from: new a ring, seen a dot,
 * wall a cross; a number on the cell itself.
 * @param {CanvasRenderingContext2D} context @param {Scene} scene @param {Look} looked
 */
function paintLook(context, scene, { from, tries, runs }) {
  const { film, palette, plan, geometry: { scale } } = scene;
  if (from < 0 || !film || scale < LOOKS_FROM) return;
  for (const run of runs) {
    context.beginPath();
    trace(context, scene, run);
    context.setLineDash([scale * 0.12, scale * 0.12]);
    stroke(context, palette.text.ink, Math.max(1.5, scale * 0.07));
    context.setLineDash([]);
  }
  const [x, y] = middle(scene, from), size = scale * 0.11;
  for (const { move, cell, reason, degree, chosen, done } of tries) {
    const [dx, dy] = plan.vector(film.moves[move]);
    context.globalAlpha = done ? 1 : FAINT;
    if (degree !== undefined) badge(context, scene, cell, String(degree), chosen ? palette.text.path : palette.text.page);
    else if (plan.cells.far(film.moves[move][0], film.moves[move][1]) > 1) {
      if (cell >= 0 && (reason === "new" || reason === "free")) badge(context, scene, cell, "", palette.text.frontier);
    } else {
      const share = reason === "outside" || reason === "blocked" ? 0.48 : 0.7;
      mark(context, palette, reason, x + dx * share * scale, y + dy * share * scale, size);
    }
  }
  context.globalAlpha = 1;
}

/** @param {CanvasRenderingContext2D} context @param {import("./palette.js").Palette} palette @param {string} reason @param {number} x @param {number} y @param {number} size */
function mark(context, palette, reason, x, y, size) {
  context.beginPath();
  if (reason === "new" || reason === "cheaper" || reason === "free") {
    context.arc(x, y, size, 0, 2 * Math.PI);
    context.fillStyle = palette.text.frontier;
    context.fill();
    stroke(context, palette.text.figure, Math.max(1, size * 0.4));
  } else if (reason === "seen" || reason === "not cheaper" || reason === "on path" || reason === "tried" || reason === "skipped") {
    context.arc(x, y, size * 0.6, 0, 2 * Math.PI);
    context.fillStyle = palette.text.figure;
    context.fill();
    stroke(context, palette.text.open, 1);
  } else {
    // A wall, its edge or the border: a cross that is seen on both.
    for (const [colour, width] of /** @type {[string, number][]} */ ([[palette.text.open, 4], [palette.text.path, 2]])) {
      context.beginPath();
      context.moveTo(x - size, y - size);
      context.lineTo(x + size, y + size);
      context.moveTo(x - size, y + size);
      context.lineTo(x + size, y - size);
      stroke(context, colour, width);
    }
  }
}

/** A small disc with a word, in the corner of a cell. @param {CanvasRenderingContext2D} context @param {Scene} scene @param {number} v @param {string} word @param {string} colour */
function badge(context, scene, v, word, colour) {
  const { palette, geometry: { scale } } = scene, [x, y] = middle(scene, v), radius = Math.max(3, scale * (word ? 0.22 : 0.14));
  context.beginPath();
  context.arc(x + scale * 0.25, y - scale * 0.25, radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
  stroke(context, palette.text.figure, Math.max(1, scale * 0.03));
  if (!word || scale < 16) return;
  context.font = `700 ${scale * 0.3}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour === palette.text.page ? palette.text.ink : palette.text.figure;
  context.fillText(word, x + scale * 0.25, y - scale * 0.235);
}

/** @param {CanvasRenderingContext2D} context @param {string} colour @param {number} width */
function stroke(context, colour, width) {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineCap = context.lineJoin = "round";
  context.stroke();
}

/** @param {CanvasRenderingContext2D} context @param {Scene} scene @param {number} v */
function target(context, scene, v) {
  const { palette, geometry: { scale } } = scene, radius = Math.max(3, scale * 0.32);
  disc(context, scene, v, radius, palette.text.open);
  context.lineWidth = Math.max(1.5, radius * 0.3);
  context.strokeStyle = palette.text.exit;
  context.stroke();
  disc(context, scene, v, radius * 0.4, palette.text.exit);
}

/** A frame inside a cell, which leaves room for words. @param {CanvasRenderingContext2D} context @param {Scene} scene @param {number} v @param {string} colour @param {number} [inset] in cells */
function frame(context, scene, v, colour, inset = 0) {
  const { geometry: { scale } } = scene, width = Math.min(6, Math.max(2, scale * 0.09));
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.lineJoin = "miter";
  context.beginPath();
  outline(context, scene, v, scale / 2 - width / 2 - 0.5 - inset * scale);
  context.stroke();
}

/** The way as a line, broken where it crosses a seam, or leads to another level. @param {CanvasRenderingContext2D} context @param {Scene} scene @param {ArrayLike<number>} way @returns {number} how often it is broken */
function trace(context, scene, way) {
  const { board } = scene, breaking = Boolean(board.wrap) || board.levels > 1;
  let breaks = 0;
  context.moveTo(...middle(scene, way[0]));
  for (let i = 1; i < way.length; i++) {
    const over = breaking ? seam(scene, way[i - 1], way[i]) : null;
    if (over) {
      breaks++;
      context.lineTo(...over.out);
      context.moveTo(...over.back);
    }
    context.lineTo(...middle(scene, way[i]));
  }
  return breaks;
}

/** Where a move leaves the board at one side and comes back at another, or goes to another level; null: it does neither. @param {Scene} scene @param {number} u @param {number} v @returns {{out: Point, back: Point} | null} */
function seam(scene, u, v) {
  const { board, plan } = scene, { rows, columns } = board;
  if (board.levels > 1 && Math.abs(u - v) === storey(board) * columns) return { out: middle(scene, u), back: middle(scene, v) };
  if (!board.wrap) return null;
  const from = [Math.floor(u / columns), u % columns], to = [Math.floor(v / columns), v % columns];
  const step = stepOf(board, u, v), crossing = step.map((part, i) => part !== to[i] - from[i]);
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

/** A place of the picture in the view. @param {Scene} scene @param {Point} place @returns {Point} */
function placed({ geometry: { scale, x, y } }, place) {
  return [x + place[0] * scale, y + place[1] * scale];
}

/** @param {Scene} scene @param {number} v @returns {Point} */
function middle(scene, v) {
  return placed(scene, scene.plan.middle(v));
}

/** The outline of a cell, with its sides so far from the middle. @param {CanvasRenderingContext2D} context @param {Pick<Scene, "plan" | "geometry">} scene @param {number} v @param {number} half in pixels */
export function outline(context, { plan, geometry: { scale, x, y } }, v, half) {
  const [mx, my] = plan.middle(v);
  plan.cells.corners.forEach(([dx, dy], k) => {
    context[k ? "lineTo" : "moveTo"](x + mx * scale + 2 * half * dx, y + my * scale + 2 * half * dy);
  });
  context.closePath();
}

/** @param {CanvasRenderingContext2D} context @param {Scene} scene @param {number} v @param {number} radius @param {string} colour */
function disc(context, scene, v, radius, colour) {
  context.beginPath();
  context.arc(...middle(scene, v), radius, 0, 2 * Math.PI);
  context.fillStyle = colour;
  context.fill();
}
