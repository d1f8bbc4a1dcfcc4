// The types of the page's modules, by one name each.

// ------------------------------------------------------------------------------------------ classes and functions
type Asker = import("./static/asker.js").Asker;
type Film = import("./static/film.js").Film;
type Frame = import("./static/film.js").Frame;
type MakingFilm = import("./static/making.js").MakingFilm;
type MakingFrame = import("./static/making.js").MakingFrame;
type Palette = import("./static/palette.js").Palette;
type Panel = import("./static/panel.js").Panel;
type Plan = import("./static/shapes.js").Plan;
type Server = import("./static/server.js").Server;
type Store = import("./static/store.js").Store;
type SweepFilm = import("./static/sweepview.js").SweepFilm;
type SweepFrame = import("./static/sweepview.js").SweepFrame;
/** What a panel says. */
type PanelTold = ReturnType<typeof import("./static/told.js").toldOf>;
type View = import("./static/view.js").View;
/** What is on the board, and where it is drawn. */
type Scene = ReturnType<typeof import("./static/scene.js").sceneOf>;
type ViewLayer = keyof typeof import("./static/view.js").LAYERS;

// --------------------------------------------------------------------------------------------------------- boards
/**
 * The board on the page: a value that is copied before each change, so undo costs nothing.
 *
 * A cell is its flat index, row * columns + column.
 */
interface Board {
  rows: number;
  columns: number;
  /** of `SHAPES` */
  shape: string;
  /** 1 where cells have none */
  levels: number;
  /** 0 for a wall, else the cost of entering the cell, 1 to 9 */
  cells: Uint8Array;
  /** Walls between cells are bits: k for the side k of `cellsOf`; of a level 2 is for stairs to the next one. */
  sides: Uint8Array;
  /** which sides of the board meet: "", "rows" (top and bottom), "columns" or "both" */
  wrap: string;
  start: number;
  /** at least one */
  exits: number[];
  /** one-way cells: row, column, rows down, columns right */
  ways: number[][];
  /** cells that a path has to visit */
  through: number[];
  /** cells that it must not visit */
  avoiding: number[];
  /** cells of a puzzle and the numbers in them */
  numbers: number[][];
  /** a name such as "orthogonal", or letters such as "U,D,DDR" */
  moves: string;
  /** in which moves are tried; empty: the usual one */
  order: string;
  /** "both", "one" or "none" */
  corners: string;
  /** what a diagonal step costs, times its cell; 0: the usual */
  diagonal: number;
}

/** A board as data: rows of '#', '.', digits, S and E, with blanks between, or an open one of a size. */
type BoardData = Partial<Board> & { drawing?: string };

type Sized = Pick<Board, "shape" | "rows" | "columns" | "levels">;

type Pair = [number, number];

interface Cells {
  /** over the sides, clockwise from the right; the first half of the sides has its walls in `Board.sides` */
  steps: Pair[];
  /** around the middle, side k from corner k to the next */
  corners: Pair[];
  /** for the sides */
  words: string[];
  /** by how much a row begins further right than the one above */
  slope: number;
  /** by how much it lies lower */
  pitch: number;
  /** from the top of a cell to its middle */
  top: number;
  /** how many steps it is to a cell, over sides or, of squares, corners */
  far: (down: number, across: number) => number;
}

interface BoardShape {
  cells: Cells;
  /** the first cell of a row that is not outside, and how many there are */
  span: (board: Sized, row: number) => Pair;
  /** rows and columns of the board from those typed */
  grown: (rows: number, columns: number, levels: number) => Pair;
}

/** What a stroke makes of the board: from the board before it and the one now, with the places reached since. */
type Stroke = (base: Board, now: Board, places: number[]) => Board;

/** What the server is asked to make. */
interface Making {
  maker: string;
  rows: number;
  columns: number;
  thin: boolean;
  braid: number;
  seed: number;
  film?: boolean;
  shape?: string;
  levels?: number;
}

/**
 * What the maker has in hand: its walk, the rooms of the maze, those it may grow from and those beside it, the set
 * of each room, and the walls with one set on both sides, which stay.
 */
