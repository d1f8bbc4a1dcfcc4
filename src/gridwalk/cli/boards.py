"""The commands about a whole board: show, with --islands and --measure, field, visit, and view, the page."""

from __future__ import annotations

import math
import re
import string
import warnings
from functools import partial
from importlib.util import find_spec
from threading import Thread

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.cellsequence import Walk
from gridwalk.answers.results import as_json
from gridwalk.board import Board
from gridwalk.cli import boardverbs
from gridwalk.cli.answers import dumps, figures, flush, json_pieces, write
from gridwalk.cli.forms import Form, checked_for_stdout
from gridwalk.cli.makeverbs import ViewCommand
from gridwalk.cli.output import OutFile, array_bytes, png_bytes, save_board
from gridwalk.cli.progress import ProgressLine, described, say
from gridwalk.cli.question import BoardArguments, refuse_several_starts
from gridwalk.cli.status import Status
from gridwalk.errors import (
    Cell,
    InputError,
    NotPrintableError,
    ReadingWarning,
    TwoReadingsError,
    counted,
)
from gridwalk.grids.cells import square_name
from gridwalk.grids.legal import ways_of
from gridwalk.grids.passages import WRAPPED
from gridwalk.render.text import in_columns
from gridwalk.search.flowfield import FlowField

LETTERS = string.ascii_uppercase
SIZES_SAID = 20


def show(given: boardverbs.ShowCommand) -> None:
    """Show a board as it is read."""
    refuse_several_starts(given)
    form, out = Form.of(given), OutFile.of(given, given.board)
    question = BoardArguments(given, shows_only=True)
    if given.islands:
        return _show_islands(question.board(), given.in_json)
    if given.measure:
        measures = question.board().measure()
        return write(dumps(measures.to_dict()) if given.in_json else str(measures))
    (board, recognised, _), origins = question.reading, question.origins()
    text = partial(board.draw, marks=not given.no_marks, glyphs=form.glyphs, blanks=form.blanks)
    if out is not None:
        save_board(board, out, text)
    facts: dict[str, object] = {
        "form": "size" if recognised is None else recognised.form,
        "rows": board.rows,
        "columns": board.columns,
        "open": board.open_count,
        "walls": board.size - board.open_count,
        "wrap": board.wrap,
        "moves": board.moves.name,
        "diagonal": board.diagonal,
        "portals": board.portals,
        "start": board.start,
        "start_from": origins.start,
        "exits": board.exits,
        "exits_from": origins.exits,
    }
    if given.in_json:
        one_way = [(*cell, *way) for cell, ways in board.one_way.items() for way in ways_of(ways)]
        sides = (None, None) if board.walls is None else (side.view(np.uint8) for side in board.walls)
        between = dict(zip(("walls_right", "walls_below"), sides, strict=True))
        more = {"one_way": one_way, "costs": board.costs, "text": str(board)}
        write(json_pieces(facts | between | more))
    elif out is None:
        write(text())
    if not given.in_json and (out is None or out.ending == ".txt"):
        try:
            if form == Form(squares=form.squares) and not given.no_marks:
                with warnings.catch_warnings():
                    warnings.simplefilter("error", ReadingWarning)
                    Board.from_text(board.to_text(), costs=board.costs is not None, moves=board.moves)
        except NotPrintableError as error:
            say(f"this output cannot be read again: {described(error)}")
        except (TwoReadingsError, ReadingWarning):
            say("to read this output again, add --cell-width 1")
    if not given.in_json and out is None:
        say(_facts_in_words(facts, board))
    return None


def _facts_in_words(facts: dict[str, object], board: Board) -> str:
    exits = " or ".join(map(str, board.exits))
    words = [
        "a board given by its size" if facts["form"] == "size" else f"read as a {facts['form']}",
        f"{board.rows} x {board.columns}",
        f"{board.open_count:,} open, {board.size - board.open_count:,} walls",
        f"{board.walls.number:,} between cells" if board.walls is not None else "",
        WRAPPED[board.wrap],
        f"{len(board.one_way):,} one-way" if board.one_way else "",
        f"costs {board.costs.min()} to {board.costs.max()}" if board.costs is not None else "",
        f"{len(board.portals):,} portal{'s' * (len(board.portals) > 1)}" if board.portals else "",
        f"moves {board.moves.name}",
        f"diagonal steps times {board.diagonal:g}" if board.diagonal is not None else "",
        f"start {board.start} ({facts['start_from']})",
        f"exit {exits} ({facts['exits_from']})",
    ]
    return ", ".join(filter(None, words))


