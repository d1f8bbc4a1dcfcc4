/**
 * A film: an event log that can be played forwards and backwards.
 *
 * Rows are (kind, cell, value) as in gridwalk.kernels.codes.  The status of each
 * event's cell before the event is computed once, when the log arrives.  So every event can be undone:
 * scrubbing costs one step per event in between, and going there and back restores the same picture.
 */

import { hasCosts, stepCost } from "./board.js";
import { lowerBound } from "./bound.js";
import { EVENTS, algorithm } from "./choices.js";

/** @typedef {import("./board.js").Board} Board */

export const { open: OPEN, close: CLOSE, step: STEP, back: BACK, relax: RELAX, found: FOUND } = EVENTS;
export const UNSEEN = 0, FRONTIER = 1, EXPANDED = 2, ON_PATH = 3, BACKTRACKED = 4;
/** The status of a cell after an event, by the kind of event; other kinds change nothing. @type {(number | undefined)[]} */
const STATUS = [];
STATUS[OPEN] = FRONTIER;
STATUS[CLOSE] = EXPANDED;
STATUS[STEP] = ON_PATH;
STATUS[BACK] = BACKTRACKED;

export class Film {
  /** @param {Board} board @param {import("./state.js").Answer} answer of kind "film" */
  constructor(board, { question, by, events = new Int32Array(), path, truncated }) {
    this.board = board;
    this.events = events;
    this.path = path;
    this.truncated = truncated;
    this.length = events.length / 3;
    this.algorithm = algorithm(question, by);
    this.step = 0;
    const size = board.rows * board.columns;
    this.status = new Uint8Array(size);
    this.parent = new Int32Array(size).fill(-1);
    this.label = new Float64Array(size); // distance from the start, where there are labels
    this.before = new Uint8Array(this.length); // status of the event's cell, and its label, before and after
    this.labelBefore = new Float64Array(this.length);
    this.labelAfter = new Float64Array(this.length);
    /** @type {number[]} cells in the order they were opened: the queue */
    this.queue = [];
    /** @type {number[]} cells of the current path, from the start */
    this.stack = [];
    this.opened = this.closed = this.steps = this.backtracks = this.found = 0;
    this.costs = hasCosts(board);
    this.rest = this.algorithm.key.includes("bound") ? lowerBound(board) : null;
    this.#prepare();
  }

