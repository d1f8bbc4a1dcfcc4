/** Opening, saving, and links. */

import { about, words } from "./asker.js";
import { fromData } from "./board.js";
import { content, pictureFile, save, takeFiles } from "./files.js";
import { isOver } from "./films.js";
import { linkIn } from "./link.js";
import { grouped } from "./numbers.js";
import { join, language, local, say } from "./say.js";
import { replaced } from "./state.js";
import { button, input } from "./store.js";

/** The kinds of files by their buttons: the ending, what the server calls it, its media type, and whether it holds one board of two. @type {Record<string, {ending: string, form?: string, type: string, isOne?: boolean}>} */
const KINDS = {
  text: { ending: "txt", type: "text/plain", isOne: true },
  json: { ending: "json", type: "application/json" },
  drawn: { ending: "txt", form: "drawn", type: "text/plain", isOne: true },
  picture: { ending: "png", type: "image/png" },
  svg: { ending: "svg", type: "image/svg+xml", isOne: true },
  gif: { ending: "gif", type: "image/gif", isOne: true },
  html: { ending: "html", type: "text/html" },
};

/** @param {Store} store @param {Asker} asker @param {Panel[]} panels @param {(link: string) => Promise<string>} follow says why it does not */
export function bindFiles(store, asker, panels, follow) {
  const tell = (/** @type {string} */ said) => store.change({ said });

  takeFiles(input("file"), async (file, text) => {
    const link = linkIn(text),
      why = link && (await follow(link));
    if (why) tell(why);
    if (link) return;
    try {
      const reply = await asker.file({ do: "read", ...(await content(file)) }, say("files.unread"));
      if (reply?.kind !== "board") return;
      const board = fromData(reply.board),
        { rows, columns } = board;
      store.change((state) => ({
        ...replaced({ ...state, following: false }, board),
        lesson: -1,
        said: join(say("files.read", { file: file.name, rows, columns }), local(reply.words)),
      }));
    } catch (error) {
      tell(say("failed", { what: say("files.unread"), why: local(words(error)) }));
    }
  });
  button("open").onclick = () => input("file").click();

  const drawing = async (/** @type {string} */ form) => {
    const { state } = store,
      [{ question, by }, beside] = state.panels;
    const reply = await asker.file(
      {
        do: "draw",
        form,
        dark: document.documentElement.dataset.theme === "dark",
        language: language(),
        question,
        by,
        ...about(state.board),
        ...(form === "drawn" ? drawn(state) : panels[0].drawn(state)),
        ...(form === "html" && beside ? { beside } : {}),
      },
      say("save.failed"),
    );
    return reply?.bytes;
  };
  for (const [name, { ending, form = ending, type, isOne }] of Object.entries(KINDS))
    button(`save-${name}`).onclick = async () => {
      const reason = whyNot(store.state, form);
      if (reason) return tell(reason);
      tell(say("save.drawing"));
      const shown = panels.filter(({ element }) => !element.hidden).map(({ view }) => view),
        data = form === "png" ? await pictureFile(shown) : await drawing(form);
      if (data === undefined) return;
      if (data === null) return tell(say("save.large"));
      const blob = new Blob([data], { type }),
        file = `${nameOf(store.state)}${form === "drawn" ? "-drawn" : ""}.${ending}`,
        key = isOne && store.state.panels.length > 1 ? "saved.left" : "saved";
      save(blob, file);
      tell(say(key, { file, n: grouped(blob.size) }));
    };

  for (const id of ["copy-link", "copy-result", "share"])
    button(id).onclick = async () => {
      try {
        await navigator.clipboard.writeText(say("link.command", { link: location.hash })); // without the token
        tell(say("link.copied"));
      } catch {
        tell(say("link.refused"));
      }
    };
}

/** The path that is shown: chosen from the list, found, or walked. @param {State} state */
function shownPath({ answers: [answer], list, walked }) {
  const way = list && list.chosen >= 0 ? list.paths[list.chosen - list.first] : answer?.path;
  return way ?? (walked.length > 1 ? { cells: walked, closed: false } : null);
}

/** @param {State} state */
function drawn(state) {
  const { cells, closed } = shownPath(state);
  return { step: null, cells, closed, found: "" };
}

/** Why what is shown cannot be saved as such a file; empty: it can. @param {State} state @param {string} form */
function whyNot(state, form) {
  const {
    answers: [answer],
    list,
  } = state;
  if (form === "json" || form === "txt") return "";
  if (form === "drawn") {
    if (!list && answer && !isOver(state, 0)) return say("save.drawn.later");
    return shownPath(state) ? "" : say("save.drawn.none");
  }
  if (answer?.kind === "sweep") return say("save.no.sweep");
  if (answer?.kind === "making" && form !== "png") return say("save.no.making");
  return form === "gif" && answer?.kind !== "film" ? say("save.no.film") : "";
}

/** A file's name: what is on the board, and its size. @param {State} state */
function nameOf({ board, panels: [{ question, by }], answers }) {
  const what = answers.some(Boolean) ? `${question}-${by}` : "board";
  return `${what}-${board.rows}x${board.columns}`;
}
