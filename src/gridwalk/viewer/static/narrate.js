/** One plain sentence, or two, for every step of a film: what the algorithm did, and why. */

import { BACK, CLOSE, FOUND, OPEN, PRUNE, RELAX } from "./film.js";
import { look } from "./look.js";
import { capital, direction, listed, name } from "./names.js";
import { cost, grouped, moves } from "./numbers.js";

/** @typedef {import("./film.js").Film} Film */
/** @typedef {import("./look.js").Try} Try */

const MAX_REASONS = 50; // characters

/** What the last step did. @param {Film} film @returns {string} */
export function sentence(film) {
  const { last } = film;
  if (last === null) return beginning(film);
  if (film.isOver) return ending(film);
  if (film.step === 1) return first(film, last.cell);
  if (last.kind === FOUND) return `Found: ${film.question === "list" ? `path ${grouped(film.found)}, of ${moves(film.stack.length - 1)}` : "the exit is reached"}.`;
  if (film.algorithm.labels && !film.isWalk && film.stack.length) return traced(film, last.cell);
  if (last.kind === CLOSE) return taken(film, last.cell);
  if (last.kind === OPEN || last.kind === RELAX) return opened(film, last.kind, last.cell, last.value);
  if (last.kind === BACK) return back(film, last.cell, last.value);
  if (last.kind === PRUNE) return refused(film, last.cell, last.value);
  return stepped(film, last.cell, last.value);
}

/** An entry of the stack, queue or heap, such as "(4, 1)  2 + 7 = 9" or "(4, 1)  tried: down". @param {Film} film @param {ReturnType<Film["waiting"]>[number]} entry */
export function entry(film, { cell, label, rest, tried = -1 }) {
  const at = name(film.board, cell);
  if (label !== null) return `${at}  ${rest === undefined ? cost(label) : keyed(film, label, rest)}`;
  return tried < 0 || film.algorithm.keeps === "path" ? at : `${at}  tried: ${way(film, cell, tried)}`;
}

/** @param {Film} film */
function beginning(film) {
  const { board } = film, start = name(board, film.length ? film.events[1] : board.start), cells = open(film);
  if (film.isTour) return `Before the first step. Begin on ${start}, and visit all ${grouped(cells)} ${squares(film)} once${film.question === "closed" ? ", and return" : ""}.`;
  const exits = board.exits.length === 1 ? name(board, board.exits[0]) : `one of ${grouped(board.exits.length)} exits`;
  return `Before the first step. From ${start} to ${film.question === "list" ? "the exit, by every path" : exits}.`;
}

/** @param {Film} film @param {number} cell */
function first(film, cell) {
  const start = name(film.board, cell), { keeps } = film.algorithm;
  if (film.isTour) return `Begin on ${start}.`;
  if (film.question === "list") return `Stand on the start, ${start}.`;
  if (keeps === "stack") return film.by === "dfs-recursive" ? `Call walk for the start, ${start}.` : `Push the start, ${start}.`;
  if (keeps === "queue") return `Put the start, ${start}, in the queue: distance 0.`;
  return `Put the start, ${start}, in the heap: ${film.algorithm.key === "bound" ? "bound" : "cost"} ${film.rest ? keyed(film, 0, film.rest(cell)) : 0}.`;
}

/** A cell taken from the queue or heap. @param {Film} film @param {number} u */
function taken(film, u) {
  const label = film.label(u) ?? 0, at = name(film.board, u), queue = film.algorithm.keeps === "queue";
  const why = queue ? `the first of ${film.algorithm.bothEnds ? "its" : "the"} queue, distance ${cost(label)}` :
    film.rest ? `the least of the heap, ${keyed(film, label, film.rest(u))}` : `the cheapest of the heap, cost ${cost(label)}`;
  const take = `Take ${at}, ${why}.`;
  const found = film.event(film.step)?.kind === FOUND;
  if (found && film.algorithm.bothEnds) return `${take} The other end has been to its neighbour: the two ways join.`;
  if (film.board.exits.includes(u) && found) return `${take} It is the exit.`;
  const next = film.event(film.step), begins = next !== null && film.step < film.length && (next.kind === OPEN || next.kind === RELAX);
  if (begins || film.step === film.length) return take;
  if (film.algorithm.jumps) return `${take} ${next?.kind === FOUND ? "The exit is in sight." : "No run from here leads to a new turning point."}`;
  return film.algorithm.labels && next && next.kind !== CLOSE ? `${take} The exit has its label.` : `${take} No neighbour is new${queue ? "" : " or cheaper"}.`;
}

