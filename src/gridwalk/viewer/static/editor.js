/**
 * Drawing on a view with pointer and keyboard.
 *
 * A stroke begins where the pointer goes down; undo takes it back as one step.  A stroke that begins
 * on the start or on an exit drags it, with any tool.  Otherwise the tool paints: the wall tool draws
 * walls, or removes them if the stroke begins on a wall.  The tool for walls between cells does so with the
 * sides of cells; with keys, space is the side to the right and enter the one below.
 */

import { BELOW, RIGHT, cellName, describe } from "./board.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./view.js").View} View */
/** @typedef {{board: () => Board, tool: () => string, cost: () => number, begin: () => void, change: (board: Board) => void, end: () => void, drop: () => void, say: (words: string) => void, look: (sight: Partial<import("./view.js").Sight>) => void, zoom: (factor: number, at?: number) => void}} Desk */

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

/** @param {View} view @param {Desk} desk */
export function makeEditable(view, desk) {
  const { host } = view;
  /** @type {((v: number) => void) | null} */
  let stroke = null;
  let last = -1;
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();

  host.addEventListener("pointerdown", (event) => {
    if (event.button === 2) return;
    fingers.set(event.pointerId, event);
    try {
      host.setPointerCapture(event.pointerId);
    } catch {
      // the pointer is gone already
    }
    if (fingers.size > 1 || event.button === 1 || desk.tool() === "move") {
      if (stroke) desk.drop(); // undo what the first finger drew
      stroke = null;
      return;
    }
    const v = placeAt(event);
    if (v < 0) return;
    desk.begin();
    stroke = desk.tool() === "side" ? strokeOfSides(desk, v) : strokeFrom(desk, v);
    last = v;
    stroke(v);
  });

  /** What the tool draws on: a side, or a cell. @param {PointerEvent} event */
  function placeAt(event) {
    return desk.tool() === "side" ? view.sideAt(event.clientX, event.clientY) : view.cellAt(event.clientX, event.clientY);
  }

  host.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (before && !stroke) drag(before, event);
    if (before) fingers.set(event.pointerId, event);
    const events = stroke && event.getCoalescedEvents ? event.getCoalescedEvents() : [];
    for (const part of events.length ? events : [event]) {
      hover(view.cellAt(part.clientX, part.clientY));
      const v = stroke ? placeAt(part) : -1;
      if (!stroke || v < 0) continue;
      if (desk.tool() === "side") stroke(v);
      else for (const cell of cellsBetween(desk.board().columns, last, v)) stroke(cell);
      last = v;
    }
  });

  /** Two fingers move and zoom, one moves. @param {PointerEvent} before @param {PointerEvent} event */
  function drag(before, event) {
    const share = 1 / fingers.size, { scale } = view.geometry();
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    if (other) {
      const apart = (/** @type {PointerEvent} */ one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      if (apart(before) > 0) desk.zoom(apart(event) / apart(before));
    }
    desk.look({
      row: view.sight.row - ((event.clientY - before.clientY) / scale) * share,
      column: view.sight.column - ((event.clientX - before.clientX) / scale) * share,
    });
  }

  function finish() {
    if (stroke) desk.end();
    stroke = null;
  }

  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    host.addEventListener(name, (event) => {
      fingers.delete(event.pointerId);
      finish();
    });
  }
  host.addEventListener("pointerleave", () => hover(-1));
  host.addEventListener("wheel", (event) => {
    event.preventDefault();
    desk.zoom(event.deltaY < 0 ? 1.25 : 0.8, view.cellAt(event.clientX, event.clientY));
  }, { passive: false });

  /** @param {number} v */
  function hover(v) {
    if (view.hover === v) return;
    view.hover = v;
    host.dataset.hover = v < 0 ? "" : cellName(desk.board(), v);
    view.changed("marks");
  }

  host.addEventListener("keydown", (event) => {
    const board = desk.board(), step = ARROWS[/** @type {keyof typeof ARROWS} */ (event.key)];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") desk.zoom(1.25, view.cursor);
    else if (event.key === "-") desk.zoom(0.8, view.cursor);
    else if (event.key === "0") desk.zoom(0);
    else if (event.key === " " || event.key === "Enter") {
      if (view.cursor < 0) return;
      desk.begin();
      const side = 2 * view.cursor + (event.key === " " ? 0 : 1);
      if (desk.tool() === "side") strokeOfSides(desk, side)(side);
      else strokeFrom(desk, view.cursor, true)(view.cursor);
      desk.end();
      desk.say(`${cellName(board, view.cursor)}: ${describe(desk.board(), view.cursor)}`);
    } else if (step) {
      const here = view.cursor < 0 ? board.start : view.cursor;
      const row = Math.floor(here / board.columns) + step[0], column = (here % board.columns) + step[1];
      if (row < 0 || row >= board.rows || column < 0 || column >= board.columns) return event.preventDefault();
      view.cursor = row * board.columns + column;
      if (view.sight.zoom > 1) desk.look({ row: row + 0.5, column: column + 0.5 });
      desk.say(`${cellName(board, view.cursor)}: ${describe(board, view.cursor)}`);
    } else return;
    event.preventDefault();
    host.dataset.cursor = String(view.cursor);
    view.changed("marks");
  });
  host.addEventListener("focus", () => {
    if (!host.matches(":focus-visible")) return;
    if (view.cursor < 0) view.cursor = desk.board().start;
    view.changed("marks");
  });
  host.addEventListener("blur", () => {
    view.cursor = -1;
    view.changed("marks");
  });
}

