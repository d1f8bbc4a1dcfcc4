/** One plain sentence, or two, for every step of a film: what the algorithm did, and why. */

import { openCells } from "./board.js";
import { BACK, CLOSE, FOUND, OPEN, PRUNE, RELAX } from "./film.js";
import { look } from "./look.js";
import { brief, capital, direction, isChess, listed, name } from "./names.js";
import { cost, grouped, moves } from "./numbers.js";
import { QUESTIONS } from "./questions.js";
import { join, say } from "./say.js";

const MAX_REASONS = 50; // characters
/** Reasons that are told of a move that is not taken. @type {Set<Reason>} */
const TOLD = new Set([
  "outside",
  "wall",
  "blocked",
  "seen",
  "on path",
  "tried",
  "skipped",
  "not cheaper",
  "pruned",
]);

/** What the last step did. @param {Frame} frame @returns {string} */
export function sentence(frame) {
  const { last, film, stack } = frame;
  if (last === null) return beginning(film);
  if (frame.isOver) return ending(frame);
  if (frame.step === 1) return first(film, last.cell);
  if (last.kind === FOUND)
    return film.isList
      ? say("found.path", { n: grouped(frame.number(FOUND)), moves: moves(stack.length - 1) })
      : say("found.exit");
  if (film.algorithm.labels && !film.isWalk && stack.length) return traced(frame, last.cell);
  if (last.kind === CLOSE) return taken(frame, last.cell);
  if (last.kind === OPEN || last.kind === RELAX) return opened(frame, last.kind, last.cell, last.value);
  if (last.kind === BACK) return back(frame, last.cell, last.value);
  if (last.kind === PRUNE) return refused(frame, last.cell, last.value);
  return stepped(frame, last.cell, last.value);
}

/** An entry of the stack, queue or heap, such as "(4, 1)  2 + 7 = 9" or "(4, 1)  tried: down". @param {Film} film @param {Waiting} entry */
export function entry(film, { cell, label, rest, tried = -1 }) {
  const at = name(film.board, cell);
  if (label !== null) return `${at}  ${rest === undefined ? cost(label) : keyed(film, label, rest)}`;
  return tried < 0 || film.algorithm.keeps === "path"
    ? at
    : say("entry.tried", { at, way: way(film, cell, tried) });
}

/** @param {Film} film */
function beginning(film) {
  const { board, question } = film,
    isClosed = QUESTIONS[question].of === "closed",
    start = name(board, film.length ? film.events[1] : board.start);
  if (film.isTour)
    return say(isClosed ? "begin.closed" : "begin.tour", {
      start,
      n: open(film),
      ...squares(film),
    });
  if (film.isList) return say("begin.list", { start });
  const exit =
    board.exits.length === 1
      ? name(board, board.exits[0])
      : say("begin.exits", { n: grouped(board.exits.length) });
  return say("begin.path", { start, exit });
}

/** @param {Film} film @param {number} cell */
function first(film, cell) {
  const start = name(film.board, cell),
    { keeps, key } = film.algorithm;
  if (film.isTour) return say("first.tour", { start });
  if (film.isList) return say("first.list", { start });
  if (keeps === "stack") return say(film.by === "dfs-recursive" ? "first.call" : "first.stack", { start });
  if (keeps === "queue") return say("first.queue", { start });
  return say(key === "bound" ? "first.bound" : "first.heap", {
    start,
    key: film.rest ? keyed(film, 0, film.rest(cell)) : 0,
  });
}

/** A cell taken from the queue or heap. @param {Frame} frame @param {number} u */
function taken(frame, u) {
  const { film, next } = frame,
    label = frame.label(u) ?? 0,
    at = name(film.board, u),
    queue = film.algorithm.keeps === "queue";
  const take = queue
    ? say(film.algorithm.bothEnds ? "take.own" : "take.queue", { at, label: cost(label) })
    : film.rest
      ? say("take.least", { at, key: keyed(film, label, film.rest(u)) })
      : say("take.cheapest", { at, label: cost(label) });
  const found = next?.kind === FOUND;
  if (found && film.algorithm.bothEnds) return join(take, say("take.joined"));
  if (film.board.exits.includes(u) && found) return join(take, say("take.exit"));
  if (!next || next.kind === OPEN || next.kind === RELAX) return take;
  if (film.algorithm.jumps) return join(take, say(found ? "take.sight" : "take.nojump"));
  const isLabelled = film.algorithm.labels && next.kind !== CLOSE;
  return join(take, say(isLabelled ? "take.labelled" : queue ? "take.nonew" : "take.nocheaper"));
}

