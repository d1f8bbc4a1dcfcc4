"""The commands about a whole board: show, with --islands and --measure, and view, the page."""

from __future__ import annotations

import re
import string
import warnings
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

import click
import numpy as np

from gridwalk.board import legal, passages
from gridwalk.cli.answers import flush, write
from gridwalk.cli.forms import Form, GlyphOptions, JsonOption, SquaresOption
from gridwalk.cli.options import Excludes, Options, Rules, argument, option
from gridwalk.cli.output import LookOptions, answer_to, give, save_board
from gridwalk.cli.progress import described, say
from gridwalk.cli.question import OnBoard
from gridwalk.cli.values import File, Output
from gridwalk.draw import save
from gridwalk.draw import text as drawings
from gridwalk.draw.letters import draw_letters
from gridwalk.errors import BoardTextError, InputError, ReadingWarning, UnclearBoardError, counted

if TYPE_CHECKING:
    from gridwalk.board.board import Board

LETTERS = string.ascii_uppercase
SIZES_SAID = 20
_OTHER_FORMS = ("output", "glyphs", "blanks", "squares", "no_marks")
FIRST_BOARD = "15x21"
BESIDE = {"board", "no_open", "port", "hosts"}  # what does not describe the board
OTHER_WIDTH = "to read this output again, add --cell-width 1"
NO_BROWSER = "no browser was found here: open this address in one yourself"
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[0-9]{1,5})?")


class BoardFileOptions(Options, under="Output"):
    """How a board is drawn, and where it is written to."""

    no_marks: bool = option("Leave out S and E; with --glyphs 01 the output is a plain matrix.")
    output: Annotated[File, Output(save.BOARD)] | None = answer_to(save.BOARD)


class ShowCommand(
    OnBoard, GlyphOptions, BoardFileOptions, LookOptions, SquaresOption, JsonOption, under="Output"
):
    """Show BOARD as gridwalk reads it: walls, start, exits.

    gridwalk can read the output again ('#' wall, '.' open, S start, E exit), and a plain matrix
    too.  The line on stderr names the format of BOARD, its size, and where start and exit come
    from: marks, the openings of the border, or the first and the last open cell.

    \b
    Examples:
      gridwalk show maze.txt
      gridwalk show maze.txt --glyphs 01 --blanks --no-marks
      gridwalk show maze.txt --json
      gridwalk show maze.txt --measure
      gridwalk show maze.txt --islands
      gridwalk show maze.txt -o maze.png --dark

    Exit status: 0 shown, 2 bad input.
    """

    common = "moves measure islands glyphs output"
    without = {"order": "it breaks ties between paths"}  # noqa: RUF012
    measure: bool = option("Print dead ends, junctions, loops, ... instead of the board.")
    islands: bool = option("Print which cells can all reach one another, by letters.")
    rules: ClassVar[Rules] = (
        Excludes((*_OTHER_FORMS, "measure"), "islands",
                 "--islands prints letters, or --json: leave out other forms of the answer"),
        Excludes(_OTHER_FORMS, "measure",
                 "--measure prints numbers, or --json: leave out other forms of the answer"),
    )  # fmt: skip

    def shows_only(self) -> bool:
        """Show a board of which no paths are asked."""
        return True

    def joins(self) -> bool:
        """Show the letters of a puzzle, too."""
        return not (self.islands or self.measure)

    def answer(self) -> None:
        """Show the board as it is read."""
        from gridwalk.reading import letters_in, letters_of

        self.refuse_several_starts()
        board = self.reading.board
        if self.islands:
            return self._islands(board)
        if self.measure:
            measures = board.measure()
            return give(self, measures.to_dict, lambda: str(measures))
        form, text, origins = self.form, self.reading.text, self.origins()
        letters = {} if text is None or self.no_marks or self.given(("starts", "exits")) else letters_in(text)
        levels = board.levels
        between = 0 if levels is None else (levels.number - 1) * board.columns  # places between two levels
        facts: dict[str, Any] = {
            "form": "size" if text is None else text.form,
            "rows": board.rows,
            "columns": board.columns,
            "open": board.open_count,
            "walls": board.size - board.open_count - between,
            "wrap": board.wrap,
            "moves": board.moves.name,
            "diagonal": board.diagonal,
            "portals": board.portals,
            "start": board._name(board.start),
            "start_from": origins.start,
            "exits": board._names(board.exits),
            "exits_from": origins.exits,
        }
        if levels is not None:
            facts["levels"] = levels.number
        if text is not None and text.pairs:
            facts["pairs"] = dict(zip(letters_of(text), text.pairs, strict=True))

        def all_facts() -> dict[str, Any]:
            one_way = [(*cell, *way) for cell, ways in board.one_way.items() for way in legal.ways_of(ways)]
            sides = () if board.walls is None else (side.view(np.uint8) for side in board.walls.sides)
            between: dict[str, object] = {"walls_right": None, "walls_below": None}
            between |= dict(zip(("walls_right", "walls_below", "walls_slant"), sides, strict=False))
            return (
                facts
                | between
                | {
                    "one_way": one_way,
                    "costs": board.costs,
                    "text": draw_letters(board, letters) if letters else str(board),
                }
            )

        drawn = partial(board.draw, marks=not self.no_marks, glyphs=form.glyphs, blanks=form.blanks)
        if letters:
            drawn = partial(draw_letters, board, letters, glyphs=form.glyphs, blanks=form.blanks)
        give(self, all_facts, drawn, lambda out: save_board(board, out, drawn, letters))
        if not self.in_json and self.given("output=.txt") == self.given("output"):
            if form == Form(squares=form.squares) and not self.no_marks and not letters:
                say_whether_readable(board, costs=board.costs is not None, moves=board.moves)
            if self.output is None:
                say(_facts_in_words(facts, board))
        return None

    def _islands(self, board: Board) -> None:
        """Print the islands of *board*, as letters if there are few, and their sizes."""
        labels = board.islands()
        sizes = np.bincount(labels[labels >= 0]).tolist()
        few = len(sizes) <= len(LETTERS)

        def text() -> str:
            from gridwalk.io.lines.rooms import by_levels

            if few:
                names = np.array([*LETTERS[: len(sizes)], "#"])
                text = "\n".join(map("".join, names[labels].tolist()))
            else:
                text = drawings.in_columns(np.where(labels < 0, "#", labels.astype(str)))
            return by_levels(board, text, 1)

        give(self, lambda: {"islands": len(sizes), "sizes": sizes, "labels": labels}, text)
        if not self.in_json:
            order = sorted(range(len(sizes)), key=lambda number: -sizes[number])[:SIZES_SAID]
            listed = ", ".join(f"{LETTERS[number] if few else number} {sizes[number]:,}" for number in order)
            more = "" if len(sizes) <= SIZES_SAID else ", ..."
            say(f"{counted(len(sizes), 'island')}; cells: {listed}{more}")


