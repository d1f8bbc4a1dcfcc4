"""The pictures of "How it works": the legal-move table, a reduced maze, a sweep, from the library."""

from collections.abc import Iterator
from html import escape

import gridwalk as gw
from gridwalk.allpaths.film import SweepFilm, SweptLayer, SweptState
from gridwalk.allpaths.reduce.reduction import shrink
from gridwalk.planner.traces import sweep_film

CELL, GAP, PLACE = 26, 18, 22  # pixels: a cell of a board; between parts; from place to place of a frontier
STYLE = """\
.e{fill:#f4f2ed}.e text{font:12px system-ui,sans-serif;fill:#333a45}.e .mono{font-family:monospace}
.e .open{fill:#fff;stroke:#c9c3b6}.e .wall{fill:#3a424f;stroke:#3a424f}.e .done{fill:#d9e6ee;stroke:#b5c8d4}
.e .line{fill:none;stroke:#b8500f;stroke-width:2.5;stroke-linecap:round}.e .dot{fill:#b8500f}
.e .soft{fill:#8a8f98}.e .ring,.e .thin{fill:none;stroke:#8a8f98}.e .end{fill:#0b5d43}
@media(prefers-color-scheme:dark){.e{fill:#1a1d23}.e text{fill:#c9d1dc}.e .open{fill:#262b33;stroke:#454c58}
.e .wall{fill:#0c0e12;stroke:#0c0e12}.e .done{fill:#24404f;stroke:#34586b}.e .line{stroke:#f08a45}
.e .dot{fill:#f08a45}.e .end{fill:#3fbf93}}"""


