/** Writes the texts of a panel (`told.js`) into the page: only those that have changed, so focus and selection stay. */

import { built, when, whenOther } from "./store.js";

export class Inside {
  /** @type {string[]} names of the facts that the panel has */
  #told = [];

  /** @param {HTMLElement} element the panel @param {(question: string, by: string) => void} choose */
  constructor(element, choose) {
    this.element = element;
    this.choose = choose;
    this.#part(".copy").onclick = () => navigator.clipboard?.writeText(element.dataset.number ?? "");
  }

  /** @param {PanelTold} told */
  write(told) {
    this.#text("h2", told.title);
    this.#part(".inside").ariaLabel = told.inside;
    this.#outcome(told.words);
    this.#text(".small", told.small);
    this.#part(".copy").hidden = !told.number;
    this.#share(told.share);
    this.#text(".sentence", told.sentence);
    this.#counters(told.counters);
    this.#chart(told.chart);
    this.#table({ table: told.table, bars: told.bars });
    this.#text(".waiting h3", told.keeps);
    this.#part(".waiting").hidden = !told.waits;
    this.#waiting(told.waiting);
    this.#code(told.code);
    this.#text(".promise", told.promise);
    this.#lines(told.lines);
    this.#follow(told.lines.now);
    this.#legend(told.legend);
    this.#facts(told.facts);
  }

  /** @param {string} selector @returns {HTMLElement} */
  #part(selector) {
    return /** @type {HTMLElement} */ (this.element.querySelector(selector));
  }

  /** @param {string} selector @param {string} words */
  #text(selector, words) {
    const part = this.#part(selector);
    if (part.textContent !== words) part.textContent = words;
  }

  #outcome = when((/** @type {string} */ words) => {
    this.#part(".outcome").replaceChildren(...withGroups(words));
  });

  #share = when((/** @type {number} */ share) => {
    const bar = /** @type {HTMLProgressElement} */ (this.#part("progress"));
    bar.hidden = !share;
    bar.value = share;
  });

  #counters = whenOther((/** @type {PanelTold["counters"]} */ counters) => {
    this.#part(".counters").replaceChildren(
      ...counters.map(({ name, title, words }) =>
        built("div", {}, built("dt", {}, title), built("dd", { data: { counter: name } }, words)),
      ),
    );
  });

  #chart = whenOther((/** @type {PanelTold["chart"]} */ chart) => {
    this.#part(".closing").hidden = !chart;
    if (!chart) return;
    this.#text(".closing p", chart.words);
    this.#part(".closing svg").replaceChildren(
      ...(chart.limit
        ? [drawn("polygon", "between", chart.between), drawn("polyline", "limit", chart.limit)]
        : []),
      drawn("polyline", "value", chart.value),
    );
  });

  #table = whenOther(
    /** @param {Pick<PanelTold, "table" | "bars">} told */ ({ table, bars }) => {
      this.#part(".table").hidden = !table && !bars;
      const head = table?.head.map((name) => built("th", { scope: "col" }, name));
      this.#part(".table thead").replaceChildren(...(head ? [built("tr", {}, ...head)] : []));
      this.#part(".table tbody").replaceChildren(
        ...(table?.rows.map((row) => tableRow(row, this.choose)) ?? []),
        ...(bars?.map(bar) ?? []),
      );
    },
  );

  #waiting = whenOther((/** @type {string[]} */ waiting) => {
    this.#part(".waiting ol").replaceChildren(...waiting.map((words) => built("li", {}, words)));
  });

  #code = whenOther((/** @type {string[]} */ code) => {
    this.#part(".code").hidden = !code.length;
    this.#part(".code ol").replaceChildren(...code.map((words) => built("li", {}, words)));
  });

  /** The lines of the pseudocode that were carried out for this event; the last is where it is. @param {PanelTold["lines"]} lines */
  #lines({ now, done }) {
    for (const [i, line] of Array.from(this.#part(".code ol").children).entries()) {
      if (i === now) line.setAttribute("aria-current", "step");
      else line.removeAttribute("aria-current");
      line.classList.toggle("done", done.includes(i));
    }
  }

  /** The line that is carried out is in sight. */
  #follow = when((/** @type {number} */ now) => {
    const list = this.#part(".code ol"),
      lit = /** @type {HTMLElement | undefined} */ (list.children[now]);
    if (!lit || list.scrollHeight <= list.clientHeight) return; // all lines are in sight
    const above = lit.offsetTop - list.offsetTop,
      below = above + lit.offsetHeight - list.clientHeight;
    list.scrollTop = Math.min(above, Math.max(below, list.scrollTop));
  });

  #legend = whenOther((/** @type {PanelTold["legend"]} */ entries) => {
    this.#part(".legend").replaceChildren(
      ...entries.map(({ sample, words }) =>
        built("li", {}, built("i", { className: sample, style: `--colour: var(--${sample})` }), words),
      ),
    );
  });

  /** What is no fact any more goes, as of a search whose answer went. */
  #facts = whenOther((/** @type {PanelTold["facts"]} */ facts) => {
    const { dataset } = this.element;
    for (const name of this.#told) if (facts[name] === undefined) delete dataset[name];
    this.#told = Object.keys(facts).filter((name) => facts[name] !== undefined);
    for (const name of this.#told) dataset[name] = String(facts[name]);
  });
}

/** Words that begin with a number, its digits in groups that are seen but not copied. @param {string} words @returns {(Node | string)[]} */
function withGroups(words) {
  const [digits] = /^\d{5,}/.exec(words) ?? [""];
  const groups = digits.match(/\d{1,3}(?=(\d{3})*$)/g) ?? [];
  return [...groups.map((group) => built("span", { className: "group" }, group)), words.slice(digits.length)];
}

/** A length, and the number of paths of it as a bar. @param {NonNullable<PanelTold["bars"]>[number]} bar */
function bar({ length, count, share }) {
  const box = built("i");
  box.style.inlineSize = `${100 * share}%`;
  return built("tr", {}, built("th", { scope: "row" }, length), built("td", {}, box, count));
}

/** An algorithm of the table, which can be chosen. @param {NonNullable<PanelTold["table"]>["rows"][number]} row @param {(question: string, by: string) => void} choose */
function tableRow({ question, by, title, disabled, reason, cells }, choose) {
  const button = built("button", { type: "button", disabled, onclick: () => choose(question, by) }, title);
  const figures = reason
    ? [built("td", { colSpan: cells.length, className: "quiet" }, reason)]
    : cells.map((words) => built("td", {}, words));
  return built("tr", {}, built("th", { scope: "row" }, button), ...figures);
}

/** @param {string} kind @param {string} name the class @param {string} points */
function drawn(kind, name, points) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
  element.setAttribute("class", name);
  element.setAttribute("points", points);
  return element;
}
