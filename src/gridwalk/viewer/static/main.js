/** The page: the state in one place, what shows it, and what changes it. */

import { Asker } from "./asker.js";
import { fromData, leaps, openBoard } from "./board.js";
import { bindBoardTools, renderBoardTools, showPreset } from "./boardtools.js";
import { REMEMBERED, bindControls, renderControls, uncover } from "./controls.js";
import { makeEditable } from "./editor.js";
import { filmLength } from "./films.js";
import { bindFiles } from "./filetools.js";
import { begin, bindLessons, renderLesson } from "./lessons.js";
import { fromLink, toLink } from "./link.js";
import { listed } from "./names.js";
import { Pages } from "./pages.js";
import { Palette } from "./palette.js";
import { Panel } from "./panel.js";
import { answerOf, bindPlay, renderPlay } from "./playtools.js";
import { LESSONS } from "./presets.js";
import { arrangementOf, lessonOf } from "./quiz.js";
import { local, say, speak } from "./say.js";
import { Server, ServerError } from "./server.js";
import { bindSight, renderSight } from "./sight.js";
import { chosen, initialState, replaced, shown, unknown, at as stepAt } from "./state.js";
import { Store, at, button, when, whenFields } from "./store.js";
import { summary } from "./summary.js";
import { Transport, bindKeys } from "./transport.js";

const LINK_DELAY = 200; // milliseconds after the last change
const OFFERS_DELAY = 60;
const RACE_AT = 0.33; // of the film of the first screen, at rest
/** The elements that take the focus of one that goes: the first that is there. @type {Record<string, string[]>} */
const HEIRS = {
  cancel: ["run"],
  undo: ["redo"],
  instead: ["run"],
  redo: ["undo"],
  given: ["go-on", "copy-result"],
  give: ["go-on", "copy-result"],
  "show-me": ["given", "go-on", "copy-result"],
  "go-on": ["given", "copy-result"],
  again: ["lesson"],
  "walk-back": ["walk-again"],
};

export class App {
  link = "";
  /** @type {string | undefined} the lesson of the address */
  lesson;
  #linkDue = 0;
  #offersDue = 0;

  constructor() {
    this.server = new Server();
    const language = localStorage.getItem(REMEMBERED) ?? "";
    speak(language);
    this.store = new Store({ ...initialState(openBoard(5, 5)), language }, (state) => this.render(state));
    const { store } = this;
    this.asker = new Asker(store, this.server);
    this.panels = [0, 1].map(
      (index) =>
        new Panel(at("panels"), index, (question, by) => {
          store.change((state) => chosen(state, [{ question, by }]));
          this.asker.run();
        }),
    );
    this.transport = new Transport(store);
    this.pages = new Pages(store, this.server);
    for (const { view } of this.panels) makeEditable(view, store);
    bindControls(store, this.asker);
    bindBoardTools(store, this.asker);
    bindSight(store);
    bindFiles(store, this.asker, this.panels, (link) => this.follow(link));
    bindLessons(store, this.asker);
    bindPlay(store, this.asker);
    bindKeys();
    this.#bindArrangements();
    if (matchMedia("(pointer: coarse)").matches) store.change({ tool: "look" });
    document.addEventListener("theme", () => {
      Palette.renew();
      for (const panel of this.panels) panel.view.changed();
    });
    addEventListener("hashchange", () => {
      if (location.hash.slice(1) === this.link) return;
      this.lesson = new URLSearchParams(location.hash.slice(1)).get("lesson") ?? undefined;
      this.open();
    });
  }

