"""All pictures of the documentation, drawn by the library.

    python docs/pictures.py            # write the pictures that are missing or out of date
    python docs/pictures.py --check    # name them; the status is 1 if there are any

The functions below draw the pictures of the guide and the lessons.  A picture of the gallery is made by the
lines below it in gallery.md.  A film of a lesson is made by a command of the lesson; on the site it is a web
page to step through, elsewhere a GIF.  The bytes of a GIF depend on the version of Pillow: films.txt notes
the command of each, and a film is made again if its command has changed.
"""

import contextlib
import io
import re
import shlex
import sys
import tempfile
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path
from typing import Any

import numpy as np

import gridwalk as gw
from gridwalk.answers.trace import Trace
from gridwalk.draw.svg import svg
from gridwalk.runtime.codes import BACK, FOUND_PATH

DOCS = Path(__file__).parent
PICTURES = DOCS / "pictures"
NOTES = PICTURES / "films.txt"
EXAMPLES = DOCS.parent / "examples"
PIECE = re.compile(r"!\[[^]]+\]\(pictures/(gallery-\S+)\)\n\n```(sh|python)\n(.*?)\n```", re.DOTALL)
FILM = re.compile(r"^(gridwalk (?:trace|make) .* -o (\S+)\.(gif|html))$", re.MULTILINE)
SLOW = {"gallery-random.svg", "gallery-longest.svg"}  # pictures that tests do not draw

Frame = tuple[str, str]  # a picture and its caption

GAP, LINE, LETTERS = 14, 15, 6.4  # pixels: between pictures, a line of a caption, a letter of it
# The signs of cells in the legend: the look of a line, and where it leads.
_SIGNS = {
    "frontier": ('sign line" stroke-width="1', "h3v3h-3z"),
    "expanded": ('sign" stroke-width="3', "h3"),
    "left": ('sign" stroke-width="1.2', "h4"),
}
_SIZE = re.compile(r' width="\S+" height="\S+" viewBox="\S+ \S+ (\S+) (\S+)"')
_TEXT = "font:12px system-ui,sans-serif;text-anchor:start"
_STYLE = (
    f".film{{fill:#f4f2ed}}.film>text{{{_TEXT};fill:#333a45}}\n@media(prefers-color-scheme:dark)"
    f"{{.film{{fill:#1a1d23}}.film>text{{{_TEXT};fill:#c9d1dc}}}}"
)


def multiples(pictures: Sequence[Frame], *, across: int, size: int, legend: str = "") -> str:
    """Return one SVG document of many, *across* side by side, each *size* pixels wide with its caption below.

    *legend* explains colours, such as ``"walk: path so far, left: backtracked"``.
    """
    captions = [textwrap.wrap(caption, max(1, int(size / LETTERS))) for _, caption in pictures]
    boxes: list[Any] = [_SIZE.search(picture) for picture, _ in pictures]
    heights = [round(size * float(box[2]) / float(box[1])) for box in boxes]
    parts: list[str] = []
    y = GAP
    for first in range(0, len(pictures), across):
        row = range(first, min(first + across, len(pictures)))
        below = max(heights[i] for i in row)
        for i in row:
            x = GAP + (i - first) * (size + GAP)
            place = f' x="{x}" y="{y}" width="{size}" height="{heights[i]}"'
            parts.append(re.sub(r' width="\S+" height="\S+"', place, pictures[i][0], count=1))
            parts += [
                f'<text x="{x}" y="{y + below + LINE * number}">{escape(words, quote=False)}</text>'
                for number, words in enumerate(captions[i], 1)
            ]
        y += below + LINE * max(len(captions[i]) for i in row) + GAP
    if legend:
        parts += _legend(legend, y)
        y += 10 + GAP
    width = GAP + min(across, len(pictures)) * (size + GAP)
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="film" width="{width}" height="{y}">'
    ground = f'<rect class="film" rx="8" width="{width}" height="{y}"/>'
    return "\n".join([head, f"<style>{_STYLE}</style>", ground, *parts, "</svg>\n"])


