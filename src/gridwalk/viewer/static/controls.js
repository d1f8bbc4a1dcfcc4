/** The controls of the question: the question, the algorithm, and another search beside it. */

import { QUESTIONS, algorithm, compares } from "./questions.js";
import { LANGUAGES, language, local, say } from "./say.js";
import { SMALL, chosen, isWalking, onSmallBoard, redone, suiting, undone } from "./state.js";
import { at, built, button, select, when } from "./store.js";

export const REMEMBERED = "gridwalk-language"; // by the browser, if it was chosen by hand

/** @param {Store} store @param {Asker} asker */
export function bindControls(store, asker) {
  select("language").append(
    ...LANGUAGES.map((one) =>
      built("option", { value: one, lang: say("language.tag", {}, one) }, say("language.name", {}, one)),
    ),
  );
  select("language").onchange = () => {
    localStorage.setItem(REMEMBERED, select("language").value);
    store.change({ language: select("language").value, said: "", verdict: "" });
  };
  select("question").onchange = () =>
    store.change((state) => withFirst(state, { question: select("question").value, by: "" }));
  select("by").onchange = () => store.change((state) => withFirst(state, { by: select("by").value }));
  select("beside").onchange = () => {
    const [question, by] = select("beside").value.split("/");
    store.change((state) => chosen(state, [state.panels[0], ...(question ? [{ question, by }] : [])]));
  };
  button("run").onclick = () => asker.run();
  button("cancel").onclick = () => asker.cancel();
  button("undo").onclick = () => store.change(undone);
  button("redo").onclick = () => store.change(redone);
  button("show-tools").onclick = () => store.change(({ tools }) => ({ tools: !tools }));
  select("theme").onchange = () =>
    document.dispatchEvent(new CustomEvent("choose-theme", { detail: select("theme").value }));
  at("panels").addEventListener("pointerdown", () => uncover(store));
  button("end-notice").onclick = () => store.change({ said: "" });
  button("instead").onclick = () => {
    const by = button("instead").value;
    if (by) return store.change((state) => withFirst(state, { by }));
    store.change(onSmallBoard);
    asker.run();
  };
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") store.change({ tools: false });
  });
  for (const skip of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll(".skip"))) {
    skip.onclick = (event) => {
      event.preventDefault(); // the address holds the board
      /** @type {HTMLElement | null} */ (document.querySelector(skip.dataset.to ?? ""))?.focus();
    };
  }
}

/** Another question or algorithm, beside the same. @param {State} state @param {Partial<Asked>} asked */
const withFirst = (state, asked) =>
  chosen(state, [{ ...state.panels[0], ...asked }, ...state.panels.slice(1)]);

/** @param {State} state */
export function renderControls(state) {
  showMenus();
  showAsked(state.panels, state.refused);
  showBeside(state.panels, state.refused);
  showNotice(walks(state) ? "" : state.said, state.panels[0], state.refused);
  button("undo").disabled = !state.past.length && !isWalking(state);
  button("redo").disabled = !state.future.length;
  button("cancel").disabled = button("cancel").hidden = !state.asking && !state.making;
  at("tools").classList.toggle("open", state.tools);
  button("show-tools").setAttribute("aria-expanded", String(state.tools));
}

const showMenus = when(() => {
  select("question").replaceChildren(
    ...["common", "more"].map((group) =>
      built(
        "optgroup",
        { label: say(`group.${group}`) },
        ...Object.entries(QUESTIONS)
          .filter(([, question]) => question.group === group)
          .map(([name, { title }]) => new Option(title, name)),
      ),
    ),
  );
  select("language").value = language();
});

const showAsked = when(
  /** @param {Asked[]} panels @param {State["refused"]} refused */ ([{ question, by }], refused) => {
    const algorithms = Object.entries(QUESTIONS[question].algorithms);
    select("question").value = question;
    select("by").replaceChildren(
      ...algorithms.map(([name, { title }]) => option(title, name, refused[question]?.[name])),
    );
    select("by").value = by;
    select("by").disabled = algorithms.length < 2;
    button("run").textContent = say(`run.${QUESTIONS[question].button}`);
  },
);

/** Whether a person walks: what was done last then stands beside the board. @param {State} state */
const walks = ({ answers }) => answers[0]?.kind === "play";

/** What was done last, else why the question cannot be asked, and what could be. */
const showNotice = when(
  /** @param {string} said @param {Asked} asked @param {State["refused"]} refused */ (
    said,
    { question, by },
    refused,
  ) => {
    const why = refused[question]?.[by] ?? "",
      other = (why && suiting(question, refused)) || "";
    at("notice").hidden = !said && !why;
    /** @type {HTMLElement} */ (at("notice").firstElementChild).textContent = said || local(why);
    button("end-notice").hidden = !said;
    button("run").disabled = Boolean(why);
    button("instead").hidden = !why;
    button("instead").value = other;
    button("instead").textContent = other
      ? say("instead", { by: algorithm(question, other).title })
      : say("instead.board", { side: SMALL });
  },
);

/** Put away what covers the board. @param {Store} store */
export function uncover(store) {
  if (getComputedStyle(at("tools")).position === "absolute") store.change({ tools: false });
}

/** What the first question compares with; the field is there for such questions only. */
const showBeside = when(
  /** @param {Asked[]} panels @param {State["refused"]} refused */ ([asked, beside], refused) => {
    const groups = Object.entries(QUESTIONS)
      .map(([question, { title, algorithms }]) => ({
        title,
        options: Object.entries(algorithms)
          .filter(([by]) => compares(asked, { question, by }))
          .map(([by, facts]) => option(facts.title, `${question}/${by}`, refused[question]?.[by])),
      }))
      .filter(({ options }) => options.length);
    at("of-beside").hidden = !groups.length;
    select("beside").replaceChildren(
      new Option(say("ask.beside.none"), ""),
      ...groups.map(({ title, options }) => built("optgroup", { label: title }, ...options)),
    );
    select("beside").value = beside ? `${beside.question}/${beside.by}` : "";
  },
);

/** An algorithm that cannot be asked stands in the menu, with the reason. @param {string} title @param {string} value @param {Words | undefined} why */
const option = (title, value, why) =>
  built("option", { value, disabled: Boolean(why), title: local(why ?? "") }, title);
