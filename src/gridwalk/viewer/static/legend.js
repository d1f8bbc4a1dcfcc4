/** What the colours mean: only those that there are. */

import { hasCosts } from "./board.js";
import { chosen, heatOf, showsNumbers } from "./incells.js";
import { say } from "./say.js";

/** Choices whose numbers are explained. */
const NUMBERS = new Set(["order", "distance", "fgh", "degree", "step"]);

/** @param {Film | null} film @param {Board} board @param {{asksExits: boolean, hasPath: boolean, inCells: string, over: boolean}} more @returns {{sample: string, words: string}[]} */
export function legend(film, board, { asksExits, hasPath, over, inCells }) {
  const keeps = film?.algorithm.keeps,
    isQueue = keeps === "queue" || keeps === "heap",
    isRamp = heatOf(film, inCells) !== null;
  const numbers = film && !showsNumbers(board, inCells) ? chosen(film, inCells) : "nothing",
    steps = film?.isWalk ? "entered" : "done";
  /** @type {[string, string, unknown][]} sample, key, whether it is shown */
  const entries = [
    ["start", "legend.start", true],
    ["exit", board.exits.length > 1 ? "legend.exits" : "legend.exit", asksExits],
    ["ramp", inCells === "order" ? `legend.${steps}.order` : `legend.${steps}.far`, isRamp],
    ["frontier", keeps === "heap" ? "legend.heap" : "legend.queue", isQueue],
    ["expanded", "legend.done", isQueue && !isRamp],
    ["walk", "legend.visited", keeps === "path"],
    ["walk", "legend.walk", keeps === "stack" && !isRamp],
    ["left", "legend.left", keeps === "stack" && !isRamp],
    ["path", film && !over ? "legend.sofar" : "legend.path", hasPath],
    ["cost", "legend.cost", hasCosts(board)],
    ["through", "legend.through", board.through.length],
    ["avoiding", "legend.avoiding", board.avoiding.length],
    ["number", `numbers.${numbers}`, NUMBERS.has(numbers)],
  ];
  return entries
    .filter(([, , isShown]) => isShown)
    .map(([sample, key]) => ({ sample, words: say(key) }));
}