/** A cell put in the queue or heap, or found again at less cost. @param {Film} film @param {number} kind @param {number} v @param {number} value the cell before it, or its label */
function opened(film, kind, v, value) {
  const label = film.label(v) ?? 0, at = name(film.board, v), known = `${at} `;
  if (film.algorithm.bothEnds && v === value) return `Put ${at} in the queue, too: distance 0.`;
  const price = film.rest ? keyed(film, label, film.rest(v)) : cost(label);
  if (film.algorithm.jumps) {
    const run = film.run(value, v).length - 1;
    return `A run of ${moves(run)} from ${name(film.board, value)} ends at the turning point ${at}, cost ${price}.`;
  }
  const { tries } = look(film), place = tries.findIndex(({ chosen }) => chosen), one = tries[place];
  // What was looked at since the last event, and, at the end of an expansion, what comes after.
  let since = place - 1;
  while (since >= 0 && !["new", "cheaper"].includes(tries[since].reason)) since--;
  const before = reasons(film, tries.slice(since + 1, Math.max(0, place)));
  const after = tries.slice(place + 1), rest = after.length && after.every(({ done }) => done) ? reasons(film, after) : "";
  const from = one && direction(film.moves[one.move]) ? `${capital(direction(film.moves[one.move]))}: ` : "";
  if (kind === RELAX) {
    const old = film.labelBefore[film.step - 1];
    return join(before, `${from}${known}is cheaper this way, ${film.rest ? price : cost(label)} instead of ${film.rest ? keyed(film, old, film.rest(v)) : cost(old)}.`, rest);
  }
  const joined = film.algorithm.labels ? `gets the label ${cost(label)}` : film.algorithm.keeps === "queue" ? `is new, queued at distance ${cost(label)}` : `is new, in the heap at ${price}`;
  return join(before, `${from}${known}${joined}.`, rest);
}

/** Labels traced back from the exit. @param {Film} film @param {number} u */
function traced(film, u) {
  const label = film.labels[u];
  return `Trace back: ${name(film.board, u)} has the label ${cost(label)}, one less.${label === 0 ? " It is the start." : ""}`;
}

/** A step of a walk from *u* to *v*. @param {Film} film @param {number} v @param {number} u */
function stepped(film, v, u) {
  const at = name(film.board, v);
  const deepening = film.by === "idastar";
  if (u === v) return `Begin again at ${at}${deepening ? ", with the least sum that was refused as the limit" : ""}.`;
  if (film.algorithm.keeps === "path") return `Follow the tour to ${at}, ${film.isTour ? squares(film, 1) : "cell"} ${grouped(film.stack.length)} of ${grouped(open(film))}.`;
  const { tries } = look(film), one = tries.find(({ chosen }) => chosen);
  if (one?.degree !== undefined) return ruled(film, tries, one, u);
  const passed = reasons(film, tries.filter((each) => !each.chosen));
  const step = one && direction(film.moves[one.move]) ? `${capital(direction(film.moves[one.move]))}: ${at}` : at;
  const how = film.isTour ? `is free. Step there, ${squares(film, 1)} ${grouped(film.stack.length)} of ${grouped(open(film))}.` :
    film.question === "list" ? "is not on the path. Step there." : deepening ? "is within the limit. Step there." : film.by === "dfs-recursive" ? "is new. Call walk for it." : "is new. Push it.";
  return step === at && !passed ? `From ${name(film.board, u)}, ${at} ${how}` : join(`From ${name(film.board, u)}.`, passed, `${step} ${how}`);
}

/** A step by Warnsdorff's rule. @param {Film} film @param {Try[]} tries @param {Try} one @param {number} u */
function ruled(film, tries, one, u) {
  const others = tries.filter((each) => !each.chosen && each.degree !== undefined);
  const at = name(film.board, one.cell), { degree = 0 } = one;
  const least = others.every((each) => degree <= (each.degree ?? 0));
  const from = `From ${name(film.board, u)} to ${at}`;
  if (!others.length) return `${from}, the only free ${squares(film, 1)}.`;
  const equal = others.some((each) => each.degree === degree);
  const rest = listed(others.map((each) => `${name(film.board, each.cell)} ${each.degree}`));
  return `${from}: ${grouped(degree)} ${degree === 1 ? "move" : "moves"} on, ${least ? "the fewest" : "the next to be tried"}${equal && least ? ", first of equals" : ""}. Others: ${rest}.`;
}

/** @param {Film} film @param {number} u @param {number} to */
function back(film, u, to) {
  const at = name(film.board, u), ended = film.event(film.step - 2)?.kind === FOUND;
  if (!film.stack.length) return `Nothing is left to try from ${at}.`;
  if (ended) return `The path ends at ${at}. Step back to ${name(film.board, to)} for others.`;
  const stuck = film.isTour ? `No way on from ${at} to a tour` : film.question === "list" ? `No move is left from ${at}` : film.by === "idastar" ? `No move within the limit is left from ${at}` : `Dead end: no new neighbour of ${at}`;
  return `${stuck}. ${film.by === "dfs-recursive" ? "Return" : "Step back"} to ${name(film.board, to)}.`;
}

