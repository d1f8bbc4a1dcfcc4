/**
 * The address holds the whole state: board, moves, question.  Reloading and sharing lose nothing.
 *
 * The fields after the '#' have the form of a query; `cells` is one bit a cell (with costs: one byte),
 * `sides` one byte, deflated, in base64url.  An open board needs none.
 */

import {
  CORNERS,
  MAX_SIDE,
  MAX_WAYS,
  MAX_WORD,
  WRAPS,
  hasCosts,
  isOrder,
  place,
  suitsMoves,
} from "./board.js";
import { LANGUAGES } from "./say.js";
import { SHAPES, hasLevels, isOutside } from "./shapes.js";

/** @param {Pick<Linked, "board" | "panels"> & Partial<Linked>} linked a step of 0 is left out @returns {Promise<string>} without the '#' */
export async function toLink({
  board,
  panels: [{ question, by }, beside],
  step = 0,
  pace = null,
  lesson = "",
  marks = "",
  language: lang = "",
}) {
  const cell = (/** @type {number} */ v) => place(board, v).join(".");
  const fields = new URLSearchParams({
    size: `${board.rows}x${board.columns}`,
    start: cell(board.start),
    exits: board.exits.map(cell).join(" "),
    moves: board.moves,
    ask: question,
    by,
  });
  if (beside) fields.set("beside", `${beside.question}/${beside.by}`);
  if (step) fields.set("step", String(step));
  for (const [name, value] of Object.entries({ pace, lesson, marks, lang }))
    if (value) fields.set(name, value);
  for (const name of /** @type {const} */ (["through", "avoiding"])) {
    if (board[name].length) fields.set(name, board[name].map(cell).join(" "));
  }
  if (board.order) fields.set("order", board.order);
  if (board.corners !== "both") fields.set("corners", board.corners);
  if (board.diagonal) fields.set("diagonal", String(board.diagonal));
  if (board.ways.length) fields.set("ways", board.ways.map((way) => way.join(".")).join(" "));
  if (board.wrap) fields.set("wrap", board.wrap);
  if (board.shape !== "square") fields.set("shape", board.shape);
  if (board.levels > 1) fields.set("levels", String(board.levels));
  if (board.sides.some(Boolean)) fields.set("sides", await packed(board.sides));
  if (hasCosts(board)) fields.set("costs", await packed(board.cells));
  else if (board.cells.some((cost, v) => !cost && !isOutside(board, v)))
    fields.set(
      "cells",
      await packed(
        Uint8Array.from({ length: Math.ceil(board.cells.length / 8) }, (_, i) =>
          board.cells
            .slice(8 * i, 8 * i + 8)
            .reduce((byte, cost, k) => byte | (Number(cost > 0) << k), 0),
        ),
      ),
    );
  return fields.toString();
}

