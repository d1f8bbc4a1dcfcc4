/**
 * The picture of one step of a sweep: the board with its frontier, and a card for each state.
 *
 * The places of the frontier stand on a line in every card; an arc joins the two ends of a piece of path.
 * Below is one of the partial paths of the state, and the number of them.  All colours are those of the style sheet.
 */

import { say } from "./say.js";
import { isOutside, isWall } from "./shapes.js";
import { built, once } from "./store.js";

export const MAX_CARDS = 200;
const SVG = "http://www.w3.org/2000/svg";
const CARD = 132,
  LINE = 46; // the width of a card, and the height of the line with the places
const CELL = 20; // units of a cell of a board
const WIDTHS = [
  [6, 190],
  [12, 150],
]; // of cards on the page, in pixels, by the most states there are at once

/** @param {HTMLElement} host with the elements of the template @param {SweepFrame} frame */
export function drawSweep(host, frame) {
  const { layers } = frame.film,
    most = Math.max(0, ...layers.map((layer) => layer.states.length)),
    [, width = 0] = WIDTHS.find(([states]) => most <= states) ?? [];
  const part = (/** @type {string} */ name) =>
    /** @type {HTMLElement} */ (host.querySelector(`.sweep${name}`));
  part("").style.setProperty("--width", width ? `${width}px` : "");
  part("-side").replaceChildren(...(layers.length ? [board(frame), key()] : []));
  part("-side").hidden = !layers.length;
  part("-cards").replaceChildren(...states(frame));
}

/** What the marks mean. */
function key() {
  const said = say("sweep.key.simpath").split("\n"); // a line for each mark
  return built("ul", { className: "sweep-key" }, ...said.map((line) => built("li", {}, line)));
}

/** @param {SweepFrame} frame */
function states({ film, step, layer }) {
  if (!layer) return [];
  /** @type {Node[]} */
  const cards = [];
  if (!layer.states.length) {
    for (const [state] of layer.closing) cards.push(card(film, step - 1, state, "closed", ""));
  }
  layer.states.slice(0, MAX_CARDS).forEach((state, i) => {
    const met = state.arrivals.length > 1;
    cards.push(card(film, step, i, met ? "met" : "", met ? `${film.sum(step, state.arrivals)} =` : ""));
  });
  if (layer.states.length > MAX_CARDS)
    cards.push(
      built("p", { className: "sweep-more" }, say("sweep.more", { n: layer.states.length - MAX_CARDS })),
    );
  return cards;
}

/** @param {SweepFilm} film @param {number} step @param {number} i the state @param {string} kind "met", "closed" or "" @param {string} sum where the number is from */
function card(film, step, i, kind, sum) {
  const layer = film.layers[step],
    state = layer.states[i];
  const box = built("div", { className: `sweep-card ${kind}`.trim() });
  const line = svg("svg", { viewBox: `0 0 ${CARD} ${LINE + 16}`, class: "sweep-line" });
  places(line, layer, state, spread(layer.frontier.length));
  box.append(line);
  if (state.arrivals.length || step === film.partBegin(step)) box.append(small(film, step, i));
  box.append(
    built("p", { className: "sweep-sum" }, sum),
    built("p", { className: "sweep-number" }, state.number),
  );
  return box;
}

/** @param {number} n @returns {number[]} where the places stand on the line */
function spread(n) {
  const gap = Math.min(24, (CARD - 20) / Math.max(1, n - 1));
  return Array.from({ length: n }, (_, i) => CARD / 2 + (i - (n - 1) / 2) * gap);
}

/** The line of the frontier, its marks, and the arcs above it. @param {Element} line @param {SweepLayer} layer @param {SweepState} state @param {number[]} at */
function places(line, layer, state, at) {
  const y = LINE;
  line.append(svg("path", { d: `M4 ${y}H${CARD - 4}`, class: "sweep-cut" }));
  for (const [a, b] of state.pieces) {
    const half = Math.abs(at[b] - at[a]) / 2,
      high = Math.min(half, LINE - 8);
    line.append(
      svg("path", {
        d: `M${at[a]} ${y}A${half} ${high} 0 0 ${Number(at[a] < at[b])} ${at[b]} ${y}`,
        class: "sweep-piece",
      }),
    );
  }
  [...state.marks].forEach((mark, i) => {
    const x = at[i];
    if (mark === "x") line.append(svg("path", { d: `M${x - 3} ${y - 3}l6 6m0-6l-6 6`, class: "sweep-shut" }));
    else if (mark === ".") line.append(svg("circle", { cx: x, cy: y, r: 2.5, class: "sweep-idle" }));
    else line.append(svg("circle", { cx: x, cy: y, r: 4, class: "sweep-end" }));
    line.append(text(x, y + 13, String(i + 1), "sweep-place"));
  });
  if (!layer.frontier.length) line.append(text(CARD / 2, y - 8, say("sweep.empty"), "sweep-place"));
}

