/**
 * A sweep, step by step: what was decided, the frontier, and the states with their numbers.
 *
 * The answer has the layers of the engine (`gridwalk.allpaths.film`).  Step 0 is the layer before anything
 * is decided.
 */

import { capital, name } from "./names.js";
import { join, local, say } from "./say.js";
import { Plan } from "./shapes.js";

export class SweepFilm {
  /** @type {SweepFrame | null} the one asked for last */
  #last = null;

  /** @param {Board} board @param {Sweep} answer */
  constructor(board, answer) {
    this.board = board;
    this.answer = answer;
    this.layers = answer.layers;
    this.plan = new Plan(board);
    /** The number of steps after step 0. */
    this.length = Math.max(0, this.layers.length - 1);
  }

  /** What is shown at a step. @param {number} step */
  at(step) {
    const to = Math.min(Math.max(Math.trunc(step), 0), this.length);
    if (this.#last?.step !== to) this.#last = new SweepFrame(this, to);
    return this.#last;
  }

  /** One of the partial paths of a state: the edges that it uses. @param {number} step @param {number} state @returns {number[][]} */
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
    while (step > 0 && !this.begins(step)) step--;
    return step;
  }

  /** Whether nothing is decided yet of a part of the board. @param {number} step */
  begins(step) {
    return this.layers[step].cell < 0 && !this.layers[step].edges.length;
  }

  /** The numbers of the states before, as a sum. @param {number} step @param {Arrival[]} arrivals */
  sum(step, arrivals) {
    return arrivals.map(([before]) => this.layers[step - 1].states[before].number).join(" + ");
  }

  /** Whether the paths are closed by an edge that is not on the board. */
  hasRing() {
    return this.layers.some((layer) => layer.edges.some((edge) => !edge.length));
  }
}

/** One step of a sweep, with the layer after it.  Nothing in it changes. */
export class SweepFrame {
  /** @param {SweepFilm} film @param {number} step */
  constructor(film, step) {
    this.film = film;
    this.step = step;
    /** @type {SweepLayer | null} */
    this.layer = film.layers[step] ?? null;
  }

  /** What happens at this step, in words. */
  get sentence() {
    const { layer, step, film } = this;
    if (!layer) return say("sweep.nothing", { number: film.answer.number });
    const part = layer.part ? say("sweep.part", { part: capital(local(layer.part)) }) : "";
    if (film.begins(step))
      return join(`${part}${say("sweep.begin")}`, film.hasRing() ? say("sweep.ring") : "");
    const before = film.layers[step - 1].states.length,
      now = layer.states.length,
      what = this.#decided(layer);
    const words = [
      `${part}${say(now ? "sweep.step" : "sweep.last", { what, n: before, now })}`,
      this.#met(layer),
    ];
    if (layer.finished !== "0") words.push(this.#closed(layer));
    if (step === film.length) words.push(this.#total());
    return join(...words);
  }

  /** @param {SweepLayer} layer */
  #decided(layer) {
    if (layer.cell >= 0) return say("sweep.cell", { at: name(this.film.board, layer.cell) });
    return say("sweep.ends");
  }

  /** @param {SweepLayer} layer the states that are reached in more than one way */
  #met(layer) {
    const met = layer.states.filter((state) => state.arrivals.length > 1);
    if (!met.length) return "";
    const largest = met.reduce((a, b) => (BigInt(b.number) > BigInt(a.number) ? b : a));
    return say(met.length === 1 ? "sweep.met.one" : "sweep.met", {
      n: met.length,
      sum: `${this.film.sum(this.step, largest.arrivals)} = ${largest.number}`,
    });
  }

  /** @param {SweepLayer} layer */
  #closed(layer) {
    const sum = layer.closing.length > 1 ? `${this.film.sum(this.step, layer.closing)} = ` : "";
    return say("sweep.finished", { sum: `${sum}${layer.finished}` });
  }

  #total() {
    const { layers, answer } = this.film,
      { number } = answer;
    /** @type {Map<string, bigint>} */
    const blocks = new Map();
    for (const layer of layers)
      blocks.set(layer.part, (blocks.get(layer.part) ?? 0n) + BigInt(layer.finished));
    const factors = [...blocks.values()];
    if (factors.length > 1 && String(factors.reduce((product, factor) => product * factor, 1n)) === number) {
      return say("sweep.blocks", { product: `${factors.join(" \u00d7 ")} = ${number}` });
    }
    const parts = layers.map((layer) => layer.finished).filter((finished) => finished !== "0");
    const total = parts.reduce((sum, part) => sum + BigInt(part), 0n);
    const sum =
      parts.length > 1 && parts.length <= 12 && String(total) === number ? `${parts.join(" + ")} = ` : "";
    return say("sweep.total", { sum: `${sum}${number}` });
  }
}
