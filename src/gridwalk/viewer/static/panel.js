/** One algorithm at work: the board, its counters, its pseudocode, and its stack or queue. */

import { algorithm, isKnown, QUESTIONS } from "./choices.js";
import { Closing } from "./closing.js";
import { FOUND, Film } from "./film.js";
import { View } from "./view.js";
import { between, cost as costWords, grouped, moves, progress } from "./numbers.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./server.js").Reply} Reply */

const MAX_WAITING = 14;
const WAITING = {
  stack: "Stack, top first", path: "Walk, last cell first", queue: "Queue, next first", heap: "Heap, least first", "": "",
};

export class Panel {
  /** @param {HTMLElement} parent @param {string} slot @param {import("./view.js").Sight} sight */
  constructor(parent, slot, sight) {
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("panel"));
    const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    this.element = /** @type {HTMLElement} */ (copy.firstElementChild);
    this.element.dataset.slot = slot;
    parent.append(this.element);
    this.slot = slot;
    this.view = new View(this.#part(".view"), sight);
    /** @type {Film | Closing | null} */
    this.film = null;
    /** @type {import("./closing.js").Told[]} */
    this.told = [];
    /** @type {string | null} */
    this.shown = null; // the algorithm whose pseudocode is shown
  }

  /** @param {string} selector @returns {HTMLElement} */
  #part(selector) {
    return /** @type {HTMLElement} */ (this.element.querySelector(selector));
  }

  /** Show *board* without an answer. @param {Board} board @param {string} question @param {string} by */
  show(board, question, by) {
    this.film = null;
    this.told = [];
    this.#chart(null);
    this.question = question;
    this.by = by;
    this.view.board = board;
    this.view.status = null;
    this.view.marks = { way: [], closed: false, here: -1 };
    this.view.asksExits = !["tour", "closed", "tours"].includes(question);
    this.view.changed();
    this.#part("h2").textContent = `${QUESTIONS[question].title}: ${algorithm(question, by).title}`;
    this.view.host.setAttribute("aria-label", `Board, ${board.rows} rows, ${board.columns} columns`);
    this.#code(question, by);
    this.say("", "idle");
    this.#count({});
    this.#waiting([]);
  }

  /** @param {string} words @param {string} state idle, asking, film, path, number, error or cancelled */
  say(words, state) {
    this.#part(".outcome").textContent = words;
    this.element.dataset.state = state;
  }

  /** Show what the server tells while it works. @param {any} told */
  progress(told) {
    this.say(progress(told), "asking");
    if (told.value === null) return;
    this.told.push(told);
    this.#chart(new Closing(this.told));
    if (told.path) this.view.marks = { way: told.path.cells, closed: told.path.closed, here: -1 };
    this.view.changed("marks");
    this.#count(told.path ?? {});
  }

  /** Show the answer to a question about *board*. @param {Board} board @param {Reply} reply @returns {string} the answer as text */
  answer(board, reply) {
    const { path } = reply;
    this.element.dataset.answer = path ? path.cells.join(" ") : "";
    if (reply.kind === "film") {
      const events = /** @type {Int32Array} */ (reply.events);
      const question = this.question ?? "", by = isKnown(question, reply.by) ? reply.by : this.by ?? "";
      this.#code(question, by);
      this.film = new Film(board, question, by, events, path, reply.truncated);
      this.element.dataset.events = String(this.film.length);
      this.go(0);
    } else if (path) {
      this.path(path);
      this.#count({ expanded: path.expanded || null, length: path.length, cost: path.cost });
    }
    if (reply.closing) this.#close({ ...reply.closing, path: path ?? null });
    const words = this.question === "list" && this.film instanceof Film ? listed(this.film) : outcome(reply, QUESTIONS[this.question ?? ""].noun);
    this.say(words, reply.kind);
    if (reply.kind === "number") this.element.dataset.number = reply.number;
    return words;
  }

  /** The answer closes the film of how it was found. @param {import("./closing.js").Told} last */
  #close(last) {
    const closing = new Closing([...this.told, last]);
    this.film = closing.length > 1 ? closing : null;
    this.#chart(closing);
    this.element.dataset.points = String(closing.length);
  }

  /** @param {Closing | null} closing */
  #chart(closing) {
    this.#part(".closing").hidden = !closing?.length;
    (closing ?? new Closing([])).draw(this.#part(".closing svg"));
    const now = closing?.now;
    this.#part(".closing p").textContent = now ? between(now) : "";
    if (!closing) delete this.element.dataset.points;
  }

  /** What the server has to draw: a step of the film, or a path. */
  get shows() {
    const { film, view } = this;
    if (film instanceof Film && view.status) return { step: film.step, cells: [], closed: false };
    return { step: null, cells: Array.from(view.marks.way), closed: view.marks.closed };
  }

  /** Draw *path* on the board instead of the film. @param {{cells: number[], closed: boolean, length: number, cost: number}} path */
  path(path) {
    this.view.status = null;
    this.view.marks = { way: path.cells, closed: path.closed, here: -1 };
    this.view.changed("film", "marks");
    this.#count({ length: path.length, cost: path.cost });
    this.#light(-1);
    this.#waiting([]);
    this.element.dataset.answer = path.cells.join(" ");
  }

  /** @param {number} step */
  go(step) {
    const { film } = this;
    if (!film) return;
    film.go(step);
    if (film instanceof Closing) {
      const { path } = film.now ?? { path: null };
      if (path) this.path(path);
      this.#chart(film);
      this.element.dataset.step = String(film.step);
      return;
    }
    this.view.status = film.status;
    const way = film.way(), { length, cost } = film.measure(way), last = film.last;
    const closed = film.isOver && Boolean(film.path?.closed);
    this.view.marks = { way, closed, here: last === null || (film.isOver && film.path) ? -1 : last.cell };
    this.view.changed("film", "marks");
    this.#count({
      expanded: film.expanded,
      frontier: film.isWalk ? null : film.frontier,
      backtracks: film.isWalk ? film.backtracks : null,
      depth: film.isWalk ? film.stack.length : null,
      length: way.length ? length : null,
      cost: way.length ? cost : null,
    });
    this.element.dataset.step = String(film.step);
    this.element.dataset.found = String(film.found);
    this.#light(film.line);
    this.#waiting(film.waiting(MAX_WAITING));
  }

  /** @param {Record<string, number | null>} figures */
  #count(figures) {
    for (const name of ["expanded", "frontier", "backtracks", "depth", "length", "cost"]) {
      const value = figures[name] ?? null;
      this.#part(`[data-counter=${name}]`).textContent = value === null ? "-" : name === "cost" ? costWords(value) : grouped(value);
      this.element.dataset[name] = value === null ? "" : String(value);
    }
  }

  /** @param {string} question @param {string} by */
  #code(question, by) {
    const { code, keeps } = algorithm(question, by);
    const key = `${question}/${by}`;
    if (this.shown !== key) {
      this.#part(".code ol").replaceChildren(...code.map((words) => item(words)));
      this.shown = key;
    }
    this.#part(".code").hidden = !code.length;
    this.#part(".waiting h3").textContent = WAITING[keeps];
    this.#part(".waiting").hidden = !keeps;
    this.#light(-1);
  }

  /** @param {number} number of the line */
  #light(number) {
    Array.from(this.#part(".code ol").children).forEach((line, i) => line.toggleAttribute("aria-current", i === number));
    this.element.dataset.line = String(number);
  }

  /** @param {{cell: number, label: number | null, rest?: number}[]} cells */
  #waiting(cells) {
    const { board } = this.view, columns = board ? board.columns : 1;
    this.#part(".waiting ol").replaceChildren(...cells.map(({ cell, label, rest }) => {
      const known = label === null ? "" : rest === undefined ? `  at ${costWords(label)}` : `  ${costWords(label)}+${costWords(rest)}`;
      return item(`${Math.floor(cell / columns)},${cell % columns}${known}`);
    }));
    this.element.dataset.waiting = cells.map(({ cell }) => cell).join(" ");
  }
}