interface Stage {
  walk: number[];
  maze: number[];
  growing: number[];
  frontier: number[];
  closed: number[];
  setOf: (v: number) => number;
}

// ---------------------------------------------------------------------------------------- questions and their words
interface Asked {
  question: string;
  by: string;
}

interface AlgorithmFacts {
  title: string;
  /** the data structure of the frontier; "": no film */
  keeps: "stack" | "path" | "queue" | "heap" | "";
  /** the order of the heap */
  key: "" | "cost" | "cost + bound" | "bound";
  /** it searches from the exits, too, with a queue for each end */
  bothEnds: boolean;
  /** cells are opened with their distance from the start, not with the cell before them */
  labels: boolean;
  /** successive cells may be joined by straight runs */
  jumps: boolean;
  /** what it promises, in short sentences */
  promise: string[];
  code: string[];
  /** the lines executed by the first event */
  begin: number[];
  /** all lines executed up to an event of each kind; the last one records it */
  executed: Record<number, number[]>;
}

interface QuestionRow {
  /** what is found; "path" where the row has `by`: a path or, where the piece leaps, a tour */
  of: "path" | "cycle" | "tour" | "closed";
  /** how much of it; a sweep is a number with its film */
  finds: "one" | "list" | "number" | "sweep" | "table" | "walk";
  /** the word of its button: a key */
  button: "search" | "list" | "count" | "estimate" | "compare" | "walk";
  /** whether its films are worth seeing beside those of another algorithm */
  compared?: boolean;
  /** whether its list begins with the shortest */
  ordered?: boolean;
  /** of a question that the page adds: the only way to answer it */
  by?: string;
  /** other keys of the words for one that is found, and for what found it */
  found?: string;
  foundBy?: string;
}

interface Question extends QuestionRow {
  group: string;
  title: string;
  noun: string;
  algorithms: Record<string, AlgorithmFacts>;
}

interface Maker {
  title: string;
  texture: string;
  /** whether it makes mazes, not caves and noise */
  rooms: boolean;
  code: string[];
  /** as of an algorithm, by the names of events */
  executed: Record<string, number[]>;
}

interface Preset {
  from: string;
  words: string;
  said?: string;
  daily?: boolean;
  panels: Asked[];
  board: BoardData;
  maze?: Making;
}

/** A question of a lesson. */
interface Ask {
  /** a cell to be clicked (`CELLS`), or a number: one of `NUMBERS`, else how many events of this kind there are */
  of: string;
  /** asked after that number of cells are taken, or steps of a sweep */
  after?: number;
  panel?: number;
  words: string;
  /** said with the verdict */
  why: string;
}

interface Lesson {
  name: string;
  title: string;
  /** of the documentation, in docs/lessons */
  page?: string;
  words: string;
  board: BoardData;
  panels: Asked[];
  making?: { maker: string; seed: number };
  asks: Ask[];
}

/** What Python says in English, or the template of it with the values in its places. */
type Words = string | { template: string; values: Record<string, Words> };

/** Words in each language, by their keys. */
type Rows = Record<string, Record<string, string>>;

// -------------------------------------------------------------------------------------------------------- answers
interface Reply {
  kind: string;
  [name: string]: any;
  events?: Int32Array;
  legal?: Uint32Array;
  rest?: Float64Array;
  bytes?: Uint8Array<ArrayBuffer>;
}

type OnProgress = (reply: Reply) => void;

type Answer = Reply & { question: string; board: Board };

interface Way {
  cells: number[];
  closed: boolean;
  length: number;
  cost: number;
  /** how many cells the search expanded that found it */
  expanded?: number;
  /** by which algorithm */
  by?: string;
}

/** The answer that a film is made of; `legal`, `moves` and `rest` are missing where the board's moves do not fit. */
interface Filmed {
  question: string;
  by: string;
  events: Int32Array;
  path: Way | null;
  truncated: boolean;
  /** bit m of legal[v]: move m may be made from cell v */
  legal?: Uint32Array;
  /** rows down and columns right, in the order of the bits */
  moves?: number[][];
  /** the lower bound on the rest of the cost, where the algorithm has one */
  rest?: Float64Array;
}

