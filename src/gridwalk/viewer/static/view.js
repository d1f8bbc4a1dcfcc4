/**
 * The picture of a board in five canvas layers: the board, the cells of the film, the walls between cells,
 * the marks on top, and words in the cells.
 *
 * Boards and films are painted one pixel a cell and scaled up; a board of 512 x 512 takes a millisecond.
 * Layers are painted only when they change, and only from what `show` was given.
 */

import { hasCosts, hasSides, leaps } from "./board.js";
import { chosen, heatOf, wordsIn } from "./incells.js";
import { look } from "./look.js";
import { outline, paintMarks } from "./marks.js";
import { name } from "./names.js";
import { Palette, css, faint } from "./palette.js";
import { Plan, below, beyond, hasLevels, isHex, isOutside, isWall, spanOf, storey } from "./shapes.js";
import { paintNames, paintWords } from "./words.js";

/** @typedef {import("./film.js").Film} Film */
/** @typedef {{zoom: number, x: number, y: number}} Sight zoom 1: the whole board fits; the middle of the view, from 0 to 1 of the picture */
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
/** What a painter gets. @typedef {{board: Board, film: Film | null, marks: Marks, geometry: Geometry, plan: Plan, palette: Palette, width: number, height: number, chess: boolean, words: (v: number) => string[], hasWords: boolean, under: (v: number) => string}} Scene */

