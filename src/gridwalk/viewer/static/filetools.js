/** Opening, saving, and links. */

import { about, words } from "./asker.js";
import { fromData, hasSides } from "./board.js";
import { content, drawingFile, pictureFile, save, takeFiles, textFile } from "./files.js";
import { isOver } from "./films.js";
import { fromLink } from "./link.js";
import { grouped } from "./numbers.js";
import { replaced } from "./state.js";
import { button, input } from "./store.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./store.js").Store} Store */

/** @param {Store} store @param {import("./asker.js").Asker} asker @param {import("./panel.js").Panel[]} panels @param {(linked: import("./link.js").Linked) => Promise<void>} show */
export function bindFiles(store, asker, panels, show) {
  const say = (/** @type {string} */ said) => store.change({ said });
  takeFiles(input("file"), async (file) => {
    try {
      const reply = await asker.file({ do: "read", ...await content(file) }, "Not opened");
      if (reply?.kind !== "board") return;
      const board = fromData(reply.board);
      store.change((state) => ({
        ...replaced({ ...state, following: false }, board), tools: false, lesson: -1,
        said: `${file.name}: ${board.rows} x ${board.columns} cells. ${reply.words}`,
      }));
    } catch (error) {
      say(`Not opened: ${words(error)}`);
    }
  }, async (text) => {
    const link = /#?(size=\d+x\d+&\S*)$/.exec(text.trim())?.[1];
    const linked = link ? await fromLink(link) : null;
    if (!link) return false;
    if (linked) await show(linked);
    else say("The link holds no board.");
    return true;
  });
  button("open").onclick = () => input("file").click();
  const keep = (/** @type {Blob | null} */ blob, /** @type {string} */ ending, what = "") => {
    const name = `${nameOf(store.state)}${what}.${ending}`;
    const left = store.state.panels.length > 1 && ONE_BOARD.has(ending) ? ", the left board" : "";
    if (blob) save(blob, name);
    say(blob ? `Saved ${name}, ${grouped(blob.size)} ${blob.size === 1 ? "byte" : "bytes"}${left}.` : "The picture is too large to save.");
  };
  /** Whether it cannot be saved as such a file; the reason is said. @param {string} form */
  const isRefused = (form) => {
    const reason = whyNot(store.state, form);
    if (reason) say(reason);
    return Boolean(reason);
  };
  const draw = async (/** @type {"svg" | "gif" | "html" | "txt" | "drawn" | "json"} */ form, what = panels[0].drawn(store.state)) => {
    const { state } = store, [{ question, by }, beside] = state.panels;
    const dark = document.documentElement.dataset.theme === "dark";
    say("Drawing.");
    const reply = await asker.file({ do: "draw", form, dark, question, by, ...about(state.board), ...what, ...(form === "html" && beside ? { beside } : {}) }, "Not saved");
    return reply?.bytes;
  };
  button("save-text").onclick = async () => {
    const { board } = store.state, bytes = hasSides(board) ? await draw("txt") : null;
    if (bytes !== undefined) keep(bytes ? drawingFile(bytes, "txt") : textFile(board), "txt");
  };
  button("save-picture").onclick = async () => {
    if (isRefused("png")) return;
    keep(await pictureFile(panels.filter(({ element }) => !element.hidden).map(({ view }) => view.picture())), "png");
  };
  for (const form of /** @type {const} */ (["svg", "gif", "html", "json"])) {
    button(`save-${form}`).onclick = async () => {
      if (isRefused(form)) return;
      const bytes = await draw(form);
      if (bytes) keep(drawingFile(bytes, form), form);
    };
  }
  button("save-drawn").onclick = async () => {
    const { answers, list, walked } = store.state, way = list && list.chosen >= 0 ? list.paths[list.chosen - list.first] : answers[0]?.path;
    if (!list && answers[0] && !isOver(store.state, 0)) return say("The film is not over: the path is drawn at its end.");
    const cells = way?.cells ?? (walked.length > 1 ? walked : null);
    if (!cells) return say("There is no path to draw: search first.");
    const bytes = await draw("drawn", { step: null, cells, closed: way?.closed ?? false, found: "" });
    if (bytes) keep(drawingFile(bytes, "txt"), "txt", "-drawn");
  };
  button("copy-link").onclick = async () => {
    try {
      await navigator.clipboard.writeText(location.href);
      say("Copied. Opens here as long as gridwalk view runs; anywhere else: gridwalk view 'LINK', or paste it on the page.");
    } catch {
      say("The browser does not let the page copy: the link is the address above.");
    }
  };
}

const ONE_BOARD = new Set(["svg", "gif", "txt"]); // kinds of files that hold one board of two

/** Why what is shown cannot be saved as such a file; empty: it can. @param {State} state @param {string} form */
function whyNot({ answers: [answer] }, form) {
  if (form === "json") return "";
  if (answer?.kind === "sweep") return "The picture of a sweep is not saved: gridwalk count --layers prints it.";
  if (answer?.kind === "making" && form !== "png") return "How a board is made is saved by a command: gridwalk make MAKER SIZE -o film.gif";
  return form === "gif" && answer?.kind !== "film" ? "There is no film to save: search for a path first." : "";
}

/** A file's name: what is on the board, and its size. @param {State} state */
function nameOf({ board, panels: [{ question, by }], answers }) {
  const what = answers.some(Boolean) ? `${question}-${by}` : "board";
  return `${what}-${board.rows}x${board.columns}`;
}