def _legend(legend: str, y: int) -> list[str]:
    parts, x = [], GAP
    for word in legend.split(", "):
        status, _, meaning = word.partition(": ")
        sample = f'<rect class="{status}" x="{x}" y="{y - 2}" width="12" height="12"/>'
        if status in _SIGNS:
            look, d = _SIGNS[status]
            sample += f'<path class="{look}" d="M{x + 2.5} {y + 5}{d}"/>'
        parts += [f'<g class="gw">{sample}</g>', f'<text x="{x + 18}" y="{y + 8}">{meaning}</text>']
        x += 40 + int(LETTERS * len(meaning))
    return parts


def steps(trace: Trace, captions: str) -> list[Frame]:
    """Return a frame for each step of *trace* in *captions*, such as ``"3: two steps; -1: the end"``."""
    found = (caption.partition(": ") for caption in captions.split("; "))
    return [
        (svg(trace.board, trace=trace, at=int(step) if int(step) >= 0 else len(trace)), caption)
        for step, _, caption in found
    ]


WALKED = "walk: path so far, left: backtracked"
WAVE = "frontier: in the queue, expanded: expanded"


def series() -> Iterator[tuple[str, Trace, int, int, str, str]]:
    """Yield name, trace, pictures in a row, their size, legend and captions of each series of steps."""
    rat = gw.read(EXAMPLES / "articles.txt", moves=gw.ORTHOGONAL.ordered("DRUL"))
    shut = gw.read(EXAMPLES / "no-way.txt", moves=rat.moves)
    small = gw.Board.rectangle(3, 3, moves=rat.moves)
    tours = gw.Board.rectangle(5, 5, moves=gw.KNIGHT).tours(start=(0, 0))
    routes = gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours(start=(0, 0)).trace(by="list")
    plain = tours.trace(by="dfs")
    dead = plain.events[:, 0].tolist().index(BACK) + 1
    first, second = (i for i, kind in enumerate(routes.events[:, 0].tolist()) if kind == FOUND_PATH)
    # fmt: off
    yield "1-dfs", rat.paths().trace(by="dfs"), 3, 210, WALKED, (
        "3: two steps down; 7: a dead end; 9: two backtracks; 11: back at a cell with a direction left; "
        "14: on to the right; -1: the exit")
    yield "2-bfs", rat.paths().trace(by="bfs"), 3, 210, WAVE, (
        "2: the start is expanded, it is first; 8: third is (2, 0): two cells join the queue; "
        "15: the wave goes both ways; 23: two arms reach (2, 4) and (0, 2); 31: the exit joins the queue; "
        "-1: the exit is expanded: follow the predecessors back")
    yield "3-steps", small.paths().trace(by="list"), 3, 170, WALKED, (
        "4: three steps; 6: found: the first path; 7: back from the exit; 9: another direction; "
        "11: found: the second; 17: backtracks until a move is left to try")
    yield "4-labels", rat.paths().trace(by="labels"), 3, 210, f"{WAVE}, walk: the path read back", (
        "3: 0 at the start, 1 beside it; 15: label by label; 31: the exit has label 8; 36: back: 8, 7, 6; "
        "39: 5, 4, 3; -1: 0: in reverse order this is the path")
    yield "4-no-way", shut.paths().trace(by="labels"), 2, 290, WAVE, (
        "13: the labels spread; -1: the queue is empty, the exit has no label: no path")
    yield "5-plain", plain, 4, 170, WALKED, (
        f"9: eight moves; {dead - 1}: {dead - 2} moves: stuck; "
        f"{dead}: a backtrack, to a cell with a move left; "
        f"-1: the tour, after {plain.path.backtracks if plain.path else 0} backtracks")
    yield "5-warnsdorff", tours.trace(by="warnsdorff"), 4, 170, WALKED, (
        "5: four moves; 13: the border fills first; 19: then the inside; -1: 24 moves, no backtrack")
    yield "6-steps", routes, 3, 210, WALKED, (
        f"{first}: event {first}: the first route; {first + 6}: backtracks until a move is left; "
        f"{second}: event {second}: the second route")
    # fmt: on


