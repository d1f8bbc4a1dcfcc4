/** What a lesson asks, and what its film answers: functions of the state.  Lessons are in lessons.json, in English; words.json has them in other languages. */

import { EVENTS } from "./choices.js";
import { Film } from "./film.js";
import { filmOf, makingOf, reach, sweepOf, takings } from "./films.js";
import { listed, name } from "./names.js";
import { grouped } from "./numbers.js";
import { LESSONS } from "./presets.js";
import { QUESTIONS } from "./questions.js";
import { local, say } from "./say.js";
import { at as stepAt } from "./state.js";

/** Questions that a cell answers: the one taken next, or any of those that a maker has in hand. */
const CELLS = ["next", "maze", "frontier", "closed"];
/** The numbers that a film knows besides its events. @type {Record<string, (film: any, after: number) => number>} */
const NUMBERS = {
  length: (film) => film.path.length,
  cost: (film) => film.path.cost,
  states: (film, after) => film.layers[after + 1].states.length,
  number: (film) => Number(film.answer.number),
};

/** The lesson that is taught; undefined: none is, and the board can be drawn on. @param {State} state @returns {Lesson | undefined} */
export function lessonOf({ lesson }) {
  return LESSONS[lesson];
}

/** The arrangement of the page: for lessons, for drawing and asking, or for walking. @param {State} state @returns {"learn" | "draw" | "play"} */
export function arrangementOf(state) {
  return lessonOf(state) ? "learn" : QUESTIONS[state.panels[0].question].finds === "walk" ? "play" : "draw";
}

/** @param {State} state */
const filmAt = ({ answers }, i = 0) => filmOf(answers[i]) ?? makingOf(answers[i]) ?? sweepOf(answers[i]);

/** The number of events up to the next one that takes a cell. @param {any} film @param {number} step */
const nextTaken = (film, step) => takings(film).find((at) => at > step) ?? film.length;

/** The step at which the next question is asked: of a queue or heap before the next cell is taken from it, else after the last one was. @param {State} state */
export function limitOf(state) {
  const ask = lessonOf(state)?.asks[state.marks.length],
    film = filmAt(state);
  if (!ask || !film) return ask ? 0 : Infinity;
  const { after = 0 } = ask;
  if (!after || !("events" in film)) return after;
  return film instanceof Film && !film.isWalk ? takings(film)[after] - 1 : takings(film)[after - 1];
}

/** The question that waits for its answer; undefined: none does. @param {State} state */
export function openAsk(state) {
  return filmAt(state) && !state.asking && state.step === reach(state)
    ? lessonOf(state)?.asks[state.marks.length]
    : undefined;
}

/** Whether the question that waits is answered by a cell. @param {State} state */
export function asksCell(state) {
  return CELLS.includes(openAsk(state)?.of ?? "");
}

/** A question is answered; NaN: the answer is to be told. @param {State} state @param {number} given @returns {Partial<State>} */
export function judged(state, given) {
  const ask = openAsk(state);
  if (!ask) return {};
  const { of, after = 0, panel = 0, why } = ask,
    film = /** @type {any} */ (filmAt(state, panel)),
    isCell = CELLS.includes(of),
    next = of === "next" ? nextTaken(film, state.step) : state.step;
  const right =
      of === "next"
        ? [film.events[3 * next - 2]]
        : isCell
          ? film.at(next).stage[of]
          : [NUMBERS[of]?.(film, after) ?? count(film, of)],
    isRight = right.includes(given);
  const words = (/** @type {number} */ one) => (isCell ? name(state.board, one) : grouped(one));
  const verdict = say(isRight ? "quiz.right" : Number.isNaN(given) ? "quiz.told" : "quiz.wrong", {
    given: words(given),
    answer: isRight ? words(given) : listed(right.map(words)),
    why: local(why),
  });
  const marked = { ...state, marks: state.marks + Number(isRight) },
    limit = limitOf(marked);
  return {
    marks: marked.marks,
    verdict,
    limit,
    ...stepAt({ ...marked, limit }, next),
  };
}

/** How many events of a kind a film has. @param {any} film @param {string} kind */
function count({ events, length, kinds = EVENTS }, kind) {
  let number = 0;
  for (let i = 0; i < length; i++) number += Number(events[3 * i] === kinds[kind]);
  return number;
}