/** @param {Film} film @param {number} v @param {number} u */
function refused(film, v, u) {
  if (u === v) return `From ${name(film.board, u)} ${film.isTour ? "no tour" : "no exit"} can be reached any more: turn back.`;
  const passed = reasons(film, look(film).tries.filter((each) => !each.chosen));
  const why = film.isTour ? "no tour goes there" : film.by === "idastar" ? "cost and bound are above the limit" : "no exit could be reached from it";
  return join(`From ${name(film.board, u)}.`, passed, `${name(film.board, v)} is refused: ${why}.`);
}

/** @param {Film} film */
function ending(film) {
  const { path, expanded } = film, cells = grouped(open(film)), { title: name } = film.algorithm, title = capital(name.split(",")[0]);
  if (film.truncated) return `Too long to replay: only the first ${grouped(film.length)} steps are shown.`;
  if (film.question === "list") return `All paths are listed: ${grouped(film.found)}.`;
  if (film.isTour) {
    if (!path) return "Every way was tried: there is no tour.";
    return `All ${cells} ${squares(film)} are visited, ${film.backtracks ? `with ${grouped(film.backtracks)} ${film.backtracks === 1 ? "step" : "steps"} back` : "without a step back"}.`;
  }
  if (film.isWalk) {
    if (!path) return `The stack is empty: ${grouped(expanded)} of ${cells} cells were entered, and there is no path.`;
    const claim = film.by === "idastar" ? `No path costs less than ${cost(path.cost)}.` : "There may be a shorter one.";
    return `${title} found a path of ${moves(path.length)} after ${grouped(expanded)} steps. ${claim}`;
  }
  const seen = `${title} expanded ${grouped(expanded)} of ${cells} cells`;
  if (!path) return `The ${film.algorithm.keeps} is empty. ${seen}; there is no path.`;
  if (film.algorithm.keeps === "queue") return `${seen}; no path has fewer moves than ${grouped(path.length)}.`;
  if (film.by === "greedy" || film.by === "weighted-astar") return `${seen}, and found a path of cost ${cost(path.cost)}. There may be a cheaper one.`;
  return `${seen}; no path costs less than ${cost(path.cost)}.`;
}

/** Why moves were not taken: "Up: outside. Right and down: wall."; of many only the reasons. @param {Film} film @param {Try[]} tries */
function reasons(film, tries) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  let count = 0;
  for (const each of tries) {
    const word = WORDS[each.reason];
    const known = direction(film.moves[each.move]) || (each.cell < 0 ? "" : name(film.board, each.cell));
    if (!word || !known) continue;
    groups.set(word, [...(groups.get(word) ?? []), known]);
    count++;
  }
  const words = [...groups].map(([word, names]) => `${capital(listed(names))}: ${word}.`).join(" ");
  if (words.length <= MAX_REASONS) return words;
  return `${grouped(count)} other moves: ${listed([...groups.keys()]).replace(/ and /, " or ")}.`;
}

/** @type {Partial<Record<import("./look.js").Reason, string>>} what is said of a move that is not taken */
const WORDS = {
  outside: "outside", wall: "wall", blocked: "blocked", seen: "seen before", "on path": "on the path", tried: "tried before",
  skipped: "tried or refused", "not cheaper": "not cheaper", pruned: "refused",
};

/** @param {number} g @param {number} h */
function sum(g, h) {
  return `${cost(g)} + ${cost(h)} = ${cost(g + h)}`;
}

/** The key of a heap: cost, bound and their sum, or the bound alone. @param {Film} film @param {number} g @param {number} h */
function keyed(film, g, h) {
  return film.algorithm.key === "bound" ? cost(h) : sum(g, h);
}

/** @param {Film} film @param {number} u @param {number} v the direction from a cell to the next, or the name of that one */
function way(film, u, v) {
  const m = film.moves.findIndex((_, i) => film.mayMove(u, i) && film.neighbour(u, i) === v);
  return (m >= 0 && direction(film.moves[m])) || name(film.board, v);
}

/** @param {Film} film @param {number} [count] */
function squares(film, count = 2) {
  const word = film.board.cells.length && name(film.board, 0)[0] === "(" ? "cell" : "square";
  return count === 1 ? word : `${word}s`;
}

/** The number of open cells. @param {Film} film */
function open(film) {
  return film.board.cells.reduce((count, cell) => count + (cell ? 1 : 0), 0);
}

/** @param {...string} parts */
function join(...parts) {
  return parts.filter(Boolean).join(" ");
}