class Sheet:
    """Shapes of one picture; how far they reach is its size."""

    def __init__(self) -> None:
        self.shapes: list[str] = []
        self.width = self.height = 0.0

    def reach(self, x: float, y: float) -> None:
        self.width, self.height = max(self.width, x), max(self.height, y)

    def box(self, x: float, y: float, kind: str, size: float = CELL) -> None:
        self.shapes.append(f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{size:g}" height="{size:g}"/>')
        self.reach(x + size, y + size)

    def text(self, x: float, y: float, words: str, kind: str = "", anchor: str = "start") -> None:
        self.shapes.append(
            f'<text class="{kind}" x="{x:g}" y="{y:g}" text-anchor="{anchor}">'
            f"{escape(words, quote=False)}</text>"
        )
        wide = 7.0 * len(words)
        self.reach(x + {"start": wide, "middle": wide / 2, "end": 0}[anchor], y + 5)

    def dot(self, x: float, y: float, kind: str = "dot", radius: float = 4) -> None:
        self.shapes.append(f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>')

    def path(self, data: str, kind: str = "line") -> None:
        self.shapes.append(f'<path class="{kind}" d="{data}"/>')

    def svg(self, title: str) -> str:
        width, height = self.width + GAP, self.height + GAP
        return "\n".join(
            [
                f'<svg xmlns="http://www.w3.org/2000/svg" class="e" role="img" width="{width:g}" '
                f'height="{height:g}" viewBox="0 0 {width:g} {height:g}">',
                f"<title>{escape(title)}</title><style>{STYLE}</style>",
                f'<rect class="e" rx="8" width="{width:g}" height="{height:g}"/>',
                *self.shapes,
                "</svg>\n",
            ]
        )


def _middle(cell: int, columns: int, x: float, y: float) -> tuple[float, float]:
    row, column = divmod(cell, columns)
    return x + (column + 0.5) * CELL, y + (row + 0.5) * CELL


def _board(sheet: Sheet, film: SweepFilm, layer: SweptLayer, done: set[int], x: float, y: float) -> None:
    """Draw the board of a step: what is done, and the places of the frontier by their numbers."""
    rows, columns = film.shape
    for cell in range(rows * columns):
        row, column = divmod(cell, columns)
        sheet.box(x + column * CELL, y + row * CELL, "done" if cell in done else "open")
    for number, place in enumerate(layer.frontier, 1):
        middles = [_middle(cell, columns, x, y) for cell in place]
        across = sum(point[0] for point in middles) / len(middles)
        down = sum(point[1] for point in middles) / len(middles)
        sheet.dot(across, down, "open", 7)
        sheet.text(across, down + 4, str(number), "", "middle")


def _state(sheet: Sheet, state: SweptState, sums: str, x: float, y: float) -> None:
    """Draw a state: its places, the arcs of its pieces, and how many partial paths it stands for."""
    middles = [x + PLACE * (place + 0.5) for place in range(len(state.marks))]
    for middle, mark in zip(middles, state.marks, strict=True):
        if mark == ".":
            sheet.dot(middle, y, "ring", 4)
        elif mark == "x":
            sheet.path(f"M{middle - 4:g} {y - 4:g}l8 8m0-8l-8 8", "thin")
        else:
            sheet.dot(middle, y)
        if mark == "|":
            sheet.path(f"M{middle:g} {y:g}v-13")
    for first, second in state.pieces:
        if first != second and state.marks[first] != "|":
            a, b = sorted((middles[first], middles[second]))
            high = 10 + 5 * (abs(second - first) - 1)
            sheet.path(f"M{a:g} {y:g}C{a:g} {y - high:g} {b:g} {y - high:g} {b:g} {y:g}")
    sheet.text(x + PLACE * len(state.marks) + 8, y + 4, f"{state.number}{sums}")


def _sums(before: SweptLayer | None, state: SweptState) -> str:
    if before is None or len(state.arrivals) < 2:
        return ""
    return " = " + " + ".join(str(before.states[arrival.state].number) for arrival in state.arrivals)


def sweep(film: SweepFilm, chosen: list[int], title: str) -> str:
    """Return the picture of some layers of a sweep, side by side: the board above, the states below."""
    sheet, x = Sheet(), float(GAP)
    rows, columns = film.shape
    for number in chosen:
        layer, before = film.layers[number], film.layers[number - 1] if number else None
        done = {cell for earlier in film.layers[: number + 1] if (cell := earlier.cell) >= 0}
        _board(sheet, film, layer, done, x, GAP)
        words = [_sums(before, state) for state in layer.states]
        below = GAP + rows * CELL + 24
        sheet.text(x, below, f"{len(layer.states)} state{'s' * (len(layer.states) != 1)}", "soft")
        for n, (state, sums) in enumerate(zip(layer.states, words, strict=True)):
            _state(sheet, state, sums, x, below + 28 + 30 * n)
        if layer.finished:
            sheet.text(x, below + 28 + 30 * len(layer.states), f"finished: {layer.finished}")
        places = max((len(state.marks) for state in layer.states), default=0)
        figures = [len(f"{state.number}{sums}") for state, sums in zip(layer.states, words, strict=True)]
        x += max(columns * CELL, PLACE * places + 8 + 7 * max(figures, default=0)) + 1.6 * GAP
    return sheet.svg(title)


def legal_table(board: gw.Board, title: str) -> str:
    """Return the picture of a board, and of the bits that stand for the moves of each cell."""
    sheet, size = Sheet(), 64
    letters = board.moves.names
    for row in range(board.rows):
        for column in range(board.columns):
            open_ = bool(board.open_cells[row, column])
            x, y = GAP + column * size, GAP + row * size
            sheet.box(x, y, "open" if open_ else "wall", size)
            if not open_:
                continue
            mask = int(board._moves_of_cell[row * board.columns + column])
            for m, (down, right) in enumerate(board.moves.deltas):
                if mask >> m & 1:
                    sheet.path(f"M{x + 32 + 8 * right} {y + 24 + 8 * down}l{12 * right} {12 * down}")
            bits = "".join(str(mask >> m & 1) for m in reversed(range(len(letters))))
            sheet.text(x + 32, y + 58, bits, "mono", "middle")
    x = GAP * 2 + board.columns * size
    for m, (letter, (down, right)) in enumerate(zip(letters, board.moves.deltas, strict=True)):
        delta = down * board.columns + right
        sheet.text(x, GAP + 16 + 22 * m, f"bit {m}: {letter}, cell {delta:+d}", "mono")
    return sheet.svg(title)


def reduced(board: gw.Board, title: str) -> str:
    """Return the picture of a maze, and beside it of what is left when dead ends and corridors are gone."""
    sheet, size = Sheet(), 13.0
    found = shrink(board, [board.start], board.exits)
    walks = [block.walked(c).tolist() for block in found.blocks for c in range(block.network.corridors)]
    kept = {cell for walk in walks for cell in walk}
    junctions = {cell for block in found.blocks for cell in block.cell_of_junction.tolist()}
    across = GAP * 2.5 + board.columns * size
    for cell in range(board.rows * board.columns):
        row, column = divmod(cell, board.columns)
        kind = "wall" if not board.open_cells[row, column] else "done" if cell in kept else "open"
        sheet.box(GAP + column * size, GAP + row * size, kind, size)

    def middle(cell: int) -> tuple[float, float]:
        row, column = divmod(cell, board.columns)
        return across + (column + 0.5) * size, GAP + (row + 0.5) * size

    for walk in walks:
        sheet.path("M" + "L".join("{:g} {:g}".format(*middle(cell)) for cell in walk))
    ends = {row * board.columns + column for row, column in (board.start, *board.exits)}
    for cell in sorted(junctions):
        sheet.dot(*middle(cell), "end" if cell in ends else "dot", 5)
    sheet.reach(across + board.columns * size, 0)
    y = GAP * 2 + board.rows * size
    sheet.text(GAP, y + 4, f"{board.open_count} open cells; {len(kept)} lie on paths")
    sheet.text(
        across, y + 4, f"{len(junctions)} junctions, {len(walks)} corridors, {len(found.blocks)} blocks"
    )
    return sheet.svg(title)


def pictures() -> Iterator[tuple[str, str]]:
    """Yield every picture and its name."""
    walled = gw.Board.from_text("...\n.#.\n...", moves=gw.ORTHOGONAL)
    yield "works-table", legal_table(walled, "The moves of each cell as bits")
    maze = gw.make("wilson", 8, 12, rng=26, braid=0.25)
    yield "works-reduced", reduced(maze, "A maze, and what is left of it")
    paths = gw.Board.rectangle(3, 3).paths()
    film = sweep_film(paths._question)
    yield "works-simpath", sweep(film, [1, 2, 3, 4, 5, 6], "The sweep of simpath over 3 x 3 cells")
