/** Words in the cells of a picture, and the names of rows and columns beside it. */

import { hasCosts } from "./board.js";
import { placed } from "./drawing.js";
import { UNSEEN } from "./film.js";
import { isChess, letter } from "./names.js";
import { say } from "./say.js";
import { hasLevels, isHex } from "./shapes.js";

const SUMS_FROM = 44, // pixels a cell, of g, h and f
  ON_PATH_FROM = 24; // of numbers on a path, which would run into one another
const LARGEST = 40; // pixels of a letter
const NAME_SIZE = 12;

/** Costs, and what the choice puts into the cells. @param {Scene} scene @returns {Iterable<Figure>} */
export function* wordsOf(scene) {
  const { board, frame, marks, chess, onWay } = scene,
    { scale } = scene.geometry,
    costs = hasCosts(board),
    isCrossed = chess || (marks.trail?.length ?? 0) > 1, // by thin lines
    corner = isHex(board) ? 0.3 : 0.42;
  for (const { v, x, y } of scene.hasRoom ? scene.spots() : []) {
    if (!board.cells[v] || (v === marks.here && board.moves === "knight")) continue; // where the piece stands
    if (onWay[v] && scale < ON_PATH_FROM && !scene.isPuzzle) continue;
    const isOnBand = onWay[v] && !chess,
      halo = scene.searched(v).replace("faint ", "") || "open",
      fill = isOnBand || (frame && frame.status[v] !== UNSEEN) ? "figure" : "ink",
      width = Math.min(8, scale * 0.12);
    const middle = (/** @type {string} */ text, size = 0.42, down = 0.03) => ({
      ...{ text, size: fitting(size * scale, (isOnBand ? 0.56 : 0.84) * scale, text), weight: 600 },
      ...{ at: /** @type {Point} */ ([x, y + down * scale]), fill, width },
      halo: isCrossed ? (isOnBand ? "band" : halo) : "",
    });
    /** In a corner, where the edge of a path may run. @param {string} text @param {1 | -1} dx @param {number} dy */
    const aside = (text, dx, dy) => ({
      ...{ text, size: fitting(0.2 * scale, 0.4 * scale, text), weight: 600, halo, fill, width: 2 },
      at: /** @type {Point} */ ([x + dx * corner * scale, y + dy * scale]),
      align: /** @type {CanvasTextAlign} */ (dx > 0 ? "right" : "left"),
    });
    const said = scene.words(v),
      text = said[said.length - 1] ?? "",
      isSum = said.length === 3 && scale >= SUMS_FROM;
    if (isSum) yield* [aside(said[0], -1, -0.365), aside(said[1], 1, -0.365), middle(text, 0.34)];
    else if (text) yield middle(text);
    if (costs && board.cells[v] > 1) {
      const cost = String(board.cells[v]);
      yield text || frame ? aside(cost, 1, 0.39) : middle(cost);
    }
  }
}

/** The size of letters that fit into a width. @param {number} size @param {number} width @param {string} text */
function fitting(size, width, text) {
  return Math.min(LARGEST, Math.max(Math.min(7, size), Math.min(size, width / (0.62 * text.length))));
}

/** a-h and 1-8 beside a chessboard, numbers of rows and columns beside others; titles above levels. @param {Scene} scene @returns {Iterable<Figure>} */
export function* namesOf(scene) {
  const { board, plan, geometry } = scene,
    { rows, columns } = board,
    chess = isChess(board),
    size = Math.min(NAME_SIZE, geometry.scale);
  /** @param {string | number} text @param {Point} place @param {CanvasTextAlign} align @returns {Figure} */
  const write = (text, place, align, dx = 0, dy = 0) => {
    const [x, y] = placed(scene, place);
    return { text: String(text), at: [x + dx, y + dy], size, align, fill: "quiet" };
  };
  for (let level = 0; hasLevels(board) && level < board.levels; level++) {
    const [left, top] = plan.corner(level);
    yield write(say("board.level", { level }), [left, top - 0.5], "left");
  }
  if (board.shape !== "square") return;
  for (let column = 0; column < columns; column++)
    yield write(chess ? letter(column) : column, [column + 0.5, rows], "center", 0, 11);
  for (let row = 0; row < rows; row++) yield write(chess ? rows - row : row, [0, row + 0.5], "right", -5);
}
