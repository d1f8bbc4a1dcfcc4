/** The colours of the style sheet, light or dark. */

const NAMES = ["open", "wall", "dark", "grid", "frontier", "expanded", "walk", "left", "path", "start", "exit", "cost", "ink", "page", "focus", "hover"];

export class Palette {
  /** @type {Palette | null} */
  static #now = null;

  static current() {
    return (Palette.#now ??= new Palette());
  }

  /** Forget the colours: the theme has changed. */
  static renew() {
    Palette.#now = null;
  }

  constructor() {
    const style = getComputedStyle(document.documentElement);
    /** @type {Record<string, string>} */
    this.text = {};
    /** @type {Record<string, number>} as 0xaabbggrr */
    this.pixel = {};
    for (const name of NAMES) {
      this.text[name] = style.getPropertyValue(`--${name}`).trim();
      this.pixel[name] = pixel(rgb(this.text[name]));
    }
    // By status: unseen cells show the board.
    this.status = [0, ...["frontier", "expanded", "walk", "left"].map((name) => this.pixel[name])];
    const open = rgb(this.text.open), dear = rgb(this.text.cost);
    this.cost = Array.from({ length: 10 }, (_, cost) =>
      pixel(open.map((part, i) => Math.round(part + ((dear[i] - part) * Math.max(0, cost - 1)) / 11))));
  }
}

/** @param {string} text #rrggbb */
function rgb(text) {
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
}

/** @param {number[]} rgb */
function pixel([red, green, blue]) {
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}
