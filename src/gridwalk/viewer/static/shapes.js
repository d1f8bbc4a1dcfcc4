/**
 * What cells are and where they lie: the one place that leads from (row, column) to the picture and back.
 *
 * The unit of the picture is the width of a cell.  Rows of hexagons begin half a cell further right each, and what is
 * beside their map is outside (gridwalk.board.hexagons).  Levels lie one below another on the board, with a row
 * between that is outside (gridwalk.board.levels), and beside each other in the picture.
 */

const RADIUS = 1 / Math.sqrt(3); // from the middle of a hexagon to a corner
const NEAR = 0.35,
  APART = 0.1; // how near a side must be, and how much nearer than the next one

/** @type {Cells} */
const SQUARES = {
  steps: [
    [0, 1],
    [1, 0],
    [0, -1],
    [-1, 0],
  ],
  corners: [
    [0.5, -0.5],
    [0.5, 0.5],
    [-0.5, 0.5],
    [-0.5, -0.5],
  ],
  words: ["cell.right", "cell.below", "cell.left", "cell.above"],
  slope: 0,
  pitch: 1,
  top: 0.5,
  far: (down, across) => Math.max(Math.abs(down), Math.abs(across)),
};
/** @type {Cells} */
const HEXAGONS = {
  steps: [
    [0, 1],
    [1, 0],
    [1, -1],
    [0, -1],
    [-1, 0],
    [-1, 1],
  ],
  corners: [-0.5, 0.5, 1.5, 2.5, 3.5, 4.5].map((k) => [
    RADIUS * Math.cos((k * Math.PI) / 3),
    RADIUS * Math.sin((k * Math.PI) / 3),
  ]),
  words: [
    "cell.right",
    "cell.lowerright",
    "cell.lowerleft",
    "cell.left",
    "cell.upperleft",
    "cell.upperright",
  ],
  slope: 0.5,
  pitch: 1.5 * RADIUS,
  top: RADIUS,
  far: (down, across) => Math.max(Math.abs(down), Math.abs(across), Math.abs(down + across)),
};
/** @type {Pick<BoardShape, "span" | "grown">} */
const WHOLE = { span: ({ columns }) => [0, columns], grown: (rows, columns) => [rows, columns] };
/** @param {0 | 1} even whether the even rows of the map are further right @returns {BoardShape} */
const inRows = (even) => ({
  cells: HEXAGONS,
  grown: (rows, columns) => [rows, columns + ((rows - 1 + even) >> 1)],
  span: ({ rows, columns }, row) => [
    ((rows - 1 + even) >> 1) - ((row + even) >> 1),
    columns - ((rows - 1 + even) >> 1),
  ],
});
/** @type {BoardShape} */
const LEVELS = {
  cells: SQUARES,
  grown: (rows, columns, levels) => [levels * (rows + 1) - 1, columns],
  span: (board, row) => [0, (row + 1) % storey(board) ? board.columns : 0],
};
/** All shapes, in the order of the menu. @type {Record<string, BoardShape>} */
export const SHAPES = {
  square: { cells: SQUARES, ...WHOLE },
  odd: inRows(0),
  even: inRows(1),
  hexagon: {
    cells: HEXAGONS,
    grown: (rows) => [rows | 1, rows | 1],
    span: ({ rows }, row) => [Math.max(0, (rows >> 1) - row), rows - Math.abs((rows >> 1) - row)],
  },
  rhombus: { cells: HEXAGONS, ...WHOLE },
  stairs: LEVELS,
  free: LEVELS,
};

