/** Numbers as text, the same in every browser language. */

import { local, say } from "./say.js";

/** A whole number with its digits in groups of three; exact at any size. @param {number | string} number */
export function grouped(number) {
  return String(number).replace(/\B(?=(\d{3})+(?!\d))/g, "\u202f");
}

/** @param {number} cost */
export function cost(cost) {
  return Number.isInteger(cost) ? grouped(cost) : cost.toFixed(2);
}

/** @param {number} length */
export function moves(length) {
  return say("moves", { n: grouped(length) });
}

/** A number of any size in a few characters: 3.1e367. @param {string} digits */
export function brief(digits) {
  if (!/^\d+$/.test(digits)) return cost(Number(digits));
  return digits.length <= 12 ? grouped(digits) : `${digits[0]}.${digits.slice(1, 3)}e${digits.length - 1}`;
}

/** What is known of an answer that gets better. @param {{value: string | null, low: string | null, high: string | null}} told */
export function between({ value, low, high }) {
  if (value === null) return "";
  if (high === null || low === null) return brief(value);
  const facts = { value: brief(value), low: brief(low), high: brief(high) };
  return say(low === high ? "told.exact" : low === value ? "told.most" : "told.between", facts);
}

/** @param {Reply} told @returns {Progress} */
export function progress(told) {
  const { seconds, expanded, found, doing, unit, share, left } = told,
    known = between(/** @type {any} */ (told)),
    minutes = Math.round(left / 60);
  const time =
    left === null
      ? say("told.seconds", { n: Math.round(seconds) })
      : minutes
        ? say("told.minutes", { n: grouped(minutes) })
        : say("told.left", { n: Math.ceil(left) });
  const part = local(doing),
    done =
      part && found
        ? say("told.found", { doing: part, n: grouped(found) })
        : part ||
          say(unit === "states" ? "told.states" : "told.cells", {
            n: grouped(expanded),
            found: grouped(found),
          });
  return { words: known || time, small: known ? time : done, share };
}
