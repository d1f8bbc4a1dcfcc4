/** One algorithm at work, as the state says: the board, the answer, one sentence a step, the pseudocode, its stack or queue. */

import { bars, outcome, tableHead, tableRow, withGroups } from "./answers.js";
import { MAKERS } from "./choices.js";
import { Closing } from "./closing.js";
import { Film } from "./film.js";
import { closingOf, eventsShown, filmOf, isOver, makingOf, sweepOf } from "./films.js";
import { legend } from "./legend.js";
import { entry, sentence } from "./narrate.js";
import { between, cost as costWords, grouped } from "./numbers.js";
import { marksOf, play } from "./play.js";
import { QUESTIONS, algorithm, isKnown, kindOf } from "./questions.js";
import { join, label, local, say } from "./say.js";
import { Plan, typed } from "./shapes.js";
import { View } from "./view.js";
import { built, once, when } from "./store.js";

const MAX_WAITING = 14;
const NAMES = ["expanded", "frontier", "backtracks", "depth", "length", "cost"];

/** @type {Shows} */
const NOTHING = { way: [], closed: false, here: -1, film: null };

export class Panel {
  /** @param {HTMLElement} parent @param {number} index @param {(question: string, by: string) => void} choose */
  constructor(parent, index, choose) {
    const template = /** @type {HTMLTemplateElement} */ (document.getElementById("panel"));
    const copy = /** @type {DocumentFragment} */ (template.content.cloneNode(true));
    label(copy);
    this.element = /** @type {HTMLElement} */ (copy.firstElementChild);
    this.element.dataset.slot = index ? "right" : "left";
    parent.append(this.element);
    this.index = index;
    this.choose = choose;
    this.view = new View(this.part(".view"));
  }

  /** @param {string} selector @returns {HTMLElement} */
  part(selector) {
    return /** @type {HTMLElement} */ (this.element.querySelector(selector));
  }

