/** What is shown of a board, and where: all that the lists of shapes are made of. */

import { hasCosts, leaps } from "./board.js";
import { chosen, heatOf, showsNumbers, wordsIn } from "./incells.js";
import { isOutside } from "./shapes.js";
import { once } from "./store.js";

export const GRID_FROM = 8; // pixels a cell
export const MARGIN = 10; // pixels around the board, both sides together
const NAMED_MARGIN = 28; // the same, with names of rows and columns
const LINES_FROM = 4,
  WORDS_FROM = 18; // pixels a cell
const STATUS = ["", "frontier", "expanded", "walk", "left"]; // colours; unseen cells show the board
const RAMP = 32; // colours

/** Where the board is in a view of this size. @param {Props} props @param {Plan} plan @param {number} width @param {number} height @returns {Geometry} */
export function geometryOf({ board, sight }, plan, width, height) {
  const fit = (/** @type {number} */ margin) =>
    Math.min((width - margin) / plan.width, (height - margin) / plan.height);
  const isNamed = board.shape === "square" && sight.zoom === 1 && fit(NAMED_MARGIN) >= WORDS_FROM; // all of it is seen, and cells are large squares
  let scale = fit(isNamed ? NAMED_MARGIN : MARGIN) * sight.zoom;
  if (scale > 4) scale = Math.floor(scale);
  /** @param {number} room @param {number} size @param {number} middle of the view, as a share of the board @param {number} first where all of it is seen */
  const begin = (room, size, middle, first) =>
    size <= room ? first : Math.round(Math.min(0, Math.max(room - size, room / 2 - middle * size)));
  const names = isNamed ? NAMED_MARGIN - MARGIN : 0; // stand to the left and below
  return {
    scale,
    isNamed,
    x: begin(width, plan.width * scale, sight.x, MARGIN / 2 + names),
    y: begin(height, plan.height * scale, sight.y, MARGIN / 2),
  };
}

/** Whether a way is shown by its cells: a line over thousands of them takes long. @param {Board} board @param {Geometry} geometry */
export const isFine = (board, { scale }) => scale < LINES_FROM && !leaps(board);

/** What is shown in a view of this size. @param {Props} props @param {Plan} plan @param {number} width @param {number} height */
export function sceneOf(props, plan, width, height) {
  const { board, frame, marks, inCells } = props,
    geometry = geometryOf(props, plan, width, height),
    hasRoom = geometry.scale >= WORDS_FROM,
    isPuzzle = showsNumbers(board, inCells),
    onWay = new Uint8Array(board.cells.length);
  for (let i = 0; i < marks.way.length; i++) onWay[marks.way[i]] = 1;
  return {
    ...props,
    plan,
    geometry,
    hasRoom,
    isPuzzle,
    chess: leaps(board),
    fine: isFine(board, geometry),
    /** 1 for each cell of the path */
    onWay,
    words: marks.figures ?? wordsIn(board, frame, inCells, marks.way),
    hasWords:
      hasRoom && (Boolean(marks.figures) || isPuzzle || chosen(frame?.film ?? null, inCells) !== "nothing"),
    searched: frame ? searched(board, frame, heatOf(frame, inCells)) : (marks.tint ?? (() => "")),
    spots: once(() => spotsOf(board, plan, geometry, width, height)),
  };
}

/** The colour of a cell by what the search made of it; where the ground has a meaning it is seen through. @param {Board} board @param {Frame} frame @param {((v: number) => number) | null} heat @returns {(v: number) => string} */
function searched(board, { status }, heat) {
  const chess = leaps(board),
    costs = hasCosts(board);
  return (v) => {
    const name = STATUS[status[v]],
      place = heat && name !== "frontier" ? heat(v) : -1,
      colour = place < 0 ? name : `ramp${Math.min(RAMP - 1, Math.floor(place * RAMP))}`;
    return colour && (chess || (costs && board.cells[v] > 1)) ? `faint ${colour}` : colour;
  };
}

/** The cells in the view, and where their middles are. @param {Board} board @param {Plan} plan @param {Geometry} geometry @param {number} width @param {number} height */
function spotsOf(board, plan, { scale, x, y }, width, height) {
  const spots = [];
  for (let v = 0; v < board.cells.length; v++) {
    const middle = plan.middle(v),
      left = x + middle[0] * scale,
      top = y + middle[1] * scale;
    const isSeen = left > -scale && top > -scale && left < width + scale && top < height + scale;
    if (isSeen && !isOutside(board, v)) spots.push({ v, x: left, y: top });
  }
  return spots;
}