/** A cell put in the queue or heap, or found again at less cost. @param {Frame} frame @param {number} kind @param {number} v @param {number} value the cell before it, or its label */
function opened(frame, kind, v, value) {
  const { film } = frame,
    label = frame.label(v) ?? 0,
    cell = name(film.board, v);
  if (film.algorithm.bothEnds && v === value) return say("open.too", { at: cell });
  const key = film.rest ? keyed(film, label, film.rest(v)) : cost(label);
  if (film.algorithm.jumps)
    return say("open.run", {
      moves: moves(film.run(value, v).length - 1),
      from: name(film.board, value),
      at: cell,
      key,
    });
  const { tries } = look(frame),
    place = tries.findIndex(({ chosen }) => chosen),
    one = tries[place];
  // What was looked at since the last event, and, at the end of an expansion, what comes after.
  let since = place - 1;
  while (since >= 0 && !["new", "cheaper"].includes(tries[since].reason)) since--;
  const before = reasons(film, tries.slice(since + 1, Math.max(0, place)));
  const after = tries.slice(place + 1),
    rest = after.length && after.every(({ done }) => done) ? reasons(film, after) : "";
  const at = one ? directed(film, one, cell) : cell;
  if (kind === RELAX) {
    const old = frame.oldLabel;
    return join(
      before,
      say("open.cheaper", { at, key, old: film.rest ? keyed(film, old, film.rest(v)) : cost(old) }),
      rest,
    );
  }
  const how = film.algorithm.labels
    ? "open.label"
    : film.algorithm.keeps === "queue"
      ? "open.queue"
      : "open.heap";
  return join(before, say(how, { at, key }), rest);
}

/** A cell with the direction in which it lies: "Down: (1, 0)"; where that has no name the cell alone. @param {Film} film @param {Try} one @param {string} cell */
function directed(film, one, cell) {
  const way = direction(film.board, film.moves[one.move]);
  return way ? say("way.to", { way: capital(way), cell }) : cell;
}

/** Labels traced back from the exit. @param {Frame} frame @param {number} u */
function traced(frame, u) {
  const label = frame.label(u) ?? 0;
  return join(
    say("trace", { at: name(frame.film.board, u), label: cost(label) }),
    label === 0 ? say("trace.start") : "",
  );
}

/** A step of a walk from *u* to *v*. @param {Frame} frame @param {number} v @param {number} u */
function stepped(frame, v, u) {
  const { film, stack } = frame,
    cell = name(film.board, v),
    deepening = film.by === "idastar";
  const counts = { n: grouped(stack.length), all: open(film), ...squares(film) };
  if (u === v) return say(deepening ? "step.deeper" : "step.again", { at: cell });
  if (film.algorithm.keeps === "path") return say("step.follow", { at: cell, ...counts });
  const { tries } = look(frame),
    one = tries.find(({ chosen }) => chosen);
  if (one?.degree !== undefined) return ruled(film, tries, one, u);
  const passed = reasons(
      film,
      tries.filter((each) => !each.chosen),
    ),
    at = one ? directed(film, one, cell) : cell;
  const how = film.isTour
    ? "step.tour"
    : film.isList
      ? "step.list"
      : deepening
        ? "step.limit"
        : film.by === "dfs-recursive"
          ? "step.call"
          : "step.stack";
  const step = say(how, { at, ...counts }),
    from = name(film.board, u);
  return at === cell && !passed
    ? say("step.from", { from, step })
    : join(say("from", { from }), passed, step);
}