  /** @param {State} state */
  render(state) {
    const { index } = this,
      asked = state.panels[index];
    this.element.hidden = !asked;
    if (!asked) return;
    const answer = state.answers[index],
      events = eventsShown(state, index);
    const shows = this.#pointed(this.#shown(state), state, events),
      { film } = shows,
      asksExits = kindOf(asked.question, state.board) === "path";
    const making = makingOf(answer),
      sweep = sweepOf(answer);
    making?.go(events);
    const by = answer && isKnown(asked.question, answer.by) ? answer.by : asked.by;
    this.#title(asked.question, asked.by, state.board, making ? answer : null);
    this.#code(asked.question, by, making ? answer?.maker : "");
    this.#outcome(
      answer,
      state.progress[index],
      state.asking > 0 && !answer,
      isOver(state, index),
      state.list,
    );
    this.#table(answer);
    this.#chart(closingOf(state, index), answer ? state.step : Infinity);
    this.#film(answer, events, shows);
    const hasPath = film !== null || (!making && shows.way.length > 0);
    this.#legend(film, state.board, asksExits, hasPath, state.inCells, isOver(state, index));
    play(this, state, answer);
    this.#sweep(sweep, events);
    this.#sentence(film ?? sweep ?? making, events);
    this.view.show({
      board: making ? this.#made(making, events) : state.board,
      asksExits,
      cursor: state.cursor,
      hover: state.hover,
      sight: state.sight,
      film: shows.film,
      events,
      marks: shows,
      inCells: state.inCells,
      looks: !state.playing,
    });
  }

  /** The path on the board, and the film if its cells are shown. @param {State} state @returns {Shows} */
  #shown(state) {
    const { index } = this,
      answer = state.answers[index],
      chosen = state.list?.chosen ?? -1;
    if (answer?.kind === "play") return this.#walk(state.board, answer, state.walked, state.hints);
    if (state.list && chosen >= 0)
      return this.#listed(state.list.paths[chosen - state.list.first].cells);
    const film = filmOf(answer),
      making = makingOf(answer);
    if (making) return this.#making(making, eventsShown(state, index));
    return film
      ? this.#played(film, eventsShown(state, index))
      : this.#found(answer, closingOf(state, index), state.step);
  }

  /** When the film is over, the path to the cell under the pointer, or the keyboard's cursor, is on the board too. @param {Shows} shows @param {State} state @param {number} events @returns {Shows} */
  #pointed(shows, state, events) {
    const v = state.cursor >= 0 ? state.cursor : state.hover,
      { film } = shows;
    return film && v >= 0 && !state.base && !state.playing && isOver(state, this.index)
      ? this.#trailed(shows, film, events, v)
      : shows;
  }

  #trailed = once(
    /** @param {Shows} shows @param {Film} film @param {number} _ @param {number} v @returns {Shows} */ (
      shows,
      film,
      _,
      v,
    ) => ({ ...shows, trail: film.wayTo(v) }),
  );

  #made = once(/** @param {MakingFilm} film @param {number} _ */ (film, _) => film.board);

  #sweep = when(
    /** @param {SweepFilm | null} sweep @param {number} step */ (sweep, step) => {
      this.part(".sweeps").hidden = !sweep;
      if (!sweep) return this.part(".sweeps").replaceChildren();
      sweep.go(step);
      sweep.draw(this.part(".sweeps"));
    },
  );

  /** What the step that is shown did. */
  #sentence = when(
    /** @param {Film | SweepFilm | MakingFilm | null} film @param {number} _ */ (film, _) => {
      this.part(".sentence").textContent = !film
        ? ""
        : film instanceof Film
          ? sentence(film)
          : film.sentence;
    },
  );

  #walk = once(
    /** @param {Board} board @param {Answer} answer @param {number[]} walked @param {boolean} hints @returns {Shows} */ (
      board,
      answer,
      walked,
      hints,
    ) => ({ ...NOTHING, ...marksOf(board, answer, walked, hints) }),
  );

  #making = once(
    /** @param {MakingFilm} film @param {number} step @returns {Shows} */ (film, step) => {
      film.go(step);
      return { ...NOTHING, here: film.here, ...film.marks };
    },
  );

  #listed = once(/** @param {number[]} way @returns {Shows} */ (way) => ({ ...NOTHING, way }));

  #played = once(
    /** @param {Film} film @param {number} events @returns {Shows} */ (film, events) => {
      film.go(events);
      const over = film.isOver && film.path;
      return { way: film.way(), closed: Boolean(over && film.path?.closed), here: film.here, film };
    },
  );

  #found = once(
    /** @param {Answer | null} answer @param {Closing | null} closing @param {number} step @returns {Shows} */ (
      answer,
      closing,
      step,
    ) => {
      closing?.go(answer && closing.length > 1 ? step : closing.length);
      const path = closing?.now?.path ?? answer?.path;
      return path ? { ...NOTHING, way: path.cells, closed: path.closed } : NOTHING;
    },
  );

  #title = when(
    /** @param {string} question @param {string} by @param {Board} board @param {Answer | null} made the answer that says how the board was made */ (
      question,
      by,
      board,
      made,
    ) => {
      const plan = new Plan(board),
        { title, algorithms } = QUESTIONS[question],
        { title: name, keeps } = algorithm(question, by);
      const named =
        name && (keeps || Object.keys(algorithms).length > 1)
          ? say("panel.by", { title, name })
          : title;
      this.part("h2").textContent = made
        ? say("panel.made", { maker: local(made.maker), seed: made.seed })
        : named;
      this.view.host.setAttribute(
        "aria-label",
        say("board.label", { rows: typed(board)[0], columns: typed(board)[1] }),
      );
      this.element.style.setProperty("--shape", String(plan.height / plan.width));
    },
  );

  #code = when(
    /** @param {string} question @param {string} by @param {string} [maker] */ (
      question,
      by,
      maker,
    ) => {
      const { code, keeps, promise } = maker
        ? { ...MAKERS[maker], keeps: "", promise: [MAKERS[maker].texture] }
        : algorithm(question, by);
      this.part(".code ol").replaceChildren(...code.map((words) => built("li", {}, words)));
      this.part(".code").hidden = !code.length;
      this.part(".promise").textContent = join(...promise);
      this.part(".waiting h3").textContent = keeps && say(`keeps.${keeps}`);
    },
  );

  #outcome = when(
    /** @param {Answer | null} answer @param {Progress | null} progress @param {boolean} asking @param {boolean} over @param {Listed | null} list */ (
      answer,
      progress,
      asking,
      over,
      list,
    ) => {
      const said =
        answer && over
          ? outcome(answer)
          : { words: asking ? say("asking") : "", small: "", ...progress, number: "" };
      const bar = /** @type {HTMLProgressElement} */ (this.part("progress"));
      bar.hidden = !progress?.share;
      bar.value = progress?.share ?? 0;
      const chosen =
        list && list.chosen >= 0 ? say("list.one", { n: grouped(list.chosen + 1) }) : "";
      this.part(".outcome").replaceChildren(...withGroups(chosen || said.words));
      this.part(".small").textContent = chosen ? "" : said.small;
      this.part(".copy").onclick = () => navigator.clipboard?.writeText(said.number);
      this.part(".copy").hidden = !said.number || Boolean(chosen);
      Object.assign(this.element.dataset, {
        number: said.number,
        state: answer?.kind ?? (asking ? "asking" : "idle"),
      });
    },
  );

  #table = when(
    /** @param {Answer | null} answer */ (answer) => {
      const table = this.part(".table");
      const isTable = answer?.kind === "table",
        isLengths = answer?.kind === "lengths";
      table.hidden = !isTable && !isLengths;
      this.element.dataset.wide = String(isTable);
      this.part(".table thead").replaceChildren(...(isTable ? [tableHead(answer.rows)] : []));
      this.part(".table tbody").replaceChildren(
        ...(isTable
          ? answer.rows.map((/** @type {any} */ row) => tableRow(row, this.choose))
          : isLengths
            ? bars(answer.lengths)
            : []),
      );
    },
  );

  #chart = when(
    /** @param {Closing | null} closing @param {number} step */ (closing, step) => {
      const shown = closing ?? new Closing([]);
      shown.go(step);
      this.part(".closing").hidden = shown.length < 2; // one point is no line
      shown.draw(this.part(".closing svg"));
      this.part(".closing p").textContent = shown.now ? between(shown.now) : "";
      if (closing) this.element.dataset.points = String(shown.length);
      else delete this.element.dataset.points;
    },
  );

  /** The film at its place. */
  #film = when(
    /** @param {Answer | null} answer @param {number} events @param {Shows} shows */ (
      answer,
      events,
      { way, film },
    ) => {
      const facts = this.element.dataset,
        path = answer?.path;
      /** @type {[string, string, number | null][]} */
      let counters = [];
      if (film) {
        const { length, cost } = film.measure(way),
          isCosting = film.costs || cost !== length;
        const found = way.length ? length : null,
          price = way.length && isCosting ? cost : null;
        counters = film.isWalk
          ? [
              ["expanded", "steps", film.expanded],
              ["backtracks", "backtracks", film.backtracks],
              ["depth", "depth", film.depth],
              ["length", "length", found],
            ]
          : [
              ["expanded", "expanded", film.expanded],
              ["frontier", film.algorithm.keeps === "heap" ? "heap" : "queue", film.frontier],
              ["length", "length", found],
            ];
        if (isCosting) counters.push(["cost", "cost", price]);
        Object.assign(facts, {
          step: events,
          found: film.found,
          events: film.length,
          cost: way.length ? cost : "",
        });
      } else if (way.length) {
        const known = path && path.cells === way ? path : null,
          length = way.length - (known?.closed ? 0 : 1);
        counters = [["length", "length", length]];
        if (known && known.cost !== length) counters.push(["cost", "cost", known.cost]);
        if (known?.expanded) counters.unshift(["expanded", "expanded", known.expanded]);
        facts.cost = known ? String(known.cost) : "";
      } else facts.cost = "";
      for (const name of NAMES.slice(0, 5))
        facts[name] = String(counters.find(([one]) => one === name)?.[2] ?? "");
      if (!film) for (const name of ["step", "found", "events"]) delete facts[name];
      facts.answer = film ? (path ? path.cells.join(" ") : "") : Array.from(way).join(" ");
      this.part(".counters").replaceChildren(
        ...counters.map(([name, title, value]) => counter(name, title, value)),
      );
      this.#light(film ?? makingOf(answer));
      this.part(".waiting").hidden = !film;
      const waiting = film ? film.waiting(MAX_WAITING) : [];
      this.part(".waiting ol").replaceChildren(
        ...(film ? waiting.map((one) => built("li", {}, entry(film, one))) : []),
      );
      facts.waiting = waiting.map(({ cell }) => cell).join(" ");
    },
  );

  /** The lines of the pseudocode that were carried out for this event; the last is where it is. @param {Film | MakingFilm | null} film */
  #light(film) {
    const lines = film?.lines ?? [],
      now = lines.at(-1) ?? -1;
    Array.from(this.part(".code ol").children).forEach((line, i) => {
      if (i === now) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
      line.classList.toggle("done", lines.includes(i));
    });
    this.element.dataset.line = String(now);
    const list = this.part(".code ol"),
      lit = /** @type {HTMLElement | undefined} */ (list.children[now]);
    if (!lit || list.scrollHeight <= list.clientHeight) return; // all lines are in sight
    const above = lit.offsetTop - list.offsetTop,
      below = above + lit.offsetHeight - list.clientHeight;
    list.scrollTop = Math.min(above, Math.max(below, list.scrollTop));
  }

  #legend = when(
    /** @param {Film | null} film @param {Board} board @param {boolean} asksExits @param {boolean} hasPath @param {string} inCells @param {boolean} over */ (
      film,
      board,
      asksExits,
      hasPath,
      inCells,
      over,
    ) => {
      const entries = legend(film, board, {
        asksExits,
        hasPath,
        inCells,
        over,
      });
      this.part(".legend").replaceChildren(
        ...entries.map(({ sample, words }) =>
          built("li", {}, built("i", { className: sample }), words),
        ),
      );
    },
  );

  /** What the server has to draw: a step of the film, or a path. @param {State} state */
  drawn(state) {
    const answer = state.answers[this.index],
      events = eventsShown(state, this.index);
    const shows = this.#shown(state);
    const found = answer?.path?.cells === shows.way ? answer.path.by : "";
    return {
      step: shows.film ? events : null,
      cells: shows.film ? [] : Array.from(shows.way),
      closed: shows.closed,
      found,
    };
  }
}

/** @param {string} name @param {string} title @param {number | null} value */
function counter(name, title, value) {
  const number = value === null ? "-" : name === "cost" ? costWords(value) : grouped(value);
  return built(
    "div",
    {},
    built("dt", {}, say(`counter.${title}`)),
    built("dd", { data: { counter: name } }, number),
  );
}
