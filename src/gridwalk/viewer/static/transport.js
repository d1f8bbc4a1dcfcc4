/** Play, pause, step, scrub, speed: one position for all films on the page. */

import { grouped } from "./numbers.js";

const SPEEDS = [1, 2, 5, 10, 30, 100, 300, 1000, 3000, 10000, 30000, 100000];
const WHOLE_FILM = 8; // seconds that a film takes if no speed was chosen

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

export class Transport {
  /** @param {(step: number) => void} show */
  constructor(show) {
    this.show = show;
    this.length = this.step = this.due = 0;
    this.speed = 10;
    this.chosen = false;
    this.frame = 0;
    at("speed").replaceChildren(...SPEEDS.map((speed) => new Option(`${grouped(speed)} ${speed === 1 ? "step" : "steps"}/s`, String(speed))));
    at("speed").onchange = () => {
      this.speed = Number(at("speed").value);
      this.chosen = true;
    };
    at("first").onclick = () => this.go(0);
    at("back").onclick = () => this.go(this.step - 1);
    at("forward").onclick = () => this.go(this.step + 1);
    at("last").onclick = () => this.go(this.length);
    at("play").onclick = () => (this.frame ? this.pause() : this.play());
    at("scrub").oninput = () => this.go(Number(at("scrub").value));
    this.load(0);
  }

  /** @param {number} length of the longest film; 0: no film */
  load(length) {
    this.pause();
    this.length = length;
    at("scrub").max = String(length);
    at("transport").dataset.film = String(length > 0);
    for (const id of ["first", "back", "play", "forward", "last", "scrub"]) at(id).disabled = !length;
    if (!this.chosen) this.speed = SPEEDS.find((speed) => speed * WHOLE_FILM >= length) ?? SPEEDS[SPEEDS.length - 1];
    at("speed").value = String(this.speed);
    this.#to(0);
  }

  play() {
    if (this.step >= this.length) this.#to(0);
    this.due = this.step;
    let before = performance.now();
    const next = (/** @type {number} */ now) => {
      // After a long pause of the browser, skip at most a quarter of a second.
      this.due += (this.speed * Math.min(250, Math.max(0, now - before))) / 1000;
      before = now;
      if (Math.floor(this.due) > this.step) this.#to(Math.min(this.length, Math.floor(this.due)));
      if (this.step >= this.length) return this.pause();
      this.frame = requestAnimationFrame(next);
    };
    this.frame = requestAnimationFrame(next);
    this.#mark();
  }

  pause() {
    cancelAnimationFrame(this.frame);
    this.frame = 0;
    this.#mark();
  }

  /** @param {number} step */
  go(step) {
    this.pause();
    this.#to(Math.max(0, Math.min(this.length, step)));
  }

  /** @param {number} step */
  #to(step) {
    this.step = step;
    at("scrub").value = String(step);
    const words = `step ${grouped(step)} of ${grouped(this.length)}`;
    at("scrub").setAttribute("aria-valuetext", words);
    at("place").textContent = this.length ? words : "";
    this.show(step);
  }

  #mark() {
    const playing = this.frame !== 0;
    at("play").dataset.playing = String(playing);
    at("play").setAttribute("aria-label", playing ? "Pause" : "Play");
    at("play").title = playing ? "Pause" : "Play";
    at("play").querySelector("use").setAttribute("href", playing ? "#i-pause" : "#i-play");
  }
}