/** A step by Warnsdorff's rule. @param {Film} film @param {Try[]} tries @param {Try} one @param {number} u */
function ruled(film, tries, one, u) {
  const others = tries.filter((each) => !each.chosen && each.degree !== undefined);
  const ends = { from: name(film.board, u), at: name(film.board, one.cell) },
    { degree = 0 } = one;
  if (!others.length) return say("rule.only", { ...ends, ...squares(film) });
  const least = others.every((each) => degree <= (each.degree ?? 0)),
    equal = others.some((each) => each.degree === degree);
  const rest = listed(others.map((each) => `${name(film.board, each.cell)} ${each.degree}`));
  return say(!least ? "rule.next" : equal ? "rule.equal" : "rule.fewest", {
    ...ends,
    n: grouped(degree),
    rest,
  });
}

/** @param {Frame} frame @param {number} u @param {number} to */
function back({ film, stack, hasFound }, u, to) {
  const cells = { at: name(film.board, u), to: stack.length ? name(film.board, to) : "" };
  if (!stack.length) return say("back.nothing", cells);
  if (hasFound) return say("back.ended", cells);
  const stuck = film.isTour
    ? "back.tour"
    : film.isList
      ? "back.list"
      : film.by === "idastar"
        ? "back.limit"
        : "back.dead";
  return join(say(stuck, cells), say(film.by === "dfs-recursive" ? "back.return" : "back", cells));
}

/** @param {Frame} frame @param {number} v @param {number} u */
function refused(frame, v, u) {
  const { film } = frame,
    from = name(film.board, u);
  if (u === v) return say(film.isTour ? "refuse.turn.tour" : "refuse.turn", { from });
  const passed = reasons(
    film,
    look(frame).tries.filter((each) => !each.chosen),
  );
  const why = film.isTour ? "refuse.tour" : film.by === "idastar" ? "refuse.limit" : "refuse.exit";
  return join(say("from", { from }), passed, say(why, { at: name(film.board, v) }));
}

/** @param {Frame} frame */
function ending(frame) {
  const { film } = frame,
    { path, algorithm } = film,
    title = brief(algorithm.title),
    { keeps } = algorithm,
    backs = frame.number(BACK);
  const n = grouped(frame.expanded),
    all = open(film),
    facts = { n, all, title: capital(title) };
  if (film.truncated) return say("film.cut", { n: grouped(film.length) });
  if (film.isList) return say("end.list", { n: grouped(frame.number(FOUND)) });
  if (film.isTour)
    return path
      ? say(backs ? "end.tour.backs" : "end.tour", { all, backs: grouped(backs), ...squares(film) })
      : say("end.tour.none");
  if (film.isWalk) {
    if (!path) return say("end.walk.none", facts);
    const claim =
      film.by === "idastar" ? say("end.cheapest", { cost: cost(path.cost) }) : say("end.walk.shorter");
    return join(say("end.walk", { ...facts, moves: moves(path.length) }), claim);
  }
  const seen = say("end.seen", facts);
  if (!path) return say(keeps === "queue" ? "end.queue.none" : "end.heap.none", { seen });
  if (keeps === "queue") return say("end.queue", { seen, n: grouped(path.length) });
  return say(film.by === "greedy" || film.by === "weighted-astar" ? "end.found" : "end.heap", {
    seen,
    cost: cost(path.cost),
  });
}

/** Why moves were not taken: "Up: outside. Right and down: wall."; of many only the reasons. @param {Film} film @param {Try[]} tries */
function reasons(film, tries) {
  /** @type {Map<string, string[]>} */
  const groups = new Map();
  let count = 0;
  for (const each of tries) {
    const known =
      direction(film.board, film.moves[each.move]) || (each.cell < 0 ? "" : name(film.board, each.cell));
    if (!TOLD.has(each.reason) || !known) continue;
    const why = say(`why.${each.reason}`);
    groups.set(why, [...(groups.get(why) ?? []), known]);
    count++;
  }
  const words = join(...[...groups].map(([why, names]) => say("why", { ways: capital(listed(names)), why })));
  return words.length <= MAX_REASONS
    ? words
    : say("why.many", { n: grouped(count), why: listed([...groups.keys()], "or") });
}

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
  return (m >= 0 && direction(film.board, film.moves[m])) || name(film.board, v);
}

/** Whether the cells are squares of a chessboard, as words that differ have it. @param {Film} film */
function squares({ board }) {
  return { chess: isChess(board) ? 1 : 2 };
}

/** The number of open cells. @param {Film} film */
function open(film) {
  return grouped(openCells(film.board));
}
