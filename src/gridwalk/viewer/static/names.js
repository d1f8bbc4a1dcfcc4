/** Names of cells and directions, as people say them. */

import { leaps } from "./board.js";
import { say } from "./say.js";
import { cellsOf, hasLevels, isHex, storey } from "./shapes.js";

const LETTERS = 26;

/** Whether cells have names as on a chessboard: the piece leaps, and there are letters enough. @param {Board} board */
export function isChess(board) {
  return board.columns <= LETTERS && !isHex(board) && leaps(board);
}

/** The letter of a column, a to z. @param {number} column */
export function letter(column) {
  return String.fromCharCode(97 + column);
}

/** A cell as it is called: a1 on a chessboard, else (row, column), on levels (level, row, column). @param {Board} board @param {number} v */
export function name(board, v) {
  const row = Math.floor(v / board.columns),
    column = v % board.columns,
    high = storey(board);
  if (isChess(board)) return `${letter(column)}${board.rows - row}`;
  return hasLevels(board) ? `(${Math.floor(row / high)}, ${row % high}, ${column})` : `(${row}, ${column})`;
}

/** The direction of a move, such as "down"; empty: it has no name. @param {Board} board @param {number[]} move rows down, columns right */
export function direction(board, move) {
  if (hasLevels(board) && Math.abs(move[0]) === storey(board))
    return say(move[0] > 0 ? "way.level.down" : "way.level.up");
  return cellsOf(board).far(move[0], move[1]) === 1 ? say(`way.${isHex(board) ? "hex." : ""}${move}`) : "";
}

/** Words in a row: "a", "a and b", "a, b and c". @param {string[]} words @param {"and" | "or"} [joint] */
export function listed(words, joint = "and") {
  return words.length < 2
    ? words.join("")
    : `${words.slice(0, -1).join(say("list"))}${say(`list.${joint}`)}${words[words.length - 1]}`;
}

/** The title of an algorithm without what is said after it. @param {string} title */
export const brief = (title) => title.split(/[,\uff0c]/)[0];

/** The words with a capital letter; a square keeps its small one. @param {string} words */
export function capital(words) {
  return /^[a-z]\d/.test(words) ? words : words && words[0].toUpperCase() + words.slice(1);
}