/** @param {string} link @returns {Promise<Linked | null>} null if it is not a link to a board */
export async function fromLink(link) {
  const fields = new URLSearchParams(link);
  const size = /^(\d{1,3})x(\d{1,3})$/.exec(fields.get("size") ?? "");
  if (!size) return null;
  const rows = Number(size[1]),
    columns = Number(size[2]);
  if (!(rows >= 1 && rows <= MAX_SIDE && columns >= 1 && columns <= MAX_SIDE)) return null;
  const shape = fields.get("shape") ?? "square",
    levels = whole(fields.get("levels") ?? "1"),
    sized = { shape, rows, columns, levels };
  if (
    !Object.hasOwn(SHAPES, shape) ||
    (hasLevels(sized) ? !(levels >= 1 && rows >= levels) || (rows + 1) % levels : levels !== 1)
  )
    return null;
  const numbers = (/** @type {string} */ name) =>
    (fields.get(name) ?? "")
      .split(" ")
      .filter(Boolean)
      .map((word) => word.split(".").map(whole));
  const flat = (/** @type {number[]} */ [row, column]) =>
    row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
  const bytes = async (/** @type {string} */ name, count = rows * columns, most = 9) => {
    const found = fields.has(name)
      ? await unpacked(fields.get(name) ?? "", count)
      : new Uint8Array(count);
    return found?.length === count && found.every((byte) => byte <= most) ? found : null;
  };
  const walls = await bytes("cells", Math.ceil((rows * columns) / 8), 255),
    costs = await bytes("costs"),
    sides = await bytes("sides", rows * columns, shape === "square" ? 3 : 7);
  const opened = (/** @type {number} */ v) =>
    (fields.has("costs")
      ? costs?.[v]
      : fields.has("cells")
        ? ((walls?.[v >> 3] ?? 0) >> (v & 7)) & 1
        : 1) ?? 0;
  const cells = Uint8Array.from({ length: rows * columns }, (_, v) =>
    isOutside(sized, v) ? 0 : opened(v),
  );
  const wrap = fields.get("wrap") ?? "";
  if (!walls || !costs || !sides || !WRAPS.includes(wrap)) return null;
  const [start = -1] = numbers("start").map(flat);
  const exits = numbers("exits").map(flat);
  if (start < 0 || !exits.length || [start, ...exits].some((v) => !(v >= 0) || !cells[v]))
    return null;
  const ways = numbers("ways");
  const moves = fields.get("moves") ?? "orthogonal",
    order = fields.get("order") ?? "",
    corners = fields.get("corners") ?? "both",
    diagonal = Number(fields.get("diagonal") ?? 0);
  if (
    !suitsMoves({ shape }, moves) ||
    order.length > MAX_WORD ||
    !isOrder({ moves }, order.toUpperCase().replaceAll(" ", "")) ||
    !CORNERS.includes(corners) ||
    !(diagonal === 0 || (diagonal >= 0.001 && diagonal <= 1000))
  )
    return null;
  if (
    ways.length > MAX_WAYS ||
    !ways.every((way) => way.length === 4 && way.every(Number.isInteger) && flat(way) >= 0)
  )
    return null;
  const [through, avoiding] = ["through", "avoiding"].map((name) => numbers(name).map(flat));
  const isFree = (/** @type {number} */ v) =>
    v >= 0 && cells[v] > 0 && v !== start && !exits.includes(v);
  if (![...through, ...avoiding].every(isFree)) return null;
  const board = {
    rows,
    columns,
    shape,
    levels,
    cells,
    sides,
    wrap,
    start,
    exits,
    ways,
    through,
    avoiding,
    numbers: /** @type {number[][]} */ ([]),
    moves,
    order,
    corners,
    diagonal,
  };
  const panels = [{ question: fields.get("ask") ?? "", by: fields.get("by") ?? "" }];
  const [question, by] = (fields.get("beside") ?? "").split("/");
  if (question) panels.push({ question, by: by ?? "" });
  const pace = fields.get("pace"),
    lang = fields.get("lang") ?? "",
    lesson = fields.get("lesson") ?? "",
    marks = /^[01]{1,9}$/.exec(fields.get("marks") ?? "")?.[0] ?? "";
  return {
    board,
    panels,
    step: Math.max(0, whole(fields.get("step") ?? "") || 0),
    pace: pace === "expansion" || pace === "event" ? pace : null,
    lesson,
    marks,
    language: LANGUAGES.includes(lang) ? lang : "",
  };
}

/** @param {string} word */
function whole(word) {
  return /^-?\d{1,6}$/.test(word) ? Number(word) : NaN;
}

/** @param {Uint8Array} bytes */
async function packed(bytes) {
  const stream = new Blob([/** @type {BlobPart} */ (bytes)])
    .stream()
    .pipeThrough(new CompressionStream("deflate-raw"));
  const deflated = new Uint8Array(await new Response(stream).arrayBuffer());
  return btoa(Array.from(deflated, (byte) => String.fromCharCode(byte)).join(""))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** @param {string} word @param {number} limit the maximum of bytes; null if there are more */
async function unpacked(word, limit) {
  try {
    const letters = atob(word.replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const reader = new Blob([bytes])
      .stream()
      .pipeThrough(new DecompressionStream("deflate-raw"))
      .getReader();
    const whole = new Uint8Array(limit);
    for (let at = 0; ; ) {
      const { done, value } = await reader.read();
      if (done) return whole.subarray(0, at);
      if (at + value.length > limit) return null;
      whole.set(value, at);
      at += value.length;
    }
  } catch {
    return null; // not base64 or not deflated
  }
}
