/**
 * The state of the page: one plain value, and its changes, each a function that returns the values that differ.
 *
 * Nothing else is stored: the page is a function of the state (see `Store`).  An answer belongs to the
 * board it was asked of, so a change of the board drops it.
 */

import { hasCosts, openBoard, same } from "./board.js";
import { MAKERS } from "./choices.js";
import { reach } from "./films.js";
import { QUESTIONS, compares, isKnown, titleOf } from "./questions.js";
import { say } from "./say.js";
import { hasLevels, typed } from "./shapes.js";

export const SMALL = 4; // rows and columns of a board that suits every question
const FIRST = "find"; // the question of a page that asks no other
const MAX_BYTES = 64 << 20,
  MAX_BOARDS = 500; // of undo

/** @param {Board} board @returns {State} */
export function initialState(board) {
  return {
    board,
    panels: [{ question: FIRST, by: "dfs" }],
    answers: [null],
    told: [[]],
    progress: [null],
    asking: 0,
    following: false,
    step: 0,
    playing: false,
    speed: null,
    pace: null,
    inCells: "auto",
    past: [],
    future: [],
    base: null,
    sight: { zoom: 1, x: 0.5, y: 0.5 },
    tool: "wall",
    cost: 5,
    cursor: -1,
    hover: -1,
    list: null,
    walked: [],
    hints: false,
    lesson: -1,
    marks: "",
    verdict: "",
    limit: Infinity,
    tools: false,
    making: false,
    refused: {},
    said: "",
    language: "",
    wanted: {
      rows: String(board.rows),
      columns: String(board.columns),
      levels: "2",
      maker: Object.keys(MAKERS)[0],
      braid: "0",
      seed: "",
    },
  };
}

/** No question has an answer. @param {Asked[]} panels @returns {Partial<State>} */
function unanswered(panels) {
  return {
    answers: panels.map(() => null),
    told: panels.map(() => []),
    progress: panels.map(() => null),
    asking: 0,
    following: false,
    step: 0,
    playing: false,
    list: null,
    walked: [],
    said: "",
  };
}

/** Another board, and no answer. @param {State} state @param {Board} board @returns {Partial<State>} */
export function shown(state, board) {
  const resized = ["rows", "columns", "shape", "levels"].some(
    (name) => board[/** @type {"rows"} */ (name)] !== state.board[/** @type {"rows"} */ (name)],
  );
  const [rows, columns] = typed(board),
    levels = hasLevels(board) ? String(board.levels) : state.wanted.levels;
  const follows = state.following && !resized;
  return {
    ...(follows ? { playing: false, list: null, said: "" } : unanswered(state.panels)),
    ...(resized ? { sight: { zoom: 1, x: 0.5, y: 0.5 }, cursor: -1, hover: -1 } : {}),
    ...(resized ? { wanted: { ...state.wanted, rows: String(rows), columns: String(columns), levels } } : {}),
    board,
  };
}

/** Another board, and a step that can be undone. @param {State} state @param {Board} board @returns {Partial<State>} */
export function replaced(state, board) {
  return same(state.board, board) ? { said: "" } : { ...kept(state, state.board), ...shown(state, board) };
}

/** A board that suits every question, in place of one that does not suit this one. @param {State} state @returns {Partial<State>} */
export function onSmallBoard(state) {
  return { ...replaced(state, openBoard(SMALL, SMALL)), refused: {}, lesson: -1 };
}

/** @param {State} state @param {Board} before @returns {Partial<State>} */
function kept(state, before) {
  const most = Math.max(10, Math.min(MAX_BOARDS, MAX_BYTES / before.cells.length));
  return {
    past: [...state.past, { board: before, panels: state.panels }].slice(-most),
    future: [],
  };
}

/** @param {State} state @returns {Partial<State>} */
export function undone(state) {
  if (isWalking(state)) return { walked: state.walked.slice(0, -1), said: "" };
  return travelled(state, "past", "future");
}