  #prepare() {
    const { events, length } = this;
    for (let i = 0; i < length; i++) {
      const kind = events[3 * i], cell = events[3 * i + 1], value = events[3 * i + 2];
      this.before[i] = this.status[cell];
      this.status[cell] = STATUS[kind] ?? this.status[cell];
      if (kind === OPEN) this.queue.push(cell);
      this.labelBefore[i] = this.label[cell];
      // A jump point that enters the heap again, for other directions, keeps its cost.
      const again = kind === OPEN && this.before[i] === EXPANDED;
      if ((kind === OPEN || kind === RELAX) && !this.algorithm.labels && !again) {
        this.parent[cell] = value;
        this.label[cell] = this.label[value] + this.#between(value, cell);
      } else if (kind === OPEN && !again) {
        this.label[cell] = value;
      }
      this.labelAfter[i] = this.label[cell];
    }
    this.status.fill(UNSEEN);
    this.label.fill(0);
  }

  /** The cost of the path from a cell to a cell opened from it. @param {number} u @param {number} v */
  #between(u, v) {
    if (u === v) return 0;
    if (this.algorithm.keeps !== "heap") return 1;
    if (!this.algorithm.jumps) return stepCost(this.board, this.costs, u, v);
    const { length, cost } = this.measure(this.#run(u, v));
    return length && cost;
  }

  /** The cells of a run to a jump point: diagonally first, then straight. @param {number} u @param {number} v */
  #run(u, v) {
    const { columns } = this.board, cells = [u];
    for (let at = u; at !== v; cells.push(at)) {
      const down = Math.floor(v / columns) - Math.floor(at / columns), across = (v % columns) - (at % columns);
      at += Math.sign(down) * columns + Math.sign(across);
    }
    return cells;
  }

  /** @param {number} step the number of events to show */
  go(step) {
    const goal = Math.max(0, Math.min(this.length, step));
    while (this.step < goal) this.#forward(this.step++);
    while (this.step > goal) this.#backward(--this.step);
  }

  /** @param {number} i */
  #forward(i) {
    const kind = this.events[3 * i], cell = this.events[3 * i + 1];
    this.status[cell] = STATUS[kind] ?? this.status[cell];
    if (kind === OPEN || kind === RELAX) this.label[cell] = this.labelAfter[i];
    this.#count(kind, 1);
    if (kind === STEP) this.stack.push(cell);
    else if (kind === BACK) this.stack.pop();
  }

  /** @param {number} i */
  #backward(i) {
    const kind = this.events[3 * i], cell = this.events[3 * i + 1];
    this.status[cell] = this.before[i];
    if (kind === OPEN || kind === RELAX) this.label[cell] = this.labelBefore[i];
    this.#count(kind, -1);
    if (kind === STEP) this.stack.pop();
    else if (kind === BACK) this.stack.push(cell);
  }

  /** @param {number} kind @param {number} sign */
  #count(kind, sign) {
    if (kind === OPEN) this.opened += sign;
    else if (kind === CLOSE) this.closed += sign;
    else if (kind === STEP) this.steps += sign;
    else if (kind === BACK) this.backtracks += sign;
    else if (kind === FOUND) this.found += sign;
  }

  get isWalk() {
    return this.algorithm.keeps === "stack" || this.algorithm.keeps === "path";
  }

  get expanded() {
    return this.isWalk ? this.steps : this.closed;
  }

  /** Whether an event expands a cell, or walks to it. @param {number} i */
  expands(i) {
    return this.events[3 * i] === (this.isWalk ? STEP : CLOSE);
  }

  /** The number of cells in the queue or heap: seen and not yet expanded. */
  get frontier() {
    return this.opened - this.closed;
  }

  get isOver() {
    return this.step === this.length;
  }

  /** The last event: kind, cell, value; null at the beginning. */
  get last() {
    const i = this.step - 1;
    return i < 0 ? null : { kind: this.events[3 * i], cell: this.events[3 * i + 1], value: this.events[3 * i + 2] };
  }

  /** The line of the pseudocode that the last event belongs to; -1: none. */
  get line() {
    const last = this.last;
    return this.step <= 1 || last === null ? 0 : this.algorithm.lines[last.kind] ?? -1;
  }

  /** The lines that were carried out up to the last event. */
  get executed() {
    const { last } = this;
    return last === null ? [] : this.step === 1 ? this.algorithm.begin : this.algorithm.executed[last.kind] ?? [];
  }

  /** The path from the start to the current cell. @returns {ArrayLike<number>} */
  way() {
    const last = this.last;
    if (last === null) return [];
    if (this.isOver && this.path) return this.path.cells;
    if (this.isWalk) return this.stack;
    if (this.algorithm.labels) return this.stack.length ? [...this.stack.toReversed(), this.queue[this.#goal()]] : [];
    const cells = [last.cell];
    for (let v = last.kind === RELAX || last.kind === OPEN ? last.value : this.parent[last.cell]; v !== cells[cells.length - 1]; v = this.parent[v]) cells.push(v);
    cells.reverse();
    return this.algorithm.jumps ? cells.flatMap((v, i) => (i ? this.#run(cells[i - 1], v).slice(1) : [v])) : cells;
  }

  /** The index in the queue of the exit from which the labels lead back. */
  #goal() {
    return this.closed;
  }

  /**
   * The first cells of the stack, queue or heap, each with its cost and the lower bound on the rest.
   * @param {number} limit
   * @returns {{cell: number, label: number | null, rest?: number}[]}
   */
  waiting(limit) {
    if (this.isWalk) return this.stack.slice(-limit).reverse().map((cell) => ({ cell, label: null }));
    if (this.algorithm.keeps === "queue") {
      const first = this.queue.slice(this.closed, Math.min(this.opened, this.closed + limit));
      return first.map((cell) => ({ cell, label: this.label[cell] }));
    }
    /** @type {number[]} */
    const cells = [];
    this.status.forEach((status, cell) => {
      if (status === FRONTIER) cells.push(cell);
    });
    const { rest } = this, counts = this.algorithm.key !== "bound";
    const key = (/** @type {number} */ v) => (counts ? this.label[v] : 0) + (rest ? rest(v) : 0);
    cells.sort((u, v) => key(u) - key(v) || u - v);
    return cells.slice(0, limit).map((cell) => ({ cell, label: this.label[cell], rest: rest?.(cell) }));
  }

  /** Length and cost of a path. @param {ArrayLike<number>} cells */
  measure(cells) {
    if (this.isOver && this.path && cells === this.path.cells) return { length: this.path.length, cost: this.path.cost };
    let cost = 0;
    for (let i = 1; i < cells.length; i++) cost += stepCost(this.board, this.costs, cells[i - 1], cells[i]);
    return { length: Math.max(0, cells.length - 1), cost };
  }
}
