/** The tools for the board: drawing, size, mazes, moves. */

import {
  MAX_SIDE,
  deltas,
  fromData,
  hasDiagonals,
  hasSides,
  isOrder,
  letters,
  openBoard,
  resized,
  suitsMoves,
  toData,
} from "./board.js";
import { MAKERS, MOVES } from "./choices.js";
import { cleared, filled, scatter } from "./makers.js";
import { PRESETS, boardOf } from "./presets.js";
import { cost } from "./numbers.js";
import { QUESTIONS } from "./questions.js";
import { local, say } from "./say.js";
import { SHAPES, hasLevels } from "./shapes.js";
import { chosen, replaced, watched } from "./state.js";
import { at, built, button, input, select, when } from "./store.js";

const MAX_SEED = 1e6; // of seeds that are drawn
const MENUS = ["preset", "puzzle"]; // of boards to begin with

const sizesSaid = () => say("board.sizes", { most: MAX_SIDE });

/** @param {Store} store @param {Asker} asker */
export function bindBoardTools(store, asker) {
  const replace = (/** @type {(board: Board) => Board} */ to, said = "") =>
    store.change((state) => ({ lesson: -1, ...replaced(state, to(state.board)), said }));
  for (const tool of document.querySelectorAll("[name=tool]")) {
    tool.addEventListener("change", () =>
      store.change({ tool: /** @type {HTMLInputElement} */ (tool).value }),
    );
  }
  select("cost").onchange = () => store.change({ cost: Number(select("cost").value), tool: "cost" });
  /** @type {HTMLFormElement} */ (at("size")).onsubmit = (event) => {
    event.preventDefault();
    resize(store.state.board.shape);
  };
  const resize = (/** @type {string} */ shape) => {
    const [rows, columns, levels] = sizes(store.state.wanted, shape);
    if (!rows) return store.change({ said: sizesSaid() });
    replace((board) => resized(board, rows, columns, shape, levels));
  };
  select("shape").onchange = () => resize(select("shape").value);
  bindMakers(store, asker, replace);
  button("scatter").onclick = () => replace(scatter);
  button("clear").onclick = () => replace(cleared);
  select("moves").onchange = () =>
    replace((board) => ({ ...board, moves: select("moves").value, order: "", ways: [] }));
  for (const id of ["wrap", "corners"])
    select(id).onchange = () => replace((board) => ({ ...board, [id]: select(id).value }));
  select("diagonal").onchange = () =>
    replace((board) => ({ ...board, diagonal: Number(select("diagonal").value) }));
  input("order").onchange = () => {
    const order = input("order").value.trim().toUpperCase(),
      { board } = store.state;
    if (isOrder(board, order)) return replace((now) => ({ ...now, order }));
    input("order").value = board.order;
    store.change({ said: say("moves.order.bad", { order: deltas(board).map(letters).join(",") }) });
  };
  for (const id of MENUS)
    select(id).onchange = () => {
      const name = select(id).value;
      select(id).value = "";
      if (name) showPreset(store, asker, name);
    };
}

/** Show a board to begin with, and its question; both are one step to undo. @param {Store} store @param {Asker} asker @param {string} name */
export async function showPreset(store, asker, name) {
  const { panels } = store.state,
    preset = PRESETS[name],
    { maze } = preset;
  store.change((state) => ({ ...chosen(state, preset.panels), lesson: -1 }));
  const made =
    maze &&
    (await asker.making(() =>
      madeBoard(
        store,
        asker,
        maze,
        openBoard(maze.rows, maze.columns, { shape: maze.shape, levels: maze.levels ?? 1 }),
      ),
    ));
  const board = maze ? made?.board : boardOf(preset.board);
  if (!board) return;
  store.change((state) => ({
    ...replaced({ ...state, panels, following: false }, board),
    ...chosen(state, state.panels),
    said: local(preset.said ?? "") || say("sentence", { words: local(preset.words) }),
  }));
}

/** A board that the server makes; null: it did not, or the board was changed meanwhile. @param {Store} store @param {Asker} asker @param {Making} wanted @param {Board} base @returns {Promise<{board: Board, reply: Reply} | null>} */
export async function madeBoard(store, asker, wanted, base) {
  const { board } = store.state;
  store.change({ said: say("make.making") });
  const reply = await asker.file(
    {
      do: "make",
      ...wanted,
      ...(base.shape === "square" ? {} : { ground: toData(cleared(base)) }),
    },
    say("make.failed"),
  );
  if (reply?.kind !== "board") return null;
  if (board === store.state.board) return { board: filled(base, fromData(reply.board)), reply };
  store.change({ said: say("make.late") });
  return null;
}

