/** The colours of the style sheets by what they mean, light or dark. */

const BOARD = ["open", "wall", "dark", "grid", "cost", "start", "exit", "ink", "figure", "pale"];
const SEARCH = ["frontier", "expanded", "walk", "left", "path", "band"];
const PAGE = ["page", "focus", "hover", "quiet", "main"];
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
    /** As in CSS; the colours of the ramp and of costs have numbers. @type {Record<string, string>} */
    this.text = {};
    /** The same as 0xaabbggrr. @type {Record<string, number>} */
    this.pixel = {};
    const style = getComputedStyle(document.documentElement),
      read = (/** @type {string} */ name) => style.getPropertyValue(`--${name}`).trim();
    for (const name of [...BOARD, ...SEARCH, ...PAGE]) this.#add(name, parts(read(name)));
    for (const [i, colour] of read("ramp").split(" ").entries()) this.#add(`ramp${i}`, parts(colour));
    const [open, cost] = ["open", "cost"].map((name) => parts(read(name)));
    for (let level = 2; level < 10; level++) {
      const share = (level - 1) / 11;
      const mixed = open.map((part, i) => Math.round(part + (cost[i] - part) * share));
      this.#add(`cost${level}`, mixed);
    }
  }

  /** A colour, and what it is where the ground below is seen through it. @param {string} name @param {number[]} rgb */
  #add(name, [red, green, blue]) {
    for (const [of, opacity] of /** @type {const} */ ([
      [name, 255],
      [`faint ${name}`, FAINT],
    ])) {
      this.text[of] = `rgb(${red} ${green} ${blue} / ${opacity / 255})`;
      this.pixel[of] = ((opacity << 24) | (blue << 16) | (green << 8) | red) >>> 0;
    }
  }
}

/** @param {string} text #rrggbb */
function parts(text) {
  return [1, 3, 5].map((at) => parseInt(text.slice(at, at + 2), 16));
}
