/**
 * An answer that gets better with time: the best so far and its limits, as a chart and as a film.
 *
 * Counts are texts of decimal digits, because numbers here are not exact; the chart shows those as logarithms.
 */

const WIDTH = 200,
  HEIGHT = 80;
const LONG = 12; // digits of numbers that are shown as logarithms
const ROOM = 2; // of a narrow interval, as many times its width above and below

export class Closing {
  /** @param {Told[]} told in the order of time; those without an answer are left out */
  constructor(told) {
    this.points = told.filter(({ value }) => value !== null);
    this.step = this.points.length;
    const texts = this.points.flatMap(({ value, low, high }) => [value, low, high]);
    this.scale = texts.some((text) => (text?.length ?? 0) > LONG) ? logarithm : Number;
  }

  /** How many steps the film has. */
  get length() {
    return this.points.length;
  }

  /** @param {number} step */
  go(step) {
    this.step = Math.max(0, Math.min(this.length, step));
  }

  /** What was known at this step. @returns {Told | null} */
  get now() {
    return this.points[Math.max(0, this.step - 1)] ?? null;
  }

  /** Draw the chart up to this step. @param {Element} host an svg */
  draw(host) {
    host.replaceChildren();
    if (!this.length) return;
    const points = this.points.slice(0, Math.max(1, this.step));
    const [least, most] = this.#range(),
      end = this.points[this.length - 1].seconds,
      begin = this.points[0].seconds;
    const x = (/** @type {Told} */ { seconds }) =>
      end > begin ? ((seconds - begin) / (end - begin)) * WIDTH : WIDTH;
    const y = (/** @type {string} */ text) =>
      HEIGHT -
      ((Math.min(most, Math.max(least, this.scale(text))) - least) / (most - least || 1)) * HEIGHT;
    const along = (/** @type {"value" | "low" | "high"} */ name) => {
      const known =
        name === "value" ? points : points.filter(({ low, high }) => low !== null && high !== null);
      const at = known.map(
        (told) => `${x(told).toFixed(1)},${y(/** @type {string} */ (told[name])).toFixed(1)}`,
      );
      return known.length === 1 ? [...at, `${WIDTH},${at[0].split(",")[1]}`] : at;
    };
    const high = along("high"),
      low = along("low");
    if (high.length && low.length)
      host.append(drawn("polygon", "between", [...high, ...low.reverse()]));
    if (high.length) host.append(drawn("polyline", "limit", high));
    host.append(drawn("polyline", "value", along("value")));
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

/** @param {string} kind @param {string} name the class @param {string[]} points */
function drawn(kind, name, points) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", kind);
  element.setAttribute("class", name);
  element.setAttribute("points", points.join(" "));
  return element;
}

/** The decimal logarithm of a whole number of any size, 0 or more. @param {string | null} text */
function logarithm(text) {
  const digits = text ?? "0";
  return digits === "0" ? 0 : Math.log10(Number(`0.${digits.slice(0, 15)}`)) + digits.length;
}