export const cellsOf = (/** @type {{shape: string}} */ { shape }) => SHAPES[shape].cells;
export const isHex = (/** @type {{shape: string}} */ board) => cellsOf(board) === HEXAGONS;
export const hasLevels = (/** @type {{shape: string}} */ { shape }) => SHAPES[shape] === LEVELS;
/** Rows of the board from a level to the next. @param {Sized} board */
export const storey = ({ rows, levels }) => (rows + 1) / levels;
/** The cells of a row that are not outside: the first, and how many. @param {Sized} board @param {number} row */
export const spanOf = (board, row) => SHAPES[board.shape].span(board, row);
/** Rows and columns as they are typed: of a level, of a map. @param {Sized} board @returns {Pair} */
export const typed = (board) => [
  storey(board) - 1,
  Math.max(spanOf(board, 0)[1], spanOf(board, board.rows >> 1)[1]),
];

/** Whether a cell is beside the map, or between levels. @param {Sized} board @param {number} v */
export function isOutside(board, v) {
  if (board.shape === "square") return false; // asked a million times
  const [first, number] = spanOf(board, Math.floor(v / board.columns)),
    column = v % board.columns;
  return column < first || column >= first + number;
}

/** The cell that a step leads to; -1: none. @param {Board} board @param {number} v @param {number[]} step @param {number} [times] */
export function beyond(board, v, [down, across], times = 1) {
  const { rows, columns, wrap } = board;
  const round = (/** @type {number} */ at, /** @type {number} */ size, /** @type {string} */ side) =>
    wrap === side || wrap === "both" ? ((at % size) + size) % size : at;
  const row = round(Math.floor(v / columns) + times * down, rows, "rows"),
    column = round((v % columns) + times * across, columns, "columns");
  const u = row * columns + column;
  return row < 0 || row >= rows || column < 0 || column >= columns || isOutside(board, u) ? -1 : u;
}

/** Whether there is a wall on side *k* of a cell; on the border there is none, nor on a side -1. @param {Board} board @param {number} v @param {number} k */
export function isWall(board, v, k) {
  const { steps } = cellsOf(board),
    half = steps.length / 2,
    u = k < 0 ? -1 : beyond(board, v, steps[k]);
  return u >= 0 && ((k < half ? board.sides[v] >> k : board.sides[u] >> (k - half)) & 1) > 0;
}

/** The cell that stairs at *v* lead down to; -1: there are none. @param {Board} board @param {number} v */
export function below(board, v) {
  const u = board.shape === "stairs" && board.sides[v] & 4 ? beyond(board, v, [storey(board), 0]) : -1;
  return u >= 0 && board.cells[v] && board.cells[u] ? u : -1;
}

/** Where a key leads: in rows of hexagons, up and down step left and right in turn, and so stay in a column of the picture. @param {Board} board @param {number} v @param {string} key @returns {number} -1: nowhere; -2: it is no such key */
export function steered(board, v, key) {
  const odd = Math.floor(v / board.columns) % 2,
    high = storey(board);
  /** @type {Record<string, Pair[]>} */
  const ways = {
    ArrowLeft: [[0, -1]],
    ArrowRight: [[0, 1]],
    ArrowUp: isHex(board)
      ? [
          [-1, 1 - odd],
          [-1, odd],
        ]
      : [[-1, 0]],
    ArrowDown: isHex(board)
      ? [
          [1, -odd],
          [1, odd - 1],
        ]
      : [[1, 0]],
    ...(hasLevels(board) ? { PageUp: [[-high, 0]], PageDown: [[high, 0]] } : {}),
  };
  return (
    ways[key]
      ?.map((way) => beyond({ ...board, wrap: "" }, v, way))
      .reduce((one, other) => (one < 0 ? other : one)) ?? -2
  );
}

