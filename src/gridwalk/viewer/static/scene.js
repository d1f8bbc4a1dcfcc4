/** What is shown of a board, and where: all that the lists of shapes are made of. */

import { hasCosts, leaps } from "./board.js";
import { chosen, heatOf, showsNumbers, wordsIn } from "./incells.js";

/**
 * What is on the board: a line, where the search stands (-1: nowhere), cells that may be entered next, and a
 * thin line such as the path to the cell under the pointer.
 */

export const GRID_FROM = 8; // pixels a cell
export const MARGIN = 10; // pixels around the board, both sides together
const NAMED_MARGIN = 44; // the same, with names of rows and columns
const LINES_FROM = 4,
  WORDS_FROM = 18; // pixels a cell
const STATUS = ["", "frontier", "expanded", "walk", "left"]; // colours; unseen cells show the board
const RAMP = Array.from({ length: 32 }, (_, i) => `ramp${i}`);
const FAINT = new Map([...STATUS, ...RAMP].map((name) => [name, name && `faint ${name}`]));

/** Where the board is in a view of this size. @param {Props} props @param {Plan} plan @param {number} width @param {number} height @returns {Geometry} */
export function geometryOf({ board, sight }, plan, width, height) {
  const fit = (/** @type {number} */ margin) =>
    Math.min((width - margin) / plan.width, (height - margin) / plan.height);
  const isNamed = board.shape === "square" && sight.zoom === 1 && fit(NAMED_MARGIN) >= WORDS_FROM; // all of it is seen, and cells are large squares
  let scale = fit(isNamed ? NAMED_MARGIN : MARGIN) * sight.zoom;
  if (scale > 4) scale = Math.floor(scale);
  const aside = isNamed ? (NAMED_MARGIN - MARGIN) / 4 : 0; // names stand to the left and below
  const centred = (
    /** @type {number} */ room,
    /** @type {number} */ size,
    /** @type {number} */ middle,
    /** @type {number} */ shift,
  ) =>
    Math.round(
      size <= room
        ? (room - size) / 2 + shift
        : Math.min(0, Math.max(room - size, room / 2 - middle * size)),
    );
  return {
    scale,
    isNamed,
    x: centred(width, plan.width * scale, sight.x, aside),
    y: centred(height, plan.height * scale, sight.y, -aside),
  };
}

/** Whether a way is shown by its cells: a line over thousands of them takes long. @param {Board} board @param {Geometry} geometry */
export const isFine = (board, { scale }) => scale < LINES_FROM && !leaps(board);

/** What is shown in a view of this size. @param {Props} props @param {Plan} plan @param {number} width @param {number} height */
export function sceneOf(props, plan, width, height) {
  const { board, frame, marks, inCells } = props,
    geometry = geometryOf(props, plan, width, height),
    hasRoom = geometry.scale >= WORDS_FROM,
    chess = leaps(board);
  return {
    ...props,
    plan,
    width,
    height,
    geometry,
    hasRoom,
    chess,
    fine: isFine(board, geometry),
    words: hasRoom ? (marks.figures ?? wordsIn(board, frame, inCells, marks.way)) : () => [],
    hasWords:
      hasRoom &&
      (Boolean(marks.figures) ||
        showsNumbers(board, inCells) ||
        chosen(frame?.film ?? null, inCells) !== "nothing"),
    searched: frame
      ? searched(board, frame, chess, heatOf(frame, inCells))
      : (marks.tint ?? (() => "")),
  };
}

/** The colour of a cell by what the search made of it; where the ground has a meaning it is seen through. @param {Board} board @param {Frame} frame @param {boolean} chess @param {((v: number) => number) | null} heat @returns {(v: number) => string} */
function searched(board, { status }, chess, heat) {
  const { cells } = board,
    costs = hasCosts(board);
  return (v) => {
    const place = heat && STATUS[status[v]] !== "frontier" ? heat(v) : -1;
    const colour =
      place < 0
        ? STATUS[status[v]]
        : RAMP[Math.min(RAMP.length - 1, Math.floor(place * RAMP.length))];
    return (chess || (costs && cells[v] > 1) ? FAINT.get(colour) : colour) ?? "";
  };
}

/** Whether a cell is in the view. @param {Scene} scene @param {number} v */
export function isSeen({ plan, geometry: { scale, x, y }, width, height }, v) {
  const [mx, my] = plan.middle(v),
    left = x + mx * scale,
    top = y + my * scale;
  return left > -scale && top > -scale && left < width + scale && top < height + scale;
}
