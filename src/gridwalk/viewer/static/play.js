/** Walk yourself: a person goes from cell to cell, with the legal moves of the board, and may take steps back. */

import { leaps, openCells } from "./board.js";
import { name } from "./names.js";
import { grouped, moves } from "./numbers.js";
import { say } from "./say.js";
import { beyond } from "./shapes.js";

/** The cells that may be entered next: none from an exit, where a path ends, unless it is a tour. @param {Board} board @param {Answer} answer @param {number[]} [walked] @returns {number[]} */
export function onward(board, answer, walked = []) {
  const here = walked.at(-1) ?? board.start,
    legal = answer.legal?.[here] ?? 0;
  if (!leaps(board) && board.exits.includes(here)) return [];
  const seen = new Set(walked),
    next = new Set(
      (answer.moves ?? []).map((/** @type {number[]} */ move, /** @type {number} */ m) =>
        (legal >>> m) & 1 ? beyond(board, here, move) : -1,
      ),
    );
  return [...next].filter((v) => v >= 0 && !seen.has(v));
}

/** The walk after a cell was clicked; null: it leads there not. @param {State} state @param {Answer} answer @param {number} v @returns {number[] | null} */
export function stepped(state, answer, v) {
  const walked = walkOf(state),
    at = walked.indexOf(v);
  if (at >= 0) return walked.slice(0, at + 1); // back to a cell that was walked
  return onward(state.board, answer, walked).includes(v) ? [...walked, v] : null;
}

/** @param {State} state */
export function walkOf(state) {
  return state.walked.length ? state.walked : [state.board.start];
}

/** What to say of the walk. @param {State} state @param {Answer} answer */
export function standing(state, answer) {
  const { board } = state,
    walked = walkOf(state),
    here = walked[walked.length - 1];
  const open = openCells(board) - board.avoiding.length;
  const next = onward(state.board, answer, walked).length;
  const missed = board.through.filter((v) => !walked.includes(v)).length;
  const facts = {
    n: grouped(walked.length),
    all: grouped(open),
    next: grouped(next),
    missed: grouped(missed),
    moves: moves(walked.length - 1),
  };
  if (leaps(board)) {
    if (walked.length === open) return say("walk.tour", facts);
    return say(next ? "walk.squares" : walked.length === 1 ? "walk.stuck.start" : "walk.stuck", facts);
  }
  if (board.exits.includes(here)) return say(missed ? "walk.missed" : "walk.exit", facts);
  return say(next ? "walk.moves" : walked.length > 1 ? "walk.dead" : "walk.dead.start", facts);
}

/** What the walk is to do. @param {Board} board */
export function goal(board) {
  const moves = say(board.moves.endsWith("knight") ? "moves.knights" : "moves.these");
  if (leaps(board)) return say("goal.play.tour", { moves });
  return say(board.through.length ? "goal.play.through" : "goal.play");
}

/** Why a cell that was clicked is no next step. @param {State} state @param {number} v */
export function obstacle(state, v) {
  const { board } = state,
    here = walkOf(state).at(-1) ?? -1,
    cells = { at: name(board, v), from: name(board, here) };
  if (!leaps(board) && board.exits.includes(here)) return say("walk.ended", cells);
  return say(board.cells[v] ? "walk.far" : "walk.wall", cells);
}

/** What to draw of the walk: the way, and where it may go on; with hints, how many moves there are from each. @param {Board} board @param {Answer} answer @param {number[]} walked @param {boolean} hints */
export function marksOf(board, answer, walked, hints) {
  const way = walked.length ? walked : [board.start];
  const next = onward(board, answer, way).map((cell) => ({
    cell,
    reason: "new",
    degree: hints ? onward(board, answer, [...way, cell]).length : undefined,
  }));
  return { way, here: way[way.length - 1], next };
}