/** Whether a person walks, and has a step to take back. @param {State} state */
export function isWalking(state) {
  return state.answers[0]?.kind === "play" && state.walked.length > 1;
}

/** @param {State} state @returns {Partial<State>} */
export const redone = (state) => travelled(state, "future", "past");

/** @param {State} state @param {"past" | "future"} from @param {"past" | "future"} to @returns {Partial<State>} */
function travelled(state, from, to) {
  const then = state[from].at(-1);
  if (!then) return {};
  return {
    ...shown({ ...state, following: false }, then.board),
    ...unanswered(then.panels),
    panels: then.panels,
    base: null,
    lesson: -1,
    [from]: state[from].slice(0, -1),
    [to]: [...state[to], { board: state.board, panels: state.panels }],
  };
}

/** A stroke begins. @param {State} state @returns {Partial<State>} */
export function strokeBegun(state) {
  return { base: state.board };
}

/** The stroke is over: it is one step to undo. @param {State} state @returns {Partial<State>} */
export function strokeEnded(state) {
  const { base, board } = state;
  return { base: null, ...(base && !same(base, board) ? kept(state, base) : {}) };
}

/** The stroke was none: a second finger came. @param {State} state @returns {Partial<State>} */
export function strokeDropped(state) {
  return {
    ...(state.base && state.base !== state.board ? shown(state, state.base) : {}),
    base: null,
  };
}

/** A sentence about a question of a link that the page does not have; "": it has all. @param {Asked[]} panels */
export function unknown([{ question, by }, beside]) {
  if (question && !Object.hasOwn(QUESTIONS, question)) return say("link.question", { question });
  if (question && by && !isKnown(question, by)) return say("link.by", { question, by });
  if (beside && !compares({ question: question || FIRST, by }, beside))
    return say("link.beside", { beside: `${beside.question}/${beside.by}` });
  return "";
}

/** A question, and beside it another search if the two are worth comparing. @param {Asked[]} panels @returns {Asked[]} */
const paired = ([first, beside]) => (beside && compares(first, beside) ? [first, beside] : [first]);

/** Other questions; unknown ones become the first. @param {State} state @param {Asked[]} panels @returns {Partial<State>} */
export function chosen(state, [first, ...others]) {
  const panels = paired([valid(first, state.refused), ...others]);
  return { ...unanswered(panels), panels };
}

/** Whether a panel asks what is refused, and could ask *other*. @param {State["refused"]} refused @param {string} other @returns {(asked: Asked) => boolean} */
function givingWay(refused, other) {
  return ({ question, by }) =>
    Boolean(refused[question]?.[by]) && isKnown(question, other) && !refused[question][other];
}

/** The panels, where some ask by another algorithm. @param {State} state @param {(asked: Asked) => boolean} gives @param {string} by */
const given = (state, gives, by) =>
  paired(state.panels.map((panel) => (gives(panel) ? { ...panel, by } : panel)));

/** On a board that has got costs, Dijkstra replaces a search that ignores them. @param {State} state @param {State["refused"]} refused @returns {Partial<State>} */
function dearer(state, refused) {
  const gives = givingWay(refused, "dijkstra"),
    left = state.panels.find(gives);
  if (!left || !hasCosts(state.board) || !state.answers.some(Boolean)) return {};
  const panels = given(state, gives, "dijkstra");
  return {
    ...unanswered(panels),
    panels,
    following: true,
    said: say("costs.now", {
      by: titleOf(left.question, "dijkstra"),
      old: titleOf(left.question, left.by),
    }),
  };
}

/** The reasons why algorithms do not suit the board have come: where cells are to be visited, the automatic choice replaces a search that ignores them. @param {State} state @param {State["refused"]} refused @returns {Partial<State>} */
export function offered(state, refused) {
  const gives = givingWay(refused, "auto");
  if (!state.board.through.length) return { refused, ...dearer(state, refused) };
  if (state.asking || state.answers.some(Boolean) || !state.panels.some(gives)) return { refused };
  const panels = given(state, gives, "auto");
  return { refused, ...unanswered(panels), panels, said: state.said };
}

