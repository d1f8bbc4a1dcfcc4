/** The page: the board, the question and the panels that show the answers. */

import { copy, fromData, hasCosts, leaps, openBoard, sidesOf, toData } from "./board.js";
import { QUESTIONS, isKnown } from "./choices.js";
import { Closing } from "./closing.js";
import { bindControls } from "./controls.js";
import { makeEditable } from "./editor.js";
import { History } from "./history.js";
import { fromLink, toLink } from "./link.js";
import { filled } from "./makers.js";
import { Pages } from "./pages.js";
import { Palette } from "./palette.js";
import { Panel } from "./panel.js";
import { Server } from "./server.js";
import { Transport } from "./transport.js";

/** @typedef {import("./board.js").Board} Board */

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);
const LINK_DELAY = 200; // milliseconds after the last change

class App {
  /** @type {Board} */
  board = openBoard(5, 5);
  question = "find";
  by = "dfs";
  beside = ""; // "question/algorithm" of the second panel; empty: no second panel
  /** @type {Board | null} the board before the stroke that is being drawn */
  before = null;
  forgotten = true; // no answer is shown that a change would make wrong
  asked = 0; // counts questions, so that late answers are recognised
  link = "";
  linkDue = 0;
  /** @type {Promise<boolean>} ends when the server has made the board that was asked for last */
  making = Promise.resolve(false);
  server = new Server();
  sight = { zoom: 1, row: 0, column: 0 };

  constructor() {
    this.panels = ["left", "right"].map((slot) => new Panel(at("panels"), slot, this.sight));
    this.transport = new Transport((step) => this.panels?.forEach((panel) => panel.go(step)));
    this.history = new History(() => {
      at("undo").disabled = !this.history.past.length;
      at("redo").disabled = !this.history.future.length;
    });
    this.history.changed();
    this.pages = new Pages(this.server, (path, words) => {
      this.transport.pause();
      this.panels[0].path(path);
      this.panels[0].say(words, "film");
      this.say(words);
    }, (words) => this.say(words));
    for (const panel of this.panels) makeEditable(panel.view, this.desk);
    document.addEventListener("theme", () => {
      Palette.renew();
      this.panels.forEach((panel) => panel.view.changed());
    });
    addEventListener("hashchange", () => {
      if (location.hash.slice(1) !== this.link) this.open();
    });
  }

  /** The functions that the editor may call. @returns {import("./editor.js").Desk} */
  get desk() {
    return {
      board: () => this.board,
      tool: () => /** @type {HTMLInputElement} */ (document.querySelector("[name=tool]:checked")).value,
      cost: () => Number(at("cost").value),
      begin: () => {
        this.before = this.board;
        this.board = copy(this.board);
        this.panels.forEach((panel) => (panel.view.board = this.board));
      },
      change: (board) => {
        if (board !== this.board) this.#draw(board);
      },
      end: () => {
        const before = this.before;
        this.before = null;
        if (!before || same(before, this.board)) return;
        this.history.keep(before);
        this.#facts();
        this.save();
      },
      drop: () => {
        if (this.before) this.show(this.before);
        this.before = null;
      },
      say: (words) => this.say(words),
      look: (sight) => this.look(sight),
      zoom: (factor, v = -1) => this.zoom(factor, v),
    };
  }

  /** Change the board in one step that can be undone. @param {Board} board */
  replace(board) {
    if (same(this.board, board)) return;
    this.history.keep(this.board);
    this.show(board);
  }

  /** Show *board*, and forget the answers for the previous one. @param {Board} board */
  show(board) {
    const resized = board.rows !== this.board.rows || board.columns !== this.board.columns;
    this.board = board;
    if (resized) this.look({ zoom: 1 });
    this.forget();
    this.#facts();
    this.save();
  }