def pictures() -> Iterator[tuple[str, str]]:
    """Yield name and content of each picture of the guide and the lessons."""
    maze = gw.read(EXAMPLES / "maze.txt")
    yield "maze", svg(maze, maze.paths().shortest())
    hills = gw.read(EXAMPLES / "costs.txt", costs=True)
    costs = [
        (svg(hills, hills.paths().find(by="bfs")), "fewest moves: 10, cost 34"),
        (svg(hills, hills.paths().shortest()), "least cost: 16 moves, cost 19"),
    ]
    yield "costs", multiples(costs, across=2, size=340)
    chess = gw.Board.rectangle(8, 8, moves=gw.KNIGHT)
    yield "tour", svg(chess, chess.tours(start="a1").find())
    mazes = [gw.make("wilson", 12, 16, thin=True, rng=seed) for seed in range(7, 11)]
    yield "sheet", gw.sheet(mazes, title="Find the way").board_pages[0].svg()
    square = gw.Board.rectangle(8, 8)
    yield "over", svg(square, paths=square.paths().sample(4, rng=1), legend=True)
    for name, trace, across, size, legend, captions in series():
        yield name, multiples(steps(trace, captions), across=across, size=size, legend=legend)

    rat = gw.read(EXAMPLES / "articles.txt")
    words = {"DRUL": "down, right, up, left", "URDL": "up, right, down, left"}
    orders = [rat.replace(moves=gw.ORTHOGONAL.ordered(order)).paths().find() for order in words]
    yield "1-orders", multiples(_captioned(orders, words.values()), across=2, size=210)
    listed = gw.Board.rectangle(3, 3, moves=gw.ORTHOGONAL.ordered("DRUL")).paths().list()
    lengths = [f"{i}: {path.length} moves" for i, path in enumerate(listed, 1)]
    yield "3-paths", multiples(_captioned(listed, lengths), across=6, size=100)
    closed = gw.Board.rectangle(5, 6, moves=gw.KNIGHT).tours(closed=True).list()
    numbers = [f"closed tour {i}" for i, _ in enumerate(closed, 1)]
    yield "5-closed", multiples(_captioned(closed, numbers), across=4, size=170)
    routes = gw.Board.rectangle(3, 4, moves=gw.KNIGHT).tours(start=(0, 0)).list()
    yield "6-routes", multiples(_captioned(routes, ["route 1", "route 2"]), across=2, size=210)
    yield "readme", _readme()


def _captioned(paths: Iterable[gw.Path | None], captions: Iterable[str]) -> list[Frame]:
    return [(svg(path.board, path), caption) for path, caption in zip(paths, captions, strict=True) if path]


def _readme() -> str:
    maze = gw.make("wilson", 12, 12, rng=8, thin=True, ends="far")
    chess = gw.Board.rectangle(8, 8, moves=gw.KNIGHT)
    square = gw.Board.rectangle(12, 12)
    caves = gw.make("caves", 36, 36, rng=5, ends="far").replace(moves=gw.KING)
    wave = caves.paths().trace(by="dijkstra")
    frames = [
        (svg(maze, maze.paths().shortest()), "the way through a maze"),
        (svg(chess, chess.tours(start="a1").find()), "a knight's tour"),
        (svg(square, square.paths().sample(1, rng=4)[0]), "one of 1.8 x 10^29 paths, at random"),
        (svg(caves, trace=wave, legend=True), "a search, step by step"),
    ]
    return multiples(frames, across=4, size=205)


def slim(picture: str) -> str:
    """Return a picture without text drawing, board, and styles that are unused or repeated."""
    picture = re.sub(r"<(desc|metadata)\b.*?</\1>\n", "", picture, flags=re.DOTALL)
    used = {word for words in re.findall(r'class="([^"]+)"', picture) for word in words.split()}
    picture = re.sub(r"\.gw \.(\w+)\{[^}]*\}", lambda rule: rule[0] if rule[1] in used else "", picture)
    first, *others = re.split(r"(?=<svg )", picture)[1:]
    seen: set[str] = set(re.findall(r"<style>.*?</style>", first, re.DOTALL))
    for number, other in enumerate(others):
        for style in re.findall(r"<style>.*?</style>\n", other, re.DOTALL):
            if style in seen:
                others[number] = other.replace(style, "")
            seen.add(style)
    return "".join([first, *others])