def _show_islands(board: Board, in_json: bool) -> None:
    """Print the islands of *board*, as letters if there are few, and their sizes."""
    labels = board.islands()
    sizes = np.bincount(labels[labels >= 0]).tolist()
    if in_json:
        write(json_pieces({"islands": len(sizes), "sizes": sizes, "labels": labels}))
        return
    if len(sizes) <= len(LETTERS):
        names = np.array([*LETTERS[: len(sizes)], "#"])
        write("\n".join(map("".join, names[labels].tolist())))
    else:
        words = labels.astype(str)
        words[labels < 0] = "#"
        write(in_columns(words))
    order = sorted(range(len(sizes)), key=lambda number: -sizes[number])[:SIZES_SAID]
    name = LETTERS if len(sizes) <= len(LETTERS) else range(len(sizes))
    listed = ", ".join(f"{name[number]} {sizes[number]:,}" for number in order)
    more = "" if len(sizes) <= SIZES_SAID else ", ..."
    say(f"{counted(len(sizes), 'island')}; cells: {listed}{more}")


def field(given: boardverbs.FieldCommand) -> int:
    """Show from every cell where to go next."""
    out = OutFile.of(given, given.board)
    shows_only = bool(given.starts or given.exits or given.goals)
    board = BoardArguments(given, shows_only=shows_only).board()
    arrows = None
    with ProgressLine() as line:
        if given.starts:
            found = board.distances(
                given.starts, max_cost=given.max_cost, seconds=given.seconds, progress=line
            )
        else:
            ends = dict(map(_goal, given.goals)) if given.goals else board.exits
            arrows = board.flow_field(ends, max_cost=given.max_cost, seconds=given.seconds, progress=line)
            if given.flee is not None:
                arrows = arrows.flee(given.flee, seconds=given.seconds, progress=line)
            found = arrows.distances
    reached = int(np.count_nonzero(np.isfinite(found)))
    shown = None if given.distances else arrows
    if out is not None:
        _save(board, found, shown, out)
    if given.in_json:
        write(_in_json(found) if arrows is None else arrows.to_json())
    elif out is None:
        write(_text(board, found, shown))
        most = figures(float(found.max(where=np.isfinite(found), initial=0)))
        words = "" if given.flee else f", cost up to {most}"
        say(f"{counted(reached, 'cell')} of {board.open_count:,} reached{words}")
    return Status.ANSWERED if arrows is None or reached > len(arrows.goals) else Status.NO_PATH


def _goal(word: str) -> tuple[str, float]:
    """Return the cell and the value of ``CELL=VALUE``."""
    cell, equals, value = word.rpartition("=")
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not equals or not math.isfinite(number):
        raise InputError(f"--goal {word!r} is not CELL=VALUE, such as 3,4=2.5")
    return cell, number


def _text(board: Board, distances: NDArray[np.float64], arrows: FlowField | None) -> str:
    if arrows is not None:
        return checked_for_stdout(str(arrows), "field, which draws arrows,")
    words = [figures(value).replace(",", "") if math.isfinite(value) else "." for value in distances.flat]
    words = [word if is_open else "#" for word, is_open in zip(words, board.open_cells.flat, strict=True)]
    return in_columns(np.array(words).reshape(board.shape))


def _in_json(distances: NDArray[np.float64]) -> str:
    """Return distances from a start as the JSON of a field has those to goals."""
    rows, columns = distances.shape
    reached = int(np.count_nonzero(np.isfinite(distances)))
    return as_json({"rows": rows, "columns": columns, "reached": reached, "distances": distances.tolist()})


