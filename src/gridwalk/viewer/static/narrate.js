/** What happens, in words. */

/** @param {import("./film.js").Film} film @returns {string} */
export function sentence(film) {
  return film.step ? "" : "";
}
