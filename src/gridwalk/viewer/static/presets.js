/** Lessons, and boards to begin with, each with a question that suits it: lessons.json, presets.json. */

import { openBoard } from "./board.js";
import { held } from "./say.js";

/** A board as data: rows of '#', '.', digits, S and E, with blanks between, or an open one of a size. */

const { from, lessons, pages } = await held("lessons");
/** @type {Lesson[]} */
export const LESSONS = lessons;
/** Titles of the documentation's lessons. @type {Record<string, string>} */
export const PAGES = pages;

/** The maze of a lesson, as the server makes it; undefined: it has a drawn board. @param {Lesson} lesson */
export const mazeOf = ({ board: { rows = 0, columns = 0 }, making }) =>
  making && { ...making, rows, columns, thin: false, braid: 0 };

/** The board of a lesson, without its questions. @param {Lesson} lesson @returns {[string, Preset]} */
const ofLesson = (lesson) => {
  const { name, title, board, panels } = lesson;
  return [name, { from, words: title, panels, board, maze: mazeOf(lesson) }];
};

/** @type {Record<string, Preset>} */
export const PRESETS = { ...Object.fromEntries(LESSONS.map(ofLesson)), ...(await held("presets")) };
const today = Math.floor(Date.now() / 86_400_000);
for (const { board, maze } of Object.values(PRESETS).filter(({ daily }) => daily)) {
  if (maze) maze.seed = today;
  else Object.assign(board, { start: today % 36, exits: [(today + 1) % 36] });
}

/** @param {BoardData} board @returns {Board} */
export function boardOf({ drawing, rows = 1, columns = 1, ...more }) {
  if (!drawing) return openBoard(rows, columns, more);
  const lines = drawing.split(" "),
    text = lines.join("");
  const cells = Uint8Array.from(text, (mark) =>
    mark === "#" ? 0 : mark >= "1" && mark <= "9" ? Number(mark) : 1,
  );
  const exits = Array.from(text, (mark, v) => (mark === "E" ? v : -1)).filter((v) => v >= 0);
  return openBoard(lines.length, lines[0].length, {
    cells,
    start: text.indexOf("S"),
    exits,
    ...more,
  });
}
