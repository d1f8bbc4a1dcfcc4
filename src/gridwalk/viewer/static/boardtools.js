/** The tools for the board: drawing, size, mazes, moves. */

import { MAX_SIDE, deltas, fromData, hasDiagonals, hasSides, isOrder, letters, openBoard, resized } from "./board.js";
import { MAKERS, MOVES } from "./choices.js";
import { cleared, filled, scatter } from "./makers.js";
import { PRESETS, boardOf } from "./presets.js";
import { chosen, replaced, watched } from "./state.js";
import { at, button, input, select, when } from "./store.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./state.js").State} State */
/** @typedef {import("./store.js").Store} Store */

const WORDS_OF_MOVES = /** @type {Record<string, string>} */ ({ orthogonal: "4 directions", king: "8 directions (king)" });
const MAX_SEED = 1e6; // of seeds that are drawn

const SIZES = `Rows and columns are whole numbers from 1 to ${MAX_SIDE}.`;
const SEEDS = `The seed is a whole number from 0 to ${Number.MAX_SAFE_INTEGER}.`;

/** @param {Store} store @param {import("./asker.js").Asker} asker */
export function bindBoardTools(store, asker) {
  const replace = (/** @type {(board: Board) => Board} */ to, said = "") =>
    store.change((state) => ({ lesson: -1, ...replaced(state, to(state.board)), said }));
  for (const tool of document.querySelectorAll("[name=tool]")) {
    tool.addEventListener("change", () => store.change({ tool: /** @type {HTMLInputElement} */ (tool).value }));
  }
  select("cost").onchange = () => store.change({ cost: Number(select("cost").value), tool: "cost" });
  /** @type {HTMLFormElement} */ (at("size")).onsubmit = (event) => {
    event.preventDefault();
    const [rows, columns] = sizes(store.state.wanted);
    if (!rows || !columns) return store.change({ said: SIZES });
    replace((board) => resized(board, rows, columns));
  };
  bindMakers(store, asker, replace);
  button("scatter").onclick = () => replace(scatter);
  button("clear").onclick = () => replace(cleared);
  select("moves").onchange = () => replace((board) => ({ ...board, moves: select("moves").value, order: "", ways: [] }));
  select("wrap").onchange = () => replace((board) => ({ ...board, wrap: select("wrap").value }));
  select("corners").onchange = () => replace((board) => ({ ...board, corners: select("corners").value }));
  input("order").onchange = () => {
    const order = input("order").value.trim().toUpperCase(), { board } = store.state;
    if (isOrder(board, order)) return replace((now) => ({ ...now, order }));
    input("order").value = board.order;
    store.change({ said: `Not an order: name each move once, such as ${deltas(board).map(letters).join(",")}.` });
  };
  for (const source of new Set(Object.values(PRESETS).map(({ from }) => from))) {
    const group = document.createElement("optgroup");
    group.label = source;
    group.append(...Object.entries(PRESETS).filter(([, { from }]) => from === source).map(([name, { words }]) => new Option(words, name)));
    select("preset").append(group);
  }
  select("preset").onchange = () => {
    const preset = PRESETS[select("preset").value];
    select("preset").value = "";
    if (preset) showPreset(store, asker, preset);
  };
}

/** Show a board to begin with, and its question; both are one step to undo. @param {Store} store @param {import("./asker.js").Asker} asker @param {import("./presets.js").Preset} preset */
async function showPreset(store, asker, preset) {
  const { panels } = store.state;
  store.change((state) => ({ ...chosen(state, [{ question: preset.question, by: preset.by }]), lesson: -1 }));
  const { maze } = preset;
  const made = maze && await asker.making(() => madeBoard(store, asker, maze, openBoard(maze.rows, maze.columns)));
  const board = maze ? made?.board : boardOf(preset.board);
  if (!board) return;
  store.change((state) => ({
    ...replaced({ ...state, panels, following: false }, board), ...chosen(state, state.panels), tools: false, said: `${preset.words}.`,
  }));
}

