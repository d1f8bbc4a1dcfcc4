/** Words in the cells of a picture, and the names of rows and columns beside it. */

import { hasCosts } from "./board.js";
import { placed } from "./drawing.js";
import { UNSEEN } from "./film.js";
import { isChess, letter } from "./names.js";
import { say } from "./say.js";
import { hasLevels } from "./shapes.js";

const SUMS_FROM = 44; // pixels a cell, of g, h and f
const LARGEST = 40; // pixels of a letter
const NAME_SIZE = 12;

/** Costs, and what the choice puts into the cells; numbers have an edge, for they may stand on any colour. @param {Scene} scene @returns {Iterable<Figure>} */
export function* wordsOf({
  board,
  frame,
  marks,
  geometry,
  plan,
  words,
  searched,
  hasRoom,
  width,
  height,
}) {
  const { scale, x, y } = geometry,
    { cells } = board,
    costs = hasCosts(board);
  for (let v = 0; hasRoom && v < cells.length; v++) {
    const [mx, my] = plan.middle(v),
      left = x + mx * scale,
      top = y + (my + 0.03) * scale;
    if (!cells[v] || (v === marks.here && board.moves === "knight")) continue; // where the piece stands
    if (left < 0 || top < 0 || left > width || top > height) continue;
    const said = words(v),
      fill = frame !== null && frame.status[v] !== UNSEEN ? "figure" : "ink";
    const write = (
      /** @type {string} */ text,
      /** @type {number} */ dx,
      /** @type {number} */ dy,
      /** @type {number} */ size,
      /** @type {number} */ room = Infinity,
    ) => ({
      text,
      at: /** @type {[number, number]} */ ([left + dx * scale, top + dy * scale]),
      size: Math.min(LARGEST, fitting(size * scale, room * scale, text)),
      weight: 600,
      halo: searched(v) || "open",
      fill,
      width: Math.min(8, scale * 0.12),
    });
    const isSum = said.length === 3 && scale >= SUMS_FROM,
      text = said[said.length - 1] ?? "";
    if (isSum)
      yield* [
        write(said[0], -0.22, -0.24, 0.22, 0.4),
        write(said[1], 0.22, -0.24, 0.22, 0.4),
        write(text, 0, 0.12, 0.38, 0.8),
      ];
    else if (text) yield write(text, 0, 0, 0.42, 0.84);
    if (costs && cells[v] > 1)
      yield text || frame
        ? write(String(cells[v]), 0.34, 0.3, 0.24)
        : write(String(cells[v]), 0, 0, 0.42);
  }
}

/** The size of letters that fit into a width. @param {number} size @param {number} width @param {string} text */
function fitting(size, width, text) {
  return Math.max(Math.min(7, size), Math.min(size, width / (0.62 * text.length)));
}

/** a-h and 1-8 beside a chessboard, numbers of rows and columns beside others; titles above levels. @param {Scene} scene @returns {Iterable<Figure>} */
export function* namesOf(scene) {
  const {
      board,
      plan,
      geometry: { scale },
    } = scene,
    { rows, columns } = board,
    chess = isChess(board);
  const write = (
    /** @type {string | number} */ text,
    /** @type {[number, number]} */ place,
    /** @type {CanvasTextAlign} */ align,
    dx = 0,
    dy = 0,
  ) => {
    const [x, y] = placed(scene, place);
    return {
      text: String(text),
      at: /** @type {[number, number]} */ ([x + dx, y + dy]),
      size: Math.min(NAME_SIZE, scale),
      align,
      fill: "quiet",
    };
  };
  for (let level = 0; hasLevels(board) && level < board.levels; level++)
    yield write(
      say("board.level", { level }),
      [plan.corner(level)[0], plan.corner(level)[1] - 0.5],
      "left",
    );
  if (board.shape !== "square") return;
  for (let column = 0; column < columns; column++)
    yield write(chess ? letter(column) : column, [column + 0.5, rows], "center", 0, 11);
  for (let row = 0; row < rows; row++)
    yield write(chess ? rows - row : row, [0, row + 0.5], "right", -5);
}
