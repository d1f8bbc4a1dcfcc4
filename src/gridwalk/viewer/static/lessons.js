/** Lessons on the page: each begins with its board and its film, and stops to ask.  Boards and words are in lessons.json. */

import { madeBoard } from "./boardtools.js";
import { reach } from "./films.js";
import { LESSONS, PAGES, boardOf, mazeOf } from "./presets.js";
import { asksCell, judged, lessonOf, limitOf, openAsk } from "./quiz.js";
import { local, say } from "./say.js";
import { at as stepAt, chosen, reducesMotion, replaced, shown, watched } from "./state.js";
import { at, button, input, select, when } from "./store.js";

/** @param {Store} store @param {Asker} asker */
export function bindLessons(store, asker) {
  select("lessons").onchange = () => begin(store, asker, Number(select("lessons").value));
  at("ask").onsubmit = (event) => {
    event.preventDefault();
    store.change((state) => judged(state, Number(input("given").value)));
    input("given").value = "";
  };
  button("show-me").onclick = () => store.change((state) => judged(state, NaN));
  button("go-on").onclick = () =>
    store.change((state) => stepAt(state, reducesMotion() ? Infinity : state.step, true));
  button("again").onclick = () => begin(store, asker, store.state.lesson);
  button("next-lesson").onclick = () => begin(store, asker, (store.state.lesson + 1) % LESSONS.length);
}

/** Begin a lesson, or go on with it after the questions that have marks. @param {Store} store @param {Asker} asker @param {number} number @param {string} [marks] */
export async function begin(store, asker, number, marks = "") {
  const { board: drawn, panels, asks } = LESSONS[number],
    board = boardOf(drawn),
    maze = mazeOf(LESSONS[number]);
  store.change((state) => ({
    ...replaced({ ...state, following: false }, board),
    ...chosen(state, panels),
    lesson: number,
    marks: marks.slice(0, asks.length),
    verdict: "",
    limit: 0,
    pace: null,
    said: "",
  }));
  const made = maze
    ? await asker.making(() => madeBoard(store, asker, { ...maze, film: true }, board))
    : await asker.run();
  if (store.state.lesson !== number) return;
  if (made) store.change((state) => shown({ ...state, following: false }, made.board));
  if (made) store.change((state) => watched(state, made.reply));
  store.change((state) => ({ limit: limitOf(state), step: 0, playing: false }));
  if (marks) store.change((state) => stepAt(state, Infinity));
}

/** @param {State} state */
export function renderLesson(state) {
  showTitles();
  showLesson(state.lesson);
  showAsk(
    lessonOf(state),
    openAsk(state),
    asksCell(state),
    state.marks,
    state.verdict,
    state.step < reach(state),
  );
}

const showTitles = when(() => {
  const options = LESSONS.map(({ title }, i) => new Option(local(title), String(i)));
  select("lessons").replaceChildren(...options);
});

const showLesson = when((/** @type {number} */ number) => {
  at("lesson").hidden = number < 0;
  if (number < 0) return;
  select("lessons").value = String(number);
  const { words, page } = LESSONS[number];
  at("lesson-words").textContent = local(words);
  at("lesson-page").textContent = page ? say("quiz.page", { title: local(PAGES[page]) }) : "";
});

const showAsk = when(
  /** @param {ReturnType<typeof lessonOf>} lesson @param {Ask | undefined} ask @param {boolean} isCell @param {string} marks @param {string} verdict @param {boolean} goes */ (
    lesson,
    ask,
    isCell,
    marks,
    verdict,
    goes,
  ) => {
    const of = lesson?.asks.length,
      answered = marks.length,
      right = marks.replaceAll("0", "").length,
      isOver = answered === of;
    const question =
      ask && say("quiz.question", { number: answered + 1, of: of ?? 0, words: local(ask.words) });
    document.body.dataset.asks = ask ? (isCell ? "cell" : "number") : "";
    at("verdict").textContent = verdict;
    at("ask-how").textContent = isCell ? say("quiz.cell") : "";
    at("ask-words").textContent = question || say(isOver ? "quiz.result" : "quiz.watch", { right, answered });
    at("marks").textContent = answered ? say("quiz.marks", { right, answered }) : "";
    at("ask").hidden = !ask || isCell;
    button("show-me").hidden = !ask;
    button("go-on").hidden = !goes;
    for (const id of ["again", "copy-result"]) button(id).hidden = !isOver;
  },
);