/** The answer that a film of a maker is made of. */
interface Made {
  maker: string;
  events: Int32Array;
  /** rows (event, cell, open) */
  changes: Int32Array;
  /** the cells before the first event */
  first: Uint8Array;
  /** the number of each kind of event */
  kinds: Record<string, number>;
}

/** An answer that gets better with time; counts are texts of decimal digits. */
interface Told {
  seconds: number;
  value: string | null;
  low: string | null;
  high: string | null;
  path: Way | null;
}

/** What was known at a step of it, and its chart: points of an svg of the value, its limit and the room between both limits. */
interface Known {
  now: Told;
  value: string;
  limit: string;
  between: string;
  /** how many steps there are in all */
  points: number;
}

/** A page of a list of paths. */
interface Listed {
  first: number;
  paths: Way[];
  more: boolean;
  total: number | null;
  chosen: number;
  ordered: boolean;
}

/** The answer in short, what has to be known of it, and the digits to copy. */
interface Said {
  words: string;
  small: string;
  number: string;
}

/** Numbers beside a film: name, title and value, null: none yet; and the cost of the path, "": there is none. */
interface Counted {
  counters: [string, string, number | null][];
  cost: number | "";
}

/** How far a long question is. */
interface Progress {
  /** what is known or how long it takes */
  words: string;
  /** the rest of what is told */
  small: string;
  /** what is done */
  share: number | null;
}

// ----------------------------------------------------------------------------------------------------------- films
type Reason =
  | "outside"
  | "wall"
  /** a wall between cells, a corner or a one-way cell */
  | "blocked"
  | "seen"
  | "on path"
  /** an earlier step from here went there */
  | "tried"
  /** tried, or refused at sight, for no tour goes there */
  | "skipped"
  | "new"
  | "cheaper"
  | "not cheaper"
  | "pruned"
  /** another move was better */
  | "free";

/** A cell of the stack, queue or heap. */
interface Waiting {
  cell: number;
  /** its distance or cost from the start; null: of a stack */
  label: number | null;
  /** the lower bound on the rest */
  rest?: number;
  /** of a stack, the cell tried last from it; -1: none */
  tried?: number;
}

/** A move that was looked at. */
interface Try {
  /** its number in the order of moves */
  move: number;
  /** where it leads; -1: outside the board */
  cell: number;
  reason: Reason;
  /** the event is this move */
  chosen: boolean;
  /** it has been looked at; else the film comes to it in its next steps */
  done: boolean;
  /** free cells that it leads on to, where the rule compares them */
  degree?: number;
}

interface Look {
  /** the cell it stood on, -1: nothing was looked at */
  from: number;
  tries: Try[];
  /** the cells of each run to a jump point */
  runs: number[][];
}

/** A state of the layer before, and the edges that it takes, by their places in `edges`. */
type Arrival = [number, number[]];

interface SweepState {
  marks: string;
  pieces: [number, number][];
  number: string;
  arrivals: Arrival[];
}

interface SweepLayer {
  part: string;
  cell: number;
  edges: number[][];
  frontier: number[][];
  states: SweepState[];
  finished: string;
  closing: Arrival[];
}

interface Sweep {
  layers: SweepLayer[];
  number: string;
  convention: string;
}

// --------------------------------------------------------------------------------------------------------- drawing
type Point = [number, number];

/** Lines, a disc, a glyph, a text or cells; places and widths are pixels of the view. */
interface Figure {
  /** x, y, x, y and so on of each */
  lines?: number[][];
  closed?: boolean;
  /** where a disc, glyph or text is */
  at?: Point;
  /** of a disc */
  radius?: number;
  /** a path in a square of 24, *size* pixels wide */
  glyph?: string;
  text?: string;
  size?: number;
  weight?: number;
  align?: CanvasTextAlign;
  /** the colour of each cell; "": none */
  cells?: string[];
  columns?: number;
  /** first row, number of rows, left, top, width and height of cells that lie together */
  blocks?: number[][];
  /** the colour of a stroke below what is filled */
  halo?: string;
  fill?: string;
  stroke?: string;
  /** of strokes */
  width?: number;
  dash?: number[];
  cap?: CanvasLineCap;
  join?: CanvasLineJoin;
  alpha?: number;
}

