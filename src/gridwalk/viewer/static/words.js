/** Words in the cells of a picture, and the names of rows and columns beside it. */

import { hasCosts } from "./board.js";
import { UNSEEN } from "./film.js";
import { isChess, letter } from "./names.js";
import { say } from "./say.js";
import { hasLevels } from "./shapes.js";

/** @typedef {import("./view.js").Scene} Scene */

const WORDS_FROM = 18, SUMS_FROM = 44; // pixels a cell: of words, and of g, h and f
const LARGEST = 40; // pixels of a letter
const NAME_SIZE = 12;

/** Costs, and what the choice puts into the cells; numbers have an edge, for they may stand on any colour. @param {CanvasRenderingContext2D} context @param {Scene} scene */
export function paintWords(context, { board, film, marks, geometry, plan, palette, words, width, height, under }) {
  const { scale, x, y } = geometry, { cells } = board;
  if (scale < WORDS_FROM) return;
  const costs = hasCosts(board);
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  const write = (/** @type {string} */ text, /** @type {number} */ left, /** @type {number} */ top, /** @type {number} */ size, /** @type {boolean} */ isDark) => {
    context.font = `600 ${Math.min(LARGEST, size)}px system-ui, sans-serif`;
    context.fillStyle = isDark ? palette.text.figure : palette.text.ink;
    context.strokeText(text, left, top);
    context.fillText(text, left, top);
  };
  for (let v = 0; v < cells.length; v++) {
    const [mx, my] = plan.middle(v), left = x + mx * scale, top = y + (my + 0.03) * scale;
    if (!cells[v] || (v === marks.here && board.moves === "knight")) continue; // where the piece stands
    if (left < 0 || top < 0 || left > width || top > height) continue;
    const said = words(v), isDark = film !== null && film.status[v] !== UNSEEN;
    if (!said.length && !(costs && cells[v] > 1)) continue;
    context.lineWidth = Math.min(8, scale * 0.12);
    context.strokeStyle = under(v) || palette.text.open;
    const isSum = said.length === 3 && scale >= SUMS_FROM, text = said[said.length - 1] ?? "";
    if (isSum) {
      write(said[0], left - scale * 0.22, top - scale * 0.24, fitting(scale * 0.22, scale * 0.4, said[0]), isDark);
      write(said[1], left + scale * 0.22, top - scale * 0.24, fitting(scale * 0.22, scale * 0.4, said[1]), isDark);
      write(text, left, top + scale * 0.12, fitting(scale * 0.38, scale * 0.8, text), isDark);
    } else if (text) write(text, left, top, fitting(scale * 0.42, scale * 0.84, text), isDark);
    if (!costs || cells[v] < 2) continue;
    if (text || film) write(String(cells[v]), left + scale * 0.34, top + scale * 0.3, scale * 0.24, isDark);
    else write(String(cells[v]), left, top, scale * 0.42, isDark);
  }
}

/** The size of letters that fit into a width. @param {number} size @param {number} width @param {string} text */
function fitting(size, width, text) {
  return Math.max(7, Math.min(size, width / (0.62 * text.length)));
}

/** a-h and 1-8 beside a chessboard, numbers of rows and columns beside others; titles above levels. @param {CanvasRenderingContext2D} context @param {Scene} scene */
export function paintNames(context, { board, geometry: { scale, x, y }, plan, palette }) {
  const { rows, columns } = board, chess = isChess(board);
  const write = (/** @type {string | number} */ text, /** @type {number} */ left, /** @type {number} */ top, /** @type {CanvasTextAlign} */ align) => {
    context.textAlign = align;
    context.fillText(String(text), left, top);
  };
  context.font = `${Math.min(NAME_SIZE, scale)}px system-ui, sans-serif`;
  context.textBaseline = "middle";
  context.fillStyle = palette.text.quiet;
  for (let level = 0; hasLevels(board) && level < board.levels; level++) write(say("board.level", { level }), x + plan.corner(level)[0] * scale, y + (plan.corner(level)[1] - 0.5) * scale, "left");
  if (board.shape !== "square") return;
  for (let column = 0; column < columns; column++) write(chess ? letter(column) : column, x + (column + 0.5) * scale, y + rows * scale + 11, "center");
  for (let row = 0; row < rows; row++) write(chess ? rows - row : row, x - 5, y + (row + 0.5) * scale, "right");
}
