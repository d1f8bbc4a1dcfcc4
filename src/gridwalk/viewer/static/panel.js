/** One algorithm at work, as the state says: the board with its marks, and what is said beside it. */

import { framesOf, isOver, pathOf } from "./films.js";
import { Inside } from "./inside.js";
import { marksOf } from "./play.js";
import { kindOf } from "./questions.js";
import { label } from "./say.js";
import { Plan } from "./shapes.js";
import { once, when } from "./store.js";
import { drawSweep } from "./sweepdraw.js";
import { toldOf } from "./told.js";
import { View } from "./view.js";

/** @type {Marks} */
const NOTHING = { way: [], closed: false, here: -1 };

export class Panel {
  /** @param {HTMLElement} parent @param {number} index @param {(question: string, by: string) => void} choose */
  constructor(parent, index, choose) {
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("panel"));
    const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    label(copy);
    this.element = /** @type {HTMLElement} */ (copy.firstElementChild);
    this.element.dataset.slot = index ? "right" : "left";
    parent.append(this.element);
    this.index = index;
    this.inside = new Inside(this.element, choose);
    this.view = new View(/** @type {HTMLElement} */ (this.element.querySelector(".view")));
  }

  /** @param {State} state */
  render(state) {
    const { index } = this,
      asked = state.panels[index];
    this.element.hidden = !asked;
    if (!asked) return;
    const { search, making, sweep } = framesOf(state, index),
      { board, cursor, hover, sight, inCells } = state,
      told = toldOf(state, index),
      marks = this.#marksOf(state);
    this.inside.write(told);
    this.#name(told.board);
    this.#shape(board);
    this.#answer(search ? (search.film.path?.cells ?? []) : marks.way);
    this.#sweep(sweep);
    // When the film is over, the path to the cell under the pointer, or the keyboard's cursor, is on the board too.
    const v = cursor >= 0 ? cursor : hover,
      isTrailed = v >= 0 && !state.base && !state.playing && isOver(state, index);
    this.view.show({
      board: making?.board ?? board,
      asksExits: kindOf(asked.question, board) === "path",
      cursor,
      hover,
      sight,
      frame: search,
      marks: search && isTrailed ? this.#trailed(marks, search, v) : marks,
      inCells,
      looks: !state.playing,
    });
  }

  /** @param {State} state */
  #marksOf(state) {
    const { search, making } = framesOf(state, this.index),
      { board, walked, hints } = state;
    return this.#marks(
      board,
      state.answers[this.index],
      search ?? making,
      pathOf(state, this.index),
      walked,
      hints,
    );
  }

  #marks = once(
    /** @param {Board} board @param {Answer | null} answer @param {Frame | MakingFrame | null} frame @param {Way | null} path @param {number[]} walked @param {boolean} hints @returns {Marks} */ (
      board,
      answer,
      frame,
      path,
      walked,
      hints,
    ) => {
      if (answer?.kind === "play") return { ...NOTHING, ...marksOf(board, answer, walked, hints) };
      if (frame) return frame.marks;
      return path ? { ...NOTHING, way: path.cells, closed: path.closed } : NOTHING;
    },
  );

  #trailed = once((/** @type {Marks} */ marks, /** @type {Frame} */ frame, /** @type {number} */ v) => ({
    ...marks,
    trail: frame.wayTo(v),
  }));

  #sweep = when((/** @type {SweepFrame | null} */ frame) => {
    const host = /** @type {HTMLElement} */ (this.element.querySelector(".sweeps"));
    host.hidden = !frame;
    if (frame) drawSweep(host, frame);
  });

  #name = when((/** @type {string} */ words) => this.view.host.setAttribute("aria-label", words));

  #shape = when((/** @type {Board} */ board) => {
    const plan = new Plan(board);
    this.element.style.setProperty("--shape", String(plan.height / plan.width));
  });

  /** The cells of the path that was found or is shown, for tests. */
  #answer = when((/** @type {ArrayLike<number>} */ way) => {
    this.element.dataset.answer = Array.from(way).join(" ");
  });

  /** What the server has to draw: a step of the film, or a path. @param {State} state */
  drawn(state) {
    const path = state.answers[this.index]?.path,
      { search } = framesOf(state, this.index),
      { way, closed } = this.#marksOf(state);
    return {
      step: search?.step ?? null,
      cells: search ? [] : Array.from(way),
      closed,
      found: path?.cells === way ? path.by : "",
    };
  }
}
