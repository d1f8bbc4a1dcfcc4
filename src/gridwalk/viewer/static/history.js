/** Undo and redo: previous boards, the newest last. */

/** @typedef {import("./board.js").Board} Board */

const MAX_BYTES = 64 << 20;
const MAX_BOARDS = 500;

export class History {
  /** @param {() => void} changed */
  constructor(changed) {
    this.changed = changed;
    /** @type {Board[]} */
    this.past = [];
    /** @type {Board[]} */
    this.future = [];
  }

  /** @param {Board} before the board before the change */
  keep(before) {
    this.past.push(before);
    this.future = [];
    const most = Math.max(10, Math.min(MAX_BOARDS, MAX_BYTES / before.cells.length));
    if (this.past.length > most) this.past.shift();
    this.changed();
  }

  /** @param {Board} now @returns {Board | undefined} the previous board */
  undo(now) {
    return this.#step(this.past, this.future, now);
  }

  /** @param {Board} now @returns {Board | undefined} */
  redo(now) {
    return this.#step(this.future, this.past, now);
  }

  /** @param {Board[]} from @param {Board[]} to @param {Board} now */
  #step(from, to, now) {
    const board = from.pop();
    if (board) to.push(now);
    this.changed();
    return board;
  }
}
