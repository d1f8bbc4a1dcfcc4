/** How a board was made, as a film: which cells are open after each event of its maker. */

import { name } from "./names.js";
import { grouped } from "./numbers.js";

/** @typedef {import("./board.js").Board} Board */

export class MakingFilm {
  /** @param {Board} board as it is at the end @param {{events?: Int32Array, changes?: Int32Array, first?: Uint8Array}} answer changes are rows (event, cell, open) */
  constructor(board, { events = new Int32Array(), changes = new Int32Array(), first = new Uint8Array() }) {
    this.whole = board;
    this.length = events.length / 3;
    this.changes = changes;
    this.cells = first.slice();
    this.done = this.step = 0; // changes, events
    this.first = first;
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

  /** The cell that was changed last; -1: none. */
  get here() {
    return this.done && this.step < this.length ? this.changes[3 * this.done - 2] : -1;
  }

  get sentence() {
    const { here } = this, open = this.cells.reduce((sum, cell) => sum + cell, 0);
    if (here < 0) return this.step ? "" : `Before the first step: ${grouped(open)} open cells.`;
    return `${name(this.whole, here)} is ${this.cells[here] ? "opened" : "closed"}: ${grouped(open)} open cells.`;
  }
}
