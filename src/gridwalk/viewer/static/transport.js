/** Play, pause, step, scrub, speed: one place for all films on the page. */

import { filmLength, paceOf, reach } from "./films.js";
import { grouped } from "./numbers.js";
import { say } from "./say.js";
import { at as stepAt } from "./state.js";
import { at, button, input, select, when } from "./store.js";

const SPEEDS = [1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000];
const WHOLE_FILM = 8; // seconds that a film takes if no speed was chosen
const STEPS = ["first", "back", "play", "forward", "last"];

/** @param {State} state */
export function speedOf(state) {
  const length = filmLength(state);
  return state.speed ?? SPEEDS.find((speed) => speed * WHOLE_FILM >= length) ?? SPEEDS[SPEEDS.length - 1];
}

export class Transport {
  #frame = 0;
  #due = 0; // the step that is due, with its fraction
  #before = 0; // the time of the last picture

  /** @param {Store} store */
  constructor(store) {
    this.store = store;
    select("speed").onchange = () => store.change({ speed: Number(select("speed").value) });
    select("pace").onchange = () =>
      store.change({
        pace: /** @type {State["pace"]} */ (select("pace").value),
        step: 0,
        playing: false,
        said: "",
      });
    const go = (/** @type {(step: number, length: number) => number} */ to) =>
      store.change((state) => stepAt(state, to(state.step, reach(state))));
    button("first").onclick = () => go(() => 0);
    button("back").onclick = () => go((step) => step - 1);
    button("forward").onclick = () => go((step) => step + 1);
    button("last").onclick = () => go((_, length) => length);
    button("play").onclick = () =>
      store.change((state) =>
        state.playing
          ? { playing: false }
          : { ...stepAt(state, state.step >= reach(state) ? 0 : state.step, true), said: "" },
      );
    input("scrub").oninput = () => go(() => Number(input("scrub").value));
  }

  /** @param {State} state */
  render(state) {
    const length = reach(state);
    this.#speeds();
    this.#length(length, state.panels.length > 1, paceOf(state), speedOf(state));
    this.#place(state.step, length);
    this.#mark(state.playing);
    if (state.playing && !this.#frame) this.#play();
  }

  #speeds = when(() => {
    select("speed").replaceChildren(
      ...SPEEDS.map((speed) => new Option(say("film.steps", { n: grouped(speed) }), String(speed))),
    );
  });

  #length = when(
    /** @param {number} length @param {boolean} two @param {string} pace @param {number} speed */ (
      length,
      two,
      pace,
      speed,
    ) => {
      input("scrub").max = String(length);
      for (const id of [...STEPS, "scrub", "speed"]) button(id).disabled = !length;
      select("speed").classList.toggle("idle", !length); // a film that is not there has no speed
      select("speed").value = String(speed);
      at("pace").hidden = !two;
      select("pace").value = pace;
    },
  );

  #place = when((/** @type {number} */ step, /** @type {number} */ length) => {
    const words = length ? say("film.place", { step: grouped(step), length: grouped(length) }) : "";
    input("scrub").value = String(step);
    input("scrub").setAttribute("aria-valuetext", words);
    at("place").textContent = words;
  });

  #mark = when((/** @type {boolean} */ playing) => {
    const words = say(playing ? "film.pause" : "film.play");
    button("play").dataset.playing = String(playing);
    button("play").setAttribute("aria-label", words);
    button("play").title = words;
    button("play")
      .querySelector("use")
      ?.setAttribute("href", playing ? "#i-pause" : "#i-play");
  });

  #play() {
    this.#due = this.store.state.step;
    this.#before = performance.now();
    const next = (/** @type {number} */ now) => {
      const { state } = this.store;
      this.#frame = 0;
      if (!state.playing) return;
      if (state.step !== Math.floor(this.#due)) this.#due = state.step; // another control has changed the step
      // After a long pause of the browser, skip at most a quarter of a second.
      this.#due += (speedOf(state) * Math.min(250, Math.max(0, now - this.#before))) / 1000;
      this.#before = now;
      const due = Math.floor(this.#due);
      if (due > state.step) this.store.change((was) => stepAt(was, due, true));
      this.#frame = requestAnimationFrame(next);
    };
    this.#frame = requestAnimationFrame(next);
  }
}

/** The keys of the buttons, where the key has no other meaning. */
export function bindKeys() {
  /** @type {Record<string, string>} */
  const keys = {
    " ": "play",
    ArrowLeft: "back",
    ArrowRight: "forward",
    Home: "first",
    End: "last",
    "+": "zoom-in",
    "-": "zoom-out",
    0: "zoom-all",
    "^z": "undo",
    "^y": "redo",
    "^Z": "redo",
  };
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || event.altKey) return;
    const isCommand = event.ctrlKey || event.metaKey,
      key = isCommand ? `^${event.key}` : event.key;
    const takes = isCommand ? "input" : key === " " ? "select, input, button, summary, a" : "select, input"; // which do something else with the key
    if (event.target instanceof Element && event.target.closest(takes)) return;
    if (key === "?") at("keys").hidden = !at("keys").hidden;
    else if (keys[key]) button(keys[key])?.click();
    else return;
    event.preventDefault();
  });
}
