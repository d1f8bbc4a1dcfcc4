/**
 * A film: an event log that can be played forwards and backwards.
 *
 * Rows are (kind, cell, value) as in gridwalk.runtime.codes.  What an event changes of its cell (status, label,
 * cell before it) is computed once, when the log arrives.  So every event can be undone:
 * scrubbing costs one step per event in between, and going there and back restores the same picture.
 */

import { deltas, hasCosts, stepCost } from "./board.js";
import { EVENTS } from "./choices.js";
import { QUESTIONS, algorithm } from "./questions.js";
import { beyond } from "./shapes.js";

export const {
  open: OPEN,
  close: CLOSE,
  step: STEP,
  back: BACK,
  relax: RELAX,
  prune: PRUNE,
  found: FOUND,
} = EVENTS;
export const UNSEEN = 0,
  FRONTIER = 1,
  EXPANDED = 2,
  ON_PATH = 3,
  BACKTRACKED = 4;
/** The status of a cell after an event, by the kind of event; other kinds change nothing. @type {(number | undefined)[]} */
const STATUS = [];
STATUS[OPEN] = FRONTIER;
STATUS[CLOSE] = EXPANDED;
STATUS[STEP] = ON_PATH;
STATUS[BACK] = BACKTRACKED;
const NEVER = 0x7fffffff;

export class Film {
  /**
   * @param {Board} board
   * @param {Filmed} answer
   */
  constructor(board, answer) {
    const { question, by, events, path, truncated, legal, moves, rest } = answer;
    this.board = board;
    this.question = question;
    this.by = by;
    this.events = events;
    this.path = path;
    this.truncated = truncated;
    this.length = events.length / 3;
    this.algorithm = algorithm(question, by);
    this.legal = legal?.length ? legal : null;
    this.moves = moves ?? [];
    this.step = 0;
    const size = board.rows * board.columns;
    this.status = new Uint8Array(size);
    this.parent = new Int32Array(size).fill(-1); // the cell before, as it is now
    this.labels = new Float64Array(size); // distance or cost from the start, as it is now
    this.place = new Int32Array(size).fill(-1); // on the current path
    this.firstAt = new Int32Array(size).fill(NEVER); // the event that first expanded the cell
    this.rank = new Int32Array(size); // its number in the order of expansion, from 1
    // Of each event's cell, before it: status, label and cell before; and the label after it.
    this.before = new Uint8Array(this.length);
    this.labelBefore = new Float64Array(this.length);
    this.labelAfter = new Float64Array(this.length);
    this.parentBefore = new Int32Array(this.length);
    /** @type {number[]} cells in the order they were opened: the queue */
    this.queue = [];
    /** @type {number[]} cells of the current path, from the start */
    this.stack = [];
    /** @type {Map<number, number[]>} paths given up where a search begins anew, by the event */
    this.givenUp = new Map();
    this.opened = this.closed = this.steps = this.backtracks = this.found = 0;
    this.expansions = 0; // of the whole film
    this.maxLabel = 0; // of the whole film
    this.costs = hasCosts(board);
    /** @type {((v: number) => number) | null} the lower bound on the rest of the cost */
    this.rest = rest?.length ? (v) => rest[v] : null;
    this.#prepare();
  }

  #prepare() {
    const { events, length, status, parent, labels, takes } = this;
    const keepsLabels = this.algorithm.labels,
      isWalk = this.isWalk;
    /** @type {number[]} */
    let stack = [];
    for (let i = 0; i < length; i++) {
      const kind = events[3 * i],
        cell = events[3 * i + 1],
        value = events[3 * i + 2];
      this.before[i] = status[cell];
      this.labelBefore[i] = labels[cell];
      this.parentBefore[i] = parent[cell];
      if (isWalk && kind === STEP && cell === value && stack.length) {
        for (const u of stack) status[u] = BACKTRACKED;
        this.givenUp.set(i, stack);
        stack = [];
        this.before[i] = status[cell];
      }
      if (isWalk && kind === STEP) stack.push(cell);
      else if (isWalk && kind === BACK) stack.pop();
      status[cell] = STATUS[kind] ?? status[cell];
      if (kind === OPEN) this.queue.push(cell);
      if (kind === takes && this.firstAt[cell] === NEVER) {
        this.firstAt[cell] = i;
        this.rank[cell] = ++this.expansions;
      }
      this.labelAfter[i] = this.#prepareLabel(kind, cell, value, i);
      if (kind === OPEN || kind === RELAX)
        this.maxLabel = Math.max(this.maxLabel, this.labelAfter[i]);
      if (isWalk && kind === STEP) this.maxLabel = Math.max(this.maxLabel, stack.length - 1);
      if (this.#setsParent(kind, i) && !keepsLabels) parent[cell] = value;
    }
    status.fill(UNSEEN);
    labels.fill(0);
    parent.fill(-1);
  }

