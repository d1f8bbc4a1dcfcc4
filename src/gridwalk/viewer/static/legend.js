/** What the colours mean: only those that there are. */

import { hasCosts } from "./board.js";
import { MEANINGS, chosen, heatOf } from "./incells.js";

/** @param {import("./film.js").Film | null} film @param {import("./board.js").Board} board @param {{asksExits: boolean, answered: boolean, inCells: string, over: boolean}} more @returns {{sample: string, words: string}[]} */
export function legend(film, board, { asksExits, answered, over, inCells }) {
  const keeps = film?.algorithm.keeps, entries = [{ sample: "start", words: "start" }];
  if (asksExits) entries.push({ sample: "exit", words: board.exits.length > 1 ? "exits" : "exit" });
  const isRamp = heatOf(film, inCells) !== null, far = inCells === "order" ? "first to last" : "near to far";
  if (isRamp) entries.push({ sample: "ramp", words: film?.isWalk ? `entered, ${far}` : `done, ${far}` });
  if (keeps === "queue" || keeps === "heap") {
    entries.push({ sample: "frontier", words: `in the ${keeps}` });
    if (!isRamp) entries.push({ sample: "expanded", words: "done" });
  } else if (keeps === "path") entries.push({ sample: "walk", words: "visited" });
  else if (film && !isRamp) {
    entries.push({ sample: "walk", words: "on the current path" }, { sample: "left", words: "backtracked" });
  }
  if (answered) entries.push({ sample: "path", words: film && !over ? "path so far" : "path" });
  if (hasCosts(board)) entries.push({ sample: "cost", words: "costs, darker is more" });
  if (board.through.length) entries.push({ sample: "through", words: "to visit" });
  if (board.avoiding.length) entries.push({ sample: "avoiding", words: "to avoid" });
  const numbers = film && MEANINGS[chosen(film, inCells)];
  if (numbers) entries.push({ sample: "number", words: numbers });
  return entries;
}
