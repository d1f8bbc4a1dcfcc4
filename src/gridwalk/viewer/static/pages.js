/** The list of all paths, one page at a time; only the current page is kept. */

import { cost, grouped, moves } from "./numbers.js";

/** @typedef {import("./board.js").Board} Board */

const ON_A_PAGE = 12;

/** @param {string} id @returns {any} */
const at = (id) => document.getElementById(id);

export class Pages {
  /**
   * @param {import("./server.js").Server} server
   * @param {(path: {cells: number[], closed: boolean, length: number, cost: number}, words: string) => void} choose
   * @param {(words: string) => void} fail
   */
  constructor(server, choose, fail) {
    this.server = server;
    this.choose = choose;
    this.fail = fail;
    /** @type {object | null} */
    this.board = null;
    this.ordered = false;
    this.first = 0;
    at("previous").onclick = () => this.#turn(Math.max(0, this.first - ON_A_PAGE));
    at("next").onclick = () => this.#turn(this.first + ON_A_PAGE);
  }

  /** @param {object | null} board as the server takes it; null: no list @param {boolean} [ordered] the shortest first */
  show(board, ordered = false) {
    this.board = board;
    this.ordered = ordered;
    at("pages").hidden = board === null;
    at("paths").replaceChildren();
    at("pages").dataset.first = "";
    if (board) this.#turn(0);
  }

  /** @param {number} first */
  async #turn(first) {
    const { board } = this;
    at("previous").disabled = at("next").disabled = true;
    try {
      const reply = await this.server.ask("list", { do: "page", board, first, most: ON_A_PAGE, ordered: this.ordered });
      if (reply.kind !== "page" || board !== this.board) return;
      this.first = first;
      at("paths").replaceChildren(...reply.paths.map((/** @type {any} */ path, /** @type {number} */ i) => this.#button(path, first + i + 1)));
      at("previous").disabled = first === 0;
      at("next").disabled = !reply.more;
      const last = first + reply.paths.length;
      at("range").textContent = last > first ? `${grouped(first + 1)} to ${grouped(last)}` : first ? "no more" : "none";
      at("pages").dataset.first = String(first);
    } catch (error) {
      this.fail(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {{cells: number[], closed: boolean, length: number, cost: number}} path @param {number} number */
  #button(path, number) {
    const item = document.createElement("li"), button = document.createElement("button");
    const words = `${moves(path.length)}${path.cost === path.length ? "" : `, cost ${cost(path.cost)}`}`;
    button.textContent = `${grouped(number)}: ${words}`;
    button.onclick = () => {
      for (const other of at("paths").querySelectorAll("[aria-pressed=true]")) other.setAttribute("aria-pressed", "false");
      button.setAttribute("aria-pressed", "true");
      this.choose(path, `Path ${grouped(number)}: ${words}.`);
    };
    button.setAttribute("aria-pressed", "false");
    item.append(button);
    return item;
  }
}
