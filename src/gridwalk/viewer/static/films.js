/** The films of the answers: made once for each answer, and gone with it. */

import { Closing } from "./closing.js";
import { Film } from "./film.js";
import { MakingFilm } from "./making.js";
import { ofEach } from "./store.js";
import { SweepFilm } from "./sweepview.js";

/** The film of an answer of this kind; null: it has none. @template Made @param {string} kind @param {(answer: Answer) => Made} make @returns {(answer: Answer | null) => Made | null} */
function filmed(kind, make) {
  const film = ofEach(make);
  return (answer) => (answer?.kind === kind ? film(answer) : null);
}

/** The film of a search. */
export const filmOf = filmed(
  "film",
  (answer) => new Film(answer.board, /** @type {Filmed} */ (/** @type {unknown} */ (answer))),
);
/** The film of how a board was made. */
export const makingOf = filmed(
  "making",
  (answer) => new MakingFilm(answer.board, /** @type {any} */ (answer)),
);
/** The film of a sweep. */
export const sweepOf = filmed("sweep", (answer) => new SweepFilm(answer.board, /** @type {any} */ (answer)));

const closingOfTold = ofEach((/** @type {Told[]} */ told) => new Closing(told));

/** The progress of an answer that gets better. @param {State} state @param {number} i @returns {Closing | null} */
export function closingOf(state, i) {
  return state.told[i]?.length ? closingOfTold(state.told[i]) : null;
}

/** The pace: the chosen one; else expansions where two searches run side by side, for one may log more events a cell than the other. @param {State} state */
export function paceOf({ pace, panels }) {
  return pace ?? (panels.length > 1 ? "expansion" : "event");
}

/** How many steps the film of a panel has. @param {State} state @param {number} i */
export function lengthOf(state, i) {
  const film = filmOf(state.answers[i]);
  if (film) return paceOf(state) === "expansion" ? takings(film).length : film.length;
  const other = makingOf(state.answers[i]) ?? sweepOf(state.answers[i]);
  if (other) return other.length;
  const points = state.answers[i] ? (closingOf(state, i)?.length ?? 0) : 0;
  return points > 1 ? points : 0;
}

/** How many steps the longest film has; 0: there is none. @param {State} state */
export function filmLength(state) {
  return Math.max(0, ...state.panels.map((_, i) => lengthOf(state, i)));
}

/** How far films are played: to the end, in a lesson to its next question. @param {State} state */
export function reach(state) {
  return state.lesson < 0 ? filmLength(state) : Math.min(filmLength(state), state.limit);
}

/**
 * What a panel shows of its answer's films at the step of the state: nothing of a search while a path of a list is
 * shown instead.
 * @param {State} state @param {number} i
 */
export function framesOf(state, i) {
  const answer = state.answers[i],
    step = eventsShown(state, i),
    closing = closingOf(state, i),
    isListed = (state.list?.chosen ?? -1) >= 0;
  return {
    search: isListed ? null : (filmOf(answer)?.at(step) ?? null),
    making: makingOf(answer)?.at(step) ?? null,
    sweep: sweepOf(answer)?.at(step) ?? null,
    closing: closing?.at(lengthOf(state, i) ? step : Infinity) ?? null,
  };
}

/** The path that a panel shows without a film: one of a list, the best so far, the answer. @param {State} state @param {number} i @returns {Way | null} */
export function pathOf(state, i) {
  const { list } = state,
    answer = state.answers[i];
  if (list && list.chosen >= 0) return list.paths[list.chosen - list.first];
  return answer?.kind === "film" ? null : (framesOf(state, i).closing?.now.path ?? answer?.path ?? null);
}

/** The number of events that a panel shows. @param {State} state @param {number} i */
export function eventsShown(state, i) {
  const film = filmOf(state.answers[i]),
    step = Math.min(state.step, lengthOf(state, i));
  if (!film || paceOf(state) === "event") return step;
  const at = takings(film);
  return step >= at.length ? film.length : step ? at[step - 1] : 0;
}

/** The step at which the first panel shows that number of events. @param {State} state @param {number} events */
export function stepOf(state, events) {
  const film = filmOf(state.answers[0]);
  return film && paceOf(state) === "expansion" ? takings(film).filter((at) => at <= events).length : events;
}

/** The events that take a cell, each as the number of events up to it; the last one is the end. */
export const takings = ofEach((/** @type {Film | MakingFilm} */ film) => {
  const found = [];
  for (let i = 0; i < film.length; i++) if (film.events[3 * i] === film.takes) found.push(i + 1);
  return Int32Array.from(found.at(-1) === film.length ? found : [...found, film.length]);
});

/** Whether the film of a panel has come to its end, or there is none. @param {State} state @param {number} i */
export function isOver(state, i) {
  return state.step >= lengthOf(state, i);
}
