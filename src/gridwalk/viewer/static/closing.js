/**
 * An answer that gets better with time: the best so far and its limits, as a film of a chart.
 *
 * Counts are texts of decimal digits, because numbers here are not exact; the chart shows those as logarithms.
 */

import { once } from "./store.js";

const WIDTH = 200,
  HEIGHT = 80; // of the chart
const LONG = 12; // digits of numbers that are shown as logarithms
const ROOM = 2; // of a narrow interval, as many times its width above and below

export class Closing {
  /** @param {Told[]} told in the order of time; those without an answer are left out */
  constructor(told) {
    this.points = told.filter(({ value }) => value !== null);
    const texts = this.points.flatMap(({ value, low, high }) => [value, low, high]);
    this.scale = texts.some((text) => (text?.length ?? 0) > LONG) ? logarithm : Number;
  }

  /** How many steps the film has. */
  get length() {
    return this.points.length;
  }

  /** The answer at a step, and the lines of the chart up to it, as points of an svg; null: there never was one. */
  at = once((/** @type {number} */ step) => this.#drawn(step));

  /** @param {number} step @returns {Known | null} */
  #drawn(step) {
    if (!this.length) return null;
    const number = Math.max(1, Math.min(this.length, step)),
      points = this.points.slice(0, number);
    const [least, most] = this.#range(),
      end = this.points[this.length - 1].seconds,
      begin = this.points[0].seconds;
    const x = (/** @type {Told} */ { seconds }) =>
      end > begin ? ((seconds - begin) / (end - begin)) * WIDTH : WIDTH;
    const y = (/** @type {string} */ text) =>
      HEIGHT - ((Math.min(most, Math.max(least, this.scale(text))) - least) / (most - least || 1)) * HEIGHT;
    const along = (/** @type {"value" | "low" | "high"} */ name) => {
      const known =
        name === "value" ? points : points.filter(({ low, high }) => low !== null && high !== null);
      const at = known.map(
        (told) => `${x(told).toFixed(1)},${y(/** @type {string} */ (told[name])).toFixed(1)}`,
      );
      return known.length === 1 ? [...at, `${WIDTH},${at[0].split(",")[1]}`] : at;
    };
    const limit = along("high");
    return {
      now: points[number - 1],
      between: [...limit, ...along("low").reverse()].join(" "),
      limit: limit.join(" "),
      value: along("value").join(" "),
      points: this.length,
    };
  }

  /** From which number to which the chart goes. */
  #range() {
    const last = this.points[this.length - 1];
    if (last.path || last.low === null || last.high === null) {
      const all = this.points
        .flatMap(({ value, low, high }) => [value, low, high])
        .filter((text) => text !== null);
      const sizes = all.map((text) => this.scale(/** @type {string} */ (text)));
      return [Math.min(...sizes), Math.max(...sizes)];
    }
    // The first intervals of an estimate are so wide that the last ones would be lines.
    const low = this.scale(last.low),
      high = this.scale(last.high),
      room = ROOM * (high - low || 1);
    return [low - room, high + room];
  }
}

/** The decimal logarithm of a whole number of any size, 0 or more. @param {string | null} text */
function logarithm(text) {
  const digits = text ?? "0";
  return digits === "0" ? 0 : Math.log10(Number(`0.${digits.slice(0, 15)}`)) + digits.length;
}
