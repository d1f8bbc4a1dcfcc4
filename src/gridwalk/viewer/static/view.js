/**
 * The picture of a board in five canvas layers: the board, the cells of the film, the walls between cells,
 * the marks on top, and words in the cells.
 *
 * Layers are painted only when they change, and only from what `show` was given.
 */

import { paint } from "./drawing.js";
import { boardOf, filmOf, sidesOf } from "./ground.js";
import { marksOf } from "./marks.js";
import { name } from "./names.js";
import { Palette } from "./palette.js";
import { geometryOf, isFine, sceneOf } from "./scene.js";
import { Plan } from "./shapes.js";
import { wordsOf } from "./words.js";

/** The list of shapes of each layer. @type {Record<"board" | "film" | "sides" | "marks" | "words", (scene: Scene) => Iterable<Figure>>} */
export const LAYERS = {
  board: boardOf,
  film: filmOf,
  sides: sidesOf,
  marks: marksOf,
  words: wordsOf,
};
const NAMES = /** @type {ViewLayer[]} */ (Object.keys(LAYERS));

export class View {
  /** @param {HTMLElement} host */
  constructor(host) {
    this.host = host;
    /** @type {Props | null} */
    this.props = null;
    this.canvases = NAMES.map((name) => {
      const canvas = document.createElement("canvas");
      canvas.dataset.layer = name;
      host.append(canvas);
      return canvas;
    });
    this.width = this.height = 0; // of the view, in pixels
    /** Where the cells are, once there is a board. */
    this.plan = /** @type {Plan} */ (/** @type {unknown} */ (null));
    /** @type {Set<ViewLayer>} */
    this.dirty = new Set();
    new ResizeObserver(() => this.measure()).observe(host);
    this.measure();
  }

  /** @param {Props} props */
  show(props) {
    const before = this.props,
      is = (/** @type {(keyof Props)[]} */ ...names) =>
        before !== null && names.every((name) => before[name] === props[name]);
    this.props = props;
    if (!is("board")) this.plan = new Plan(props.board, this.width, this.height);
    this.host.dataset.hover = props.hover < 0 ? "" : name(props.board, props.hover);
    this.host.dataset.cursor = String(props.cursor);
    if (!is("board", "sight", "asksExits")) this.changed();
    else if (!is("frame", "inCells")) this.changed("film", "marks", "words");
    else if (!is("marks"))
      this.changed(
        ...(isFine(props.board, this.geometry()) ? /** @type {const} */ (["film"]) : []),
        "marks",
        "words",
      );
    else if (!is("cursor", "hover", "looks")) this.changed("marks");
  }

  /** @returns {Board} */
  get board() {
    return /** @type {Props} */ (this.props).board;
  }

  /** @param {...ViewLayer} layers */
  changed(...layers) {
    if (!this.dirty.size) requestAnimationFrame(() => this.paint());
    for (const layer of layers.length ? layers : NAMES) this.dirty.add(layer);
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

  geometry() {
    return geometryOf(/** @type {Props} */ (this.props), this.plan, this.width, this.height);
  }

  /** A place on the page in the picture. @param {number} clientX @param {number} clientY @returns {[number, number]} */
  placeAt(clientX, clientY) {
    const box = this.host.getBoundingClientRect(),
      { scale, x, y } = this.geometry();
    return [(clientX - box.left - x) / scale, (clientY - box.top - y) / scale];
  }

  /** A place of the picture as a part of it, from 0 to 1. @param {[number, number]} place */
  shareOf([x, y]) {
    return { x: x / this.plan.width, y: y / this.plan.height };
  }

  /** How far a pointer moves the picture, in parts of it. @param {PointerEvent} from @param {PointerEvent} to @param {number} [share] of the way */
  dragged(from, to, share = 1) {
    const far = share / this.geometry().scale;
    return this.shareOf([(to.clientX - from.clientX) * far, (to.clientY - from.clientY) * far]);
  }

  /** The cell at a place on the page; -1 outside the board. @param {number} clientX @param {number} clientY */
  cellAt(clientX, clientY) {
    return this.plan.cellAt(...this.placeAt(clientX, clientY));
  }

  paint() {
    const layers = new Set(this.dirty);
    this.dirty.clear();
    if (!this.props || !this.width || !this.height) return;
    const scene = sceneOf(this.props, this.plan, this.width, this.height),
      { scale, x, y } = scene.geometry;
    for (const [i, name] of NAMES.entries()) {
      if (!layers.has(name)) continue;
      const context = /** @type {CanvasRenderingContext2D} */ (this.canvases[i].getContext("2d"));
      context.setTransform(devicePixelRatio, 0, 0, devicePixelRatio, 0, 0);
      context.clearRect(0, 0, this.width, this.height);
      paint(context, LAYERS[name](scene), Palette.current());
    }
    Object.assign(this.host.dataset, { scale, x, y });
    this.host.dataset.painted = String(Number(this.host.dataset.painted ?? 0) + 1);
  }
}
