/**
 * The picture of a board in four canvas layers: the board, the cells of the film, the walls between cells,
 * and the marks on top.
 *
 * Boards and films are painted one pixel a cell and scaled up without smoothing; a board of
 * 512 x 512 takes a millisecond.  Layers are painted only when they change.
 */

import { BELOW, RIGHT, cellName, hasCosts, hasSides, leaps, period, sidesOf, stepOf } from "./board.js";
import { Palette } from "./palette.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {{zoom: number, row: number, column: number}} Sight zoom 1: the whole board fits; the middle of the view */

const LAYERS = /** @type {const} */ (["board", "film", "sides", "marks"]);
const MARGIN = 10, LARGEST = 96; // pixels: around the board, and of a cell that is not zoomed
const LINES_FROM = 4, GRID_FROM = 8, WORDS_FROM = 18; // pixels a cell
const WALL_WIDTH = 0.12, NEAR = 0.35; // in cells: of a wall between cells, and how near its side is

export class View {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {Sight} */
    this.sight = { zoom: 1, row: 0, column: 0 };
    /** @type {Board | null} */
    this.board = null;
    /** @type {Uint8Array | null} status of every cell */
    this.status = null;
    /** @type {{way: ArrayLike<number>, closed: boolean, here: number}} */
    this.marks = { way: [], closed: false, here: -1 };
    this.cursor = -1; // the cell under the keyboard cursor
    this.hover = -1;
    this.asksExits = true; // a tour may end anywhere
    this.last = "";
    this.canvases = LAYERS.map((name) => {
      const canvas = document.createElement("canvas");
      canvas.dataset.layer = name;
      host.append(canvas);
      return canvas;
    });
    this.width = this.height = 0; // of the view, in pixels
    this.small = document.createElement("canvas"); // a pixel a cell
    /** @type {Set<string>} */
    this.dirty = new Set();
    new ResizeObserver(() => this.#measure()).observe(host);
    this.#measure();
  }

  /** @param {any} props */
  show(props) {
    const { board, asksExits, cursor, hover, sight, film, events, marks } = props;
    const whole = board !== this.board || sight !== this.sight || asksExits !== this.asksExits;
    const now = JSON.stringify([events, marks.closed, marks.here, marks.way.length < 2000 ? Array.from(marks.way) : marks.way.length]);
    const status = film?.status ?? null, isOther = now !== this.last || status !== this.status;
    const points = cursor !== this.cursor || hover !== this.hover;
    Object.assign(this, { board, sight, asksExits, cursor, hover, status, marks, last: now });
    this.host.dataset.hover = hover < 0 ? "" : cellName(board, hover);
    this.host.dataset.cursor = String(cursor);
    if (whole) this.changed();
    else if (isOther) this.changed("film", "marks");
    else if (points) this.changed("marks");
  }

  /** @param {...("board" | "film" | "sides" | "marks")} layers */
  changed(...layers) {
    if (!this.dirty.size) requestAnimationFrame(() => this.paint());
    for (const layer of layers.length ? layers : LAYERS) this.dirty.add(layer);
  }

