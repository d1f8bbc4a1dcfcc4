/** The lessons: a board, what to ask of it, what to watch, and a question to think of before the film is played. */

import { openBoard } from "./board.js";
import { RAT, drawn } from "./presets.js";
import { chosen, replaced } from "./state.js";
import { at, button, when } from "./store.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./store.js").Store} Store */
/** @typedef {{name: string, title: string, words: string, think: string, board: () => import("./board.js").Board, panels: import("./state.js").Asked[]}} Lesson */

const DRUL = { order: "D,R,U,L" };

/** @type {Lesson[]} */
export const LESSONS = [
  {
    name: "1", title: "Depth-first, with a stack",
    words: "Go on as long as there is a new cell; at a dead end take the last step back. The stack is the way back.",
    think: "Before you play it: which cells will be walked, and left again?",
    board: () => drawn(RAT, DRUL), panels: [{ question: "find", by: "dfs" }],
  },
  {
    name: "2", title: "Breadth-first, with a queue",
    words: "Take the cells in the order they were seen: all at distance 1, then all at distance 2, and so on.",
    think: "Why is the first path to reach the exit a shortest one?",
    board: () => drawn(RAT, DRUL), panels: [{ question: "shortest", by: "bfs" }],
  },
  {
    name: "3", title: "Every path",
    words: "Walk on, and take each step back when all its ways on are listed. A cell is free again once it is left.",
    think: "A 3 x 3 board has 12 paths from corner to corner. How many has a 4 x 4 board?",
    board: () => openBoard(3, 3, DRUL), panels: [{ question: "list", by: "list" }],
  },
  {
    name: "4", title: "The rat in a maze",
    words: "Two rats: one goes depth-first, down, right, up, left; the other labels each cell with its distance, then walks back from the exit.",
    think: "Which of them sees fewer cells? Which has the shorter path?",
    board: () => drawn("S.....# ##.##.. ...#.#. .#.#..# .#...#. .####.. ......E", DRUL),
    panels: [{ question: "find", by: "dfs" }, { question: "shortest", by: "labels" }],
  },
  {
    name: "5", title: "The knight's tour",
    words: "Visit every square once. Warnsdorff's rule: go where the fewest moves on are left, for those squares are lost first.",
    think: "Try it yourself first (Question: Walk it yourself). How far do you come without the rule?",
    board: () => openBoard(5, 5, { moves: "knight" }), panels: [{ question: "tour", by: "warnsdorff" }, { question: "tour", by: "dfs" }],
  },
  {
    name: "6", title: "How many routes",
    words: "Count the tours of the knight that begin in this corner: no need to list them all.",
    think: "A 3 x 4 board has 2 from its corner. Ask 5 x 5: more or fewer than 100?",
    board: () => openBoard(3, 4, { moves: "knight" }), panels: [{ question: "watch", by: "simpath" }],
  },
];

/** Two algorithms on one maze, seen halfway: what the page begins with. @type {Lesson} */
export const RACE = {
  name: "Race", title: "A race",
  words: "The same maze, depth-first and breadth-first. Play it, drag start or exit, draw walls: the answers follow.",
  think: "",
  board: () => drawn(
    "S..#............. .#.#.###########. ...#...#.......#. .###.#.#.#####.#. ...#.#...#...#.#. ##.#.#.#####.#.#. .#.#.#...#...#... .#.#####.#.#.###. .#.#.....#.#...#. .#.#.#.###.#####. .....#..........E",
  ),
  panels: [{ question: "find", by: "dfs" }, { question: "shortest", by: "bfs" }],
};
export const RACE_AT = 0.33; // of the film, at rest

/** @param {Store} store @param {import("./asker.js").Asker} asker */
export function bindLessons(store, asker) {
  at("lessons").replaceChildren(...LESSONS.map((lesson, i) => {
    const one = document.createElement("button");
    one.type = "button";
    one.textContent = lesson.name;
    one.title = lesson.title;
    one.setAttribute("aria-label", `Lesson ${lesson.name}: ${lesson.title}`);
    one.onclick = () => begin(store, lesson, i);
    return one;
  }));
  button("own").onclick = () => store.change((state) => ({
    ...replaced({ ...state, following: false }, openBoard(11, 15)), ...chosen(state, [{ question: "shortest", by: "bfs" }]), lesson: -1, tools: true,
    said: "Draw walls with the mouse, a finger or the keys; then press Search.",
  }));
  button("race").onclick = () => {
    begin(store, RACE, LESSONS.length);
    asker.run();
  };
  button("end-lesson").onclick = () => store.change({ lesson: -1 });
}

/** @param {Store} store @param {Lesson} lesson @param {number} number */
export function begin(store, lesson, number) {
  store.change((state) => ({
    ...replaced({ ...state, following: false }, lesson.board()), ...chosen(state, lesson.panels), lesson: number, tools: false, said: "",
  }));
}

/** @param {State} state */
export function renderLesson(state) {
  showLesson(state.lesson);
}

const showLesson = when(/** @param {number} number */ (number) => {
  const lesson = [...LESSONS, RACE][number];
  at("lesson").hidden = !lesson;
  for (const [i, one] of [...at("lessons").children].entries()) one.setAttribute("aria-pressed", String(i === number));
  if (!lesson) return;
  at("lesson-title").textContent = LESSONS.includes(lesson) ? `Lesson ${lesson.name}: ${lesson.title}` : lesson.title;
  at("lesson-words").textContent = `${lesson.words} ${lesson.think}`.trim();
});