type InCells = "auto" | "nothing" | "order" | "distance" | "fgh" | "degree" | "step" | "names";

/** Zoom 1: the whole board fits; the middle of the view, from 0 to 1 of the picture. */
interface Sight {
  zoom: number;
  x: number;
  y: number;
}

/** Pixels a cell, the upper left corner of the board, and whether rows and columns have their names beside it. */
interface Geometry {
  scale: number;
  x: number;
  y: number;
  isNamed: boolean;
}

interface Next {
  cell: number;
  reason?: string;
  degree?: number;
}

/** What is on the board. */
interface Marks {
  /** a line */
  way: ArrayLike<number>;
  closed: boolean;
  /** where the search stands; -1: nowhere */
  here: number;
  /** cells that may be entered next */
  next?: Next[];
  /** a thin line, such as the path to the cell under the pointer */
  trail?: ArrayLike<number>;
  figures?: (v: number) => string[];
  /** the colour of a cell where no search is shown; "": its own */
  tint?: (v: number) => string;
}

interface Props {
  board: Board;
  /** a tour may end anywhere */
  asksExits: boolean;
  /** the cell under the keyboard cursor; -1: none */
  cursor: number;
  hover: number;
  sight: Sight;
  /** of the search whose cells are shown */
  frame: Frame | null;
  marks: Marks;
  /** what stands in the cells (`IN_CELLS`) */
  inCells: string;
  /** whether what was looked at is marked */
  looks: boolean;
}

// ------------------------------------------------------------------------------------------------------- the state
type Pace = "event" | "expansion" | null;

interface State {
  board: Board;
  /** one, or two side by side */
  panels: Asked[];
  /** one a panel */
  answers: (Answer | null)[];
  /** what the server has told so far, a list a panel */
  told: Told[][];
  /** the same in words */
  progress: (Progress | null)[];
  /** the number of the question that is asked; 0: none is */
  asking: number;
  /** whether a change of the board asks again; until the new answers come the last are shown */
  following: boolean;
  /** of the films */
  step: number;
  playing: boolean;
  /** in steps a second; null: what suits the film */
  speed: number | null;
  /** what a step of two films is; null: what suits them */
  pace: Pace;
  /** what stands in the cells */
  inCells: string;
  /** the newest last */
  past: { board: Board; panels: Asked[] }[];
  future: { board: Board; panels: Asked[] }[];
  /** the board before the stroke that is drawn now */
  base: Board | null;
  sight: Sight;
  tool: string;
  cost: number;
  /** the cell under the keyboard's cursor; -1: none */
  cursor: number;
  hover: number;
  list: Listed | null;
  /** cells, when a person walks */
  walked: number[];
  hints: boolean;
  /** the index of the lesson; -1: none */
  lesson: number;
  /** of its questions answered so far: 1 right, 0 wrong */
  marks: string;
  /** on the last answer */
  verdict: string;
  /** the step of its next question: the films go no further */
  limit: number;
  /** whether what is not always in sight is open */
  tools: boolean;
  /** what is typed for the next board */
  wanted: {
    rows: string;
    columns: string;
    levels: string;
    maker: string;
    braid: string;
    seed: string;
  };
  /** whether the server makes a board */
  making: boolean;
  /** why algorithms cannot be asked, by question and name */
  refused: Record<string, Record<string, Words>>;
  /** about what was done last */
  said: string;
  /** that was chosen; "": that of the browser */
  language: string;
}

/** What an address holds; lesson: its name, with the marks so far. */
interface Linked {
  /** null: it holds none */
  board: Board | null;
  panels: Asked[];
  step: number;
  pace: Pace;
  lesson: string;
  marks: string;
  language: string;
}

/** What a saved page holds. */
interface Held {
  /** packed */
  board: string;
  answers: any[];
  step: number | null;
}
