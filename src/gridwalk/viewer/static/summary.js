/** What is announced of a state, in one line. */

import { outcome } from "./answers.js";
import { framesOf, isOver } from "./films.js";
import { sentence } from "./narrate.js";
import { standing } from "./play.js";
import { join, say } from "./say.js";

/** Words as a sentence, with its full stop. @param {string} words */
function ended(words) {
  return !words || /[.!?\u3002]$/.test(words) ? words : say("sentence", { words });
}

/** What is announced: what was done last, else what is shown. @param {State} state */
export function summary(state) {
  if (state.said) return state.said;
  if (state.asking && !state.following) return say("asking");
  if (state.playing) return say("playing");
  const words = state.panels
    .map((_, i) => {
      const answer = state.answers[i];
      if (!answer) return "";
      if (answer.kind === "play") return standing(state, answer);
      const { search } = framesOf(state, i);
      if (!isOver(state, i)) return search ? sentence(search) : "";
      const { words: found, small } = outcome(answer);
      return join(ended(found), small);
    })
    .filter(Boolean);
  return words.length > 1 ? words.map(ended).join(say("beside")) : words.join("");
}
