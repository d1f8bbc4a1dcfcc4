/**
 * Drawing on a view with pointer and keyboard.
 *
 * A stroke begins where the pointer goes down; undo takes it back as one step.  A stroke that begins
 * on the start or on an exit drags it, with any tool, over other cells without changing them.  Otherwise the tool
 * paints: the wall tool draws walls, or removes them if the stroke begins on a wall.  The tool for walls between
 * cells does so with the sides of cells, and with stairs in the middle of cells; with keys, space is the side to the right, enter the one
 * below, and both with shift the third of hexagons, or stairs.
 * A finger draws only with a tool that was chosen: with "look" it scrolls and chooses cells.
 */

import { describe } from "./board.js";
import { name as cellName } from "./names.js";
import { obstacle, stepped } from "./play.js";
import { asksCell, judged, lessonOf } from "./quiz.js";
import { say } from "./say.js";
import { steered } from "./shapes.js";
import { panned, replaced, shown, strokeBegun, strokeDropped, strokeEnded, zoomed } from "./state.js";
import { marked, painted, walled, withExit, withExitMoved, withStart } from "./strokes.js";

/** @param {View} view @param {Store} store */
export function makeEditable(view, store) {
  const { host } = view;
  /** @type {Stroke | null} */
  let stroke = null;
  let last = -1;
  /** @type {Map<number, PointerEvent>} */
  const fingers = new Map();
  const tool = () => store.state.tool;

  /** @param {number[]} places */
  const draw = (places) =>
    store.change((state) => {
      const board = stroke?.(state.base ?? state.board, state.board, places) ?? state.board;
      return board === state.board ? {} : shown(state, board);
    });

  host.addEventListener("pointerdown", (event) => {
    if (event.button === 2) return;
    fingers.set(event.pointerId, event);
    try {
      host.setPointerCapture(event.pointerId);
    } catch {
      // the pointer is gone already
    }
    const v = fingers.size > 1 || event.button === 1 ? -1 : placeAt(event);
    const next =
      v < 0 || lessonOf(store.state)
        ? null
        : tool() === "side"
          ? strokeOfSides(store.state.board, v)
          : strokeFrom(store.state, v);
    if (fingers.size > 1 && stroke) store.change(strokeDropped); // take back what the first finger drew
    stroke = next;
    if (!stroke || walk(v)) {
      stroke = null;
      return;
    }
    const why = refusal(store.state, v);
    store.change(strokeBegun);
    last = v;
    draw([v]);
    if (why) store.change({ said: why });
  });

  /** A person who walks goes to the cell. @param {number} v @returns {boolean} whether a person walks */
  function walk(v) {
    const { state } = store,
      [answer] = state.answers;
    if (answer?.kind !== "play" || v < 0) return false;
    const walked = stepped(state, answer, v);
    store.change(walked ? { walked, said: "" } : { said: obstacle(state, v) });
    return true;
  }

  /** In a lesson a cell answers its question, and nothing is drawn. @param {number} v */
  function answer(v) {
    if (v >= 0 && asksCell(store.state)) store.change((state) => judged(state, v));
  }

  /** What the tool draws on: a side, or a cell. @param {PointerEvent} event */
  function placeAt(event) {
    return tool() === "side"
      ? view.plan.sideAt(...view.placeAt(event.clientX, event.clientY))
      : view.cellAt(event.clientX, event.clientY);
  }

  host.addEventListener("pointermove", (event) => {
    const before = fingers.get(event.pointerId);
    if (before && !stroke) drag(before, event);
    if (before) fingers.set(event.pointerId, event);
    const events = stroke && event.getCoalescedEvents ? event.getCoalescedEvents() : [];
    const places = [];
    for (const part of events.length ? events : [event]) {
      hover(view.cellAt(part.clientX, part.clientY));
      const v = stroke ? placeAt(part) : -1;
      if (!stroke || v < 0 || v === last) continue;
      places.push(...(tool() === "side" ? [v] : cellsBetween(view.plan, last, v)));
      last = v;
    }
    if (places.length) draw(places);
  });

  /** Two fingers move and zoom, one moves. @param {PointerEvent} before @param {PointerEvent} event */
  function drag(before, event) {
    const share = 1 / fingers.size;
    const other = [...fingers.values()].find((finger) => finger.pointerId !== event.pointerId);
    if (other) {
      const apart = (/** @type {PointerEvent} */ one) =>
        Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
      if (apart(before) > 0) store.change((state) => zoomed(state, apart(event) / apart(before)));
    }
    store.change((state) => panned(state, view.dragged(before, event, share)));
  }

  for (const name of /** @type {const} */ (["pointerup", "pointercancel"])) {
    host.addEventListener(name, (event) => {
      fingers.delete(event.pointerId);
      // A finger that the browser takes away, to scroll, has drawn nothing.
      if (stroke) store.change(name === "pointercancel" ? strokeDropped : strokeEnded);
      stroke = null;
    });
  }
  host.addEventListener("click", (event) => answer(view.cellAt(event.clientX, event.clientY)));
  host.addEventListener("pointerleave", () => hover(-1));
  host.addEventListener(
    "wheel",
    (event) => {
      event.preventDefault();
      const at =
        view.cellAt(event.clientX, event.clientY) < 0
          ? undefined
          : view.shareOf(view.placeAt(event.clientX, event.clientY));
      store.change((state) => zoomed(state, event.deltaY < 0 ? 1.25 : 0.8, at));
    },
    { passive: false },
  );

  /** @param {number} v */
  function hover(v) {
    if (store.state.hover !== v) store.change({ hover: v });
  }

  host.addEventListener("keydown", (event) => {
    const { state } = store,
      { board, cursor } = state,
      to = steered(board, cursor < 0 ? board.start : cursor, event.key);
    const at = cursor < 0 ? undefined : view.shareOf(view.plan.middle(cursor));
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "+" || event.key === "=") store.change((now) => zoomed(now, 1.25, at));
    else if (event.key === "-") store.change((now) => zoomed(now, 0.8, at));
    else if (event.key === "0") store.change((now) => zoomed(now, 0));
    else if (event.key === " " || event.key === "Enter") {
      if (cursor < 0) return;
      if (lessonOf(state) && !asksCell(state)) return; // the space bar plays
      event.preventDefault();
      if (lessonOf(state)) return answer(cursor);
      if (walk(cursor)) return;
      const side = 4 * cursor + (event.shiftKey ? 2 : event.key === " " ? 0 : 1);
      const by = tool() === "side" ? strokeOfSides(board, side) : strokeFrom(state, cursor, true);
      const drawn = by?.(board, board, [tool() === "side" ? side : cursor]) ?? board;
      const said =
        refusal(state, cursor) ||
        say("cell.is", { at: cellName(board, cursor), what: describe(drawn, cursor) });
      store.change((now) => ({ ...replaced(now, drawn), said }));
    } else if (to > -2) {
      event.preventDefault();
      if (to < 0) return;
      store.change(({ sight }) => ({
        cursor: to,
        sight: sight.zoom > 1 ? { ...sight, ...view.shareOf(view.plan.middle(to)) } : sight,
        said: say("cell.is", { at: cellName(board, to), what: describe(board, to) }),
      }));
      return;
    } else return;
    event.preventDefault();
  });
  host.addEventListener("focus", () => {
    if (host.matches(":focus-visible") && store.state.cursor < 0)
      store.change(({ board }) => ({ cursor: board.start }));
  });
  host.addEventListener("blur", () => store.change({ cursor: -1 }));
}

