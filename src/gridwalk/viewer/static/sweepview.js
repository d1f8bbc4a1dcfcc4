/**
 * A sweep, step by step: what was decided, the frontier, and the states with their numbers.
 *
 * The answer has the layers of the engine (`gridwalk.frontier.sweepfilm`).  Step 0 is the layer before anything
 * is decided; halves that are joined have one more step at the end.
 *
 * @typedef {import("./board.js").Board} Board
 * @typedef {[number, number[]]} Arrival a state of the layer before, and the edges that it takes, by their places in `edges`
 * @typedef {{marks: string, pieces: [number, number][], number: string, arrivals: Arrival[]}} State
 * @typedef {{part: string, cell: number, edges: number[][], frontier: number[][], states: State[], finished: string, closing: Arrival[]}} Layer
 * @typedef {{first: number[], second: number[], number: string}} Joining
 * @typedef {{engine: string, layers: Layer[], joinings: Joining[], number: string, convention: string}} Sweep
 */

import { drawSweep } from "./sweepdraw.js";

const RING = " Start and exit count as joined by an edge of their own, so that each path is a ring.";

export class SweepFilm {
  /**
   * @param {Board} board
   * @param {Sweep} answer
   */
  constructor(board, answer) {
    this.board = board;
    this.answer = answer;
    this.layers = answer.layers;
    this.joins = answer.joinings.length > 0;
    /** The number of steps after step 0. */
    this.length = Math.max(0, this.layers.length - 1) + Number(this.joins);
    this.step = 0;
  }

  /** @param {number} step */
  go(step) {
    this.step = Math.min(Math.max(Math.trunc(step), 0), this.length);
  }

  /** Whether the halves are being joined. */
  get joining() {
    return this.joins && this.step === this.length;
  }

  /** @type {Layer | null} the layer of this step */
  get layer() {
    return this.joining ? null : this.layers[this.step] ?? null;
  }

  /**
   * One of the partial paths of a state: the edges that it uses.
   *
   * @param {number} step
   * @param {number} state
   * @returns {number[][]}
   */
  example(step, state) {
    const edges = [];
    for (; this.layers[step].states[state]?.arrivals.length; step--) {
      const [before, used] = this.layers[step].states[state].arrivals[0];
      edges.push(...used.map((e) => this.layers[step].edges[e]));
      state = before;
    }
    return edges;
  }

  /** The first step of the part of the board that a step belongs to. @param {number} step */
  partBegin(step) {
    while (step > 0 && !this.#begins(step)) step--;
    return step;
  }

  /** @param {number} step */
  #begins(step) {
    return this.layers[step].cell < 0 && !this.layers[step].edges.length;
  }

  /** What happens at this step, in words. */
  get sentence() {
    const layer = this.layer;
    if (this.joining) return this.#joined();
    if (!layer) return `There is nothing to sweep: the number is ${this.answer.number}.`;
    const part = layer.part ? `${layer.part[0].toUpperCase()}${layer.part.slice(1)}: ` : "";
    if (this.#begins(this.step)) return `${part}Nothing is decided yet: one state, in one way.${this.#hasRing() ? RING : ""}`;
    const before = this.layers[this.step - 1].states.length, now = layer.states.length;
    const words = [`${part}${this.#decided(layer)}: ${states(before)} ${before === 1 ? "becomes" : "become"} ${now || "none"}.`];
    words.push(this.#met(layer));
    if (layer.finished !== "0") words.push(this.#closed(layer));
    if (this.step === this.length && !this.joins) words.push(this.#total());
    return words.filter(Boolean).join(" ");
  }

  /** @param {Layer} layer */
  #decided(layer) {
    if (layer.cell >= 0) return `Cell ${this.name(layer.cell)}`;
    const whole = layer.edges.filter((edge) => edge.length > 1);
    if (layer.edges.length === 1 && whole.length) return `The move ${this.name(whole[0][0])} to ${this.name(whole[0][1])}, left out or taken`;
    return "The ends of tours in the middle rows";
  }

  /** @param {Layer} layer the states that are reached in more than one way */
  #met(layer) {
    const met = layer.states.filter((state) => state.arrivals.length > 1);
    if (!met.length) return "";
    const largest = met.reduce((a, b) => (BigInt(b.number) > BigInt(a.number) ? b : a));
    const who = met.length === 1 ? "One of them is" : `${met.length} of them are`;
    return `${who} reached in more than one way, and the numbers are added: ${this.sum(this.step, largest.arrivals)} = ${largest.number}.`;
  }

  /** @param {Layer} layer */
  #closed(layer) {
    const sum = layer.closing.length > 1 ? `${this.sum(this.step, layer.closing)} = ` : "";
    return `Finished here: ${sum}${layer.finished}.`;
  }

  /** Whether the paths are closed by an edge that is not on the board. */
  #hasRing() {
    return this.layers.some((layer) => layer.edges.some((edge) => !edge.length));
  }

  #total() {
    const { number } = this.answer;
    /** @type {Map<string, bigint>} */
    const blocks = new Map();
    for (const layer of this.layers) blocks.set(layer.part, (blocks.get(layer.part) ?? 0n) + BigInt(layer.finished));
    const factors = [...blocks.values()];
    if (factors.length > 1 && String(factors.reduce((product, factor) => product * factor, 1n)) === number) {
      return `The numbers of the blocks are multiplied: ${factors.join(" \u00d7 ")} = ${number}.`;
    }
    const parts = this.layers.map((layer) => layer.finished).filter((finished) => finished !== "0");
    const total = parts.reduce((sum, part) => sum + BigInt(part), 0n);
    const sum = parts.length > 1 && parts.length <= 12 && String(total) === number ? `${parts.join(" + ")} = ` : "";
    return `The number in all is ${sum}${number}.`;
  }

  #joined() {
    const parts = this.answer.joinings.map((joining) => joining.number);
    const total = parts.reduce((sum, part) => sum + BigInt(part), 0n);
    const sum = parts.length > 1 && parts.length <= 12 ? `${parts.join(" + ")} = ${total}` : String(total);
    const twice = String(total) === this.answer.number ? "" : ` The number in all is ${this.answer.number}: each in both directions.`;
    return `The halves fit together in ${ways(parts.length)}: ${sum}.${twice}`;
  }

  /**
   * The numbers of the states before, as a sum.
   *
   * @param {number} step
   * @param {Arrival[]} arrivals
   */
  sum(step, arrivals) {
    return arrivals.map(([before]) => this.layers[step - 1].states[before].number).join(" + ");
  }

  /** @param {number} cell */
  name(cell) {
    return `(${Math.floor(cell / this.board.columns)}, ${cell % this.board.columns})`;
  }

  /** @param {Element} host an element whose content is replaced by the picture */
  draw(host) {
    drawSweep(host, this);
  }
}

/** @param {number} n */
const states = (n) => (n === 1 ? "1 state" : `${n} states`);
/** @param {number} n */
const ways = (n) => (n === 1 ? "one way" : `${n} ways`);