def run_line(command: str, name: str, folder: Path) -> None:
    """Run a command in the repository; the file *name* goes to *folder*."""
    from gridwalk.cli import run

    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.chdir(DOCS.parent):
        words = shlex.split(command)[1:]
        status = run([str(folder / word) if word == name else word for word in words])
        if status != 0:
            raise RuntimeError(f"{command}: status {status}\n{out.getvalue()}")


def make_piece(name: str, language: str, code: str, folder: Path) -> None:
    """Make a picture of the gallery: by a command, or by an expression whose value shows itself."""
    if language == "sh":
        run_line(code, name, folder)
        return
    names: dict[str, Any] = {"gw": gw, "np": np}
    *before, last = re.split(r"\n(?! |\)|\])", code)
    exec("\n".join(before), names)
    value = eval(last, names)
    (folder / name).write_text(value if isinstance(value, str) else value._repr_svg_(), encoding="utf-8")


def pieces() -> list[tuple[str, str, str]]:
    """Return name, language and code of each picture of the gallery."""
    return PIECE.findall((DOCS / "gallery.md").read_text(encoding="utf-8"))


def films() -> Iterator[tuple[str, str, str]]:
    """Yield each command of the lessons that makes a film, the film's name, and the ending of its file."""
    for page in sorted((DOCS / "lessons").glob("*.md")):
        yield from FILM.findall(page.read_text(encoding="utf-8"))


def make_films(folder: Path) -> None:
    """Make the web pages of films in *folder*."""
    folder.mkdir(exist_ok=True, parents=True)
    for command, name, ending in films():
        if ending == "html":
            run_line(command, f"{name}.html", folder)


def film_lines() -> dict[str, str]:
    """Return the command that makes each GIF, by its file name."""
    lines = {name: line for name, _, line in pieces() if name.endswith(".gif")}
    for command, name, ending in films():
        pixels = 8 if name == "2-maze" else 40
        small = command.replace(f"{name}.html", f"{name}.gif --frames 30 --pixels {pixels}")
        lines[f"{name}.gif"] = small if ending == "html" else command
    return lines


def noted_lines() -> dict[str, str]:
    """Return the commands that made the GIFs in the repository."""
    noted = (line.partition(": ") for line in NOTES.read_text(encoding="utf-8").splitlines())
    return {name: line for name, _, line in noted if (PICTURES / name).exists()}


def drawings(*, slow: bool = True) -> Iterator[tuple[Path, str]]:
    """Yield file and content of each SVG picture."""
    for name, picture in pictures():
        yield PICTURES / f"{name}.svg", slim(picture)
    with tempfile.TemporaryDirectory() as folder:
        for name, language, code in pieces():
            if name.endswith(".svg") and (slow or name not in SLOW):
                make_piece(name, language, code, Path(folder))
                yield PICTURES / name, slim((Path(folder) / name).read_text(encoding="utf-8"))


def main(*, check: bool) -> int:
    """Write, or name, each picture that is out of date."""
    old = []
    for file, text in drawings():
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            old.append(file.name)
            if not check:
                file.write_text(text, encoding="utf-8", newline="\n")
    lines, noted = film_lines(), noted_lines()
    for name, line in lines.items():
        if noted.get(name) != line:
            old.append(name)
            if not check:
                run_line(line, name, PICTURES)
    if not check:
        NOTES.write_text("".join(f"{name}: {line}\n" for name, line in lines.items()), encoding="utf-8")
    print(*old, sep="\n", end="\n" if old else "")
    return int(check and bool(old))


if __name__ == "__main__":
    sys.exit(main(check="--check" in sys.argv[1:]))