/** One of the partial paths of a state, on a small board. @param {SweepFilm} film @param {number} step @param {number} i */
function small(film, step, i) {
  const picture = svg("svg", { viewBox: boxOf(film), class: "sweep-small" });
  picture.append(ground(film, step).cloneNode(true));
  for (const edge of film.example(step, i)) {
    if (edge.length > 1) picture.append(way(film, edge, "sweep-path"));
  }
  return picture;
}

/** The board, what is decided on it, and the frontier. @param {SweepFrame} frame */
function board({ film, step, sentence }) {
  const {
      board: { start, exits },
      plan,
    } = film,
    layer = film.layers[step],
    { steps } = plan.cells;
  const picture = svg("svg", {
    viewBox: boxOf(film),
    class: "sweep-board",
    role: "img",
    "aria-label": sentence,
  });
  picture.append(ground(film, step).cloneNode(true));
  for (const v of film.board.cells.keys()) {
    const corners = outline(film, v);
    steps.forEach((_, k) => {
      if (2 * k < steps.length && isWall(film.board, v, k))
        picture.append(
          svg("path", {
            d: `M${corners[k]}L${corners[(k + 1) % steps.length]}`,
            class: "sweep-wall",
          }),
        );
    });
  }
  if (layer.cell >= 0) picture.append(square(film, layer.cell, "sweep-now"));
  for (const edge of layer.edges) if (edge.length > 1) picture.append(way(film, edge, "sweep-choice"));
  for (const v of [start, ...exits]) {
    const [x, y] = middle(film, v);
    picture.append(svg("circle", { cx: x, cy: y, r: 3, class: v === start ? "sweep-start" : "sweep-exit" }));
  }
  layer.frontier.forEach((place, i) => {
    if (!place.length) return;
    const ends = place.map((v) => middle(film, v));
    const x = ends.reduce((sum, end) => sum + end[0], 0) / ends.length,
      y = ends.reduce((sum, end) => sum + end[1], 0) / ends.length;
    const end =
      place.length > 1 ? "" : place[0] === start ? " at-start" : exits.includes(place[0]) ? " at-exit" : "";
    picture.append(
      svg("circle", { cx: x, cy: y, r: 5.5, class: `sweep-front${end}` }),
      text(x, y + 2.8, String(i + 1), "sweep-label"),
    );
  });
  return picture;
}

/** The cells: walls, those decided, those to come; drawn once for all boards of a step. */
const ground = once((/** @type {SweepFilm} */ film, /** @type {number} */ step) => {
  const done = new Set(film.layers.slice(film.partBegin(step), step + 1).map(({ cell }) => cell));
  const cells = [...film.board.cells.keys()].filter((v) => !isOutside(film.board, v));
  const kind = (/** @type {number} */ v) => (!film.board.cells[v] ? "closed" : done.has(v) ? "done" : "open");
  const group = svg("g", {});
  group.append(...cells.map((v) => square(film, v, `sweep-${kind(v)}`)));
  return group;
});

/** @param {SweepFilm} film */
const boxOf = ({ plan }) => `-2 -2 ${plan.width * CELL + 4} ${plan.height * CELL + 4}`;
/** @param {SweepFilm} film @param {number} v */
const middle = ({ plan }, v) => plan.middle(v).map((part) => part * CELL);
/** @param {SweepFilm} film @param {number} v @returns {string[]} the corners of a cell */
const outline = (film, v) => {
  const at = middle(film, v);
  return film.plan.cells.corners.map((corner) => corner.map((part, i) => part * CELL + at[i]).join(" "));
};

/** @param {SweepFilm} film @param {number} v @param {string} kind */
function square(film, v, kind) {
  return svg("path", { d: `M${outline(film, v).join("L")}Z`, class: kind });
}

/** @param {SweepFilm} film @param {number[]} edge @param {string} kind */
function way(film, edge, kind) {
  const points = edge.map((v) => middle(film, v));
  return svg("path", { d: `M${points.map((point) => point.join(" ")).join("L")}`, class: kind });
}

/** @param {number} x @param {number} y @param {string} said @param {string} kind */
function text(x, y, said, kind) {
  const node = svg("text", { x, y, class: kind });
  node.textContent = said;
  return node;
}

/** @param {string} name @param {Record<string, string | number>} attributes */
function svg(name, attributes) {
  const node = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, String(value));
  return node;
}
