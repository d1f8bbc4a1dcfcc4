/** The controls of the question: what to ask, of which algorithm, and beside which other. */

import { QUESTIONS } from "./choices.js";
import { LANGUAGES, language, local, say } from "./say.js";
import { COMPARED, redone, isWalking, chosen, undone } from "./state.js";
import { at, button, select, when } from "./store.js";

/** @typedef {import("./state.js").State} State */
/** @typedef {import("./store.js").Store} Store */

export const REMEMBERED = "gridwalk-language"; // by the browser, if it was chosen by hand

/** @param {Store} store @param {import("./asker.js").Asker} asker */
export function bindControls(store, asker) {
  select("language").append(...LANGUAGES.map((one) => {
    const option = new Option(say("language.name", {}, one), one);
    option.lang = say("language.tag", {}, one);
    return option;
  }));
  select("language").onchange = () => {
    localStorage.setItem(REMEMBERED, select("language").value);
    store.change({ language: select("language").value, said: "", verdict: "" });
  };
  select("question").onchange = () => store.change((state) => chosen(state, [{ question: select("question").value, by: "" }, ...state.panels.slice(1)]));
  select("by").onchange = () => store.change((state) => chosen(state, [{ ...state.panels[0], by: select("by").value }, ...state.panels.slice(1)]));
  select("beside").onchange = () => {
    const [question, by] = select("beside").value.split("/");
    store.change((state) => chosen(state, [state.panels[0], ...(question ? [{ question, by }] : [])]));
  };
  button("run").onclick = () => asker.run();
  button("cancel").onclick = () => asker.cancel();
  button("undo").onclick = () => store.change(undone);
  button("redo").onclick = () => store.change(redone);
  button("show-tools").onclick = () => store.change(({ tools }) => ({ tools: !tools }));
  select("theme").onchange = () => document.dispatchEvent(new CustomEvent("choose-theme", { detail: select("theme").value }));
  at("panels").addEventListener("pointerdown", () => store.change({ tools: false }));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") store.change({ tools: false });
    if (!(event.ctrlKey || event.metaKey) || event.target instanceof HTMLInputElement) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) button("undo").click();
    else if (key === "y" || (key === "z" && event.shiftKey)) button("redo").click();
    else return;
    event.preventDefault();
  });
  for (const skip of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".skip"))) {
    skip.onclick = (event) => {
      event.preventDefault(); // the address holds the board
      /** @type {HTMLElement | null} */ (document.querySelector(skip.dataset.to ?? ""))?.focus();
    };
  }
}

/** @param {State} state */
export function renderControls(state) {
  showMenus();
  showAsked(state.panels, state.refused);
  showBeside(state.panels[1], state.refused);
  showAsking(state.asking > 0, state.making);
  button("undo").disabled = !state.past.length && !isWalking(state);
  button("redo").disabled = !state.future.length;
  showTools(state.tools);
}

const showMenus = when(() => {
  select("question").replaceChildren(...Object.entries(QUESTIONS).map(([name, { title }]) => new Option(title, name)));
  select("language").value = language();
});

const showAsked = when(/** @param {import("./state.js").Asked[]} panels @param {State["refused"]} refused */ ([{ question, by }], refused) => {
  const algorithms = Object.entries(QUESTIONS[question].algorithms);
  select("question").value = question;
  select("by").replaceChildren(...algorithms.map(([name, { title }]) => option(title, name, refused[question]?.[name])));
  select("by").value = by;
  select("by").disabled = algorithms.length < 2;
  const why = local(refused[question]?.[by] ?? "");
  at("why-not").textContent = why;
  at("why-not").hidden = !why;
});

const showBeside = when(/** @param {import("./state.js").Asked | undefined} beside @param {State["refused"]} refused */ (beside, refused) => {
  select("beside").replaceChildren(new Option(say("ask.beside.none"), ""), ...COMPARED.map((question) => {
    const group = document.createElement("optgroup"), { title, algorithms } = QUESTIONS[question];
    group.label = title;
    group.append(...Object.entries(algorithms).map(([by, { title: words }]) => option(words, `${question}/${by}`, refused[question]?.[by])));
    return group;
  }));
  select("beside").value = beside ? `${beside.question}/${beside.by}` : "";
});

/** An algorithm that cannot be asked stands in the menu, with the reason. @param {string} title @param {string} value @param {string | undefined} why */
function option(title, value, why) {
  const one = new Option(title, value);
  one.disabled = Boolean(why);
  if (why) one.title = local(why);
  return one;
}

const showAsking = when(/** @param {boolean} asking @param {boolean} making */ (asking, making) => {
  button("cancel").disabled = !asking && !making;
});

const showTools = when(/** @param {boolean} open */ (open) => {
  at("tools").classList.toggle("open", open);
  button("show-tools").setAttribute("aria-expanded", String(open));
});