def say_whether_readable(board: Board, **options: Any) -> None:
    """Say it if what is printed of *board* cannot be read again, or only with an option."""
    from gridwalk.board.board import Board

    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", ReadingWarning)
            Board.from_text(board.to_text(), **options)
    except ReadingWarning:
        say(OTHER_WIDTH)
    except BoardTextError as error:
        is_unclear = isinstance(error, UnclearBoardError) and error.readings
        say(OTHER_WIDTH if is_unclear else f"this output cannot be read again: {described(error)}")


def _facts_in_words(facts: dict[str, Any], board: Board) -> str:
    exits = " or ".join(map(board._said, board.exits))
    words = [
        "a board given by its size" if facts["form"] == "size" else f"read as a {facts['form']}",
        str(board.levels or f"{board.rows} x {board.columns}"),
        f"{board.open_count:,} open, {facts['walls']:,} walls",
        f"{board.walls.number:,} between cells" if board.walls is not None else "",
        passages.WRAPPED[board.wrap],
        f"{len(board.one_way):,} one-way" if board.one_way else "",
        f"costs {board.costs.min()} to {board.costs.max()}" if board.costs is not None else "",
        f"{len(board.portals):,} portal{'s' * (len(board.portals) > 1)}" if board.portals else "",
        f"moves {board.moves.name}",
        f"diagonal steps times {board.diagonal:g}" if board.diagonal is not None else "",
        *(
            [f"pairs of {', '.join(facts['pairs'])}"]
            if "pairs" in facts
            else [f"start {facts['start']} ({facts['start_from']})", f"exit {exits} ({facts['exits_from']})"]
        ),
    ]
    return ", ".join(filter(None, words))


class ViewCommand(OnBoard, under="How"):
    """Open BOARD in the browser: draw, ask, watch step by step.

    This command serves the page, on this machine only, until Ctrl-C.  It takes boards of up to
    512x512 cells; without BOARD it begins with two algorithms in a maze.  BOARD may be a link of the
    page: a whole address, or what follows its #.

    The address stays the same from one time to the next (its token is kept for this user only), so that
    links and open pages go on.

    \b
    Examples:
      gridwalk view maze.txt
      gridwalk view 8x8 --moves knight
      gridwalk view 'http://127.0.0.1:8817/TOKEN/#lesson=a-star&marks=11'
      gridwalk view '#lesson=a-star'
      gridwalk view --no-open

    Exit status: 2 bad input, 130 ended by Ctrl-C.
    """

    common = "moves starts exits no_open port"
    board: str = argument(required=False)
    no_open: bool = option("Print the address without opening the browser.")
    port: Annotated[int, click.IntRange(0, 65535)] | None = option(
        "Port on this machine; 0: any free one.  [default: 8817, or a free one if that is taken]"
    )
    hosts: tuple[str, ...] = option(
        "Accept browsers that reach this port by another name, where it is forwarded; repeatable.",
        "--allow-host", "HOST[:PORT]", default=())  # fmt: skip

    def answer(self) -> None:
        """Serve the page."""
        from gridwalk.viewer.address import fragment_of, is_link
        from gridwalk.viewer.serve import Viewer

        for host in self.hosts:
            if not _HOST.fullmatch(host):
                raise InputError("is not a host or HOST:PORT, such as localhost:9000", ("allow_host", host))
        board, fragment = None, ""
        extra = self.others(BESIDE)
        if is_link(self.board or ""):
            if extra:
                raise InputError(f"a link has its board already: leave out {', '.join(extra)}")
            fragment = f"#{fragment_of(self.board)}"
        elif self.board or extra:
            self.refuse_several_starts()
            board = self.but(board=self.board or FIRST_BOARD).reading.board
        viewer = Viewer(board, port=self.port, hosts=self.hosts)

        def ready(address: str) -> None:
            write(address + fragment)
            flush()  # a program that reads from a pipe gets the address now, not at the end
            if viewer.port_was_taken:
                say("the usual port is taken, perhaps by another viewer: links to that one do not lead here")
            say("Ctrl-C ends the viewer")
            if not self.no_open:
                # In a thread: some browsers block their caller, and the page has to be served.
                Thread(target=_open, args=(viewer.door() + fragment,), daemon=True).start()

        viewer.serve_until_stopped(ready)


def _open(address: str) -> None:
    import webbrowser

    try:
        found = webbrowser.open(address)
    except (OSError, webbrowser.Error):
        found = False
    if not found:
        say(NO_BROWSER)