/** @param {Store} store @param {Asker} asker @param {(to: (board: Board) => Board, said?: string) => void} replace */
function bindMakers(store, asker, replace) {
  for (const name of /** @type {const} */ (["rows", "columns", "levels", "maker", "braid", "seed"])) {
    input(name).oninput = input(name).onchange = () =>
      store.change(({ wanted }) => ({ wanted: { ...wanted, [name]: input(name).value } }));
  }
  button("make").onclick = () => make(false);
  button("watch").onclick = () => make(true);
  button("new-maze").onclick = () => make(false, "");
  const make = async (/** @type {boolean} */ film, written = store.state.wanted.seed) => {
    const { maker, braid } = store.state.wanted,
      { board } = store.state,
      [rows, columns, levels] = sizes(store.state.wanted, board.shape),
      typed = written.trim();
    const seed = typed ? whole(typed) : Math.floor(Math.random() * MAX_SEED);
    if (!rows) return store.change({ said: sizesSaid() });
    if (seed === null) return store.change({ said: say("make.seeds", { most: Number.MAX_SAFE_INTEGER }) });
    const wanted = {
      maker,
      rows,
      columns,
      thin: hasSides(board),
      braid: Number(braid),
      seed,
      film,
    };
    const made = await asker.making(() =>
      madeBoard(store, asker, wanted, resized(board, rows, columns, board.shape, levels)),
    );
    if (!made) return;
    replace(() => made.board, say("made", { maker: local(maker), seed }));
    if (film) store.change((state) => watched(state, made.reply));
  };
}

/** The rows, columns and levels typed; none: there is no such board. @param {State["wanted"]} wanted @param {string} shape @returns {number[]} */
function sizes({ rows, columns, levels }, shape) {
  const typed = [rows, columns, levels].map((text) => whole(text.trim()) ?? 0),
    size = SHAPES[shape].grown(typed[0], typed[1], typed[2]);
  return [...typed, ...size].some((side) => side < 1 || side > MAX_SIDE) ? [] : typed;
}

/** The whole number, 0 or more, that was typed; null: it is none. @param {string} text */
function whole(text) {
  const number = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(number) ? number : null;
}

/** @param {State} state */
export function renderBoardTools(state) {
  showMenus();
  showWanted(state.wanted);
  showBoard(state.board);
  showTool(state.tool, state.cost);
}

/** A group of a menu. @param {string} label @param {string[]} names @param {(name: string) => string} words of a name */
function group(label, names, words) {
  return built("optgroup", { label }, ...names.map((name) => new Option(words(name), name)));
}

const showMenus = when(() => {
  const makers = Object.keys(MAKERS);
  for (const id of MENUS) {
    const isPuzzle = id === "puzzle",
      presets = Object.keys(PRESETS).filter(
        (name) => (QUESTIONS[PRESETS[name].panels[0].question].finds === "walk") === isPuzzle,
      );
    select(id).replaceChildren(
      new Option(say(isPuzzle ? "puzzle.none" : "preset.none"), ""),
      ...[...new Set(presets.map((name) => PRESETS[name].from))].map((from) =>
        group(
          local(from),
          presets.filter((name) => PRESETS[name].from === from),
          (name) => local(PRESETS[name].words),
        ),
      ),
    );
  }
  select("maker").replaceChildren(
    ...[true, false].map((rooms) =>
      group(
        say(rooms ? "make.mazes" : "make.others"),
        makers.filter((name) => MAKERS[name].rooms === rooms),
        local,
      ),
    ),
  );
});

const showWanted = when((/** @type {State["wanted"]} */ wanted) => {
  for (const [name, value] of Object.entries(wanted))
    if (input(name).value !== value) input(name).value = value;
  const { rooms, title, texture } = MAKERS[wanted.maker];
  select("maker").value = wanted.maker; // also where the menu was made anew
  select("maker").title = say("make.title", { title, texture });
  select("braid").disabled = !rooms;
});

const showBoard = when((/** @type {Board} */ board) => {
  const names = Object.keys(MOVES).filter((name) => suitsMoves(board, name)),
    all = names.includes(board.moves) ? names : [...names, board.moves];
  select("moves").replaceChildren(
    ...all.map((name) => new Option(name in MOVES ? say(`moves.${name}`) : name, name)),
  );
  select("moves").value = board.moves;
  select("wrap").value = board.wrap;
  select("shape").replaceChildren(
    ...Object.keys(SHAPES).map((name) => new Option(say(`shape.${name}`), name)),
  );
  select("shape").value = board.shape;
  at("of-levels").hidden = !hasLevels(board);
  select("corners").value = board.corners;
  const factors = [...new Set([0, 1, Math.SQRT2, 1.5, 2, board.diagonal])];
  select("diagonal").replaceChildren(
    ...factors.map((n) => new Option(n ? `× ${cost(n)}` : say("moves.diagonal.usual"), String(n))),
  );
  select("diagonal").value = String(board.diagonal);
  for (const id of ["corners", "diagonal"]) select(id).disabled = !hasDiagonals(board);
  input("order").value = board.order;
  input("order").placeholder = MOVES[board.moves]?.map(letters).join(",") ?? "";
});

const showTool = when((/** @type {string} */ tool, /** @type {number} */ price) => {
  /** @type {HTMLInputElement} */ (document.querySelector(`[name=tool][value=${tool}]`)).checked = true;
  select("cost").value = String(price);
  document.body.dataset.tool = tool;
});
