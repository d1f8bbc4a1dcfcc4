/** The buttons of a walk of one's own: back, again, a hint. */

import { about, words } from "./asker.js";
import { name } from "./names.js";
import { isTour, walkOf } from "./play.js";
import { local, say } from "./say.js";

/** @typedef {import("./store.js").Store} Store */

/** @param {Store} store @param {import("./server.js").Server} server */
export function bindPlay(store, server) {
  const [panel] = document.querySelectorAll(".play"); // of the first panel: the second is no place to walk
  const part = (/** @type {string} */ name) => /** @type {HTMLButtonElement} */ (panel.querySelector(`.${name}`));
  part("step-back").onclick = () => store.change((state) => ({ walked: walkOf(state).slice(0, -1), said: "" }));
  part("again").onclick = () => store.change({ walked: [], said: "" });
  const hints = /** @type {HTMLInputElement} */ (panel.querySelector(".hints"));
  hints.onchange = () => store.change({ hints: hints.checked });
  part("hint").onclick = async () => {
    const { state } = store, walked = walkOf(state);
    try {
      const reply = await server.ask("hint", { do: "ask", question: "hint", by: "", tour: isTour(state), seed: 0, ...about(state.board), walked });
      if (store.state.walked !== state.walked || store.state.board !== state.board) return;
      if (typeof reply.next === "number") store.change({ walked: [...walked, reply.next], said: say(reply.sure ? "walk.hint.sure" : "walk.hint.fewest", { at: name(state.board, reply.next) }) });
      else store.change({ said: local(reply.reason || "") || say("walk.hint.none") });
    } catch (error) {
      store.change({ said: local(words(error)) });
    }
  };
}
