/**
 * The picture of a board in five canvas layers: the board, the cells of the film, the walls between cells,
 * the marks on top, and words in the cells.
 *
 * Boards and films are painted one pixel a cell and scaled up; a board of 512 x 512 takes a millisecond.
 * Layers are painted only when they change, and only from what `show` was given.
 */

import { BELOW, RIGHT, hasCosts, hasSides, leaps, period, sidesOf } from "./board.js";
import { chosen, heatOf, wordsIn } from "./incells.js";
import { look } from "./look.js";
import { paintMarks } from "./marks.js";
import { name } from "./names.js";
import { Palette, css, faint } from "./palette.js";
import { paintNames, paintWords } from "./words.js";

/** @typedef {import("./board.js").Board} Board */
/** @typedef {import("./film.js").Film} Film */
/** @typedef {{zoom: number, row: number, column: number}} Sight zoom 1: the whole board fits; the middle of the view */
/** @typedef {{scale: number, x: number, y: number}} Geometry pixels a cell, and the upper left corner of the board */
/** @typedef {{cell: number, reason: string, degree?: number}} Next a cell that may be entered next */
/**
 * What is on the board: a line, where the search stands (-1: nowhere), cells that may be entered next, and a
 * thin line such as the path to the cell under the pointer.
 * @typedef {{way: ArrayLike<number>, closed: boolean, here: number, next?: Next[], trail?: ArrayLike<number>, figures?: (v: number) => string[]}} Marks
 */
/**
 * @typedef {object} Props
 * @property {Board} board
 * @property {boolean} asksExits a tour may end anywhere
 * @property {number} cursor the cell under the keyboard cursor; -1: none
 * @property {number} hover
 * @property {Sight} sight
 * @property {Film | null} film whose cells are shown
 * @property {number} events that it shows
 * @property {Marks} marks
 * @property {string} inCells what stands in the cells (`IN_CELLS`)
 * @property {boolean} looks whether what was looked at is marked
 * @property {string} [question] @property {string} [by]
 */
/** What a painter gets. @typedef {{board: Board, film: Film | null, marks: Marks, geometry: Geometry, palette: Palette, width: number, height: number, chess: boolean, words: (v: number) => string[], hasWords: boolean, under: (v: number) => string}} Scene */

const LAYERS = /** @type {const} */ (["board", "film", "sides", "marks", "words"]);
const MARGIN = 10, NAMED_MARGIN = 44; // pixels around the board, both sides together; with names of rows and columns
const LINES_FROM = 4, GRID_FROM = 8, WORDS_FROM = 18; // pixels a cell
const WALL_WIDTH = 0.12, NEAR = 0.35; // in cells: of a wall between cells, and how near its side is