  #measure() {
    const { clientWidth, clientHeight } = this.host;
    this.width = clientWidth;
    this.height = clientHeight;
    for (const canvas of this.canvases) {
      canvas.width = Math.round(clientWidth * devicePixelRatio);
      canvas.height = Math.round(clientHeight * devicePixelRatio);
    }
    this.changed();
  }

  /** The position of the board in the view: pixels per cell, and the upper left corner. */
  geometry() {
    const { rows, columns } = /** @type {Board} */ (this.board);
    const fit = Math.min((this.width - MARGIN) / columns, (this.height - MARGIN) / rows, LARGEST);
    let scale = fit * this.sight.zoom;
    if (scale > 4) scale = Math.floor(scale);
    const centred = (/** @type {number} */ room, /** @type {number} */ cells, /** @type {number} */ middle) =>
      Math.round(cells * scale <= room ? (room - cells * scale) / 2 : Math.min(0, Math.max(room - cells * scale, room / 2 - middle * scale)));
    return {
      scale,
      x: centred(this.width, columns, this.sight.column),
      y: centred(this.height, rows, this.sight.row),
    };
  }

  /** The cell at a place on the page; -1 outside the board. @param {number} clientX @param {number} clientY */
  cellAt(clientX, clientY) {
    const { rows, columns } = /** @type {Board} */ (this.board);
    const box = this.host.getBoundingClientRect(), { scale, x, y } = this.geometry();
    const row = Math.floor((clientY - box.top - y) / scale), column = Math.floor((clientX - box.left - x) / scale);
    return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
  }

  /** The side between two cells nearest to a place on the page, as 2 v for the right one of cell v, 2 v + 1 for the one below; -1: none is near. @param {number} clientX @param {number} clientY */
  sideAt(clientX, clientY) {
    const board = /** @type {Board} */ (this.board), { rows, columns } = board, [down, across] = period(board);
    const box = this.host.getBoundingClientRect(), { scale, x, y } = this.geometry();
    const row = (clientY - box.top - y) / scale, column = (clientX - box.left - x) / scale;
    const aside = Math.abs(column - Math.round(column)), above = Math.abs(row - Math.round(row));
    if (Math.min(aside, above) > NEAR || Math.abs(aside - above) < 0.1) return -1; // inside a cell, or at a corner
    const before = (/** @type {number} */ line, /** @type {number} */ size, /** @type {number} */ round) =>
      line > 0 && (line < size || (round && line === size)) ? line - 1 : round && line === 0 ? size - 1 : -1;
    const isUpright = aside < above;
    const atRow = isUpright ? Math.floor(row) : before(Math.round(row), rows, down);
    const atColumn = isUpright ? before(Math.round(column), columns, across) : Math.floor(column);
    if (atRow < 0 || atRow >= rows || atColumn < 0 || atColumn >= columns) return -1;
    return 2 * (atRow * columns + atColumn) + (isUpright ? 0 : 1);
  }

  paint() {
    const layers = new Set(this.dirty);
    this.dirty.clear();
    if (!this.board || !this.width || !this.height) return;
    const palette = Palette.current();
    const [board, film, sides, marks] = this.canvases.map((canvas) => /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d")));
    if (layers.has("board")) this.#paintBoard(this.#cleared(board), palette);
    if (layers.has("film")) this.#paintFilm(this.#cleared(film), palette);
    if (layers.has("sides")) this.#paintSides(this.#cleared(sides), palette);
    if (layers.has("marks")) this.#paintMarks(this.#cleared(marks), palette);
    const { scale, x, y } = this.geometry();
    Object.assign(this.host.dataset, { scale, x, y });
    this.host.dataset.painted = String(Number(this.host.dataset.painted ?? 0) + 1);
  }

  /** @param {CanvasRenderingContext2D} context */
  #cleared(context) {
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    return context;
  }

  /**
   * @param {CanvasRenderingContext2D} context @param {(v: number) => number} colourOf as 0xaabbggrr
   * @param {ArrayLike<number>} [way] cells of one colour @param {number} [colour]
   */
  #cells(context, colourOf, way = [], colour = 0) {
    const { rows, columns } = /** @type {Board} */ (this.board);
    const { scale, x, y } = this.geometry();
    this.small.width = columns;
    this.small.height = rows;
    const small = /** @type {CanvasRenderingContext2D} */ (this.small.getContext("2d"));
    const image = small.createImageData(columns, rows), pixels = new Uint32Array(image.data.buffer);
    for (let v = 0; v < pixels.length; v++) pixels[v] = colourOf(v);
    for (let i = 0; i < way.length; i++) pixels[way[i]] = colour;
    small.putImageData(image, 0, 0);
    context.imageSmoothingEnabled = false;
    context.drawImage(this.small, x, y, columns * scale, rows * scale);
  }

  /** @param {CanvasRenderingContext2D} context @param {Palette} palette */
  #paintBoard(context, palette) {
    const board = /** @type {Board} */ (this.board), { columns, cells } = board;
    const chequered = leaps(board);
    this.#cells(context, (v) => {
      if (cells[v] === 0) return palette.pixel.wall;
      if (cells[v] > 1) return palette.cost[cells[v]];
      return chequered && (Math.floor(v / columns) + (v % columns)) % 2 ? palette.pixel.dark : palette.pixel.open;
    });
    /** @type {Map<number, number>} */
    const ways = new Map();
    for (const [row, column] of board.ways) ways.set(row * columns + column, (ways.get(row * columns + column) ?? 0) + 1);
    for (const [row, column, down, across] of board.ways) {
      this.#arrow(context, palette, row, column, down, across, (ways.get(row * columns + column) ?? 1) > 1);
    }
  }

  /** @param {CanvasRenderingContext2D} context @param {Palette} palette */
  #paintFilm(context, palette) {
    const { status } = this, board = /** @type {Board} */ (this.board);
    const way = this.#isFine() ? this.marks.way : [];
    if (status || way.length) this.#cells(context, status ? (v) => palette.status[status[v]] : () => 0, way, palette.pixel.path);
    this.#paintGrid(context, palette);
    const { scale, x, y } = this.geometry();
    if (scale < WORDS_FROM || !hasCosts(board)) return;
    words(context, palette.text.ink, scale * 0.42);
    context.strokeStyle = palette.text.open; // an edge, for the number stands on any colour
    context.lineWidth = scale * 0.08;
    context.lineJoin = "round";
    board.cells.forEach((cost, v) => {
      if (cost < 2) return;
      const at = /** @type {const} */ ([x + ((v % board.columns) + 0.5) * scale, y + (Math.floor(v / board.columns) + 0.53) * scale]);
      context.strokeText(String(cost), ...at);
      context.fillText(String(cost), ...at);
    });
  }

  /** @param {CanvasRenderingContext2D} context @param {Palette} palette */
  #paintGrid(context, palette) {
    const { rows, columns } = /** @type {Board} */ (this.board), { scale, x, y } = this.geometry();
    const right = x + columns * scale, below = y + rows * scale;
    context.strokeStyle = palette.text.grid;
    context.lineWidth = 1;
    context.beginPath();
    if (scale >= GRID_FROM) {
      for (let row = 1; row < rows; row++) line(context, x, y + row * scale + 0.5, right, y + row * scale + 0.5);
      for (let column = 1; column < columns; column++) line(context, x + column * scale + 0.5, y, x + column * scale + 0.5, below);
    }
    const [down, across] = period(/** @type {Board} */ (this.board));
    for (const edge of [y - 0.5, below + 0.5]) if (!down) line(context, x - 1, edge, right + 1, edge);
    for (const edge of [x - 0.5, right + 0.5]) if (!across) line(context, edge, y - 1, edge, below + 1);
    context.stroke();
  }

  /**
   * Walls between cells and around the board, run by run; sides that meet the opposite ones are dashed.
   * @param {CanvasRenderingContext2D} context @param {Palette} palette
   */
  #paintSides(context, palette) {
    const board = /** @type {Board} */ (this.board), { rows, columns, cells } = board;
    const { scale, x, y } = this.geometry(), [down, across] = period(board);
    const right = x + columns * scale, below = y + rows * scale;
    context.strokeStyle = context.fillStyle = palette.text.wall;
    context.lineWidth = Math.min(2, scale);
    context.setLineDash([6, 6]);
    context.beginPath();
    for (const edge of [y - 1, below + 1]) if (down) line(context, x, edge, right, edge);
    for (const edge of [x - 1, right + 1]) if (across) line(context, edge, y, edge, below);
    context.stroke();
    context.setLineDash([]);
    if (!hasSides(board)) return;
    const wide = Math.min(MARGIN - 2, Math.max(1, Math.round(scale * WALL_WIDTH))), half = Math.ceil(wide / 2), sides = sidesOf(board);
    const level = (/** @type {number} */ row, /** @type {number} */ column) => {
      if (!down && (row === 0 || row === rows)) return cells[(row ? row - 1 : 0) * columns + column] > 0;
      const above = (row ? row - 1 : rows - 1) * columns + column;
      return (sides(above) & BELOW) > 0 && cells[above] > 0 && cells[(row % rows) * columns + column] > 0;
    };
    const upright = (/** @type {number} */ column, /** @type {number} */ row) => {
      if (!across && (column === 0 || column === columns)) return cells[row * columns + (column ? column - 1 : 0)] > 0;
      const before = row * columns + (column ? column - 1 : columns - 1);
      return (sides(before) & RIGHT) > 0 && cells[before] > 0 && cells[row * columns + (column % columns)] > 0;
    };
    context.beginPath();
    runs(rows + 1, columns, level, (row, first, end) =>
      context.rect(x + first * scale - half, y + row * scale - half, (end - first) * scale + wide, wide));
    runs(columns + 1, rows, upright, (column, first, end) =>
      context.rect(x + column * scale - half, y + first * scale - half, wide, (end - first) * scale + wide));
    context.fill();
  }

  /** @param {CanvasRenderingContext2D} context @param {Palette} palette */
  #paintMarks(context, palette) {
    const board = /** @type {Board} */ (this.board), { scale } = this.geometry();
    const { way, closed, here } = this.marks;
    if (way.length > 1 && !this.#isFine()) {
      context.beginPath();
      const breaks = this.#line(context, way);
      if (closed && !breaks && !this.#seam(way[way.length - 1], way[0])) context.closePath();
      else if (closed) this.#line(context, [way[way.length - 1], way[0]]);
      context.strokeStyle = palette.text.path;
      context.lineWidth = Math.max(1.5, scale * (leaps(board) ? 0.07 : 0.16));
      context.lineCap = context.lineJoin = "round";
      context.stroke();
    }
    const radius = Math.max(3, scale * 0.32), exitColour = this.asksExits ? palette.text.exit : palette.text.grid;
    for (const exit of board.exits) {
      this.#disc(context, exit, radius, palette.text.open);
      context.lineWidth = Math.max(1.5, radius * 0.3);
      context.strokeStyle = exitColour;
      context.stroke();
      this.#disc(context, exit, radius * 0.4, exitColour);
    }
    this.#disc(context, board.start, radius, palette.text.start);
    if (here >= 0) {
      this.#disc(context, here, Math.max(3, scale * 0.2), palette.text.ink);
      context.lineWidth = 2;
      context.strokeStyle = palette.text.open;
      context.stroke();
    }
    for (const [cell, colour, thick] of /** @type {[number, string, number][]} */ ([[this.hover, palette.text.hover, 1.5], [this.cursor, palette.text.focus, 3]])) {
      if (cell < 0) continue;
      const [x, y] = this.#middle(cell), half = Math.max(4, scale / 2 - 1);
      context.strokeStyle = colour;
      context.lineWidth = thick;
      context.strokeRect(x - half, y - half, 2 * half, 2 * half);
    }
  }

  /** The way as a line, broken where it crosses a seam. @param {CanvasRenderingContext2D} context @param {ArrayLike<number>} way @returns {number} how often it is broken */
  #line(context, way) {
    const wrapped = Boolean(/** @type {Board} */ (this.board).wrap);
    let breaks = 0;
    context.moveTo(...this.#middle(way[0]));
    for (let i = 1; i < way.length; i++) {
      const seam = wrapped ? this.#seam(way[i - 1], way[i]) : null;
      if (seam) {
        breaks++;
        context.lineTo(...seam.out);
        context.moveTo(...seam.back);
      }
      context.lineTo(...this.#middle(way[i]));
    }
    return breaks;
  }

  /**
   * Where a move leaves the board at one side and comes back at another; null if it crosses no seam.
   * @param {number} u @param {number} v @returns {{out: [number, number], back: [number, number]} | null}
   */
  #seam(u, v) {
    const board = /** @type {Board} */ (this.board), { rows, columns } = board;
    const from = [Math.floor(u / columns), u % columns], to = [Math.floor(v / columns), v % columns];
    const step = stepOf(board, u, v), crossing = step.map((part, i) => part !== to[i] - from[i]);
    if (!crossing.some(Boolean)) return null;
    const { scale, x, y } = this.geometry();
    const edge = (/** @type {number[]} */ cell, /** @type {number} */ sign) => {
      const shares = cell.map((at, i) => {
        const room = sign * step[i] > 0 ? [rows, columns][i] - at - 0.5 : at + 0.5;
        return crossing[i] ? room / Math.abs(step[i]) : Infinity;
      });
      const share = sign * Math.min(...shares);
      return /** @type {[number, number]} */ ([x + (cell[1] + 0.5 + share * step[1]) * scale, y + (cell[0] + 0.5 + share * step[0]) * scale]);
    };
    return { out: edge(from, 1), back: edge(to, -1) };
  }

  /** Whether cells are so small that a way is shown by its cells: a line over thousands of them takes long. */
  #isFine() {
    return this.geometry().scale < LINES_FROM && !leaps(/** @type {Board} */ (this.board));
  }

  /** @param {number} v @returns {[number, number]} */
  #middle(v) {
    const { scale, x, y } = this.geometry(), columns = /** @type {Board} */ (this.board).columns;
    return [x + ((v % columns) + 0.5) * scale, y + (Math.floor(v / columns) + 0.5) * scale];
  }

  /** @param {CanvasRenderingContext2D} context @param {number} v @param {number} radius @param {string} colour */
  #disc(context, v, radius, colour) {
    context.beginPath();
    context.arc(...this.#middle(v), radius, 0, 2 * Math.PI);
    context.fillStyle = colour;
    context.fill();
  }

  /** @param {CanvasRenderingContext2D} context @param {Palette} palette @param {number} row @param {number} column @param {number} down @param {number} across @param {boolean} small one of several */
  #arrow(context, palette, row, column, down, across, small) {
    const { scale, x, y } = this.geometry();
    context.save();
    context.translate(x + (column + 0.5) * scale, y + (row + 0.5) * scale);
    context.rotate(Math.atan2(down, across));
    if (small) context.translate(scale * 0.28, 0);
    context.scale(scale * (small ? 0.14 : 0.3), scale * (small ? 0.14 : 0.3));
    context.beginPath();
    context.moveTo(1, 0);
    context.lineTo(-0.6, -0.7);
    context.lineTo(-0.6, 0.7);
    context.fillStyle = palette.text.ink;
    context.fill();
    context.restore();
  }

  /** The layers as one picture. @returns {HTMLCanvasElement} */
  picture() {
    this.paint();
    const whole = document.createElement("canvas");
    whole.width = this.canvases[0].width;
    whole.height = this.canvases[0].height;
    const context = /** @type {CanvasRenderingContext2D} */ (whole.getContext("2d"));
    context.fillStyle = Palette.current().text.page;
    context.fillRect(0, 0, whole.width, whole.height);
    for (const canvas of this.canvases) context.drawImage(canvas, 0, 0);
    return whole;
  }
}

/** @param {CanvasRenderingContext2D} context @param {number} x1 @param {number} y1 @param {number} x2 @param {number} y2 */
function line(context, x1, y1, x2, y2) {
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
}

/**
 * @param {number} lines @param {number} size of a line
 * @param {(line: number, at: number) => boolean} has
 * @param {(line: number, first: number, end: number) => void} draw called for each run of places that have it
 */
function runs(lines, size, has, draw) {
  for (let line = 0; line < lines; line++) {
    let first = -1;
    for (let at = 0; at <= size; at++) {
      const here = at < size && has(line, at);
      if (here && first < 0) first = at;
      if (here || first < 0) continue;
      draw(line, first, at);
      first = -1;
    }
  }
}

/** @param {CanvasRenderingContext2D} context @param {string} colour @param {number} size */
function words(context, colour, size) {
  context.font = `600 ${size}px system-ui, sans-serif`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = colour;
}