/**
 * The function that a stroke beginning at *first* applies to each cell it reaches.
 * @param {Desk} desk @param {number} first @param {boolean} [byKey] keys do not drag
 * @returns {(v: number) => void}
 */
function strokeFrom(desk, first, byKey = false) {
  const before = desk.board(), tool = desk.tool();
  if (!byKey && first === before.start && tool !== "exit") return (v) => desk.change(withStart(desk.board(), v));
  if (!byKey && before.exits.includes(first) && tool !== "exit" && tool !== "start") {
    let held = first;
    return (v) => {
      const moved = withExitMoved(desk.board(), held, v);
      if (moved) [held] = [v, desk.change(moved)];
    };
  }
  if (tool === "start") return (v) => desk.change(withStart(desk.board(), v));
  if (tool === "exit") {
    const adds = !before.exits.includes(first);
    return (v) => desk.change(withExit(desk.board(), v, adds));
  }
  const value = tool === "cost" ? desk.cost() : tool === "wall" && before.cells[first] ? 0 : 1;
  return (v) => desk.change(painted(desk.board(), v, value));
}

/**
 * The function that a stroke beginning at the side *first* applies to each side it reaches; sides as in `View.sideAt`.
 * @param {Desk} desk @param {number} first
 * @returns {(side: number) => void}
 */
function strokeOfSides(desk, first) {
  const bit = (/** @type {number} */ side) => (side % 2 ? BELOW : RIGHT);
  const adds = !(desk.board().sides[first >> 1] & bit(first));
  return (side) => {
    const board = desk.board(), before = board.sides[side >> 1];
    const after = adds ? before | bit(side) : before & ~bit(side);
    if (after === before) return;
    board.sides[side >> 1] = after; // safe: each stroke begins with a copy
    desk.change({ ...board });
  };
}

/** @param {Board} board @param {number} v @param {number} value */
function painted(board, v, value) {
  const isEnd = v === board.start || board.exits.includes(v);
  if (board.cells[v] === value || (value === 0 && isEnd)) return board;
  board.cells[v] = value; // safe: each stroke begins with a copy
  const goes = value === 0 ? v : -1; // a one-way cell that becomes a wall
  return { ...board, ways: board.ways.filter(([row, column]) => row * board.columns + column !== goes) };
}

/** @param {Board} board @param {number} v */
function withStart(board, v) {
  if (board.exits.includes(v) || v === board.start) return board;
  if (!board.cells[v]) board.cells[v] = 1;
  return { ...board, start: v };
}

/** @param {Board} board @param {number} v @param {boolean} adds adds an exit; false: removes it, unless it is the last one */
function withExit(board, v, adds) {
  if (v === board.start || board.exits.includes(v) === adds) return board;
  if (!adds) return board.exits.length > 1 ? { ...board, exits: board.exits.filter((exit) => exit !== v) } : board;
  if (!board.cells[v]) board.cells[v] = 1;
  return { ...board, exits: [...board.exits, v].sort((a, b) => a - b) };
}

/** @param {Board} board @param {number} from @param {number} to @returns {Board | null} */
function withExitMoved(board, from, to) {
  if (to === board.start || board.exits.includes(to)) return null;
  return withExit({ ...board, exits: board.exits.filter((exit) => exit !== from) }, to, true);
}

/** The cells on a line, with its end and without its beginning. @param {number} columns @param {number} from @param {number} to */
function cellsBetween(columns, from, to) {
  const row = Math.floor(from / columns), column = from % columns;
  const down = Math.floor(to / columns) - row, across = (to % columns) - column;
  const steps = Math.max(Math.abs(down), Math.abs(across));
  const cells = [];
  for (let i = 1; i <= steps; i++) cells.push((row + Math.round((down * i) / steps)) * columns + column + Math.round((across * i) / steps));
  return cells;
}

