/**
 * The address holds the whole state, so that reloading and sharing lose nothing: `board` is packed, and the
 * rest can be read and typed: `ask=shortest/bfs&beside=find/dfs&step=12`, `lesson=a-star&marks=110`, `language=zh`.
 */

import { fromData, openBoard, toLinked } from "./board.js";
import { packed, unpacked } from "./packing.js";
import { LANGUAGES } from "./say.js";

/** @param {Partial<Linked>} linked @returns {Promise<string>} without the '#' */
export async function toLink({ board, panels = [], lesson, ...plain }) {
  const [ask, beside] = panels.map(({ question, by }) => `${question}/${by}`);
  const held = lesson ? { lesson } : { board: board && (await packed(toLinked(board))), ask, beside };
  const fields = Object.entries({ ...held, ...plain }).filter(([, value]) => value);
  return String(new URLSearchParams(fields.map(([name, value]) => [name, String(value)])));
}

/** What a link in a text has after its '#'; "": there is none. @param {string} text */
export const linkIn = (text) => /(?:#|^)([^\s'"<>#]*\b(?:board|lesson)=[^\s'"<>#]+)/.exec(text)?.[1] ?? "";

/**
 * What a link holds; rejects where its board is damaged.
 *
 * @param {string} link
 * @param {(board: object) => Promise<any>} check returns the board as it can be; null: it cannot
 * @returns {Promise<Linked>} board null: it holds none
 */
export async function fromLink(link, check) {
  const fields = new URLSearchParams(link),
    field = (/** @type {string} */ name) => fields.get(name) ?? "";
  const data = field("board") && (await check({ ...(await unpacked(field("board"))) }));
  const panels = [field("ask"), field("beside")].map((asked) => asked.split("/"));
  return {
    board: data ? openBoard(data.rows, data.columns, fromData(data)) : null,
    panels: panels.filter(([question], i) => question || !i).map(([question, by = ""]) => ({ question, by })),
    step: Math.max(0, Math.floor(Number(field("step"))) || 0),
    pace: /** @type {Pace} */ (/^(event|expansion)$/.exec(field("pace"))?.[0] ?? null),
    lesson: field("lesson"),
    marks: /^[01]{1,9}$/.exec(field("marks"))?.[0] ?? "",
    language: LANGUAGES.find((known) => known === field("language")) ?? "",
  };
}