  /** @param {number} kind @param {number} cell @param {number} value @param {number} i */
  #prepareLabel(kind, cell, value, i) {
    const { labels } = this;
    // A jump point that enters the heap again, for other directions, keeps its cost.
    const again = kind === OPEN && this.before[i] === EXPANDED;
    if ((kind === OPEN || kind === RELAX) && !again) {
      labels[cell] = this.algorithm.labels ? value : labels[value] + this.#between(value, cell);
    }
    return labels[cell];
  }

  /** Whether an event sets the cell before its cell. @param {number} kind @param {number} i */
  #setsParent(kind, i) {
    if (this.algorithm.labels) return false;
    return (
      kind === RELAX ||
      (kind === OPEN && this.before[i] !== EXPANDED) ||
      (kind === STEP && this.isWalk)
    );
  }

  /** The cost of the path from a cell to a cell opened from it. @param {number} u @param {number} v */
  #between(u, v) {
    if (u === v) return 0;
    if (this.algorithm.keeps !== "heap") return 1;
    if (!this.algorithm.jumps) return stepCost(this.board, this.costs, u, v);
    const { length, cost } = this.measure(this.run(u, v));
    return length && cost;
  }

  /** The cells of a run to a jump point: diagonally first, then straight; with four moves along the column first. @param {number} u @param {number} v */
  run(u, v) {
    const { columns } = this.board,
      cells = [u],
      leans = deltas(this.board).some(([down, across]) => down && across);
    for (let at = u; at !== v; cells.push(at)) {
      const down = Math.floor(v / columns) - Math.floor(at / columns),
        across = (v % columns) - (at % columns);
      at += Math.sign(down) * columns + (leans || !down ? Math.sign(across) : 0);
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
    const kind = this.events[3 * i],
      cell = this.events[3 * i + 1];
    if (kind === STEP && this.givenUp.has(i)) {
      for (const v of this.stack) {
        this.status[v] = BACKTRACKED;
        this.place[v] = -1;
      }
      this.stack = [];
    }
    this.status[cell] = STATUS[kind] ?? this.status[cell];
    if (kind === OPEN || kind === RELAX) this.labels[cell] = this.labelAfter[i];
    if (this.#setsParent(kind, i)) this.parent[cell] = this.events[3 * i + 2];
    this.#count(kind, 1);
    if (kind === STEP) this.place[cell] = this.stack.push(cell) - 1;
    else if (kind === BACK) {
      this.stack.pop();
      this.place[cell] = -1;
    }
  }

  /** @param {number} i */
  #backward(i) {
    const kind = this.events[3 * i],
      cell = this.events[3 * i + 1];
    this.status[cell] = this.before[i];
    if (kind === OPEN || kind === RELAX) this.labels[cell] = this.labelBefore[i];
    if (this.#setsParent(kind, i)) this.parent[cell] = this.parentBefore[i];
    this.#count(kind, -1);
    if (kind === STEP) {
      this.stack.pop();
      this.place[cell] = -1;
    } else if (kind === BACK) this.place[cell] = this.stack.push(cell) - 1;
    const stack = kind === STEP && this.givenUp.get(i);
    if (!stack) return;
    this.stack = stack.slice();
    stack.forEach((v, at) => {
      this.status[v] = ON_PATH;
      this.place[v] = at;
    });
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

  /** The kind of the events that take a cell: expand it, or walk to it. */
  get takes() {
    return this.isWalk ? STEP : CLOSE;
  }

  /** Whether all cells are to be visited. */
  get isTour() {
    return ["tour", "closed"].includes(QUESTIONS[this.question].of);
  }

  /** Whether all paths are wanted. */
  get isList() {
    return QUESTIONS[this.question].finds === "list";
  }

  get expanded() {
    return this.isWalk ? this.steps : this.closed;
  }

  /** The number of cells in the queue or heap: seen and not yet expanded. */
  get frontier() {
    return this.opened - this.closed;
  }

  get isOver() {
    return this.step === this.length;
  }

  /** Whether everything was tried, in vain or for a list: no cell is left on the stack, in the queue or the heap. */
  get isSpent() {
    return this.isOver && !this.path && !this.truncated;
  }

  /** The number of cells on the stack. */
  get depth() {
    return this.isSpent ? 0 : this.stack.length;
  }

  /** Event number *i*, from 0: kind, cell, value; null before the first. @param {number} [i] */
  event(i = this.step - 1) {
    return i < 0
      ? null
      : { kind: this.events[3 * i], cell: this.events[3 * i + 1], value: this.events[3 * i + 2] };
  }

  /** The last event: kind, cell, value; null at the beginning. */
  get last() {
    return this.event();
  }

  /** The cell that the search stands on: after a step back the one it went back to; -1: none. */
  get here() {
    const last = this.last;
    if (last === null || this.isSpent || (this.isOver && this.path)) return -1;
    if (last.kind === BACK) return this.stack.length ? last.value : -1;
    return last.kind === PRUNE ? last.value : last.cell;
  }

  /** All lines of the pseudocode executed up to the last event, since the one before. @returns {number[]} */
  get lines() {
    const last = this.last;
    return this.step <= 1 || last === null
      ? this.algorithm.begin
      : (this.algorithm.executed[last.kind] ?? []);
  }

  /** The cell's number in the order of expansion (a walk: of its first entry), from 1; 0: not yet. @param {number} v */
  order(v) {
    return this.firstAt[v] < this.step ? this.rank[v] : 0;
  }

  /** Distance or cost from the start, for a walk along the current path; null: not reached. @param {number} v @returns {number | null} */
  label(v) {
    if (this.isWalk) return this.place[v] < 0 ? null : this.place[v];
    return this.status[v] === UNSEEN ? null : this.labels[v];
  }

  /** Cost from the start, lower bound on the rest, and their sum; null: not reached, or there is no bound. @param {number} v */
  fgh(v) {
    const g = this.label(v);
    if (g === null || this.isWalk || !this.rest) return null;
    const h = this.rest(v);
    return { g, h, f: g + h };
  }

  /** The cell that move *m* leads to from *v*, or with -1 the one from which it leads to *v*; -1: outside the board. @param {number} v @param {number} m @param {1 | -1} [sign] */
  neighbour(v, m, sign = 1) {
    return beyond(this.board, v, this.moves[m], sign);
  }

  /** Whether move *m* may be made from *v*. @param {number} v @param {number} m */
  mayMove(v, m) {
    return this.legal !== null && ((this.legal[v] >>> m) & 1) === 1;
  }

  /** The number of moves on from *v* to free cells; null where the moves are not known. @param {number} v @param {(u: number) => boolean} [isFree] */
  degree(v, isFree = (u) => this.isFree(u)) {
    if (!this.legal) return null;
    let count = 0;
    for (let m = 0; m < this.moves.length; m++)
      if (this.mayMove(v, m) && isFree(this.neighbour(v, m))) count++;
    return count;
  }

  /** Whether the search may still enter a cell: for tours and listings if it is not on the current path. @param {number} v */
  isFree(v) {
    const again = this.isTour || this.isList;
    return again ? this.status[v] !== ON_PATH : this.status[v] === UNSEEN;
  }

  /** How early the cell was expanded, from 0 to 1; -1: not yet. @param {number} v */
  heat(v) {
    const order = this.order(v);
    return order ? (order - 1) / Math.max(1, this.expansions - 1) : -1;
  }

  /** How far the cell is, from 0 to 1; -1: not reached. @param {number} v */
  farness(v) {
    const label = this.label(v);
    return label === null ? -1 : label / Math.max(1, this.maxLabel);
  }

  /** The path from the start to the current cell. @returns {ArrayLike<number>} */
  way() {
    const last = this.last;
    if (last === null || this.isSpent) return [];
    if (this.isOver && this.path) return this.path.cells;
    if (this.isWalk) return this.stack;
    if (this.algorithm.labels)
      return this.stack.length ? [...this.stack.toReversed(), this.queue[this.closed]] : []; // the exit from which they lead back
    return this.#back(last.cell);
  }

  /** The path by which the search reached a cell; empty: it has not reached it. @param {number} v @returns {number[]} */
  wayTo(v) {
    if (this.status[v] === UNSEEN) return [];
    if (this.isWalk && this.place[v] >= 0) return this.stack.slice(0, this.place[v] + 1);
    if (!this.algorithm.labels) return this.isTour || this.isList ? [] : this.#back(v);
    if (!this.legal) return [];
    // Along falling labels, as distance labels are traced back.
    const cells = [v];
    for (let at = v; this.labels[at] > 0; cells.push(at)) {
      const next = this.#before(at);
      if (next < 0) return [];
      at = next;
    }
    return cells.reverse();
  }

  /** A cell with a label one less from which a move leads to *v*. @param {number} v */
  #before(v) {
    const from = this.moves.map((_, m) => this.neighbour(v, m, -1));
    return (
      from.find(
        (u, m) =>
          u >= 0 &&
          this.status[u] !== UNSEEN &&
          this.labels[u] === this.labels[v] - 1 &&
          this.mayMove(u, m),
      ) ?? -1
    );
  }

  /** The path to a cell along the cells before. @param {number} v */
  #back(v) {
    const cells = [v];
    for (let u = this.parent[v]; u >= 0 && u !== cells[cells.length - 1]; u = this.parent[u])
      cells.push(u);
    cells.reverse();
    return this.algorithm.jumps
      ? cells.flatMap((u, i) => (i ? this.run(cells[i - 1], u).slice(1) : [u]))
      : cells;
  }

  /**
   * The first cells of the stack, queue or heap: of a stack each with the cell tried last from it (-1: none),
   * else with its cost and the lower bound on the rest.
   * @param {number} limit
   * @returns {{cell: number, label: number | null, rest?: number, tried?: number}[]}
   */
  waiting(limit) {
    if (this.isSpent) return [];
    if (this.isWalk) {
      const { stack, last } = this,
        from = Math.max(0, stack.length - limit);
      const top =
        last?.kind === BACK && this.stack.length
          ? last.cell
          : last?.kind === PRUNE
            ? last.cell
            : -1;
      return stack
        .slice(from)
        .map((cell, i) => ({ cell, label: null, tried: stack[from + i + 1] ?? top }))
        .reverse();
    }
    if (this.algorithm.keeps === "queue") {
      const { bothEnds } = this.algorithm; // then each end takes the first of its own
      const joined = this.queue.slice(bothEnds ? 0 : this.closed, this.opened);
      const first = (bothEnds ? joined.filter((v) => this.status[v] === FRONTIER) : joined).slice(
        0,
        limit,
      );
      return first.map((cell) => ({ cell, label: this.labels[cell] }));
    }
    /** @type {number[]} */
    const cells = [];
    this.status.forEach((status, cell) => {
      if (status === FRONTIER) cells.push(cell);
    });
    const { rest } = this,
      counts = this.algorithm.key !== "bound";
    const key = (/** @type {number} */ v) => (counts ? this.labels[v] : 0) + (rest ? rest(v) : 0);
    // Of equal keys the one that is taken first, as the rest of the film shows.
    cells.sort((u, v) => key(u) - key(v) || this.firstAt[u] - this.firstAt[v] || u - v);
    return cells
      .slice(0, limit)
      .map((cell) => ({ cell, label: this.labels[cell], rest: rest?.(cell) }));
  }

  /** Length and cost of a path. @param {ArrayLike<number>} cells */
  measure(cells) {
    if (this.isOver && this.path && cells === this.path.cells)
      return { length: this.path.length, cost: this.path.cost };
    let cost = 0;
    for (let i = 1; i < cells.length; i++)
      cost += stepCost(this.board, this.costs, cells[i - 1], cells[i]);
    return { length: Math.max(0, cells.length - 1), cost };
  }
}
