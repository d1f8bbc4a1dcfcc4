/** Numbers as text, the same in every browser language. */

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
  return `${grouped(length)} ${length === 1 ? "move" : "moves"}`;
}

/** @param {{seconds: number, expanded: number, found: number, doing: string}} progress */
export function progress({ seconds, expanded, found, doing }) {
  const done = doing || `${grouped(expanded)} cells expanded, ${grouped(found)} found`;
  return `${seconds.toFixed(1)} s: ${done}`;
}