export class View {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {Props | null} */
    this.props = null;
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
    new ResizeObserver(() => this.measure()).observe(host);
    this.measure();
  }

  /** @param {Props} props */
  show(props) {
    const before = this.props, is = (/** @type {(keyof Props)[]} */ ...names) => before !== null && names.every((name) => before[name] === props[name]);
    this.props = props;
    this.host.dataset.hover = props.hover < 0 ? "" : name(props.board, props.hover);
    this.host.dataset.cursor = String(props.cursor);
    if (!is("board", "sight", "asksExits")) this.changed();
    else if (!is("film", "events", "inCells")) this.changed("film", "marks", "words");
    else if (!is("marks")) this.changed(...(this.#isFine() ? /** @type {const} */ (["film"]) : []), "marks", "words");
    else if (!is("cursor", "hover", "looks")) this.changed("marks");
  }

  /** @returns {Board} */
  get board() {
    return /** @type {Props} */ (this.props).board;
  }

  /** @param {...(typeof LAYERS[number])} layers */
  changed(...layers) {
    if (!this.dirty.size) requestAnimationFrame(() => this.paint());
    for (const layer of layers.length ? layers : LAYERS) this.dirty.add(layer);
  }

  measure() {
    const { clientWidth, clientHeight } = this.host;
    this.width = clientWidth;
    this.height = clientHeight;
    for (const canvas of this.canvases) {
      canvas.width = Math.round(clientWidth * devicePixelRatio);
      canvas.height = Math.round(clientHeight * devicePixelRatio);
    }
    this.changed();
  }

  /** The position of the board in the view: pixels per cell, and the upper left corner. @returns {Geometry} */
  geometry() {
    const { board: { rows, columns }, sight } = /** @type {Props} */ (this.props);
    const fit = (/** @type {number} */ margin) => Math.min((this.width - margin) / columns, (this.height - margin) / rows);
    const named = this.#isNamed();
    let scale = fit(named ? NAMED_MARGIN : MARGIN) * sight.zoom;
    if (scale > 4) scale = Math.floor(scale);
    const aside = named ? (NAMED_MARGIN - MARGIN) / 4 : 0; // names stand to the left and below
    const centred = (/** @type {number} */ room, /** @type {number} */ cells, /** @type {number} */ middle, /** @type {number} */ shift) =>
      Math.round(cells * scale <= room ? (room - cells * scale) / 2 + shift : Math.min(0, Math.max(room - cells * scale, room / 2 - middle * scale)));
    return {
      scale,
      x: centred(this.width, columns, sight.column, aside),
      y: centred(this.height, rows, sight.row, -aside),
    };
  }

  /** Whether rows and columns have their names beside the board: if all of it is seen, and cells are large. */
  #isNamed() {
    const { board: { rows, columns }, sight } = /** @type {Props} */ (this.props);
    return sight.zoom === 1 && Math.min((this.width - NAMED_MARGIN) / columns, (this.height - NAMED_MARGIN) / rows) >= WORDS_FROM;
  }

  /** The cell at a place on the page; -1 outside the board. @param {number} clientX @param {number} clientY */
  cellAt(clientX, clientY) {
    const { rows, columns } = this.board;
    const box = this.host.getBoundingClientRect(), { scale, x, y } = this.geometry();
    const row = Math.floor((clientY - box.top - y) / scale), column = Math.floor((clientX - box.left - x) / scale);
    return row >= 0 && row < rows && column >= 0 && column < columns ? row * columns + column : -1;
  }

  /** The side between two cells nearest to a place on the page, as 2 v for the right one of cell v, 2 v + 1 for the one below; -1: none is near. @param {number} clientX @param {number} clientY */
  sideAt(clientX, clientY) {
    const board = this.board, { rows, columns } = board, [down, across] = period(board);
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
    if (!this.props || !this.width || !this.height) return;
    const palette = Palette.current(), geometry = this.geometry(), { board, film, marks, inCells, looks } = this.props;
    const words = geometry.scale < WORDS_FROM ? () => [] : marks.figures ?? wordsIn(board, film, inCells, marks.way);
    const hasWords = geometry.scale >= WORDS_FROM && (Boolean(marks.figures) || chosen(film, inCells) !== "nothing");
    const chess = leaps(board), searched = film ? this.#searched(board, film, palette, chess, heatOf(film, inCells)) : () => 0;
    /** @type {Scene} */
    const scene = {
      board, film, marks, geometry, palette, width: this.width, height: this.height, chess, words, hasWords,
      under: (v) => css(searched(v)),
    };
    const paint = (/** @type {typeof LAYERS[number]} */ layer, /** @type {(context: CanvasRenderingContext2D) => void} */ how) => {
      if (!layers.has(layer)) return;
      const context = /** @type {CanvasRenderingContext2D} */ (this.canvases[LAYERS.indexOf(layer)].getContext("2d"));
      context.save(); // no width, cap or dash of this picture is left for the next
      how(this.#cleared(context));
      context.restore();
    };
    paint("board", (context) => this.#paintBoard(context, scene));
    paint("film", (context) => this.#paintFilm(context, scene, searched));
    paint("sides", (context) => this.#paintSides(context, palette));
    paint("marks", (context) => paintMarks(context, scene, { ...this.props, fine: this.#isFine(), looked: film && looks ? look(film) : null }));
    paint("words", (context) => paintWords(context, scene));
    Object.assign(this.host.dataset, geometry);
    this.host.dataset.painted = String(Number(this.host.dataset.painted ?? 0) + 1);
  }

  /** @param {CanvasRenderingContext2D} context */
  #cleared(context) {
    context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
    context.clearRect(0, 0, this.width, this.height);
    return context;
  }

  /** @param {CanvasRenderingContext2D} context @param {(v: number) => number} colourOf as 0xaabbggrr @param {ArrayLike<number>} [way] cells of one colour @param {number} [colour] */
  #cells(context, colourOf, way = [], colour = 0) {
    const { rows, columns } = this.board;
    const { scale, x, y } = this.geometry();
    this.small.width = columns;
    this.small.height = rows;
    const small = /** @type {CanvasRenderingContext2D} */ (this.small.getContext("2d"));
    const image = small.createImageData(columns, rows), pixels = new Uint32Array(image.data.buffer);
    for (let v = 0; v < pixels.length; v++) pixels[v] = colourOf(v);
    for (let i = 0; i < way.length; i++) pixels[way[i]] = colour;
    small.putImageData(image, 0, 0);
    // Below a pixel a cell, whole rows would be left out without smoothing.
    context.imageSmoothingEnabled = scale * devicePixelRatio < 1;
    context.imageSmoothingQuality = "high";
    context.drawImage(this.small, x, y, columns * scale, rows * scale);
  }

  /** @param {CanvasRenderingContext2D} context @param {Scene} scene */
  #paintBoard(context, scene) {
    const { board, palette, chess } = scene, { columns, cells } = board;
    this.#cells(context, (v) => {
      if (cells[v] === 0) return palette.pixel.wall;
      if (cells[v] > 1) return palette.cost[cells[v]];
      return chess && (Math.floor(v / columns) + (v % columns)) % 2 ? palette.pixel.dark : palette.pixel.open;
    });
    /** @type {Map<number, number>} */
    const ways = new Map();
    for (const [row, column] of board.ways) ways.set(row * columns + column, (ways.get(row * columns + column) ?? 0) + 1);
    for (const [row, column, down, across] of board.ways) {
      this.#arrow(context, palette, row, column, down, across, (ways.get(row * columns + column) ?? 1) > 1);
    }
    if (this.#isNamed()) paintNames(context, scene);
  }

  /** @param {CanvasRenderingContext2D} context @param {Scene} scene @param {(v: number) => number} searched */
  #paintFilm(context, { film, marks, palette }, searched) {
    const way = this.#isFine() ? marks.way : [];
    if (film || way.length) this.#cells(context, searched, way, palette.pixel.path);
    this.#paintGrid(context, palette);
  }

  /**
   * The colour of a cell by what the search made of it; where the ground has a meaning it is seen through.
   * @param {Board} board @param {Film} film @param {Palette} palette @param {boolean} chess @param {((v: number) => number) | null} heat
   * @returns {(v: number) => number}
   */
  #searched({ cells }, film, palette, chess, heat) {
    const { status } = film, { frontier } = palette.pixel;
    const colour = (/** @type {number} */ v) => {
      const place = heat && palette.status[status[v]] !== frontier ? heat(v) : -1;
      return place < 0 ? palette.status[status[v]] : palette.heat(place);
    };
    if (chess) return (v) => faint(colour(v));
    return hasCosts(this.board) ? (v) => (cells[v] > 1 ? faint(colour(v)) : colour(v)) : colour;
  }

  /** @param {CanvasRenderingContext2D} context @param {Palette} palette */
  #paintGrid(context, palette) {
    const { rows, columns } = this.board, { scale, x, y } = this.geometry();
    const right = x + columns * scale, below = y + rows * scale;
    context.strokeStyle = palette.text.grid;
    context.lineWidth = 1;
    context.beginPath();
    if (scale >= GRID_FROM) {
      for (let row = 1; row < rows; row++) line(context, x, y + row * scale + 0.5, right, y + row * scale + 0.5);
      for (let column = 1; column < columns; column++) line(context, x + column * scale + 0.5, y, x + column * scale + 0.5, below);
    }
    const [down, across] = period(this.board);
    for (const edge of [y - 0.5, below + 0.5]) if (!down) line(context, x - 1, edge, right + 1, edge);
    for (const edge of [x - 0.5, right + 0.5]) if (!across) line(context, edge, y - 1, edge, below + 1);
    context.stroke();
  }

  /** Walls between cells and around the board, run by run; sides that meet the opposite ones are dashed. @param {CanvasRenderingContext2D} context @param {Palette} palette */
  #paintSides(context, palette) {
    const { board } = this, { rows, columns, cells } = board;
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

  /** Whether cells are so small that a way is shown by its cells: a line over thousands of them takes long. */
  #isFine() {
    return this.geometry().scale < LINES_FROM && !leaps(this.board);
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

/** @param {number} lines @param {number} size of a line @param {(line: number, at: number) => boolean} has @param {(line: number, first: number, end: number) => void} draw called for each run of places that have it */
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
