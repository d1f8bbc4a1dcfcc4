/** A saved web page: board, films and player, without a server. What is shown is a function of the state, as on the page itself. */

import { filmLength, stepOf } from "../static/films.js";
import { fromData } from "../static/board.js";
import { withArrays } from "./inlined.js";
import { unpacked } from "../static/packing.js";
import { Palette } from "../static/palette.js";
import { Panel } from "../static/panel.js";
import { speak } from "../static/say.js";
import { bindSight, renderSight } from "../static/sight.js";
import { initialState, panned, at as stepAt } from "../static/state.js";
import { Store, at, when } from "../static/store.js";
import { summary } from "../static/summary.js";
import { Transport, bindKeys } from "../static/transport.js";

/** What the file holds. */

/** @param {Held} held */
async function play(held) {
  speak(""); // the one language of the file
  const board = fromData(await unpacked(held.board));
  const answers = /** @type {Answer[]} */ (
    await Promise.all(held.answers.map(async (answer) => ({ ...(await withArrays(answer)), board })))
  );
  const store = new Store(
    {
      ...initialState(board),
      panels: answers.map(({ question, by }) => ({ question, by })),
      answers,
      told: answers.map(() => []),
      progress: answers.map(() => null),
      tool: "look",
    },
    show,
  );
  const panels = answers.map((_, index) => new Panel(at("panels"), index, () => {}));
  const transport = new Transport(store),
    length = filmLength(store.state);
  at("panels").dataset.panels = String(panels.length);
  at("transport").hidden = !length;
  for (const panel of panels) makeMovable(panel.view, store);
  bindSight(store);
  bindKeys();
  document.addEventListener("theme", () => {
    Palette.renew();
    for (const { view } of panels) view.changed();
  });
  const announce = when((/** @type {string} */ words) => {
    at("summary").textContent = words;
  });

  /** @param {State} state */
  function show(state) {
    for (const panel of panels) panel.render(state);
    transport.render(state);
    renderSight(state.answers, state.inCells);
    document.body.dataset.zoom = state.sight.zoom.toFixed(2);
    announce(summary(state));
  }

  store.change((state) =>
    stepAt(state, held.step === null ? (length ? 0 : Infinity) : stepOf(state, held.step)),
  );
  const name = location.protocol === "file:" && /\/(\w[\w.() -]*)$/.exec(unescape(location.pathname))?.[1],
    command = document.querySelector(".leads-back code");
  if (command && name)
    command.textContent = `${command.textContent}`.replace("FILE", /[ (]/.test(name) ? `"${name}"` : name); // other letters might mean something to a shell
  document.body.dataset.ready = "true";
}

/** A board that is zoomed can be drawn along; the cell under the pointer is marked. @param {View} view @param {Store} store */
function makeMovable(view, store) {
  const { host } = view;
  /** @type {PointerEvent | null} */
  let before = null;
  host.addEventListener("pointerdown", (event) => {
    if (store.state.sight.zoom > 1) before = event;
  });
  host.addEventListener("pointermove", (event) => {
    const hover = view.cellAt(event.clientX, event.clientY);
    if (hover !== store.state.hover) store.change({ hover });
    if (!before) return;
    const from = before;
    before = event;
    store.change((state) => panned(state, view.dragged(from, event)));
  });
  const end = () => {
    before = null;
  };
  for (const name of ["pointerup", "pointercancel"]) host.addEventListener(name, end);
  host.addEventListener("pointerleave", () => {
    end();
    store.change({ hover: -1 });
  });
}

play(JSON.parse(at("held").textContent ?? ""));
