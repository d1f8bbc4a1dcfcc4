/**
 * The moves that the algorithm looked at in the last event: every move from its cell, each with the reason why it
 * was taken or left.  The log holds only the moves taken; the others follow from the legal moves and the film.
 */

import {
  BACK,
  BACKTRACKED,
  CLOSE,
  FOUND,
  FRONTIER,
  ON_PATH,
  OPEN,
  PRUNE,
  RELAX,
  STEP,
  UNSEEN,
} from "./film.js";

/** @type {Look} */
const NOTHING = { from: -1, tries: [], runs: [] };

/** @param {Frame} frame @returns {Look} */
export function look(frame) {
  const { last, film } = frame;
  if (last === null || !film.legal || frame.step === 1) return NOTHING;
  if (film.algorithm.bothEnds && last.kind === OPEN && last.cell === last.value) return NOTHING;
  if (last.kind === CLOSE || last.kind === OPEN || last.kind === RELAX) {
    return film.algorithm.jumps ? jumps(frame) : expansion(frame);
  }
  if (film.algorithm.keeps !== "stack" || last.kind === FOUND) return NOTHING;
  if (last.kind === STEP) return last.cell === last.value ? NOTHING : step(frame, last.value, last.cell);
  if (last.kind === PRUNE && last.cell !== last.value) return pruned(frame, last.value, last.cell);
  return last.kind === BACK ? back(frame, last.cell) : NOTHING;
}

/** The expansion that is going on: its first event, and how many there are. @param {Frame} frame */
function group({ film, step }) {
  let first = step - 1;
  while (first > 0 && film.event(first)?.kind !== CLOSE) first--;
  let end = first + 1;
  for (; end < film.length; end++) {
    const kind = film.event(end)?.kind;
    if (kind !== OPEN && kind !== RELAX) break;
  }
  return { first, end };
}

/** @param {Frame} frame @returns {Look} */
function expansion(frame) {
  const { film, last } = frame,
    { first, end } = group(frame),
    from = film.events[3 * first + 1];
  const isLast = end === film.length || film.event(end)?.kind === FOUND;
  if (isLast && film.board.exits.includes(from) && end === first + 1) return { from, tries: [], runs: [] };
  /** @type {Map<number, number[]>} the events of each cell that is opened, or has a cheaper way now */
  const events = new Map();
  for (let i = first + 1; i < end; i++) {
    const v = film.events[3 * i + 1];
    events.set(v, [...(events.get(v) ?? []), i]);
  }
  const heap = film.algorithm.keeps === "heap";
  const tries = moved(film, from, (v) => {
    const i = events.get(v)?.shift(); // two moves may lead to one cell, over a seam
    if (i !== undefined) return film.events[3 * i] === OPEN ? "new" : "cheaper";
    return heap && frame.status[v] === FRONTIER ? "not cheaper" : "seen";
  });
  // All up to the move of the last event have been looked at; once all events are done, all moves.
  const at = last?.kind === CLOSE ? -1 : tries.findIndex(({ cell }) => cell === last?.cell);
  tries.forEach((one, i) => {
    one.chosen = i === at;
    one.done = i <= at || (frame.step === end && end > first + 1);
  });
  return { from, tries, runs: [] };
}

/** @param {Frame} frame @returns {Look} */
function jumps(frame) {
  const { film, step } = frame,
    { first, end } = group(frame),
    from = film.events[3 * first + 1],
    runs = [];
  for (let i = first + 1; i < Math.min(end, step); i++) runs.push(film.run(from, film.events[3 * i + 1]));
  return { from, tries: [], runs };
}

/** A step of a walk from *u* to *v*: the moves that come before it, or for a rule all of them. @param {Frame} frame @param {number} u @param {number} v @returns {Look} */
function step(frame, u, v) {
  const { film, status } = frame,
    compares = film.by === "warnsdorff";
  const again = film.enters || film.by === "idastar";
  let chosen = -1;
  const tries = moved(film, u, (w, m) => {
    if (w === v && chosen < 0) {
      chosen = m;
      return "new";
    }
    if (status[w] === ON_PATH) return w === v ? "tried" : "on path";
    if (compares) return "free";
    if (!again) return status[w] === UNSEEN ? "free" : "seen";
    return chosen >= 0 ? "free" : film.isTour ? "skipped" : "tried"; // a path that steps back leaves no trace
  });
  // As it was before the step: the cell entered was free.
  const isFree = (/** @type {number} */ w) => w === v || frame.isFree(w);
  const taken = tries.find(({ move }) => move === chosen);
  for (const one of tries) {
    one.chosen = one === taken;
    one.done = compares || one.move <= chosen;
    if (compares && (one.reason === "free" || one.chosen)) one.degree = frame.degree(one.cell, isFree) ?? 0;
  }
  return { from: u, tries: compares ? tries : tries.filter(({ done }) => done), runs: [] };
}

/** A move that the search refuses. @param {Frame} frame @param {number} u @param {number} v @returns {Look} */
function pruned(frame, u, v) {
  const found = step(frame, u, v);
  for (const one of found.tries) if (one.chosen) one.reason = "pruned";
  return found;
}

/** A step back from *u*: no move is left. @param {Frame} frame @param {number} u @returns {Look} */
function back({ film, status, hasFound }, u) {
  const again = film.enters || film.by === "idastar";
  if (hasFound) return { from: u, tries: [], runs: [] }; // a path ends here: nothing more is tried
  const tries = moved(film, u, (w) => {
    if (status[w] === ON_PATH) return "on path";
    return again ? (film.isTour ? "skipped" : "tried") : status[w] === BACKTRACKED ? "seen" : "free";
  });
  for (const one of tries) one.done = true;
  return { from: u, tries, runs: [] };
}

/** Every move from *u*. @param {Film} film @param {number} u @param {(v: number, m: number) => Reason} reason of a legal one @returns {Try[]} */
function moved(film, u, reason) {
  const tries = film.moves.map((_, move) => {
    const cell = film.neighbour(u, move),
      legal = film.mayMove(u, move);
    const why = legal
      ? reason(cell, move)
      : cell < 0
        ? "outside"
        : film.board.cells[cell]
          ? "blocked"
          : "wall";
    return { move, cell, reason: why, chosen: false, done: false };
  });
  if (!film.board.wrap) return tries;
  // A move over a seam has a number of its own: where the one may be made, the other may not.
  const same = (/** @type {number} */ one, /** @type {number} */ other) =>
    String(film.moves[one]) === String(film.moves[other]);
  return tries.filter(
    ({ move }) =>
      film.mayMove(u, move) ||
      !tries.some(
        (other) =>
          other.move !== move && same(move, other.move) && (film.mayMove(u, other.move) || other.move < move),
      ),
  );
}