/** The stroke that begins at *first*; null: the tool draws nothing. @param {State} state @param {number} first @param {boolean} [byKey] keys do not drag @returns {Stroke | null} */
function strokeFrom({ board, tool, cost, answers }, first, byKey = false) {
  if (answers[0]?.kind === "play") return () => board; // clicks walk
  const to = (/** @type {number[]} */ places) => places[places.length - 1];
  const isExit = board.exits.includes(first);
  /** @type {(move: (base: Board, v: number) => Board, from: (base: Board) => number) => Stroke} */
  const dragging = (move, from) => (base, now, places) =>
    dropped(move(base, to(places)), base, now, to(places) === from(base));
  if (tool === "start" || (!byKey && first === board.start && tool !== "exit"))
    return dragging(withStart, ({ start }) => start);
  if (!byKey && isExit && tool !== "exit")
    return dragging(
      (base, v) => withExitMoved(base, first, v),
      () => first,
    );
  if (tool === "look") return null;
  if (tool === "exit")
    return (_, now, places) => places.reduce((board, v) => withExit(board, v, !isExit), now);
  if (tool === "through" || tool === "avoiding") {
    const adds = !board[tool].includes(first);
    return (_, now, places) => marked(now, places, tool, adds);
  }
  const value = tool === "cost" ? cost : tool === "wall" && board.cells[first] ? 0 : 1;
  return (_, now, places) => painted(now, places, value);
}

/** Why the tool does nothing on a cell; empty: it does. @param {State} state @param {number} v */
function refusal({ board, tool }, v) {
  if (tool === "exit" && v === board.start) return say("draw.start.noexit");
  if (tool === "exit" && board.exits.length === 1 && board.exits[0] === v) return say("draw.exit.last");
  return tool === "start" && board.exits.includes(v) ? say("draw.exit.nostart") : "";
}

/** An end that is dragged changes only the cell where it is; where it cannot be it stays. @param {Board} moved @param {Board} base @param {Board} now @param {boolean} [back] */
function dropped(moved, base, now, back = false) {
  return moved === base && !back ? now : moved;
}

/** The stroke over sides of cells that begins at *first*; sides as in `Plan.sideAt`. @param {Board} board @param {number} first @returns {Stroke} */
function strokeOfSides(board, first) {
  const adds = !((board.sides[first >> 2] >> (first % 4)) & 1);
  return (_, now, places) => walled(now, places, adds);
}

/** The cells on a line, with its end and without its beginning. @param {Plan} plan @param {number} from @param {number} to */
function cellsBetween(plan, from, to) {
  const [[x, y], [atX, atY]] = [plan.middle(from), plan.middle(to)],
    [down, across] = [
      Math.floor(to / plan.columns) - Math.floor(from / plan.columns),
      (to % plan.columns) - (from % plan.columns),
    ];
  const steps = plan.cells.far(down, across);
  return Array.from({ length: steps }, (_, i) =>
    plan.cellAt(x + ((atX - x) * (i + 1)) / steps, y + ((atY - y) * (i + 1)) / steps),
  ).filter((v) => v >= 0);
}
