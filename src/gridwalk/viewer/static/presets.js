/** Boards to begin with, each with a question that suits it: presets.json. */

import { openBoard } from "./board.js";
import { held } from "./say.js";

/** @typedef {import("./board.js").Board} Board */
/** A board as data: rows of '#', '.', digits, S and E, with blanks between, or an open one of a size. @typedef {Partial<Board> & {drawing?: string}} Drawn */
/** @typedef {{from: string, words: string, question: string, by: string, board: Drawn, maze?: import("./makers.js").Making}} Preset */

/** @type {Record<string, Preset>} */
export const PRESETS = await held("presets");

/** @param {Drawn} board @returns {Board} */
export function boardOf({ drawing, rows = 1, columns = 1, ...more }) {
  if (!drawing) return openBoard(rows, columns, more);
  const lines = drawing.split(" "), text = lines.join("");
  const cells = Uint8Array.from(text, (mark) => (mark === "#" ? 0 : mark >= "1" && mark <= "9" ? Number(mark) : 1));
  const exits = Array.from(text, (mark, v) => (mark === "E" ? v : -1)).filter((v) => v >= 0);
  return openBoard(lines.length, lines[0].length, { cells, start: text.indexOf("S"), exits, ...more });
}