  #bindArrangements() {
    const { store, asker } = this,
      unless = (/** @type {string} */ name, /** @type {() => unknown} */ go) => () =>
        arrangementOf(store.state) !== name && go();
    button("go-learn").onclick = unless("learn", () => begin(store, asker, 0));
    button("go-play").onclick = unless("play", () => showPreset(store, asker, "day"));
    button("go-draw").onclick = button("end-lesson").onclick = unless("draw", () =>
      store.change((state) => ({
        lesson: -1,
        ...(arrangementOf(state) === "play" ? answerOf(state) : {}),
      })),
    );
  }

  /** Show a state: everything on the page is a function of it. @param {State} state */
  render(state) {
    const focused = document.activeElement;
    speak(state.language);
    renderControls(state);
    renderBoardTools(state);
    renderLesson(state);
    renderPlay(state, arrangementOf(state) === "play");
    this.#arrange(arrangementOf(state));
    renderSight(state.answers, state.inCells);
    for (const panel of this.panels) panel.render(state);
    at("panels").dataset.panels = String(state.panels.length);
    this.transport.render(state);
    this.pages.render(state);
    this.#summary(summary(state));
    this.#title(state.board.rows, state.board.columns, state.panels[0].question);
    if (!state.playing && !state.base) handOn(focused); // nothing goes out while a film plays, or a stroke is drawn
    this.#effects(state);
  }

  /** The effects of a state besides the page. @param {State} state */
  #effects(state) {
    this.asker.follow();
    this.pages.follow(state);
    this.#walk(arrangementOf(state) === "play" && !state.answers[0], state.board);
    this.#uncover(state.board, state.tool, state.lesson);
    this.#forget(state.asking > 0);
    this.#offers(state.board);
    const { board, panels, pace, language, answers } = state,
      lesson = lessonOf(state)?.name,
      hasStep = !state.playing && !lesson && answers.every((answer) => answer?.kind !== "making"); // whose film is not that of the question
    const step = hasStep ? state.step : 0;
    this.#save({ board, panels, marks: lesson && state.marks, step, pace, language, lesson });
  }

  /** A walk needs the moves of the board. */
  #walk = when((/** @type {boolean} */ needs, /** @type {State["board"]} */ _) => {
    if (needs) this.asker.run();
  });

  #forget = when((/** @type {boolean} */ asking) => this.asker.forget(asking));

  #offers = when((/** @type {State["board"]} */ board) => {
    clearTimeout(this.#offersDue);
    if (board) this.#offersDue = setTimeout(() => this.asker.offers(), OFFERS_DELAY);
  });

  #summary = when((/** @type {string} */ words) => {
    at("summary").textContent = words;
  });

  #arrange = when((/** @type {string} */ arrangement) => {
    document.body.dataset.arrangement = arrangement;
    for (const name of ["learn", "draw", "play"])
      button(`go-${name}`).setAttribute("aria-current", String(name === arrangement));
  });

  #uncover = when(
    /** @param {State["board"]} _board @param {string} _tool @param {number} _lesson */ (
      _board,
      _tool,
      _lesson,
    ) => uncover(this.store),
  );

  #title = when(
    /** @param {number} rows @param {number} columns @param {string} question */ (
      rows,
      columns,
      question,
    ) => {
      document.title = say("window", { rows, columns, question });
    },
  );

  /** Save the state in the address, shortly after the last change. */
  #save = whenFields((/** @type {Partial<Linked>} */ linked) => {
    clearTimeout(this.#linkDue);
    document.body.dataset.saved = "false";
    this.#linkDue = setTimeout(async () => {
      const { lesson } = linked;
      this.link = await toLink(linked);
      history[lesson === this.lesson ? "replaceState" : "pushState"](null, "", `#${this.link}`); // a lesson is left by Back
      this.lesson = lesson;
      document.body.dataset.saved = "true";
    }, LINK_DELAY);
  });

  /** Show the board of the address, else that of the command line, else the first screen. A bad address never replaces a board. */
  async open() {
    const isFirst = document.body.dataset.ready !== "true",
      link = location.hash.slice(1),
      bad = link && (await this.follow(link, isFirst));
    if (isFirst && (bad || !link)) await this.#first();
    if (isFirst) this.store.change({ past: [] });
    if (bad) this.store.change({ said: bad });
    document.body.dataset.ready = "true";
  }

  /** Show the board or the lesson of a link; unless it is the first board, undo takes it back. @param {string} link @param {boolean} [isFirst] @returns {Promise<string>} why it is not shown */
  async follow(link, isFirst = false) {
    try {
      return await this.#show(await fromLink(link, (board) => this.asker.checked(board)), isFirst);
    } catch (error) {
      const why = error instanceof ServerError ? local(error.said) : say("link.damaged");
      return say("failed", { what: say("files.unread"), why });
    }
  }

  /** @param {Linked} linked @param {boolean} isFirst @returns {Promise<string>} why it is not shown */
  async #show({ board, panels, step, pace, language, lesson, marks }, isFirst) {
    const show = isFirst ? shown : replaced,
      number = LESSONS.findIndex(({ name }) => name === lesson);
    if (language) this.store.change({ language });
    if (number >= 0) {
      await begin(this.store, this.asker, number, marks);
      return "";
    }
    if (lesson || !board)
      return lesson
        ? say("link.lesson", { name: lesson, names: listed(LESSONS.map(({ name }) => name)) })
        : say("link.bad");
    this.store.change((state) => ({
      ...show({ ...state, following: false }, board),
      ...chosen(state, panels),
      pace,
      lesson: -1,
      said: unknown(panels),
    }));
    if (step) await this.#resume(step);
    return "";
  }

  async #first() {
    const data = await (await fetch("board.json")).json();
    if (!data) {
      await showPreset(this.store, this.asker, "race");
      return this.#resume(RACE_AT);
    }
    const board = fromData(data);
    this.store.change((state) => ({
      ...shown(state, board),
      ...chosen(state, [{ question: leaps(board) ? "tour" : "find", by: "" }]),
    }));
  }

  /** Ask, and rest at a step of the film, or at a share of it below 1. @param {number} step */
  async #resume(step) {
    const { said } = this.store.state;
    await this.asker.run();
    this.store.change((state) => ({
      ...stepAt(state, step < 1 ? Math.round(step * filmLength(state)) : step),
      said,
    }));
  }
}

/** The focus is never lost: what is hidden or disabled now hands it on, to the board at last. @param {Element | null} focused */
function handOn(focused) {
  const active = document.activeElement;
  if (!focused || focused === document.body || (active !== focused && active !== document.body)) return;
  const keeps = (/** @type {Element | null} */ one) =>
    one?.checkVisibility() && !(/** @type {HTMLButtonElement} */ (one).disabled);
  if (keeps(focused)) return;
  const heirs = [
    ...(HEIRS[focused.id] ?? []),
    ...(focused.closest("#tools") ? ["show-tools", "lesson"] : []),
  ].map((id) => document.getElementById(id));
  /** @type {HTMLElement | null} */ (heirs.find(keeps) ?? document.querySelector(".view"))?.focus();
}

export const app = new App();
/** For the console of the browser, and for tests. */
Object.assign(globalThis, { gridwalk: app });
app.open();