/** A board that the server makes; null: it did not, or the board was changed meanwhile. @param {Store} store @param {import("./asker.js").Asker} asker @param {import("./makers.js").Making} wanted @param {Board} base @returns {Promise<{board: Board, reply: import("./server.js").Reply} | null>} */
export async function madeBoard(store, asker, wanted, base) {
  const { board } = store.state;
  store.change({ said: "Making a board." });
  const reply = await asker.file({ do: "make", ...wanted }, "Not made");
  if (reply?.kind !== "board") return null;
  if (board === store.state.board) return { board: filled(base, fromData(reply.board)), reply };
  store.change({ said: "Not made: the board was changed meanwhile." });
  return null;
}

/** @param {Store} store @param {import("./asker.js").Asker} asker @param {(to: (board: Board) => Board, said?: string) => void} replace */
function bindMakers(store, asker, replace) {
  for (const [words, rooms] of /** @type {const} */ ([["Mazes", true], ["Without rooms", false]])) {
    const group = document.createElement("optgroup");
    group.label = words;
    group.append(...Object.entries(MAKERS).filter(([, maker]) => maker.rooms === rooms).map(([name]) => new Option(name, name)));
    select("maker").append(group);
  }
  for (const name of /** @type {const} */ (["rows", "columns", "maker", "braid", "seed"])) {
    input(name).oninput = () => store.change(({ wanted }) => ({ wanted: { ...wanted, [name]: input(name).value } }));
    input(name).onchange = input(name).oninput;
  }
  button("make").onclick = () => make(false);
  button("watch").onclick = () => make(true);
  const make = async (/** @type {boolean} */ film) => {
    const { maker, braid, seed: written } = store.state.wanted, [rows, columns] = sizes(store.state.wanted), typed = written.trim();
    const seed = typed ? whole(typed) : Math.floor(Math.random() * MAX_SEED);
    if (!rows || !columns) return store.change({ said: SIZES });
    if (seed === null) return store.change({ said: SEEDS });
    const wanted = { maker, rows, columns, thin: hasSides(store.state.board), braid: Number(braid), seed, film };
    const { board } = store.state, base = rows === board.rows && columns === board.columns ? board : { ...board, rows, columns };
    const made = await asker.making(() => madeBoard(store, asker, wanted, base));
    if (!made) return;
    replace(() => made.board, `Made: ${maker}, seed ${seed}.`);
    if (film) store.change((state) => watched(state, made.reply));
    store.change({ tools: false });
  };
}

/** The rows and columns typed; 0: it is none. @param {State["wanted"]} wanted */
function sizes({ rows, columns }) {
  return [rows, columns].map((text) => whole(text.trim()) ?? 0).map((side) => (side > MAX_SIDE ? 0 : side));
}

/** The whole number, 0 or more, that was typed; null: it is none. @param {string} text */
function whole(text) {
  const number = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(number) ? number : null;
}

/** @param {State} state */
export function renderBoardTools(state) {
  showWanted(state.wanted);
  showBoard(state.board);
  showTool(state.tool, state.cost);
}

const showWanted = when(/** @param {State["wanted"]} wanted */ (wanted) => {
  for (const [name, value] of Object.entries(wanted)) if (input(name).value !== value) input(name).value = value;
  const { rooms, title, texture } = MAKERS[wanted.maker];
  select("maker").title = `${title}: ${texture}`;
  select("braid").disabled = !rooms;
});

const showBoard = when(/** @param {Board} board */ (board) => {
  const names = Object.keys(MOVES), all = names.includes(board.moves) ? names : [...names, board.moves];
  select("moves").replaceChildren(...all.map((name) => new Option(WORDS_OF_MOVES[name] ?? name, name)));
  select("moves").value = board.moves;
  select("wrap").value = board.wrap;
  select("corners").value = board.corners;
  select("corners").disabled = !hasDiagonals(board);
  input("order").value = board.order;
  input("order").placeholder = MOVES[board.moves]?.map(letters).join(",") ?? "";
});

const showTool = when(/** @param {string} tool @param {number} cost */ (tool, cost) => {
  /** @type {HTMLInputElement} */ (document.querySelector(`[name=tool][value=${tool}]`)).checked = true;
  select("cost").value = String(cost);
  document.body.dataset.tool = tool;
});
