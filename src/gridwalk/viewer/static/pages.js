/** The list of all paths, one page at a time; only the current page is kept. */

import { about, words } from "./asker.js";
import { isOver } from "./films.js";
import { cost, grouped, moves } from "./numbers.js";
import { QUESTIONS } from "./questions.js";
import { local, say } from "./say.js";
import { at, built, button, when } from "./store.js";

const ON_A_PAGE = 12;
/** @type {Way[]} */
const NONE = [];

export class Pages {
  /** @type {Answer | null} whose list was begun */
  #listed = null;

  /** @param {Store} store @param {Server} server */
  constructor(store, server) {
    this.store = store;
    this.server = server;
    button("previous").onclick = () => this.#turn(Math.max(0, (store.state.list?.first ?? 0) - ON_A_PAGE));
    button("next").onclick = () => this.#turn((store.state.list?.first ?? 0) + ON_A_PAGE);
  }

  /** Begin the list when its question was answered. @param {State} state */
  follow(state) {
    const [answer] = state.answers,
      lists = QUESTIONS[state.panels[0].question].finds === "list";
    if (
      !lists ||
      (answer?.kind !== "film" && !answer?.path) ||
      state.asking ||
      state.list ||
      this.#listed === answer
    )
      return;
    this.#listed = answer;
    this.#turn(0);
  }

  /** @param {number} first */
  async #turn(first) {
    const { store } = this,
      [answer] = store.state.answers,
      { board } = store.state,
      ordered = Boolean(QUESTIONS[store.state.panels[0].question].ordered);
    if (!answer) return;
    button("previous").disabled = button("next").disabled = true;
    try {
      const reply = await this.server.ask("list", {
        do: "page",
        ...about(board),
        first,
        most: ON_A_PAGE,
        ordered,
      });
      if (reply.kind !== "page" || store.state.answers[0] !== answer) return;
      const { more, paths } = reply;
      store.change(({ list }) => ({
        list: {
          first,
          paths,
          more,
          total: more ? (list?.total ?? null) : first + paths.length,
          chosen: -1,
          ordered,
        },
      }));
    } catch (error) {
      store.change(({ list }) => ({ said: local(words(error)), list: list && { ...list } })); // and can be turned again
    }
  }

  /** @param {State} state */
  render(state) {
    this.#page(isOver(state, 0) ? state.list : null); // the answer waits for the film
  }

  #page = when((/** @type {Listed | null} */ list) => {
    at("pages").hidden = list === null;
    at("pages").dataset.first = list ? String(list.first) : "";
    if (!list) return this.#buttons(NONE, 0);
    const { first, paths, more, total, chosen } = list,
      end = first + paths.length;
    const had = document.activeElement?.id,
      range = { first: grouped(first + 1), end: grouped(end), all: grouped(total ?? 0) };
    at("range").textContent = paths.length
      ? say(total === null ? "list.range.open" : "list.range", range)
      : say("list.none");
    button("previous").disabled = first === 0;
    button("next").disabled = !more;
    this.#buttons(paths, first);
    for (const [i, one] of at("paths").querySelectorAll("button").entries())
      one.setAttribute("aria-pressed", String(first + i === chosen));
    if (had === "next" && !more) button("previous").focus();
  });

  #buttons = when((/** @type {Way[]} */ paths, /** @type {number} */ first) => {
    at("paths").replaceChildren(...paths.map((path, i) => this.#button(path, first + i)));
  });

  /** @param {Way} path @param {number} number */
  #button(path, number) {
    const costs = path.cost === path.length ? "" : say("path.cost", { cost: cost(path.cost) });
    const words = say("list.path", { n: grouped(number + 1), moves: moves(path.length), costs });
    const onclick = () =>
      this.store.change(({ list }) => ({
        list: list && { ...list, chosen: number },
        playing: false,
        said: say("list.chosen", { path: words }),
      }));
    return built("li", {}, built("button", { type: "button", onclick }, words));
  }
}
