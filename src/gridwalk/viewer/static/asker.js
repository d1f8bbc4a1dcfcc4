/** Asks the server the questions of the state, and puts its answers into the state. */

import { toLinked } from "./board.js";
import { QUESTIONS, isKnown, kindOf } from "./questions.js";
import { allAnswered, answered, asked, offered, reducesMotion, shown, toldSoFar } from "./state.js";
import { progress } from "./numbers.js";
import { local, say } from "./say.js";
import { ServerError } from "./server.js";

const SLOTS = ["left", "right"];
const PATIENCE = 400; // milliseconds until an answer that should have followed is given up

/** @param {unknown} error @returns {Words} */
export function words(error) {
  if (error instanceof ServerError) return error.said;
  return error instanceof Error ? error.message : String(error);
}

export class Asker {
  #number = 0;
  /** @type {Promise<unknown>} ends when the server has made the board that was asked for last */
  #making = Promise.resolve();
  #given = 0; // the timer that gives up
  #compiles = false; // whether a kernel is compiled, which takes long but once
  #open = 0; // questions without an answer

  /** @param {Store} store @param {Server} server */
  constructor(store, server) {
    this.store = store;
    this.server = server;
  }

  /** Ask the questions of all panels. @param {boolean} [again] because the board has changed */
  async run(again = false) {
    await this.#making;
    const { store } = this,
      number = ++this.#number;
    this.#compiles = false;
    store.change((state) => asked(state, number, again));
    const { board, panels } = store.state;
    const isWanted = () => store.state.asking === number;
    await Promise.all(
      panels.map(async (panel, i) => {
        const answer = await this.#answer(i, panel, board, isWanted);
        if (isWanted()) store.change((state) => answered(state, i, answer));
      }),
    );
    if (!isWanted()) return;
    const { answers } = store.state;
    const isFollowed = answers.every(
      (answer) => answer?.kind === "film" || (answer?.kind === "path" && !answer.closing),
    );
    const plays = !again && answers.some((answer) => answer?.kind === "film") && !reducesMotion();
    store.change((state) => allAnswered(state, { plays, follows: isFollowed }));
  }

  /** @param {number} i @param {Asked} panel @param {Board} board @param {() => boolean} isWanted @returns {Promise<Answer>} */
  async #answer(i, { question, by }, board, isWanted) {
    this.#open++;
    try {
      const reply = await this.server.ask(
        SLOTS[i],
        {
          do: "ask",
          seed: crypto.getRandomValues(new Uint32Array(1))[0],
          ...about(board),
          ...asks(question, by, board),
        },
        (told) => {
          this.#compiles ||= String(told.doing).startsWith("compiling");
          if (isWanted())
            this.store.change((state) => toldSoFar(state, i, /** @type {any} */ (told), progress(told)));
        },
      );
      return { ...reply, question, board, by: isKnown(question, reply.by) ? reply.by : by };
    } catch (error) {
      return { kind: "error", words: words(error), question, by, board };
    } finally {
      this.#open--;
    }
  }

  /** Cancel what is not wanted any more. @param {boolean} asking */
  forget(asking) {
    if (!asking && this.#open) this.cancel(SLOTS); // not the board of a lesson that was chosen meanwhile
  }

  /** The board has changed: ask again if the answers follow it, one question at a time. */
  follow() {
    const { state } = this.store;
    if (!state.following || state.asking) return;
    if (state.answers.every((answer) => answer?.board === state.board)) return;
    clearTimeout(this.#given);
    const giveUp = () => {
      if (this.#compiles && this.store.state.asking) {
        this.#given = setTimeout(giveUp, PATIENCE);
        return;
      }
      const { answers, board, following } = this.store.state;
      if (following && answers.some((answer) => answer?.board !== board)) {
        this.store.change((now) => shown({ ...now, following: false }, now.board));
      }
    };
    this.#given = setTimeout(giveUp, PATIENCE);
    this.run(true);
  }

  /** Cancel questions. @param {string[]} [slots] unless all */
  cancel(slots = [...SLOTS, "file"]) {
    for (const slot of slots) this.server.cancel(slot);
  }

  /** Ask for a file, a board or the like; says why there is none. @param {object} request @param {string} failed what is said before the reason: "Not saved" @returns {Promise<Reply | null>} */
  async file(request, failed) {
    this.store.change({ making: true });
    try {
      const reply = await this.server.ask("file", request);
      if (reply.kind !== "cancelled") return reply;
      this.store.change({ said: say("cancelled") });
    } catch (error) {
      this.store.change({ said: say("failed", { what: failed, why: local(words(error)) }) });
    } finally {
      this.store.change({ making: false });
    }
    return null;
  }

  /** A board of a link as it can be; rejects with `ServerError`. @param {object} board */
  async checked(board) {
    return (await this.server.ask("file", { do: "check", board })).board;
  }

  /** Let the server make a board; questions wait for it. @template T @param {() => Promise<T>} make @returns {Promise<T>} */
  making(make) {
    const made = make();
    this.#making = made.catch(() => {});
    return made;
  }

  /** Ask which algorithms the board suits. */
  async offers() {
    const { board } = this.store.state;
    try {
      const { refused } = await this.server.ask("offers", { do: "offers", ...about(board) });
      if (refused && board === this.store.state.board) this.store.change((state) => offered(state, refused));
    } catch {
      // without a server nothing can be asked anyway
    }
  }
}

/** The board and its conditions, as the server takes them. @param {Board} board */
export function about(board) {
  const { through, avoiding, numbers: _, ...rest } = toLinked(board); // numbers are only shown
  return { board: rest, through, avoiding };
}

/** A question of the menu, as the server takes it. @param {string} question @param {string} by @param {Board} board */
function asks(question, by, board) {
  const tour = kindOf(question, board) === "tour";
  return QUESTIONS[question].finds === "sweep"
    ? { question: tour ? "tours" : "count", by: "auto", picture: by }
    : { question, by, tour };
}