const LAYERS = /** @type {const} */ (["board", "film", "sides", "marks", "words"]);
const MARGIN = 10, NAMED_MARGIN = 44; // pixels around the board, both sides together; with names of rows and columns
const LINES_FROM = 4, GRID_FROM = 8, WORDS_FROM = 18; // pixels a cell
const WALL_WIDTH = 0.12; // in cells

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
    /** Where the cells are. @type {Plan} */
    this.plan;
    /** @type {Set<string>} */
    this.dirty = new Set();
    new ResizeObserver(() => this.measure()).observe(host);
    this.measure();
  }

  /** @param {Props} props */
  show(props) {
    const before = this.props, is = (/** @type {(keyof Props)[]} */ ...names) => before !== null && names.every((name) => before[name] === props[name]);
    this.props = props;
    if (!is("board")) this.plan = new Plan(props.board, this.width, this.height);
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
    if (this.props) this.plan = new Plan(this.board, clientWidth, clientHeight);
    for (const canvas of this.canvases) {
      canvas.width = Math.round(clientWidth * devicePixelRatio);
      canvas.height = Math.round(clientHeight * devicePixelRatio);
    }
    this.changed();
  }

  /** The position of the board in the view: pixels per cell, and the upper left corner. @returns {Geometry} */
  geometry() {
    const { plan } = this, { sight } = /** @type {Props} */ (this.props), named = this.#isNamed();
    let scale = this.#fit(named ? NAMED_MARGIN : MARGIN) * sight.zoom;
    if (scale > 4) scale = Math.floor(scale);
    const aside = named ? (NAMED_MARGIN - MARGIN) / 4 : 0; // names stand to the left and below
    const centred = (/** @type {number} */ room, /** @type {number} */ size, /** @type {number} */ middle, /** @type {number} */ shift) =>
      Math.round(size <= room ? (room - size) / 2 + shift : Math.min(0, Math.max(room - size, room / 2 - middle * size)));
    return { scale, x: centred(this.width, plan.width * scale, sight.x, aside), y: centred(this.height, plan.height * scale, sight.y, -aside) };
  }

  /** @param {number} margin */
  #fit(margin) {
    return Math.min((this.width - margin) / this.plan.width, (this.height - margin) / this.plan.height);
  }

  /** Whether rows and columns have their names beside the board: if all of it is seen, and cells are large squares. */
  #isNamed() {
    const { board, sight } = /** @type {Props} */ (this.props);
    return board.shape === "square" && sight.zoom === 1 && this.#fit(NAMED_MARGIN) >= WORDS_FROM;
  }

  /** A place on the page in the picture. @param {number} clientX @param {number} clientY @returns {[number, number]} */
  placeAt(clientX, clientY) {
    const box = this.host.getBoundingClientRect(), { scale, x, y } = this.geometry();
    return [(clientX - box.left - x) / scale, (clientY - box.top - y) / scale];
  }

  /** A place of the picture as a part of it, from 0 to 1. @param {[number, number]} place */
  shareOf([x, y]) {
    return { x: x / this.plan.width, y: y / this.plan.height };
  }

  /** The cell at a place on the page; -1 outside the board. @param {number} clientX @param {number} clientY */
  cellAt(clientX, clientY) {
    return this.plan.cellAt(...this.placeAt(clientX, clientY));
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
      board, film, marks, geometry, plan: this.plan, palette, width: this.width, height: this.height, chess, words, hasWords,
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
    paint("sides", (context) => this.#paintSides(context, scene));
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

  /** Hexagons that are large enough are filled; other cells are pixels that are scaled, rows or levels at a time. @param {CanvasRenderingContext2D} context @param {Scene} scene @param {(v: number) => number} colourOf as 0xaabbggrr @param {ArrayLike<number>} [way] cells of one colour @param {number} [colour] */
  #cells(context, scene, colourOf, way = [], colour = 0) {
    const { board, plan, geometry: { scale, x, y } } = scene, { rows, columns } = board, high = isHex(board) ? 1 : plan.rows;
    this.small.width = columns;
    this.small.height = rows;
    const small = /** @type {CanvasRenderingContext2D} */ (this.small.getContext("2d"));
    const image = small.createImageData(columns, rows), pixels = new Uint32Array(image.data.buffer);
    for (let v = 0; v < pixels.length; v++) if (!isOutside(board, v)) pixels[v] = colourOf(v);
    for (let i = 0; i < way.length; i++) pixels[way[i]] = colour;
    if (isHex(board) && scale >= GRID_FROM) {
      for (const one of new Set(pixels)) {
        context.fillStyle = css(one);
        context.beginPath();
        for (let v = 0; one && v < pixels.length; v++) if (pixels[v] === one && this.#isSeen(scene, v)) outline(context, scene, v, scale / 2);
        context.fill();
      }
      return;
    }
    small.putImageData(image, 0, 0);
    // Below a pixel a cell, whole rows would be left out without smoothing.
    context.imageSmoothingEnabled = scale * devicePixelRatio < 1;
    context.imageSmoothingQuality = "high";
    for (let row = 0; row < rows; row += isHex(board) ? 1 : storey(board)) {
      const [left, middle] = plan.at(row, 0), ends = [0, high].map((part) => y + (middle + (part - 0.5) * plan.cells.pitch) * scale), [top, end] = isHex(board) ? ends.map(Math.round) : ends;
      context.drawImage(this.small, 0, row, columns, high, x + (left - 0.5) * scale, top, columns * scale, end - top);
    }
  }

  /** Whether a cell is in the view. @param {Scene} scene @param {number} v */
  #isSeen({ plan, geometry: { scale, x, y }, width, height }, v) {
    const [mx, my] = plan.middle(v), left = x + mx * scale, top = y + my * scale;
    return left > -scale && top > -scale && left < width + scale && top < height + scale;
  }

  /** @param {CanvasRenderingContext2D} context @param {Scene} scene */
  #paintBoard(context, scene) {
    const { board, palette, chess } = scene, { columns, cells } = board;
    const tints = isHex(board) ? [palette.pixel.open, palette.pixel.dark, palette.cost[2]] : [palette.pixel.open, palette.pixel.dark];
    this.#cells(context, scene, (v) => {
      if (cells[v] === 0) return palette.pixel.wall;
      if (cells[v] > 1) return palette.cost[cells[v]];
      const row = Math.floor(v / columns), column = v % columns;
      return !chess ? palette.pixel.open : tints[isHex(board) ? (column + 2 * row) % 3 : (row + column) % 2];
    });
    /** @type {Map<number, number>} */
    const ways = new Map();
    for (const [row, column] of board.ways) ways.set(row * columns + column, (ways.get(row * columns + column) ?? 0) + 1);
    for (const [row, column, down, across] of board.ways) {
      this.#arrow(context, scene, row * columns + column, scene.plan.vector([down, across]), (ways.get(row * columns + column) ?? 1) > 1);
    }
    if (this.#isNamed() || (hasLevels(board) && scene.geometry.scale >= GRID_FROM)) paintNames(context, scene);
  }

  /** @param {CanvasRenderingContext2D} context @param {Scene} scene @param {(v: number) => number} searched */
  #paintFilm(context, scene, searched) {
    const { film, marks, palette } = scene, way = this.#isFine() ? marks.way : [];
    if (film || way.length) this.#cells(context, scene, searched, way, palette.pixel.path);
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

  /** Sides of cells: a grid, the border, walls; those that meet the opposite ones are dashed. @param {CanvasRenderingContext2D} context @param {Scene} scene */
  #paintSides(context, scene) {
    const { board, plan, palette, geometry: { scale, x, y } } = scene, { cells } = board, { steps, corners } = plan.cells, half = steps.length / 2;
    const walled = hasSides(board), [grid, edge, wall, seam] = [1, 2, 3, 4].map(() => new Path2D());
    const inner = scale >= GRID_FROM || walled, high = storey(board), { columns } = board; // else only the border is seen
    let first = 0, number = columns;
    for (let v = 0; v < cells.length; v++) {
      const row = Math.floor(v / columns);
      if (v % columns === 0) [first, number] = spanOf(board, row);
      const column = (v % columns) - first;
      if (column < 0 || column >= number || (inner && !this.#isSeen(scene, v))) continue;
      if (!inner && !board.wrap && row % high && row % high < plan.rows - 1 && column > 1 && column < number - 2) continue; // far from the border
      const [mx, my] = plan.middle(v);
      for (let k = 0; k < 2 * half; k++) {
        const u = beyond(board, v, steps[k]);
        if (u >= 0 && (k >= half || !inner) && !board.wrap) continue;
        const line = (/** @type {Path2D} */ path, out = 0) => {
          const [from, to] = [corners[k], corners[(k + 1) % (2 * half)]].map(([dx, dy]) => [x + (mx + dx) * scale + out * Math.sign(dx), y + (my + dy) * scale + out * Math.sign(dy)]);
          path.moveTo(from[0], from[1]);
          path.lineTo(to[0], to[1]);
        };
        const isSeam = u >= 0 && beyond({ ...board, wrap: "" }, v, steps[k]) < 0;
        if (u < 0) line(edge, 0.5);
        else if (isSeam) line(seam, 1);
        else if (k < half && scale >= GRID_FROM) line(grid);
        if (cells[v] && (u < 0 ? walled : cells[u] && (k < half || isSeam) && isWall(board, v, k))) line(wall);
      }
    }
    const wide = Math.min(MARGIN - 2, Math.max(1, Math.round(scale * WALL_WIDTH))), straight = isHex(board) ? 0 : 1;
    const stroke = (/** @type {Path2D} */ path, /** @type {string} */ colour, /** @type {number} */ width, /** @type {number} */ shift) => {
      context.strokeStyle = colour;
      context.lineWidth = width;
      context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, shift * devicePixelRatio, shift * devicePixelRatio);
      context.stroke(path);
    };
    stroke(grid, palette.text.grid, 1, straight / 2);
    stroke(edge, palette.text.grid, 1, 0);
    context.lineCap = isHex(board) ? "round" : "square";
    stroke(wall, palette.text.wall, wide, -straight * (wide % 2) / 2); // on whole pixels
    context.lineCap = "butt";
    context.setLineDash([6, 6]);
    stroke(seam, palette.text.wall, Math.min(2, scale), 0);
    for (const v of board.shape === "stairs" ? cells.keys() : []) {
      if (below(board, v) < 0) continue;
      this.#arrow(context, scene, v, [0, 1], true);
      this.#arrow(context, scene, below(board, v), [0, -1], true);
    }
  }

  /** Whether cells are so small that a way is shown by its cells: a line over thousands of them takes long. */
  #isFine() {
    return this.geometry().scale < LINES_FROM && !leaps(this.board);
  }

  /** @param {CanvasRenderingContext2D} context @param {Scene} scene @param {number} v @param {number[]} way @param {boolean} small one of several */
  #arrow(context, { plan, palette, geometry: { scale, x, y } }, v, [dx, dy], small) {
    const [mx, my] = plan.middle(v);
    context.save();
    context.translate(x + mx * scale, y + my * scale);
    context.rotate(Math.atan2(dy, dx));
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
