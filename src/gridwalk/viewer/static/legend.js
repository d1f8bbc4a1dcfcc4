/** What the colours mean: only those that there are. */

/** @param {import("./film.js").Film | null} film @param {import("./board.js").Board} board @param {{asksExits: boolean, answered: boolean, inCells: string, over: boolean}} more @returns {{sample: string, words: string}[]} */
export function legend(film, board, { asksExits, answered, over }) {
  const keeps = film?.algorithm.keeps, entries = [{ sample: "start", words: "start" }];
  if (asksExits) entries.push({ sample: "exit", words: board.exits.length > 1 ? "exits" : "exit" });
  if (keeps === "queue" || keeps === "heap") {
    entries.push({ sample: "frontier", words: `in the ${keeps}` }, { sample: "expanded", words: "done" });
  } else if (film) {
    entries.push({ sample: "walk", words: "on the current path" }, { sample: "left", words: "backtracked" });
  }
  if (answered) entries.push({ sample: "path", words: film && !over ? "path so far" : "path" });
  if (board.through.length) entries.push({ sample: "through", words: "to visit" });
  if (board.avoiding.length) entries.push({ sample: "avoiding", words: "to avoid" });
  return entries;
}
