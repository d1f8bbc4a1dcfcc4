/** The buttons of a walk of one's own: back, again, a hint, the answer. */

import { about, words } from "./asker.js";
import { leaps } from "./board.js";
import { name } from "./names.js";
import { walkOf } from "./play.js";
import { local, say } from "./say.js";
import { chosen, isWalking, undone } from "./state.js";
import { at, button, input } from "./store.js";

/** What a board is asked that a person has walked on. @param {State} state @returns {Partial<State>} */
export const answerOf = (state) =>
  chosen(state, [{ question: leaps(state.board) ? "tour" : "shortest", by: "" }]);

/** @param {Store} store @param {Asker} asker */
export function bindPlay(store, asker) {
  button("walk-back").onclick = () => store.change(undone);
  button("walk-again").onclick = () => store.change({ walked: [], said: "" });
  input("hints").onchange = () => store.change({ hints: input("hints").checked });
  button("solve").onclick = () => {
    store.change(answerOf);
    asker.run();
  };
  button("hint").onclick = async () => {
    const { state } = store,
      walked = walkOf(state);
    try {
      const reply = await asker.server.ask("hint", {
        do: "ask",
        question: "hint",
        by: "",
        tour: leaps(state.board),
        seed: 0,
        ...about(state.board),
        walked,
      });
      if (store.state.walked !== state.walked || store.state.board !== state.board) return;
      if (typeof reply.next === "number")
        store.change({
          walked: [...walked, reply.next],
          said: say(
            reply.sure ? (leaps(state.board) ? "walk.hint.tour" : "walk.hint.path") : "walk.hint.fewest",
            {
              at: name(state.board, reply.next),
            },
          ),
        });
      else store.change({ said: local(reply.reason || "") || say("walk.hint.none") });
    } catch (error) {
      store.change({ said: local(words(error)) });
    }
  };
}

/** @param {State} state @param {boolean} walks */
export function renderPlay(state, walks) {
  at("walk").hidden = !walks;
  input("hints").checked = state.hints;
  button("walk-back").disabled = !isWalking(state);
}
