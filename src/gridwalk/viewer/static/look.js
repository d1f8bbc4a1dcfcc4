/**
 * What the algorithm looked at in the last event: every move from the cell it stood on, each with the reason why
 * it was taken or left.  The log holds only what was done; the rest follows from the legal moves and the film.
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

/** @param {Film} film @returns {Look} */
export function look(film) {
  const { last } = film;
  if (last === null || !film.legal || film.step === 1) return NOTHING;
  if (film.algorithm.bothEnds && last.kind === OPEN && last.cell === last.value) return NOTHING;
  if (last.kind === CLOSE || last.kind === OPEN || last.kind === RELAX) {
    return film.algorithm.jumps ? jumps(film) : expansion(film);
  }
  if (film.algorithm.keeps !== "stack" || last.kind === FOUND) return NOTHING;
  if (last.kind === STEP)
    return last.cell === last.value ? NOTHING : step(film, last.value, last.cell);
  if (last.kind === PRUNE && last.cell !== last.value) return pruned(film, last.value, last.cell);
  return last.kind === BACK ? back(film, last.cell) : NOTHING;
}

/** The expansion that is going on: its first event, and how many there are. @param {Film} film */
function group(film) {
  let first = film.step - 1;
  while (first > 0 && film.event(first)?.kind !== CLOSE) first--;
  let end = first + 1;
  for (; end < film.length; end++) {
    const kind = film.event(end)?.kind;
    if (kind !== OPEN && kind !== RELAX) break;
  }
  return { first, end };
}

/** @param {Film} film @returns {Look} */
function expansion(film) {
  const { first, end } = group(film),
    from = film.events[3 * first + 1];
  const isLast = end === film.length || film.event(end)?.kind === FOUND;
  if (isLast && film.board.exits.includes(from) && end === first + 1)
    return { from, tries: [], runs: [] };
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
    return heap && film.status[v] === FRONTIER ? "not cheaper" : "seen";
  });
  // All up to the move of the last event have been looked at; once all events are done, all moves.
  const now = film.last,
    at = now?.kind === CLOSE ? -1 : tries.findIndex(({ cell }) => cell === now?.cell);
  tries.forEach((one, i) => {
    one.chosen = i === at;
    one.done = i <= at || (film.step === end && end > first + 1);
  });
  return { from, tries, runs: [] };
}

/** @param {Film} film @returns {Look} */
function jumps(film) {
  const { first, end } = group(film),
    from = film.events[3 * first + 1],
    runs = [];
  for (let i = first + 1; i < Math.min(end, film.step); i++)
    runs.push(film.run(from, film.events[3 * i + 1]));
  return { from, tries: [], runs };
}

/** A step of a walk from *u* to *v*: the moves that come before it, or for a rule all of them. @param {Film} film @param {number} u @param {number} v @returns {Look} */
function step(film, u, v) {
  const compares = film.by === "warnsdorff";
  const again = film.isTour || film.isList || film.by === "idastar";
  let chosen = -1;
  const tries = moved(film, u, (w, m) => {
    if (w === v && chosen < 0) {
      chosen = m;
      return "new";
    }
    if (film.status[w] === ON_PATH) return w === v ? "tried" : "on path";
    if (compares) return "free";
    if (!again) return film.status[w] === UNSEEN ? "free" : "seen";
    return chosen >= 0 ? "free" : film.isTour ? "skipped" : "tried"; // a path that steps back leaves no trace
  });
  // As it was before the step: the cell entered was free.
  const isFree = (/** @type {number} */ w) => w === v || film.isFree(w);
  const taken = tries.find(({ move }) => move === chosen);
  for (const one of tries) {
    one.chosen = one === taken;
    one.done = compares || one.move <= chosen;
    if (compares && (one.reason === "free" || one.chosen))
      one.degree = film.degree(one.cell, isFree) ?? 0;
  }
  return { from: u, tries: compares ? tries : tries.filter(({ done }) => done), runs: [] };
}

/** A move that the search refuses. @param {Film} film @param {number} u @param {number} v @returns {Look} */
function pruned(film, u, v) {
  const found = step(film, u, v);
  for (const one of found.tries) if (one.chosen) one.reason = "pruned";
  return found;
}

/** A step back from *u*: no move is left. @param {Film} film @param {number} u @returns {Look} */
function back(film, u) {
  const again = film.isTour || film.isList || film.by === "idastar";
  const ended = film.event(film.step - 2)?.kind === FOUND; // a path ends here: nothing more is tried
  if (ended) return { from: u, tries: [], runs: [] };
  const tries = moved(film, u, (w) => {
    if (film.status[w] === ON_PATH) return "on path";
    return again
      ? film.isTour
        ? "skipped"
        : "tried"
      : film.status[w] === BACKTRACKED
        ? "seen"
        : "free";
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
          other.move !== move &&
          same(move, other.move) &&
          (film.mayMove(u, other.move) || other.move < move),
      ),
  );
}
