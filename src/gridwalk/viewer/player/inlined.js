/** What a saved web page holds of films: arrays as text, packed by gridwalk.draw.pagedata. */

import { EVENTS } from "../static/choices.js";
import { inflated } from "../static/packing.js";

const ARRAYS = { u1: Uint8Array, u4: Uint32Array, f8: Float64Array };

/** The answer with its arrays. @param {any} answer as gridwalk.draw.webpage wrote it @returns {Promise<Reply>} */
export async function withArrays({ packed, ...answer }) {
  if (!packed) return answer;
  const { events, legal, rest } = packed;
  return {
    ...answer,
    events: await log(events),
    legal: /** @type {Uint32Array} */ (await array(legal, "u4")),
    rest: /** @type {Float64Array} */ (await array(rest, "f8")),
  };
}

/** An event log. @param {{count: number, kinds: string, cells: string, values: string}} packed */
async function log({ count, kinds, cells, values }) {
  const [kind, cell, value] = await Promise.all([
    array(kinds, "u1"),
    array(cells, "u4"),
    array(values, "u4"),
  ]);
  const events = new Int32Array(3 * count);
  for (let i = 0, at = 0, closed = 0; i < count; i++) {
    at += unfolded(cell[i]);
    closed += kind[i] === EVENTS.close ? unfolded(value[i]) : 0;
    events.set([kind[i], at, kind[i] === EVENTS.close ? closed : at + unfolded(value[i])], 3 * i);
  }
  return events;
}

/** 0, -1, 1, -2, 2, ... from 0. @param {number} number */
function unfolded(number) {
  return number % 2 ? -(number + 1) / 2 : number / 2;
}

/** @param {string} text @param {keyof typeof ARRAYS} type */
async function array(text, type) {
  const planes = await inflated(text),
    Type = ARRAYS[type];
  const width = Type.BYTES_PER_ELEMENT,
    count = planes.length / width,
    bytes = new Uint8Array(planes.length);
  for (let plane = 0; plane < width; plane++) {
    for (let i = 0; i < count; i++) bytes[width * i + plane] = planes[plane * count + i];
  }
  return new Type(bytes.buffer); // of a little-endian machine, as all that run browsers are
}
