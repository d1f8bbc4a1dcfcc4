/** What is announced of a state, in one line. */

import { outcome } from "./answers.js";
import { filmOf, isOver } from "./films.js";
import { sentence } from "./narrate.js";

/** @typedef {import("./state.js").State} State */

/** What is announced: what was done last, else what is shown. @param {State} state */
export function summary(state) {
  if (state.said) return state.said;
  if (state.asking && !state.following) return "Searching...";
  if (state.playing) return "Playing.";
  const words = state.panels.map((_, i) => {
    const answer = state.answers[i];
    if (!answer) return "";
    const film = filmOf(answer);
    if (!isOver(state, i)) return film ? sentence(film) : "";
    const { words: found, small } = outcome(answer);
    return small ? `${found}${/[.!?]$/.test(found) ? "" : "."} ${small}` : found;
  }).filter(Boolean);
  return words.join(" Beside it: ");
}