/** A board in the picture; levels stand so that cells are largest in a view of this width and height. */
export class Plan {
  /** @param {Board} board @param {number} [wide] @param {number} [high] */
  constructor(board, wide = 3, high = 2) {
    const { rows, columns, levels } = board,
      { slope, pitch, top } = cellsOf(board);
    this.board = board;
    this.cells = cellsOf(board);
    this.columns = columns;
    this.rows = storey(board) - 1; // of a level
    this.gap = hasLevels(board) ? 1 : 0; // between levels, and above each for its title
    const ends = Array.from({ length: rows }, (_, row) => [
      spanOf(board, row)[0] + slope * row,
      spanOf(board, row)[1],
    ]);
    this.left = Math.min(...ends.map(([first]) => first));
    const width = Math.max(...ends.map(([first, number]) => first + number)) - this.left,
      height = (this.rows - 1) * pitch + 2 * top;
    this.block = [width + this.gap, height + this.gap];
    this.across = 1;
    const size = (across = this.across) => [
      across * this.block[0] - this.gap,
      Math.ceil(levels / across) * this.block[1],
    ];
    const scale = (/** @type {number} */ across) => Math.min(wide / size(across)[0], high / size(across)[1]);
    for (let across = 2; across <= levels; across++)
      if (scale(across) > scale(this.across)) this.across = across;
    this.width = size()[0];
    this.height = size()[1];
  }

  /** The upper left corner of a level. @param {number} level @returns {Pair} */
  corner(level) {
    return [
      (level % this.across) * this.block[0],
      Math.floor(level / this.across) * this.block[1] + this.gap,
    ];
  }

  /** The middle of the cell (row, column), which may be any place between. @param {number} row @param {number} column @returns {Pair} */
  at(row, column) {
    const { slope, pitch, top } = this.cells,
      level = this.gap && Math.floor(row / (this.rows + 1)),
      inside = row - level * (this.rows + 1),
      [x, y] = this.corner(level);
    return [x + column + slope * inside - this.left + 0.5, y + inside * pitch + top];
  }

  /** @param {number} v */
  middle(v) {
    return this.at(Math.floor(v / this.columns), v % this.columns);
  }

  /** A step in the picture. @param {number[]} step @returns {Pair} */
  vector([down, across]) {
    return [across + this.cells.slope * down, this.cells.pitch * down];
  }

  /** The cell at a place: that with the nearest middle; -1: none. @param {number} x @param {number} y */
  cellAt(x, y) {
    const {
        cells: { slope, pitch, top },
        columns,
      } = this,
      place = this.gap ? [x, y].map((part, i) => Math.floor(part / this.block[i])) : [0, 0];
    const level = place[1] * this.across + place[0],
      [left, upper] = this.corner(level),
      down = (y - upper - top) / pitch;
    let best = -1,
      nearest = Infinity;
    for (const row of [Math.floor(down), Math.ceil(down)]) {
      const shift = left + slope * row - this.left,
        column = Math.floor(x - shift),
        apart = Math.hypot(x - shift - column - 0.5, y - upper - top - pitch * row);
      if (apart > nearest) continue;
      nearest = apart;
      best =
        row < 0 || row >= this.rows || column < 0 || column >= columns
          ? -1
          : (level * (this.rows + 1) + row) * columns + column;
    }
    return place[0] < 0 ||
      place[0] >= this.across ||
      level < 0 ||
      level >= this.board.levels ||
      best < 0 ||
      isOutside(this.board, best)
      ? -1
      : best;
  }

  /** What walls between cells are drawn on: the side near a place, as 4 v + k of the cell v that has its wall, or in the middle of a cell stairs, as 4 v + 2; -1: neither. @param {number} x @param {number} y */
  sideAt(x, y) {
    const v = this.cellAt(x, y),
      { steps } = this.cells,
      half = steps.length / 2;
    if (v < 0) return -1;
    const [mx, my] = this.middle(v),
      parts = steps.map((step) => this.vector(step)).map(([dx, dy]) => 0.5 - (x - mx) * dx - (y - my) * dy);
    const [near, next] = parts.toSorted((one, other) => one - other),
      k = parts.indexOf(near),
      u = beyond(this.board, v, steps[k]);
    if (near > NEAR)
      return this.board.shape === "stairs" && beyond(this.board, v, [this.rows + 1, 0]) >= 0 ? 4 * v + 2 : -1;
    return next - near < APART || u < 0 ? -1 : k < half ? 4 * v + k : 4 * u + k - half; // at a corner it may be either
  }
}
