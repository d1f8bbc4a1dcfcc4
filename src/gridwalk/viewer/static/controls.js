/** The controls around the boards. */

import { MAX_SIDE, fromData, hasDiagonals, hasSides, openBoard, resized } from "./board.js";
import { MAKERS, MOVES, QUESTIONS } from "./choices.js";
import { content, drawingFile, pictureFile, save, takeFiles, textFile } from "./files.js";
import { cleared, scatter } from "./makers.js";
import { PRESETS } from "./presets.js";
import { grouped } from "./numbers.js";

/** @typedef {any} App */

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const PIECES = Object.keys(MOVES);

/** @param {App} app */
export function bindControls(app) {
  at("question").append(...Object.entries(QUESTIONS).map(([name, { title }]) => new Option(title, name)));
  for (const source of new Set(Object.values(PRESETS).map(({ from }) => from))) {
    const presets = Object.entries(PRESETS).filter(([, { from }]) => from === source);
    at("preset").append(optionGroup(source, presets.map(([name, { words }]) => new Option(words, name))));
  }
  for (const question of ["find", "shortest", "tour"]) {
    const { title, algorithms } = QUESTIONS[question];
    const options = Object.entries(algorithms).map(([by, { title: words }]) => new Option(words, `${question}/${by}`));
    at("beside").append(optionGroup(title, options));
  }
  at("question").onchange = () => app.choose(at("question").value, "");
  at("by").onchange = () => app.choose(app.question, at("by").value);
  at("beside").onchange = () => app.choose(app.question, app.by, at("beside").value);
  at("run").onclick = () => app.run();
  at("cancel").onclick = () => app.cancel();
  bindBoard(app);
  bindFiles(app);
  bindKeys(app);
  at("show-tools").onclick = () => showTools(!at("tools").classList.contains("open"));
  at("theme").onclick = () => document.dispatchEvent(new Event("switch-theme"));
  at("zoom-in").onclick = () => app.zoom(1.5);
  at("zoom-out").onclick = () => app.zoom(1 / 1.5);
  at("zoom-all").onclick = () => app.zoom(0);
}

/** On a narrow page the tools cover the board, so they open and close. @param {boolean} open */
function showTools(open) {
  const had = !open && at("tools").contains(document.activeElement);
  at("tools").classList.toggle("open", open);
  at("show-tools").setAttribute("aria-expanded", String(open));
  if (had && at("show-tools").offsetParent) at("show-tools").focus(); // else the focus is lost
}

/** @param {string} label @param {HTMLOptionElement[]} options */
function optionGroup(label, options) {
  const group = document.createElement("optgroup");
  group.label = label;
  group.append(...options);
  return group;
}

/** @param {App} app */
function bindBoard(app) {
  const undo = () => take(app.history.undo(app.board)), redo = () => take(app.history.redo(app.board));
  const take = (/** @type {any} */ board) => board && app.show(board);
  at("undo").onclick = undo;
  at("redo").onclick = redo;
  at("size").onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    const [rows, columns] = ["rows", "columns"].map((id) => Math.min(MAX_SIDE, Math.max(1, Math.floor(Number(at(id).value) || 1))));
    app.replace(resized(app.board, rows, columns));
  };
  for (const [words, rooms] of /** @type {const} */ ([["Mazes", true], ["Without rooms", false]])) {
    const makers = Object.entries(MAKERS).filter(([, maker]) => maker.rooms === rooms);
    at("maker").append(optionGroup(words, makers.map(([name]) => new Option(name, name))));
  }
  at("maker").onchange = () => {
    const { rooms, title, texture } = MAKERS[at("maker").value];
    at("maker").title = `${title}: ${texture}`;
    at("braid").disabled = !rooms;
  };
  at("maker").onchange();
  at("make").onclick = async () => {
    const seed = Math.floor(Math.random() * 1e6), maker = at("maker").value, { rows, columns } = app.board;
    if (!await app.make({ maker, rows, columns, thin: hasSides(app.board), braid: Number(at("braid").value), seed })) return;
    app.say(`Made: ${maker}, seed ${seed}.`);
    showTools(false);
  };
  at("scatter").onclick = () => app.replace(scatter(app.board));
  at("clear").onclick = () => app.replace(cleared(app.board));
  at("preset").onchange = async () => {
    const preset = PRESETS[at("preset").value];
    at("preset").value = "";
    if (!preset) return;
    app.choose(preset.question, preset.by, "");
    if (!preset.maze) app.replace(preset.board());
    else if (!await app.make(preset.maze, openBoard(preset.maze.rows, preset.maze.columns))) return;
    app.say(`${preset.words}.`);
    showTools(false);
  };
  at("moves").onchange = () => app.replace({ ...app.board, moves: at("moves").value, order: "", ways: [] });
  at("wrap").onchange = () => app.replace({ ...app.board, wrap: at("wrap").value });
  at("corners").onchange = () => app.replace({ ...app.board, corners: at("corners").value });
  at("order").onchange = () => app.replace({ ...app.board, order: at("order").value.trim() });
}

