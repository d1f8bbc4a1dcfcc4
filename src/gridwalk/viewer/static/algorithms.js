/**
 * The questions, their algorithms, and each algorithm's pseudocode.
 *
 * `lines[kind]` is the line that an event of that kind belongs to (kinds as in film.js:
 * open, close, step, back, relax, prune, found).
 *
 * @typedef {object} Algorithm
 * @property {string} words
 * @property {"stack" | "walk" | "queue" | "heap" | ""} waiting what waits; "": the algorithm keeps no log
 * @property {string[]} code
 * @property {Record<number, number>} lines
 */

const WALK = [
  "push the start",
  "while the stack is not empty:",
  "  u = top of the stack",
  "  if u is an exit: found",
  "  if a neighbour v is new:",
  "    came_from[v] = u;  push v",
  "  else: pop                 # back",
];
const RECURSION = [
  "walk(u):",
  "  if u is an exit: return found",
  "  for each new neighbour v:",
  "    came_from[v] = u;  walk(v)",
  "    if found: return found",
  "  return                    # back",
];
const QUEUE = [
  "put the start in the queue",
  "while the queue is not empty:",
  "  u = first of the queue",
  "  if u is an exit: follow came_from",
  "  for each new neighbour v:",
  "    came_from[v] = u",
  "    put v at the queue's end",
];
const LABELS = [
  "label[start] = 0; queue the start",
  "while the queue is not empty:",
  "  u = first of the queue",
  "  if u is an exit: walk back",
  "  for each neighbour without label:",
  "    its label = label[u] + 1; queue it",
  "walk back along falling labels",
  "the way read from its end",
];
const HEAP = [
  "put the start in the heap, cost 0",
  "while the heap is not empty:",
  "  u = cheapest of the heap",
  "  if u is an exit: follow came_from",
  "  for each neighbour v, cost over u:",
  "    if v is new: put it in the heap",
  "    if cheaper: came_from[v] = u",
];
const TOUR = [
  "stand on the start",
  "while there are moves to try:",
  "  v = next free cell, moves in order",
  "  step to v",
  "  if all cells are visited: found",
  "  if no move is left: step back",
];
const LIST = [
  "stand on the start",
  "while there are moves to try:",
  "  v = next cell not on the walk",
  "  if no exit is left for v: skip it",
  "  step to v",
  "  if v is an exit: a path is found",
  "  if no move is left: step back",
];
const SWEEP = [
  "for each cell, row by row:",
  "  for each state of the frontier:",
  "    leave the edge, or take it",
  "    equal states: add their numbers",
  "the number of the empty frontier",
];
const ASTAR = HEAP.with(2, "  u = least cost + bound on the rest");
const JUMPS = [
  "put the start in the heap, cost 0",
  "while the heap is not empty:",
  "  u = least cost + bound on the rest",
  "  if the exit is in sight: found",
  "  run from u to each turning point v:",
  "    if v is new: put it in the heap",
  "    if cheaper: came_from[v] = u",
];
const TILES = [
  "cut the board into small boards",
  "take a known tour of each",
  "join neighbouring tours into one",
  "walk it from the start",
];

/** @type {Record<string, string>} */
export const QUESTIONS = {
  find: "Find a path",
  shortest: "Shortest path",
  list: "List all paths",
  count: "Count all paths",
  longest: "Longest path",
  sample: "A random path",
  tour: "Tour of all cells",
  closed: "Closed tour",
  tours: "Count all tours",
};

/** What each question looks for. @type {Record<string, string>} */
export const NOUNS = {
  find: "path", shortest: "path", list: "path", count: "path", longest: "path", sample: "path",
  tour: "tour", closed: "closed tour", tours: "tour",
};

/** @type {Record<string, Record<string, Algorithm>>} */
export const ALGORITHMS = {
  find: {
    dfs: { words: "depth-first, a stack", waiting: "stack", code: WALK, lines: { 2: 5, 3: 6, 6: 3 } },
    "dfs-recursive": { words: "depth-first, recursive", waiting: "stack", code: RECURSION, lines: { 2: 3, 3: 5, 6: 1 } },
    bfs: { words: "breadth-first", waiting: "queue", code: QUEUE, lines: { 0: 6, 1: 2, 6: 3 } },
  },
  shortest: {
    bfs: { words: "breadth-first", waiting: "queue", code: QUEUE, lines: { 0: 6, 1: 2, 6: 3 } },
    labels: { words: "distance labels", waiting: "queue", code: LABELS, lines: { 0: 5, 1: 2, 2: 6, 6: 7 } },
    dijkstra: { words: "Dijkstra", waiting: "heap", code: HEAP, lines: { 0: 5, 1: 2, 4: 6, 6: 3 } },
    astar: { words: "A*", waiting: "heap", code: ASTAR, lines: { 0: 5, 1: 2, 4: 6, 6: 3 } },
    jps: { words: "jump points", waiting: "heap", code: JUMPS, lines: { 0: 5, 1: 2, 4: 6, 6: 3 } },
  },
  list: { dfs: { words: "backtracking", waiting: "stack", code: LIST, lines: { 2: 4, 3: 6, 5: 3, 6: 5 } } },
  count: {
    auto: { words: "list or sweep", waiting: "", code: SWEEP, lines: {} },
    sweep: { words: "sweep", waiting: "", code: SWEEP, lines: {} },
    list: { words: "one by one", waiting: "", code: LIST, lines: {} },
  },
  longest: { sweep: { words: "sweep", waiting: "", code: SWEEP, lines: {} } },
  sample: { sweep: { words: "sweep", waiting: "", code: SWEEP, lines: {} } },
  tour: {
    // Its film is that of the algorithm that found the tour.
    auto: { words: "the quickest", waiting: "stack", code: [], lines: {} },
    warnsdorff: {
      words: "Warnsdorff's rule", waiting: "stack",
      code: TOUR.with(2, "  v = free cell, fewest moves on"), lines: { 2: 3, 3: 5, 6: 4 },
    },
    dfs: { words: "backtracking", waiting: "stack", code: TOUR, lines: { 2: 3, 3: 5, 6: 4 } },
    construct: { words: "built of small tours", waiting: "walk", code: TILES, lines: { 2: 3, 6: 3 } },
  },
  closed: {},
  tours: {},
};
ALGORITHMS.closed = ALGORITHMS.tour;
ALGORITHMS.tours = ALGORITHMS.count;

/** @param {string} question @param {string} by */
export function algorithm(question, by) {
  return ALGORITHMS[question][by];
}

/** Whether there is such a question and algorithm. @param {string} question @param {string} by */
export function isKnown(question, by) {
  return Object.hasOwn(ALGORITHMS, question) && Object.hasOwn(ALGORITHMS[question], by);
}
