/** How a board was made, as a film: the cells that are open after each event of its maker, and on small boards its walk, rooms and sets. */

import { MAKERS } from "./choices.js";
import { name } from "./names.js";
import { grouped } from "./numbers.js";
import { say } from "./say.js";

const MAX_CELLS = 2_000; // of a board whose stages are shown: each is made from the first event on

export class MakingFilm {
  /** @param {Board} board as it is at the end @param {{maker?: string, events?: Int32Array, changes?: Int32Array, first?: Uint8Array, kinds?: Record<string, number>}} answer changes are rows (event, cell, open) */
  constructor(
    board,
    {
      maker = "",
      events = new Int32Array(),
      changes = new Int32Array(),
      first = new Uint8Array(),
      kinds = {},
    },
  ) {
    this.whole = board;
    this.executed = MAKERS[maker].executed;
    this.events = events;
    this.kinds = kinds;
    this.takes = kinds.join;
    this.length = events.length / 3;
    this.changes = changes;
    this.cells = first.slice();
    this.done = this.step = 0; // changes, events
    this.first = first;
    const has = (/** @type {string} */ kind) =>
      events.some(
        (one, i) =>
          i % 3 === 0 &&
          one === kinds[kind] &&
          (kind !== "join" || events[i + 1] !== events[i + 2]),
      ); // cells that open alone are no sets
    this.shows =
      first.length > MAX_CELLS
        ? ""
        : has("step")
          ? "walk"
          : has("open")
            ? "growing"
            : has("join")
              ? "sets"
              : "";
  }

  /** @param {number} step */
  go(step) {
    if (step < this.step) [this.cells, this.done] = [this.first.slice(), 0];
    for (; this.done < this.changes.length / 3 && this.changes[3 * this.done] < step; this.done++) {
      this.cells[this.changes[3 * this.done + 1]] = this.changes[3 * this.done + 2];
    }
    this.step = step;
  }

  /** The board after this step. */
  get board() {
    return this.step >= this.length ? this.whole : { ...this.whole, cells: this.cells.slice() };
  }

  /** The last event: kind, cell, value. */
  get last() {
    return this.events.subarray(3 * this.step - 3, 3 * this.step);
  }

  /** The lines of the pseudocode executed up to the last event; none: the event does not tell. @returns {number[]} */
  get lines() {
    const { executed, kinds, step, whole } = this,
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
    if (!this.step || this.step >= this.length) return -1;
    const [kind, cell, value] = this.last,
      { step, back } = this.kinds;
    return kind === step
      ? cell
      : kind === back
        ? value
        : this.done
          ? this.changes[3 * this.done - 2]
          : -1;
  }

  /** @returns {Stage} */
  get stage() {
    const {
        first,
        cells,
        whole: { columns },
        kinds: { open, close, step, back, join },
      } = this,
      sets = Array.from(first.keys());
    const setOf = (/** @type {number} */ v) => {
      while (sets[v] !== v) v = sets[v];
      return v;
    };
    const maze = new Set(),
      growing = new Set();
    /** @type {number[]} */
    let walk = [];
    for (let i = 0; i < this.step; i++) {
      const [kind, cell, value] = this.events.subarray(3 * i, 3 * i + 3);
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

  /** What of the stage is drawn: the walk as a line, dots, or the numbers of the sets. */
  get marks() {
    if (!this.shows || this.step >= this.length) return {};
    const { walk, growing, setOf } = this.stage,
      { first } = this;
    if (this.shows === "walk") return { trail: walk };
    if (this.shows === "growing") return { next: growing.map((cell) => ({ cell, reason: "new" })) };
    const rooms = Array.from(first.keys()).filter((v) => first[v]);
    return {
      figures: (/** @type {number} */ v) => (first[v] ? [String(rooms.indexOf(setOf(v)) + 1)] : []),
    };
  }

  get sentence() {
    const { here, kinds } = this,
      n = grouped(this.cells.reduce((sum, cell) => sum + cell, 0));
    if (!this.step) return say("making.begin", { n });
    const [kind, cell, value] = this.last,
      at = name(this.whole, cell);
    if (kind === kinds.step)
      return say(cell === value ? "making.walk.begin" : "making.walk", { at });
    if (kind === kinds.back) return say("making.walk.back", { at });
    if (kind === kinds.close) return say("making.dead", { at });
    if (kind === kinds.open) return say("making.grow", { at });
    return here < 0
      ? ""
      : say(this.cells[here] ? "making.opened" : "making.closed", {
          at: name(this.whole, here),
          n,
        });
  }
}
