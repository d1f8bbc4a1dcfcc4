/** The store of the page's state; the page is drawn anew after each change. */

import { language } from "./say.js";

export class Store {
  /** @param {State} state @param {(state: State) => void} show */
  constructor(state, show) {
    this.state = state;
    this.show = show;
    this.due = false;
  }

  /** Change the state; the page follows when the present event is over. @param {Partial<State> | ((state: State) => Partial<State>)} change */
  change(change) {
    this.state = { ...this.state, ...(typeof change === "function" ? change(this.state) : change) };
    if (this.due) return;
    this.due = true;
    queueMicrotask(() => {
      this.due = false;
      this.show(this.state);
    });
  }
}

/**
 * A function that calls *draw* if one of its values, or the language, has changed since the last time.
 * @template {any[]} Values @param {(...values: Values) => void} draw @returns {(...values: Values) => void}
 */
export function when(draw) {
  /** @type {any[] | null} */
  let last = null;
  return (...values) => {
    const now = [...values, language()];
    if (last && now.every((value, i) => Object.is(value, last?.[i]))) return;
    last = now;
    draw(...values);
  };
}

/** A function that calls *draw* if a field of its object, or the language, has changed. @template {object} Fields @param {(fields: Fields) => void} draw @returns {(fields: Fields) => void} */
export function whenFields(draw) {
  /** @type {Fields} */
  let given;
  const renew = when(() => draw(given));
  return (fields) => {
    given = fields;
    /** @type {(...values: unknown[]) => void} */ (renew)(...Object.values(fields));
  };
}

/** A function that computes its result anew only if one of its values has changed. @template {any[]} Values @template Result @param {(...values: Values) => Result} compute @returns {(...values: Values) => Result} */
export function once(compute) {
  /** @type {Result} */
  let result;
  const renew = when(
    /** @param {Values} values */ (...values) => {
      result = compute(...values);
    },
  );
  return (...values) => {
    renew(...values);
    return result;
  };
}

/** A function of an object, computed once for each: no state, board or answer is ever changed. @template {object} Key @template Value @param {(key: Key) => Value} compute @returns {(key: Key) => Value} */
export function ofEach(compute) {
  /** @type {WeakMap<Key, Value>} */
  const known = new WeakMap();
  return (key) => {
    if (!known.has(key)) known.set(key, compute(key));
    return /** @type {Value} */ (known.get(key));
  };
}

/** A function that calls *draw* if the JSON of its value has changed. @template Value @param {(value: Value) => void} draw @returns {(value: Value) => void} */
export function whenOther(draw) {
  let last = "";
  return (value) => {
    const now = JSON.stringify(value);
    if (now === last) return;
    last = now;
    draw(value);
  };
}

/** A new element, and what stands in it. @template {keyof HTMLElementTagNameMap} Tag @param {Tag} tag @param {Record<string, any>} [properties] @param {...(Node | string)} content @returns {HTMLElementTagNameMap[Tag]} */
export function built(tag, { data = {}, ...properties } = {}, ...content) {
  const element = Object.assign(document.createElement(tag), properties);
  Object.assign(element.dataset, data);
  element.append(...content);
  return element;
}

/** An element of the page. @template {HTMLElement} [Kind=HTMLElement] @param {string} id @returns {Kind} */
export function at(id) {
  return /** @type {Kind} */ (document.getElementById(id));
}

/** @param {string} id */
export const button = (id) => /** @type {HTMLButtonElement} */ (at(id));
/** @param {string} id */
export const select = (id) => /** @type {HTMLSelectElement} */ (at(id));
/** @param {string} id */
export const input = (id) => /** @type {HTMLInputElement} */ (at(id));
