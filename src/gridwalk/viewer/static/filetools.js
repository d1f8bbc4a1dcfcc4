/** Opening, saving, and links. */

import { about, words } from "./asker.js";
import { fromData } from "./board.js";
import { content, drawingFile, pictureFile, save, takeFiles } from "./files.js";
import { isOver } from "./films.js";
import { fromLink } from "./link.js";
import { grouped } from "./numbers.js";
import { join, language, local, say } from "./say.js";
import { replaced } from "./state.js";
import { button, input } from "./store.js";

/** @param {Store} store @param {Asker} asker @param {Panel[]} panels @param {(linked: Linked) => Promise<void>} show */
export function bindFiles(store, asker, panels, show) {
  const tell = (/** @type {string} */ said) => store.change({ said });
  takeFiles(
    input("file"),
    async (file) => {
      try {
        const reply = await asker.file(
          { do: "read", ...(await content(file)) },
          say("files.unread"),
        );
        if (reply?.kind !== "board") return;
        const board = fromData(reply.board);
        store.change((state) => ({
          ...replaced({ ...state, following: false }, board),
          lesson: -1,
          said: join(
            say("files.read", { file: file.name, rows: board.rows, columns: board.columns }),
            local(reply.words),
          ),
        }));
      } catch (error) {
        tell(say("failed", { what: say("files.unread"), why: local(words(error)) }));
      }
    },
    async (text) => {
      const link = /#?(size=\d+x\d+&\S*)$/.exec(text.trim())?.[1];
      const linked = link ? await fromLink(link) : null;
      if (!link) return false;
      if (linked) await show(linked);
      else tell(say("link.none"));
      return true;
    },
  );
  button("open").onclick = () => input("file").click();
  const keep = (/** @type {Blob | null} */ blob, /** @type {string} */ ending, what = "") => {
    const name = `${nameOf(store.state)}${what}.${ending}`;
    const key = store.state.panels.length > 1 && ONE_BOARD.has(ending) ? "saved.left" : "saved";
    if (blob) save(blob, name);
    tell(blob ? say(key, { file: name, n: grouped(blob.size) }) : say("save.large"));
  };
  const draw = async (
    /** @type {"svg" | "gif" | "html" | "txt" | "drawn" | "json"} */ form,
    what = panels[0].drawn(store.state),
  ) => {
    const { state } = store,
      [{ question, by }, beside] = state.panels;
    const dark = document.documentElement.dataset.theme === "dark";
    tell(say("save.drawing"));
    const reply = await asker.file(
      {
        do: "draw",
        form,
        dark,
        language: language(),
        question,
        by,
        ...about(state.board),
        ...what,
        ...(form === "html" && beside ? { beside } : {}),
      },
      say("save.failed"),
    );
    return reply?.bytes;
  };
  for (const [name, form] of /** @type {const} */ ([
    ["text", "txt"],
    ["json", "json"],
    ["picture", "png"],
    ["svg", "svg"],
    ["gif", "gif"],
    ["html", "html"],
  ])) {
    button(`save-${name}`).onclick = async () => {
      const reason = whyNot(store.state, form);
      if (reason) return tell(reason);
      if (form === "png")
        return keep(
          await pictureFile(
            panels.filter(({ element }) => !element.hidden).map(({ view }) => view),
          ),
          "png",
        );
      const bytes = await draw(form);
      if (bytes) keep(drawingFile(bytes, form), form);
    };
  }
  button("save-drawn").onclick = async () => {
    const { answers, list, walked } = store.state,
      way = list && list.chosen >= 0 ? list.paths[list.chosen - list.first] : answers[0]?.path;
    if (!list && answers[0] && !isOver(store.state, 0)) return tell(say("save.drawn.later"));
    const cells = way?.cells ?? (walked.length > 1 ? walked : null);
    if (!cells) return tell(say("save.drawn.none"));
    const bytes = await draw("drawn", {
      step: null,
      cells,
      closed: way?.closed ?? false,
      found: "",
    });
    if (bytes) keep(drawingFile(bytes, "txt"), "txt", "-drawn");
  };
  for (const id of ["copy-link", "copy-result", "share"])
    button(id).onclick = async () => {
      try {
        await navigator.clipboard.writeText(location.href);
        tell(say("link.copied"));
      } catch {
        tell(say("link.refused"));
      }
    };
}

const ONE_BOARD = new Set(["svg", "gif", "txt"]); // kinds of files that hold one board of two

/** Why what is shown cannot be saved as such a file; empty: it can. @param {State} state @param {string} form */
function whyNot({ answers: [answer] }, form) {
  if (form === "json" || form === "txt") return "";
  if (answer?.kind === "sweep") return say("save.no.sweep");
  if (answer?.kind === "making" && form !== "png") return say("save.no.making");
  return form === "gif" && answer?.kind !== "film" ? say("save.no.film") : "";
}

/** A file's name: what is on the board, and its size. @param {State} state */
function nameOf({ board, panels: [{ question, by }], answers }) {
  const what = answers.some(Boolean) ? `${question}-${by}` : "board";
  return `${what}-${board.rows}x${board.columns}`;
}