def _save(board: Board, distances: NDArray[np.float64], arrows: FlowField | None, out: OutFile) -> None:
    from gridwalk.render.lines import marked, svg_of_field
    from gridwalk.render.raster import image

    shown = board if arrows is None else marked(board, arrows.goals)
    if out.ending == ".txt":
        data = f"{_text(board, distances, arrows)}\n".encode()
    elif out.ending == ".svg":
        none = np.full(board.shape, -1, np.int8)
        moves = none if arrows is None else arrows.next_move
        data = svg_of_field(shown, distances, moves, out.dark or None).encode()
    elif out.ending == ".npy":
        data = array_bytes(distances if arrows is None else arrows.next_cell)
    else:
        data = png_bytes(image(shown, field=distances, dark=out.dark, cell=out.pixels))
    out.save(data)


def visit(given: boardverbs.VisitCommand) -> int:
    """Find the shortest walk through cells."""
    refuse_several_starts(given, "a walk")
    board = BoardArguments(given, shows_only=bool(given.starts)).board()
    with ProgressLine() as line:
        walk = board.visit(
            given.cells, back=given.back, measure=given.measure, seconds=given.seconds, progress=line
        )
    if walk is None:
        words = f"no way: no walk from {board.start} visits all stops"
        write(
            dumps({"found": False}) if given.in_json else words
        ) if given.in_json or not given.lines else say(words)
        return Status.NO_PATH
    if given.in_json:
        write(json_pieces({"found": True} | walk.numbers | {"cells": walk.cells}))
    elif given.lines:
        write("\n".join(_name(cell, walk, given.squares) for cell in walk))
    else:
        cost = f", cost {figures(walk.cost)}" if walk.cost != walk.length else ""
        names = " ".join(_name(stop, walk, given.squares) for stop in walk.stops)
        write(f"{walk}\n{names}\nlength {walk.length}{cost}")
    say(_claim(walk))
    return Status.ANSWERED


def _name(cell: Cell, walk: Walk, squares: bool) -> str:
    return square_name(cell, walk.board.rows) if squares else f"{cell[0]},{cell[1]}"


def _claim(walk: Walk) -> str:
    value = walk.cost if walk.best == "cost" else walk.length
    told = f"{'cost' if walk.best == 'cost' and walk.cost != walk.length else 'length'} {figures(value)}"
    if walk.proved:
        return f"{told}, proved the shortest; order by {walk.by}"
    return f"{told}, at least {figures(walk.bound)} ({100 * walk.gap:.2g} %); order by {walk.by}"


NEEDED = ("starlette", "uvicorn", "websockets")
FIRST_BOARD = "15x21"
BESIDE = {"board", "no_open", "port", "hosts"}  # what does not describe the board
NO_BROWSER = "no browser was found here: open this address in one yourself"
_HOST = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?(:[0-9]{1,5})?")


def view(given: ViewCommand) -> None:
    """Serve the page."""
    if missing := [name for name in NEEDED if find_spec(name) is None]:
        raise InputError(f"the viewer needs {', '.join(missing)}: pip install {' '.join(missing)}")
    from gridwalk.viewer.address import fragment_of, is_link
    from gridwalk.viewer.serve import Viewer

    for host in given.hosts:
        if not _HOST.fullmatch(host):
            raise InputError("is not a host or HOST:PORT, such as localhost:9000", ("allow_host", host))
    board, fragment = None, ""
    extra = given.others(BESIDE)
    if is_link(given.board or ""):
        if extra:
            raise InputError(f"a link has its board already: leave out {', '.join(extra)}")
        fragment = f"#{fragment_of(given.board)}"
    elif given.board or extra:
        refuse_several_starts(given)
        board = BoardArguments(given.but(board=given.board or FIRST_BOARD)).board()
    viewer = Viewer(board, port=given.port, hosts=given.hosts)

    def ready(address: str) -> None:
        address += fragment
        write(address)
        flush()  # a program that reads from a pipe gets the address now, not at the end
        if viewer.port_was_taken:
            say("the usual port is taken, perhaps by another viewer: links to that one do not lead here")
        say("Ctrl-C ends the viewer")
        if not given.no_open:
            # In a thread: some browsers block their caller, and the page has to be served.
            Thread(target=_open, args=(address,), daemon=True).start()

    viewer.serve_until_stopped(ready)


def _open(address: str) -> None:
    import webbrowser

    try:
        found = webbrowser.open(address)
    except (OSError, webbrowser.Error):
        found = False
    if not found:
        say(NO_BROWSER)