/** @param {App} app */
function bindFiles(app) {
  takeFiles(at("file"), async (file) => {
    try {
      const reply = await app.server.ask("file", { do: "read", ...await content(file) });
      if (reply.kind !== "board") return;
      app.replace(fromData(reply.board));
      app.say(`${file.name}: ${reply.board.rows} x ${reply.board.columns} cells. ${reply.words}`);
      showTools(false);
    } catch (error) {
      app.say(`Not opened. ${error instanceof Error ? error.message : error}`);
    }
  });
  at("open").onclick = () => at("file").click();
  const keep = (/** @type {Blob | null} */ blob, /** @type {string} */ name) => {
    if (blob) save(blob, name);
    app.say(blob ? `Saved ${name}, ${grouped(blob.size)} ${blob.size === 1 ? "byte" : "bytes"}.` : "Not saved. The picture is too large.");
  };
  at("save-text").onclick = async () => {
    const bytes = hasSides(app.board) ? await app.draw("txt") : null;
    if (bytes !== undefined) keep(bytes ? drawingFile(bytes, "txt") : textFile(app.board), "board.txt");
  };
  at("save-picture").onclick = async () => {
    const pictures = app.shownPanels.map((/** @type {any} */ { view }) => view.picture());
    keep(await pictureFile(pictures), "board.png");
  };
  for (const form of /** @type {const} */ (["svg", "gif"])) {
    at(`save-${form}`).onclick = async () => {
      const bytes = await app.draw(form);
      if (bytes) keep(drawingFile(bytes, form), `board.${form}`);
    };
  }
  at("copy-link").onclick = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      app.say("Copied: the part after # holds the board, and opens in any running viewer.");
    } catch {
      app.say("The browser does not let the page copy: the link is the address above.");
    }
  };
}

/** @param {App} app */
function bindKeys(app) {
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) at("undo").click();
    else if (key === "y" || (key === "z" && event.shiftKey)) at("redo").click();
    else return;
    event.preventDefault();
  });
}

/** Show in the controls what is so. @param {App} app */
bindControls.refresh = (app) => {
  const { board } = app;
  at("question").value = app.question;
  at("by").replaceChildren(...Object.entries(QUESTIONS[app.question].algorithms).map(([by, { title }]) => new Option(title, by)));
  at("by").value = app.by;
  at("by").disabled = at("by").options.length < 2;
  at("beside").value = app.beside;
  const pieces = PIECES.includes(board.moves) ? PIECES : [...PIECES, board.moves];
  at("moves").replaceChildren(...pieces.map((name) => new Option(name, name)));
  at("moves").value = board.moves;
  at("wrap").value = board.wrap;
  at("corners").value = board.corners;
  at("corners").disabled = !hasDiagonals(board);
  at("order").value = board.order;
};
