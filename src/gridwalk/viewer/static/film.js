/**
 * A film: an event log, and what it shows after each number of events.
 *
 * Rows are (kind, cell, value) as in gridwalk.runtime.codes.  A film never changes; `at(step)` returns its frame after
 * that number of events, which never changes either.  A frame is made from an earlier one: the last that was asked for,
 * or a checkpoint.
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
const APART = 1_000, // events between checkpoints, at least
  CHECKPOINTS = 40; // of a film, at most

export class Film {
  /** @type {Frame[]} one after each number of `#apart` events */
  #checkpoints;
  #apart;
  /** @type {Frame} the one asked for last */
  #last;

  /**
   * @param {Board} board
   * @param {Filmed} answer
   */
  constructor(board, answer) {
    const { question, by, events, path, truncated, legal, moves, rest } = answer;
    const size = board.rows * board.columns;
    this.board = board;
    this.question = question;
    this.by = by;
    this.events = events;
    this.path = path;
    this.truncated = truncated;
    this.length = events.length / 3;
    this.algorithm = algorithm(question, by);
    this.isWalk = this.algorithm.keeps === "stack" || this.algorithm.keeps === "path";
    /** The kind of the events that take a cell: expand it, or walk to it. */
    this.takes = this.isWalk ? STEP : CLOSE;
    /** Whether all cells are to be visited. */
    this.isTour = ["tour", "closed"].includes(QUESTIONS[question].of);
    /** Whether all paths are wanted. */
    this.isList = QUESTIONS[question].finds === "list";
    /** Whether cells may be entered again once they are left. */
    this.enters = this.isTour || this.isList;
    this.legal = legal?.length ? legal : null;
    this.moves = moves ?? [];
    this.costs = hasCosts(board);
    /** @type {((v: number) => number) | null} the lower bound on the rest of the cost */
    this.rest = rest?.length ? (v) => rest[v] : null;
    this.firstAt = new Int32Array(size).fill(NEVER); // the event that first expanded the cell
    this.rank = new Int32Array(size); // its number in the order of expansion, from 1
    this.labels = new Float64Array(this.length); // of the cell of each event, after it: distance or cost from the start
    /** @type {number[]} cells in the order they were opened: the queue */
    this.queue = [];
    this.expansions = 0;
    this.maxLabel = 0;
    this.#prepare();
    this.#apart = Math.max(APART, Math.ceil(this.length / CHECKPOINTS));
    this.#last = new Frame(this, 0, null);
    this.#checkpoints = [this.#last];
  }

  #prepare() {
    const { board, events, length, takes, labels, isWalk } = this;
    const last = new Int32Array(board.cells.length).fill(-1), // the event that gave each cell its label
      expanded = new Uint8Array(board.cells.length);
    let depth = 0;
    for (let i = 0; i < length; i++) {
      const kind = events[3 * i],
        cell = events[3 * i + 1],
        value = events[3 * i + 2];
      if (kind === OPEN) this.queue.push(cell);
      if (kind === takes && this.firstAt[cell] === NEVER) {
        this.firstAt[cell] = i;
        this.rank[cell] = ++this.expansions;
      }
      if (isWalk && kind === STEP) depth = cell === value ? 0 : depth + 1;
      else if (isWalk && kind === BACK) depth--;
      if (this.labelled(kind, expanded[cell] > 0)) {
        labels[i] = isWalk
          ? depth
          : this.algorithm.labels
            ? value
            : (labels[last[value]] || 0) + this.#between(value, cell);
        last[cell] = i;
        this.maxLabel = Math.max(this.maxLabel, labels[i]);
      }
      if (kind === OPEN || kind === CLOSE) expanded[cell] = Number(kind === CLOSE);
    }
  }

  /** Whether an event gives its cell a label, and the cell before it: a jump point that enters the heap again, for other directions, keeps its own. @param {number} kind @param {boolean} isExpanded before it */
  labelled(kind, isExpanded) {
    return this.isWalk ? kind === STEP : kind === RELAX || (kind === OPEN && !isExpanded);
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

  /** What the film shows after a number of events. @param {number} step @returns {Frame} */
  at(step) {
    const to = Math.max(0, Math.min(this.length, step)),
      marks = this.#checkpoints,
      number = Math.floor(to / this.#apart);
    if (to === this.#last.step) return this.#last;
    while (marks.length <= number)
      marks.push(new Frame(this, marks.length * this.#apart, marks[marks.length - 1]));
    const isNear = this.#last.step < to && this.#last.step > marks[number].step;
    this.#last = new Frame(this, to, isNear ? this.#last : marks[number]);
    return this.#last;
  }

  /** Event number *i*, from 0: kind, cell, value; null before the first. @param {number} i */
  event(i) {
    return i < 0
      ? null
      : { kind: this.events[3 * i], cell: this.events[3 * i + 1], value: this.events[3 * i + 2] };
  }

  /** The cell that move *m* leads to from *v*, or with -1 the one from which it leads to *v*; -1: outside the board. @param {number} v @param {number} m @param {1 | -1} [sign] */
  neighbour(v, m, sign = 1) {
    return beyond(this.board, v, this.moves[m], sign);
  }

  /** Whether move *m* may be made from *v*. @param {number} v @param {number} m */
  mayMove(v, m) {
    return this.legal !== null && ((this.legal[v] >>> m) & 1) === 1;
  }

  /** Length and cost of a path. @param {ArrayLike<number>} cells */
  measure(cells) {
    if (this.path && cells === this.path.cells) return { length: this.path.length, cost: this.path.cost };
    let cost = 0;
    for (let i = 1; i < cells.length; i++) cost += stepCost(this.board, this.costs, cells[i - 1], cells[i]);
    return { length: Math.max(0, cells.length - 1), cost };
  }
}

/** What a film shows after a number of events.  Nothing in it changes. */
export class Frame {
  /** @type {number} how many events there were */
  step;
  /** @type {readonly number[]} cells of the current path, from the start */
  stack;
  /** @type {Uint8Array} */
  #status;
  /** @type {Int32Array} the event that gave each cell its label and the cell before it; -1: none */
  #given;
  /** @type {number[]} how many events of each kind there were */
  #counts;
  /** @type {number[] | undefined} its cells in order, once they were asked for */
  #heap;
  /** @type {number} the event that had given the last event's cell its label before */
  #old;

  /** @param {Film} film @param {number} step @param {Frame | null} from one before it */
  constructor(film, step, from) {
    const { events, isWalk, board } = film;
    const status = from ? from.#status.slice() : new Uint8Array(board.cells.length);
    const given = from ? from.#given.slice() : new Int32Array(board.cells.length).fill(-1);
    const counts = from ? from.#counts.slice() : Object.values(EVENTS).map(() => 0);
    const stack = from ? from.stack.slice() : [];
    /** @type {number} */
    let old = from ? from.#old : -1;
    const begin = from ? from.step : 0;
    for (let i = begin; i < step; i++) {
      const kind = events[3 * i],
        cell = events[3 * i + 1];
      if (isWalk && kind === STEP && cell === events[3 * i + 2])
        for (const v of stack.splice(0)) status[v] = BACKTRACKED; // the search begins anew
      old = given[cell];
      if (film.labelled(kind, status[cell] === EXPANDED)) given[cell] = i;
      status[cell] = STATUS[kind] ?? status[cell];
      counts[kind]++;
      if (kind === STEP) stack.push(cell);
      else if (kind === BACK) stack.pop();
    }
    this.film = film;
    this.step = step;
    this.#status = status;
    this.stack = stack;
    this.#given = given;
    this.#counts = counts;
    this.#old = old;
  }

  /** Of each cell: unseen, in the frontier, expanded, on the path, backtracked. @returns {ArrayLike<number>} */
  get status() {
    return this.#status;
  }

  /** How many events of a kind there were. @param {number} kind */
  number(kind) {
    return this.#counts[kind];
  }

  /** The number of cells expanded, or of steps of a walk. */
  get expanded() {
    return this.#counts[this.film.takes];
  }

  /** The number of cells in the queue or heap: seen and not yet expanded. */
  get frontier() {
    return this.#counts[OPEN] - this.#counts[CLOSE];
  }

  get isOver() {
    return this.step === this.film.length;
  }

  /** Whether everything was tried, in vain or for a list: no cell is left on the stack, in the queue or the heap. */
  get isSpent() {
    return this.isOver && !this.film.path && !this.film.truncated;
  }

  /** The number of cells on the stack. */
  get depth() {
    return this.isSpent ? 0 : this.stack.length;
  }

  /** The last event: kind, cell, value; null at the beginning. */
  get last() {
    return this.film.event(this.step - 1);
  }

  /** The event after it. */
  get next() {
    return this.isOver ? null : this.film.event(this.step);
  }

  /** Whether the event before the last one found a path or an exit. */
  get hasFound() {
    return this.film.event(this.step - 2)?.kind === FOUND;
  }

  /** The cell that the search stands on: after a step back the one it went back to; -1: none. */
  get here() {
    const { last } = this;
    if (last === null || this.isSpent || (this.isOver && this.film.path)) return -1;
    if (last.kind === BACK) return this.stack.length ? last.value : -1;
    return last.kind === PRUNE ? last.value : last.cell;
  }

  /** All lines of the pseudocode executed up to the last event, since the one before. @returns {number[]} */
  get lines() {
    const { last } = this,
      { begin, executed } = this.film.algorithm;
    return this.step <= 1 || last === null ? begin : (executed[last.kind] ?? []);
  }

  /** The cell's number in the order of expansion (a walk: of its first entry), from 1; 0: not yet. @param {number} v */
  order(v) {
    return this.film.firstAt[v] < this.step ? this.film.rank[v] : 0;
  }

  /** Distance or cost from the start, for a walk along the current path; null: not reached. @param {number} v @returns {number | null} */
  label(v) {
    const isReached = this.film.isWalk ? this.#status[v] === ON_PATH : this.#status[v] !== UNSEEN;
    return isReached ? this.film.labels[this.#given[v]] : null;
  }

  /** The label of the last event's cell before it. */
  get oldLabel() {
    return this.film.labels[this.#old];
  }

  /** Cost from the start, lower bound on the rest, and their sum; null: not reached, or there is no bound. @param {number} v */
  fgh(v) {
    const { isWalk, rest } = this.film,
      g = this.label(v);
    if (g === null || isWalk || !rest) return null;
    const h = rest(v);
    return { g, h, f: g + h };
  }

  /** The number of moves on from *v* to free cells; null where the moves are not known. @param {number} v @param {(u: number) => boolean} [isFree] */
  degree(v, isFree = (u) => this.isFree(u)) {
    const { film } = this;
    if (!film.legal) return null;
    let count = 0;
    for (let m = 0; m < film.moves.length; m++)
      if (film.mayMove(v, m) && isFree(film.neighbour(v, m))) count++;
    return count;
  }

  /** Whether the search may still enter a cell: for tours and listings if it is not on the current path. @param {number} v */
  isFree(v) {
    return this.film.enters ? this.#status[v] !== ON_PATH : this.#status[v] === UNSEEN;
  }

  /** How early the cell was expanded, from 0 to 1; -1: not yet. @param {number} v */
  heat(v) {
    const order = this.order(v);
    return order ? (order - 1) / Math.max(1, this.film.expansions - 1) : -1;
  }

  /** How far the cell is, from 0 to 1; -1: not reached. @param {number} v */
  farness(v) {
    const label = this.label(v);
    return label === null ? -1 : label / Math.max(1, this.film.maxLabel);
  }

  /** The path from the start to the current cell. @returns {ArrayLike<number>} */
  way() {
    const { last, film, stack } = this;
    if (last === null || this.isSpent) return [];
    if (this.isOver && film.path) return film.path.cells;
    if (film.isWalk) return stack;
    if (film.algorithm.labels)
      return stack.length ? [...stack.toReversed(), film.queue[this.#counts[CLOSE]]] : []; // the exit from which they lead back
    return this.#back(last.cell);
  }

  /** What is drawn on the board. @returns {Marks} */
  get marks() {
    const closed = Boolean(this.isOver && this.film.path?.closed);
    return { way: this.way(), closed, here: this.here };
  }

  /** The path by which the search reached a cell; empty: it has not reached it. @param {number} v @returns {number[]} */
  wayTo(v) {
    const { film, status, stack } = this;
    if (status[v] === UNSEEN) return [];
    if (film.isWalk && status[v] === ON_PATH) return stack.slice(0, stack.indexOf(v) + 1);
    if (!film.algorithm.labels) return film.enters ? [] : this.#back(v);
    if (!film.legal) return [];
    // Along falling labels, as distance labels are traced back.
    const cells = [v];
    for (let at = v; this.label(at); cells.push(at)) {
      const next = this.#lower(at);
      if (next < 0) return [];
      at = next;
    }
    return cells.reverse();
  }

  /** A cell with a label one less from which a move leads to *v*. @param {number} v */
  #lower(v) {
    const { film } = this,
      label = (this.label(v) ?? 0) - 1;
    const from = film.moves.map((_, m) => film.neighbour(v, m, -1));
    return from.find((u, m) => u >= 0 && this.label(u) === label && film.mayMove(u, m)) ?? -1;
  }

  /** The path to a cell along the cells before. @param {number} v */
  #back(v) {
    const { film } = this,
      cells = [v];
    const before = (/** @type {number} */ u) => film.events[3 * this.#given[u] + 2] ?? u; // the first one has none
    for (let u = v; before(u) !== u; cells.push(u)) u = before(u);
    cells.reverse();
    return film.algorithm.jumps
      ? cells.flatMap((u, i) => (i ? film.run(cells[i - 1], u).slice(1) : [u]))
      : cells;
  }

  /**
   * The first cells of the stack, queue or heap: of a stack each with the cell tried last from it (-1: none),
   * else with its cost and the lower bound on the rest.
   * @param {number} limit
   * @returns {Waiting[]}
   */
  waiting(limit) {
    if (this.isSpent) return [];
    const { film, stack, status, last } = this,
      { keeps, bothEnds } = film.algorithm;
    if (film.isWalk) {
      const from = Math.max(0, stack.length - limit),
        top = last?.kind === PRUNE || (last?.kind === BACK && stack.length) ? last.cell : -1;
      return stack
        .slice(from)
        .map((cell, i) => ({ cell, label: null, tried: stack[from + i + 1] ?? top }))
        .reverse();
    }
    if (keeps === "queue") {
      const joined = film.queue.slice(bothEnds ? 0 : this.#counts[CLOSE], this.#counts[OPEN]);
      const cells = bothEnds ? joined.filter((v) => status[v] === FRONTIER) : joined; // each end takes the first of its own
      return cells.slice(0, limit).map((cell) => ({ cell, label: this.label(cell) }));
    }
    this.#heap ??= this.#sorted();
    return this.#heap
      .slice(0, limit)
      .map((cell) => ({ cell, label: this.label(cell), rest: film.rest?.(cell) }));
  }

  /** The cells of the heap in the order in which they are taken, if no cheaper ones come. */
  #sorted() {
    const { film, status } = this,
      counts = film.algorithm.key !== "bound",
      cells = [];
    for (let v = 0; v < status.length; v++) if (status[v] === FRONTIER) cells.push(v);
    const sum = (/** @type {number} */ v) => (counts ? (this.label(v) ?? 0) : 0) + (film.rest?.(v) ?? 0);
    // Of equal keys the one that is taken first, as the rest of the film shows.
    return cells.sort((u, v) => sum(u) - sum(v) || film.firstAt[u] - film.firstAt[v] || u - v);
  }
}
