/** The colours of the style sheets, light or dark. */

const NAMES = [
  "open", "wall", "dark", "grid", "frontier", "expanded", "walk", "left", "back", "path", "start", "exit", "cost", "ink",
  "figure", "pale", "page", "focus", "hover", "quiet", "main",
];
const FAINT = 0x8c; // opacity of what was searched where the ground below has a meaning: costs, chequers

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
    this.ramp = style.getPropertyValue("--ramp").trim().split(" ").map((text) => pixel(rgb(text)));
    const open = rgb(this.text.open), cost = rgb(this.text.cost);
    this.cost = Array.from({ length: 10 }, (_, level) =>
      pixel(open.map((part, i) => Math.round(part + ((cost[i] - part) * Math.max(0, level - 1)) / 11))));
  }

  /** The colour of a place on the ramp, 0 to 1. @param {number} place */
  heat(place) {
    return this.ramp[Math.min(this.ramp.length - 1, Math.floor(place * this.ramp.length))];
  }
}

/** A colour through which the ground is seen. @param {number} colour as 0xaabbggrr */
export function faint(colour) {
  return colour ? ((colour & 0xffffff) | (FAINT << 24)) >>> 0 : 0;
}

/** A colour as CSS has it; empty: none. @param {number} colour as 0xaabbggrr */
export function css(colour) {
  const [red, green, blue, opacity] = [0, 8, 16, 24].map((shift) => (colour >>> shift) & 255);
  return opacity ? `rgb(${red} ${green} ${blue} / ${opacity / 255})` : "";
}

/** @param {string} text #rrggbb */
function rgb(text) {
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
}

/** @param {number[]} rgb */
function pixel([red, green, blue]) {
  return (0xff000000 | (blue << 16) | (green << 8) | red) >>> 0;
}
