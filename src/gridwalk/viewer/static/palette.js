/** The colours of the style sheets by what they mean, light or dark. */

const NAMES = [
  "open",
  "wall",
  "dark",
  "grid",
  "frontier",
  "expanded",
  "walk",
  "left",
  "back",
  "path",
  "start",
  "exit",
  "cost",
  "ink",
  "figure",
  "pale",
  "page",
  "focus",
  "hover",
  "quiet",
  "main",
];
const FAINT = "8c"; // opacity of what was searched where the ground below has a meaning: costs, chequers
const BYTES = [1, 3, 5]; // of #rrggbb

export class Palette {
  /** @type {Palette | null} */
  static #now = null;

  static current() {
    Palette.#now ??= new Palette();
    return Palette.#now;
  }

  /** Forget the colours: the theme has changed. */
  static renew() {
    Palette.#now = null;
  }

  constructor() {
    const style = getComputedStyle(document.documentElement),
      read = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
    /** Colours as CSS has them; those of the ramp have numbers, and those of costs. @type {Record<string, string>} */
    this.text = Object.fromEntries(NAMES.map((name) => [name, read(name)]));
    read("ramp")
      .split(" ")
      .forEach((colour, i) => {
        this.text[`ramp${i}`] = colour;
      });
    for (let level = 2; level < 10; level++)
      this.text[`cost${level}`] = mixed(this.text.open, this.text.cost, (level - 1) / 11);
    for (const [name, colour] of Object.entries(this.text))
      this.text[`faint ${name}`] = colour + FAINT;
    /** The same as 0xaabbggrr. @type {Record<string, number>} */
    this.pixel = Object.fromEntries(
      Object.entries(this.text).map(([name, colour]) => [name, pixel(colour)]),
    );
  }
}

/** @param {string} one @param {string} other @param {number} share of the other */
function mixed(one, other, share) {
  const parts = [one, other].map((text) => BYTES.map((at) => parseInt(text.slice(at, at + 2), 16)));
  return `#${parts[0]
    .map((part, i) =>
      Math.round(part + (parts[1][i] - part) * share)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;
}

/** @param {string} text #rrggbb or #rrggbbaa */
function pixel(text) {
  const [red, green, blue, opacity] = [...BYTES, 7].map((at) =>
    parseInt(text.slice(at, at + 2) || "ff", 16),
  );
  return ((opacity << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}