/** @param {Asked} asked @param {State["refused"]} refused @returns {Asked} */
function valid({ question, by }, refused) {
  const name = Object.hasOwn(QUESTIONS, question) ? question : FIRST;
  return {
    question: name,
    by: isKnown(name, by) ? by : (suiting(name, refused) ?? Object.keys(QUESTIONS[name].algorithms)[0]),
  };
}

/** The first algorithm of a question that suits the board. @param {string} question @param {State["refused"]} refused */
export function suiting(question, refused) {
  return Object.keys(QUESTIONS[question].algorithms).find((one) => !refused[question]?.[one]);
}

/** A question is asked. @param {State} state @param {number} number @param {boolean} again because of a change of the board @returns {Partial<State>} */
export function asked(state, number, again) {
  if (again) return { asking: number };
  return { ...unanswered(state.panels), asking: number };
}

/** Progress of the server. @param {State} state @param {number} i @param {Told} told @param {Progress} words @returns {Partial<State>} */
export function toldSoFar(state, i, told, words) {
  return {
    told: told.value === null ? state.told : state.told.with(i, [...state.told[i], told]),
    progress: state.progress.with(i, words),
  };
}

/** The server answers. @param {State} state @param {number} i @param {Answer} answer @returns {Partial<State>} */
export function answered(state, i, answer) {
  const { closing, path } = answer;
  return {
    answers: state.answers.with(i, answer),
    told: closing ? state.told.with(i, [...state.told[i], { ...closing, path: path ?? null }]) : state.told,
    progress: state.progress.with(i, null),
  };
}

/** All panels have their answers. @param {State} state @param {{plays: boolean, follows: boolean}} how @returns {Partial<State>} */
export function allAnswered(state, { plays, follows }) {
  const length = reach(state);
  return { asking: 0, following: follows, step: plays ? 0 : length, playing: plays && length > 0 };
}

/** A board was made, and how it was made is played. @param {State} state @param {Reply} reply @returns {Partial<State>} */
export function watched(state, reply) {
  if (!reply.events?.length) return { said: reply.note || state.said };
  const answer = {
    ...reply,
    kind: "making",
    question: state.panels[0].question,
    board: state.board,
  };
  return {
    ...unanswered(state.panels),
    answers: state.panels.map((_, i) => (i ? null : answer)),
    playing: !reducesMotion(),
    said: "",
  };
}

export const reducesMotion = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A step of the films. @param {State} state @param {number} step @param {boolean} [playing] @returns {Partial<State>} */
export function at(state, step, playing = false) {
  const length = reach(state),
    to = Math.max(0, Math.min(length, step));
  const goesOn = playing && to < length; // what was said while a film plays stays
  return {
    step: to,
    playing: goesOn,
    ...(goesOn ? {} : { said: "" }),
    ...(state.list ? { list: { ...state.list, chosen: -1 } } : {}),
  };
}

/** The board moved in its view, by parts of the view. @param {State} state @param {{x: number, y: number}} by @returns {Partial<State>} */
export function panned({ sight }, { x, y }) {
  return { sight: { ...sight, x: sight.x - x, y: sight.y - y } };
}

/** Another sight of the board. @param {State} state @param {number} factor 0: the whole board @param {{x: number, y: number}} [to] the place that stays where it is; else the middle @returns {Partial<State>} */
export function zoomed({ board: { rows, columns }, sight }, factor, to = sight) {
  const zoom =
    factor === 0 ? 1 : Math.min(Math.max(1, Math.max(rows, columns) / 8), Math.max(1, sight.zoom * factor));
  const share = zoom === sight.zoom ? 0 : 1 - sight.zoom / zoom,
    { x, y } = sight.zoom === 1 ? { x: 0.5, y: 0.5 } : sight;
  return { sight: { zoom, x: x + (to.x - x) * share, y: y + (to.y - y) * share } };
}
