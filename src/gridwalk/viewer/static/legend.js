/** What the colours mean: only those that there are. */

import { hasCosts } from "./board.js";
import { chosen, isRamp, showsNumbers } from "./incells.js";
import { say } from "./say.js";

/** Choices whose numbers are explained. */
const NUMBERS = new Set(["order", "distance", "fgh", "degree", "step"]);

/** @param {Film | null} film @param {Board} board @param {{asksExits: boolean, hasPath: boolean, making: string, inCells: string, over: boolean}} more making: what is drawn of how the board is made @returns {{sample: string, words: string}[]} */
export function legend(film, board, { asksExits, hasPath, making, over, inCells }) {
  const keeps = film?.algorithm.keeps,
    isQueue = keeps === "queue" || keeps === "heap",
    ramp = isRamp(film, inCells),
    grows = !over && (making === "walk" || making === "growing");
  const numbers = film && !showsNumbers(board, inCells) ? chosen(film, inCells) : "nothing",
    steps = film?.isWalk ? "entered" : "done";
  /** @type {[string, string, unknown][]} sample, key, whether it is shown */
  const entries = [
    ["start", "legend.start", true],
    ["exit", board.exits.length > 1 ? "legend.exits" : "legend.exit", asksExits],
    ["ramp", inCells === "order" ? `legend.${steps}.order` : `legend.${steps}.far`, ramp],
    ["frontier", keeps === "heap" ? "legend.heap" : "legend.queue", isQueue],
    ["expanded", "legend.done", isQueue && !ramp],
    ["walk", "legend.visited", keeps === "path"],
    ["walk", "legend.walk", keeps === "stack" && !ramp],
    ["left", "legend.left", keeps === "stack" && !ramp],
    ["path", film && !over ? "legend.sofar" : "legend.path", hasPath],
    ["maze", "legend.maze", grows],
    ["outside", "legend.outside", grows],
    ["dashed", "legend.dashed", grows && making === "walk"],
    ["growing", "legend.growing", grows && making === "growing"],
    ["cost", "legend.cost", hasCosts(board)],
    ["through", "legend.through", board.through.length],
    ["avoiding", "legend.avoiding", board.avoiding.length],
    ["number", `numbers.${numbers}`, NUMBERS.has(numbers)],
    ["number", "legend.sets", !over && making === "sets"],
  ];
  return entries.filter(([, , isShown]) => isShown).map(([sample, key]) => ({ sample, words: say(key) }));
}