  /** Show *board* during a stroke, cell by cell: does only what each cell needs. @param {Board} board */
  #draw(board) {
    this.board = board;
    if (!this.forgotten) this.forget();
    for (const { view } of this.panels) {
      view.board = board;
      view.changed();
    }
  }

  /** Forget the answers, and cancel the current question. */
  forget() {
    this.asked++;
    this.forgotten = true;
    if (document.body.dataset.asking === "true") this.cancel();
    this.#asking(false);
    this.panels.forEach((panel, i) => {
      const [question, by] = i ? this.beside.split("/") : [this.question, this.by];
      panel.element.hidden = !question;
      if (question) panel.show(this.board, question, by);
    });
    at("panels").dataset.panels = this.beside ? "2" : "1";
    if (this.transport.length) this.transport.load(0);
    this.pages.show(null);
  }

  /** @param {string} question @param {string} by @param {string} [beside] */
  choose(question, by, beside = this.beside) {
    this.question = isKnown(question, by) ? question : Object.hasOwn(QUESTIONS, question) ? question : "find";
    this.by = isKnown(this.question, by) ? by : Object.keys(QUESTIONS[this.question].algorithms)[0];
    const [other, way] = beside.split("/");
    this.beside = isKnown(other, way) ? beside : "";
    this.forget();
    this.#facts();
    this.save();
  }

  async run() {
    await this.making;
    this.forget();
    this.forgotten = false;
    const asked = this.asked, { board } = this;
    const data = toData(board);
    this.#asking(true);
    this.say("Computing.");
    const words = await Promise.all(this.panels.map(async (panel) => {
      if (panel.element.hidden) return "";
      panel.say("Computing.", "asking");
      const request = { do: "ask", question: panel.question, by: panel.by, board: data, seed: seed() };
      try {
        const reply = await this.server.ask(panel.slot, request, (told) => {
          if (asked === this.asked) panel.progress(told);
        });
        return asked === this.asked ? panel.answer(board, reply) : "";
      } catch (error) {
        const reason = error instanceof Error ? error.message : String(error);
        if (asked === this.asked) panel.say(reason, "error");
        return reason;
      }
    }));
    if (asked !== this.asked) return;
    this.#asking(false);
    this.say(words.filter(Boolean).join(" Beside it: "));
    const length = Math.max(0, ...this.panels.map((panel) => panel.film?.length ?? 0));
    if (length) {
      this.transport.load(length);
      const seen = this.panels.every(({ film }) => !film || film instanceof Closing); // while it was made
      if (seen || matchMedia("(prefers-reduced-motion: reduce)").matches) this.transport.go(length);
      else this.transport.play();
    }
    const { state, answer } = this.panels[0].element.dataset;
    if (this.question === "list" && state === "film") this.pages.show(data);
    if (this.question === "order" && state === "path" && answer) this.pages.show(data, true);
  }

  /**
   * Let the server make a board, and show it unless there is another meanwhile.
   * @param {import("./makers.js").Making} asked @param {Board} [base] the board whose moves it gets
   * @returns {Promise<boolean>} whether it is shown
   */
  make(asked, base = this.board) {
    this.making = this.#make(asked, base);
    return this.making;
  }

  /** @param {import("./makers.js").Making} asked @param {Board} base */
  async #make(asked, base) {
    const { board } = this;
    this.say("Making a board.");
    at("cancel").disabled = false;
    try {
      const reply = await this.server.ask("file", { do: "make", ...asked });
      const isWanted = reply.kind === "board" && board === this.board;
      if (isWanted) this.replace(filled(base, fromData(reply.board)));
      else this.say(reply.kind === "cancelled" ? "Cancelled." : "Not made: the board was changed meanwhile.");
      return isWanted;
    } catch (error) {
      this.say(`Not made. ${error instanceof Error ? error.message : error}`);
      return false;
    } finally {
      at("cancel").disabled = document.body.dataset.asking !== "true";
    }
  }

  cancel() {
    for (const slot of [...this.panels.map((panel) => panel.slot), "file"]) this.server.cancel(slot).catch(() => {});
  }

  /** @param {boolean} asking */
  #asking(asking) {
    document.body.dataset.asking = String(asking);
    at("cancel").disabled = !asking;
  }

  get shownPanels() {
    return this.panels.filter((panel) => !panel.element.hidden);
  }

  /** Let the server draw what the first panel shows. @param {"svg" | "gif" | "txt"} form @returns {Promise<Uint8Array | undefined>} */
  async draw(form) {
    const { question, by, board, panels: [panel] } = this;
    const dark = document.documentElement.dataset.theme === "dark";
    this.say("Drawing.");
    at("cancel").disabled = false;
    try {
      const reply = await this.server.ask("file", { do: "draw", form, dark, question, by, board: toData(board), ...panel.shows });
      if (reply.kind === "cancelled") this.say("Cancelled.");
      return reply.bytes;
    } catch (error) {
      this.say(`Not saved. ${error instanceof Error ? error.message : error}`);
      return undefined;
    } finally {
      at("cancel").disabled = document.body.dataset.asking !== "true";
    }
  }

  /** @param {string} words */
  say(words) {
    at("summary").textContent = words;
  }

  /** @param {Partial<import("./view.js").Sight>} sight */
  look(sight) {
    Object.assign(this.sight, sight);
    this.panels.forEach((panel) => panel.view.changed());
  }

  /** @param {number} factor 0: the whole board @param {number} v the cell that stays in place; -1: the middle */
  zoom(factor, v = -1) {
    const { rows, columns } = this.board, { zoom, row, column } = this.sight;
    const next = factor === 0 ? 1 : Math.min(Math.max(1, Math.max(rows, columns) / 8), Math.max(1, zoom * factor));
    const share = v < 0 || zoom === next ? 0 : 1 - zoom / next; // the cell stays where it is
    const from = zoom === 1 ? { row: rows / 2, column: columns / 2 } : { row, column };
    const to = v < 0 ? from : { row: Math.floor(v / columns), column: v % columns };
    this.look({ zoom: next, row: from.row + (to.row - from.row) * share, column: from.column + (to.column - from.column) * share });
    document.body.dataset.zoom = next.toFixed(2);
  }

  /** Publish the state as attributes of the page, for tests and style sheets. */
  #facts() {
    const { board } = this, sides = sidesOf(board);
    const facts = document.body.dataset;
    if (facts.rows !== String(board.rows) || facts.columns !== String(board.columns)) {
      at("rows").value = board.rows; // not on every change: that would overwrite what the user types
      at("columns").value = board.columns;
    }
    Object.assign(facts, {
      rows: board.rows, columns: board.columns, start: board.start, exits: board.exits.join(" "),
      walls: board.cells.reduce((walls, cost) => walls + (cost === 0 ? 1 : 0), 0),
      sides: board.sides.reduce((number, _, v) => number + [0, 1, 1, 2][sides(v)], 0), wrap: board.wrap,
      costs: String(hasCosts(board)), question: this.question, by: this.by, beside: this.beside,
    });
    bindControls.refresh(this);
  }

  /** Save the state in the address, shortly after the last change. */
  save() {
    clearTimeout(this.linkDue);
    document.body.dataset.saved = "false";
    this.linkDue = setTimeout(async () => {
      this.link = await toLink(this);
      history.replaceState(null, "", `#${this.link}`);
      document.body.dataset.saved = "true";
    }, LINK_DELAY);
  }

  /** Show the board of the address, else the board of the command line. */
  async open() {
    const hash = location.hash.slice(1), state = hash ? await fromLink(hash) : null;
    if (state) this.board = state.board;
    else this.board = fromData(await (await fetch("board.json")).json());
    this.look({ zoom: 1 });
    this.choose(state?.question || (leaps(this.board) ? "tour" : "find"), state?.by ?? "", state?.beside ?? "");
    this.say(hash && !state ? "The address holds no board: this is the board the viewer was started with." : "Draw, then press Run.");
    document.body.dataset.ready = "true";
  }
}

/** @param {Board} one @param {Board} other */
function same(one, other) {
  const ends = (/** @type {Board} */ { rows, columns, wrap, start, exits, ways, moves, order, corners }) =>
    JSON.stringify([rows, columns, wrap, start, exits, ways, moves, order, corners]);
  return ends(one) === ends(other) && one.cells.every((cost, v) => cost === other.cells[v]) &&
    one.sides.every((bits, v) => bits === other.sides[v]);
}

function seed() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

const app = new App();
bindControls(app);
app.open();
