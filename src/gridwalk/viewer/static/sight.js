/** How the board is looked at: zoom, full screen, and what stands in the cells. */

import { filmOf } from "./films.js";
import { IN_CELLS, choicesOf } from "./incells.js";
import { say } from "./say.js";
import { zoomed } from "./state.js";
import { button, select, when } from "./store.js";

/** @param {Store} store */
export function bindSight(store) {
  const zoom = (/** @type {number} */ factor) => () => store.change((state) => zoomed(state, factor));
  button("zoom-in").onclick = zoom(1.5);
  button("zoom-out").onclick = zoom(1 / 1.5);
  button("zoom-all").onclick = zoom(0);
  select("in-cells").onchange = () => store.change({ inCells: select("in-cells").value });
  const full = button("fullscreen");
  full.hidden = !document.fullscreenEnabled;
  full.onclick = () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
}

/** Choices that mean something for the films, and the one that was made. */
export const renderSight = when((/** @type {State["answers"]} */ answers, /** @type {string} */ inCells) => {
  const choices = new Set(answers.flatMap((answer) => choicesOf(filmOf(answer))));
  const names = IN_CELLS.filter((name) => choices.has(name) || name === inCells);
  select("in-cells").replaceChildren(...names.map((name) => new Option(say(`cells.${name}`), name)));
  select("in-cells").value = inCells;
  const covered = answers.every((answer) => answer?.kind === "sweep"); // the picture of a sweep stands in the board's place
  for (const id of ["zoom-in", "zoom-out", "zoom-all", "in-cells"]) button(id).disabled = covered;
});
