/** The texts and numbers of a panel: plain values, a function of the state. */

import { barsOf, outcome, tableOf } from "./answers.js";
import { MAKERS } from "./choices.js";
import { BACK, FOUND } from "./film.js";
import { framesOf, isOver, pathOf } from "./films.js";
import { legend } from "./legend.js";
import { brief } from "./names.js";
import { entry, sentence } from "./narrate.js";
import { between, cost as costWords, grouped } from "./numbers.js";
import { goal, standing, walkOf } from "./play.js";
import { algorithm, kindOf, QUESTIONS } from "./questions.js";
import { join, local, say } from "./say.js";
import { typed } from "./shapes.js";

const MAX_WAITING = 14;

/** @param {State} state @param {number} index of the panel */
export function toldOf(state, index) {
  const { board, inCells } = state,
    asked = state.panels[index],
    answer = state.answers[index],
    { search, making, sweep, closing } = framesOf(state, index);
  const over = isOver(state, index),
    path = pathOf(state, index),
    counted = countedOf(search, path),
    lines = (search ?? making)?.lines ?? [],
    waiting = search?.waiting(MAX_WAITING) ?? [];
  const [rows, columns] = typed(board),
    said = saidOf(state, index, over),
    by = brief(algorithm(asked.question, asked.by).title),
    two = state.panels.length > 1,
    now = lines.at(-1) ?? -1;
  return {
    ...said,
    ...algorithmOf(asked, answer),
    board: say(two ? "board.label.by" : "board.label", { rows, columns, by }),
    inside: say(two ? "panel.inside.by" : "panel.inside", { by }),
    sentence: search
      ? sentence(search)
      : ((sweep ?? making)?.sentence ?? (answer?.kind === "play" ? state.said : "")),
    counters: counted.counters.map(([name, title, value]) => ({
      name,
      title: say(`counter.${title}`),
      words: value === null ? "-" : name === "cost" ? costWords(value) : grouped(value),
    })),
    chart: closing && closing.points > 1 ? { ...closing, words: between(closing.now) } : null, // one point is no line
    table: answer?.kind === "table" ? tableOf(answer.rows) : null,
    bars: answer?.kind === "lengths" ? barsOf(answer.lengths) : null,
    waits: search !== null,
    waiting: search ? waiting.map((one) => entry(search.film, one)) : [],
    lines: { now, done: lines },
    legend: legend(search?.film ?? null, board, {
      asksExits: kindOf(asked.question, board) === "path",
      hasPath: Boolean(search ?? path),
      making: making?.film.shows ?? "",
      inCells,
      over,
    }),
    /** Attributes of the panel, for style sheets and tests. @type {Record<string, string | number | undefined>} */
    facts: {
      ...Object.fromEntries(counted.counters.map(([name, , value]) => [name, value ?? ""])),
      cost: counted.cost,
      number: said.number,
      state: answer?.kind ?? (state.asking ? "asking" : "idle"),
      wide: String(answer?.kind === "table"),
      line: now,
      waiting: waiting.map(({ cell }) => cell).join(" "),
      walked: answer?.kind === "play" ? walkOf(state).join(" ") : "",
      step: search?.step,
      found: search?.number(FOUND),
      events: search?.film.length,
      points: closing?.points,
    },
  };
}

/** The title, the pseudocode, what it promises, and what the frontier is kept in. @param {Asked} asked @param {Answer | null} answer */
function algorithmOf({ question, by }, answer) {
  if (answer?.kind === "making") {
    const { code, texture } = MAKERS[answer.maker];
    const title = say("panel.made", { maker: local(answer.maker), seed: answer.seed });
    return { title, code, promise: texture, keeps: "" };
  }
  const { title, algorithms } = QUESTIONS[question],
    asked = algorithm(question, by),
    isNamed = asked.title && (asked.keeps || Object.keys(algorithms).length > 1),
    { code, promise, keeps } = algorithms[answer?.by] ?? asked;
  return {
    title: isNamed ? say("panel.by", { title, name: asked.title }) : title,
    code,
    promise: join(...promise),
    keeps: keeps && say(`keeps.${keeps}`),
  };
}

/** The answer in words, once its film is over; until it comes, how far it is. @param {State} state @param {number} index @param {boolean} over */
function saidOf(state, index, over) {
  const { list, asking } = state,
    answer = state.answers[index],
    progress = state.progress[index],
    said = { words: "", small: "", number: "", share: progress?.share ?? 0 };
  if (list && list.chosen >= 0) return { ...said, words: say("list.one", { n: grouped(list.chosen + 1) }) };
  if (answer?.kind === "play") return { ...said, words: standing(state, answer), small: goal(state.board) };
  if (answer && over) return { ...said, ...outcome(answer) };
  if (!answer && !asking) return { ...said, small: say(`goal.${state.panels[index].question}`) };
  const { words = answer ? "" : say("asking"), small = "" } = progress ?? {};
  return { ...said, words, small };
}

/** Numbers of a search, or of a path shown without one: name, title and value (null: none yet); and the cost of the path. @param {Frame | null} frame @param {Way | null} path @returns {Counted} */
function countedOf(frame, path) {
  const { film } = frame ?? {},
    way = frame?.way() ?? [],
    { length, cost } = film?.measure(way) ?? path ?? { length: 0, cost: 0 },
    isFound = path !== null || way.length > 0;
  /** @type {Counted["counters"]} */
  const counters = [];
  if (frame && film?.isWalk)
    counters.push(
      ["expanded", "steps", frame.expanded],
      ["backtracks", "backtracks", frame.number(BACK)],
      ["depth", "depth", frame.depth],
    );
  else if (frame)
    counters.push(
      ["expanded", "expanded", frame.expanded],
      ["frontier", film?.algorithm.keeps === "heap" ? "heap" : "queue", frame.frontier],
    );
  else if (path?.expanded) counters.push(["expanded", "expanded", path.expanded]);
  if (frame || path) counters.push(["length", "length", isFound ? length : null]);
  if (film?.costs || cost !== length) counters.push(["cost", "cost", isFound ? cost : null]);
  return { counters, cost: isFound ? cost : "" };
}
