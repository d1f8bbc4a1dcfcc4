/**
 * A picture as a list of shapes, and the painter that puts them on a canvas.
 *
 * Places and widths are pixels of the view.  Colours go by what they mean (`Palette`).  What makes a list knows no canvas,
 * so lists are compared with what the library draws (`gridwalk.draw.draw`) without a browser.
 */

/** A place of the picture in the view. @param {Pick<Scene, "geometry">} scene @param {Point} place @returns {Point} */
export const placed = ({ geometry: { scale, x, y } }, [left, top]) => [x + left * scale, y + top * scale];

/** @param {Pick<Scene, "geometry" | "plan">} scene @param {number} v */
export const middle = (scene, v) => placed(scene, scene.plan.middle(v));

/** The outline of a cell, of another size. @param {Pick<Scene, "geometry" | "plan">} scene @param {number} v @param {number} size in pixels */
export function outline(scene, v, size) {
  const [x, y] = middle(scene, v);
  return scene.plan.cells.corners.flatMap(([dx, dy]) => [x + size * dx, y + size * dy]);
}

/** @param {CanvasRenderingContext2D} context @param {Iterable<Figure>} shapes @param {Palette} palette */
export function paint(context, shapes, palette) {
  for (const shape of shapes) {
    const {
      lines = [],
      closed,
      at: [x, y] = [0, 0],
      radius,
      glyph,
      text,
      size = 1,
      weight = 400,
      align = "center",
      width = 1,
      dash = [],
      cap = "round",
      join = "round",
      alpha = 1,
    } = shape;
    if (shape.cells) paintCells(context, shape, palette.pixel);
    const path = new Path2D();
    for (const line of lines) {
      path.moveTo(line[0], line[1]);
      for (let i = 2; i < line.length; i += 2) path.lineTo(line[i], line[i + 1]);
      if (closed) path.closePath();
    }
    if (radius) path.arc(x, y, radius, 0, 2 * Math.PI);
    if (glyph) path.addPath(new Path2D(glyph), new DOMMatrix([size / 24, 0, 0, size / 24, x, y]));
    Object.assign(context, { globalAlpha: alpha, lineWidth: width, lineCap: cap, lineJoin: join });
    if (text)
      Object.assign(context, {
        font: `${weight} ${size}px system-ui, sans-serif`,
        textAlign: align,
        textBaseline: "middle",
      });
    context.setLineDash(dash);
    for (const [how, colour] of /** @type {["stroke" | "fill", string | undefined][]} */ ([
      ["stroke", shape.halo],
      ["fill", shape.fill],
      ["stroke", shape.stroke],
    ])) {
      if (!colour) continue;
      context[`${how}Style`] = palette.text[colour];
      if (text) context[`${how}Text`](text, x, y);
      else context[how](path);
    }
  }
}

/** Cells are pixels that are scaled: a board of 512 x 512 takes a millisecond. @param {CanvasRenderingContext2D} context @param {Figure} shape @param {Record<string, number>} pixel */
function paintCells(context, { cells = [], columns = 1, blocks = [] }, pixel) {
  const small = Object.assign(document.createElement("canvas"), {
    width: columns,
    height: cells.length / columns,
  });
  const inner = /** @type {CanvasRenderingContext2D} */ (small.getContext("2d")),
    image = inner.createImageData(columns, small.height),
    pixels = new Uint32Array(image.data.buffer);
  for (let v = 0, last = "", colour = 0; v < cells.length; v++) {
    if (cells[v] !== last) [last, colour] = [cells[v], pixel[cells[v]] ?? 0];
    pixels[v] = colour;
  }
  inner.putImageData(image, 0, 0);
  // Below a pixel a cell, whole rows would be left out without smoothing.
  context.imageSmoothingEnabled = blocks[0][4] * devicePixelRatio < columns;
  context.imageSmoothingQuality = "high";
  for (const [row, rows, left, top, width, height] of blocks)
    context.drawImage(small, 0, row, columns, rows, left, top, width, height);
}