/** An answer as text. @param {Reply} reply @param {string} noun what was asked for */
function outcome(reply, noun) {
  const { path } = reply, because = reply.reason ? `: ${reply.reason}.` : "";
  if (reply.kind === "cancelled") return "Cancelled.";
  if (reply.kind === "estimate") return `${reply.words} (${reply.convention})${because}`;
  if (reply.kind === "number") return `${grouped(reply.number)} (${reply.convention})${because}`;
  if (reply.truncated) return `The film ends after ${grouped((reply.events?.length ?? 0) / 3)} events, before the search was over.`;
  if (!path) return `There is no ${noun}${because || "."}`;
  const costs = path.cost === path.length ? "" : `, cost ${costWords(path.cost)}`;
  return `${noun[0].toUpperCase()}${noun.slice(1)} of ${moves(path.length)}${costs}${limit(path)}, by ${path.by}.`;
}

/** What is known of longer paths. @param {{bound?: number, gap?: number}} path */
function limit({ bound, gap }) {
  if (bound === undefined || gap === undefined) return "";
  return gap === 0 ? ", the longest" : `, at most ${grouped(bound)} (${(100 * gap).toFixed(1)} %)`;
}

/** The number of paths listed. @param {Film} film */
function listed(film) {
  let found = 0;
  for (let i = 0; i < film.length; i++) found += film.events[3 * i] === FOUND ? 1 : 0;
  const words = `${grouped(found)} ${found === 1 ? "path" : "paths"}`;
  return film.truncated ? `${words} in the first ${grouped(film.length)} events; more below.` : `${words}.`;
}

/** @param {string} words */
function item(words) {
  const element = document.createElement("li");
  element.textContent = words;
  return element;
}
