/** How a board was made, as a film: the cells that are open after each event of its maker, and on small boards its walk, rooms and sets. */

import { MAKERS } from "./choices.js";
import { name } from "./names.js";
import { grouped } from "./numbers.js";
import { say } from "./say.js";

const MAX_CELLS = 2_000; // of a board whose stages are shown: each is made from the first event on

/** What is drawn, by the first kind of event that there is. */
const SHOWS = [
  ["step", "walk"],
  ["open", "growing"],
  ["join", "sets"],
];

export class MakingFilm {
  /** @type {MakingFrame | null} the one asked for last */
  #last = null;

  /** @param {Board} board as it is at the end @param {Made} answer */
  constructor(board, { maker, events, changes, first, kinds }) {
    this.whole = board;
    this.executed = MAKERS[maker].executed;
    this.events = events;
    this.kinds = kinds;
    this.takes = kinds.join;
    this.length = events.length / 3;
    this.changes = changes;
    this.first = first;
    const has = (/** @type {string} */ kind) =>
      events.some(
        (one, i) =>
          i % 3 === 0 && one === kinds[kind] && (kind !== "join" || events[i + 1] !== events[i + 2]),
      ); // cells that open alone are no sets
    /** What of its stage is drawn: "walk", "growing", "sets" or nothing. */
    this.shows = (first.length <= MAX_CELLS && SHOWS.find(([kind]) => has(kind))?.[1]) || "";
  }

  /** The room that the maze grows from: the first passages lead to it; -1: there are none. */
  get root() {
    const { events, kinds } = this;
    let i = 0;
    while (i < this.length && events[3 * i] !== kinds.join) i++;
    while (events[3 * i + 3] === kinds.join) i++;
    return events[3 * i + 2] ?? -1;
  }

  /** What the film shows after a number of events. @param {number} step */
  at(step) {
    const from = this.#last && this.#last.step <= step ? this.#last : null;
    if (from?.step === step) return from;
    this.#last = new MakingFrame(this, step, from);
    return this.#last;
  }
}

/** The board after a number of events of its maker.  Nothing in it changes. */
export class MakingFrame {
  /** @param {MakingFilm} film @param {number} step @param {MakingFrame | null} from one before it */
  constructor(film, step, from) {
    const { changes, first, whole } = film,
      cells = (from?.cells ?? first).slice();
    let done = from?.done ?? 0; // changes
    for (; done < changes.length / 3 && changes[3 * done] < step; done++)
      cells[changes[3 * done + 1]] = changes[3 * done + 2];
    this.film = film;
    this.step = step;
    this.cells = cells;
    this.done = done;
    this.isOver = step >= film.length;
    this.board = this.isOver ? whole : { ...whole, cells };
  }

  /** The last event: kind, cell, value. */
  get last() {
    return this.film.events.subarray(3 * this.step - 3, 3 * this.step);
  }

  /** The lines of the pseudocode executed up to the last event; none: the event does not tell. @returns {number[]} */
  get lines() {
    const { step, film } = this,
      { executed, kinds, whole } = film,
      [kind, cell, value] = this.last,
      isDown = Math.abs(cell - value) >= whole.columns;
    return (
      (step < 2 ? executed.begin : cell === value ? executed.start : isDown && executed.down) ||
      executed[Object.keys(kinds)[kind]] ||
      []
    );
  }

  /** The cell that was changed or walked to last; -1: none. */
  get here() {
    if (!this.step || this.isOver) return -1;
    const [kind, cell, value] = this.last,
      { step, back } = this.film.kinds;
    return kind === step
      ? cell
      : kind === back
        ? value
        : this.done
          ? this.film.changes[3 * this.done - 2]
          : -1;
  }

  /** @returns {Stage} */
  get stage() {
    const {
        first,
        events,
        root,
        whole: { columns },
        kinds: { open, close, step, back, join },
      } = this.film,
      { cells } = this,
      sets = Array.from(first.keys());
    const setOf = (/** @type {number} */ v) => {
      while (sets[v] !== v) v = sets[v];
      return v;
    };
    const maze = new Set([root]),
      growing = new Set();
    /** @type {number[]} */
    let walk = [];
    for (let i = 0; i < this.step; i++) {
      const [kind, cell, value] = events.subarray(3 * i, 3 * i + 3);
      if (kind === step) walk = cell === value ? [cell] : [...walk, cell];
      else if (kind === back) walk = walk.filter((v) => v !== cell);
      else if (kind === close) growing.delete(cell);
      else if (kind === open) growing.add(cell);
      if (kind === open || kind === join) maze.add(cell);
      if (kind !== join) continue;
      maze.add(value);
      const [one, other] = [setOf(cell), setOf(value)];
      sets[Math.max(one, other)] = Math.min(one, other);
    }
    const pairs = Array.from(first.keys())
      .flatMap((v) => [2, 2 * columns].map((far) => [v, v + far, v + far / 2]))
      .filter(([v, u]) => first[v] && first[u]);
    const frontier = new Set(
      pairs.filter(([v, u]) => maze.has(v) !== maze.has(u)).map(([v, u]) => (maze.has(v) ? u : v)),
    );
    const closed = pairs
      .filter(([v, u, wall]) => !cells[wall] && setOf(v) === setOf(u))
      .map(([, , wall]) => wall);
    return { walk, maze: [...maze], growing: [...growing], frontier: [...frontier], closed, setOf };
  }

  /** What is drawn: where the maker is, and of its stage the walk as a line, the maze in a colour, dots where it grows, or the numbers of the sets. @returns {Marks} */
  get marks() {
    const { first, shows } = this.film,
      marks = { way: [], closed: false, here: this.here };
    if (!shows || this.isOver) return marks;
    const { walk, maze, growing, setOf } = this.stage;
    if (shows === "sets") {
      const rooms = Array.from(first.keys()).filter((v) => first[v]);
      const figures = (/** @type {number} */ v) => (first[v] ? [String(rooms.indexOf(setOf(v)) + 1)] : []);
      return { ...marks, figures };
    }
    const inside = new Set(maze);
    return {
      ...marks,
      trail: walk,
      next: growing.map((cell) => ({ cell, reason: "new" })),
      tint: (v) => (inside.has(v) || (this.cells[v] && !first[v]) ? "expanded" : ""),
    };
  }

  get sentence() {
    const { here } = this,
      { kinds, whole } = this.film,
      n = grouped(this.cells.reduce((sum, cell) => sum + cell, 0));
    if (!this.step) return say("making.begin", { n });
    const [kind, cell, value] = this.last,
      at = name(whole, cell);
    if (kind === kinds.step) return say(cell === value ? "making.walk.begin" : "making.walk", { at });
    if (kind === kinds.back) return say("making.walk.back", { at });
    if (kind === kinds.close) return say("making.dead", { at });
    if (kind === kinds.open) return say("making.grow", { at });
    return here < 0
      ? ""
      : say(this.cells[here] ? "making.opened" : "making.closed", {
          at: name(whole, here),
          n,
        });
  }
}
