"""The commands that make boards: make, sheet, which prints them, and dataset and survey, which ask many."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from gridwalk.board import Board
from gridwalk.cli.answers import dumps, json_pieces, write
from gridwalk.cli.forms import Form
from gridwalk.cli.makeverbs import (
    FILMS,
    OWN,
    DatasetCommand,
    MakeCommand,
    ManyBoards,
    SheetCommand,
    SurveyCommand,
)
from gridwalk.cli.output import OutFile, save_board
from gridwalk.cli.progress import ProgressLine, described, say
from gridwalk.cli.question import opened
from gridwalk.cli.values import board_size, is_stdout
from gridwalk.errors import BoardTextError, InputError, NotPrintableError, UnknownChoiceError, counted
from gridwalk.grids.grid import Grid
from gridwalk.makers.table import MAKERS, Maker, maker
from gridwalk.render.text import draw_board

USUAL = "wilson"
Arguments: TypeAlias = Mapping[str, Any]  # of `gridwalk.make`


def make(given: MakeCommand) -> None:
    """Make a board."""
    if board_size(given.maker) is not None:
        raise InputError(f"{given.maker} is a size: give a maker before it, as in make wilson {given.maker}")
    row = maker(given.maker)
    form, out = Form.of(given), OutFile.of(given, given.mask or "")
    seed = int.from_bytes(os.urandom(4), "little") if given.seed is None else given.seed
    arguments = {**_arguments(row, given.size, given, thin=given.thin), "rng": seed}
    if out is not None and out.ending in FILMS:
        board = _save_film(row, arguments, given, out)
    else:
        board = _show(row, arguments, out, form, given.in_json)
    facts = {
        "maker": row.name,
        "seed": seed,
        "rows": board.rows,
        "columns": board.columns,
        "open": board.open_count,
        "start": board.start,
        "exits": board.exits,
    }
    if given.in_json:
        write(json_pieces(facts | {"text": draw_board(board)}))
    else:
        say(
            f"{row.name} with --seed {seed}: {board.rows} x {board.columns} cells, "
            f"{board.open_count:,} open, start {board.start}, exit {board.exits[0]}"
        )


def _show(row: Maker, arguments: Arguments, out: OutFile | None, form: Form, in_json: bool) -> Grid:
    """Make the board, and write or print it; return it."""
    from gridwalk.makers.boards import make as make_board

    name: Any = row.name
    board = make_board(name, **arguments)
    text = partial(board.draw, glyphs=form.glyphs, blanks=form.blanks)
    if out is not None:
        save_board(board, out, text)
    elif not in_json:
        write(text())
        if board.walls is not None:
            try:
                Board.from_text(board.to_text())
            except (NotPrintableError, BoardTextError) as error:
                say(f"this output cannot be read again: {described(error)}")
    return board


def _arguments(row: Maker, size: str | None, given: MakeCommand | SheetCommand, *, thin: bool) -> Arguments:
    """Return the arguments of `gridwalk.make`."""
    own = {name: value for name in OWN if (value := getattr(given, name)) is not None}
    for name in own:
        if name not in row.options:
            takers = ", ".join(other.name for other in MAKERS.values() if name in other.options)
            raise InputError(f"--{name} applies to {takers}, not to {row.name}")
    arguments: dict[str, object] = {"braid": given.braid, "loops": given.loops, "thin": thin} | own
    if given.ends is not None:
        UnknownChoiceError.check("ends", given.ends, ("corners", "far"))
        arguments["ends"] = given.ends
    if given.mask is not None:
        from gridwalk.reading import read

        arguments["mask"] = read(given.mask)
    elif size is None:
        raise InputError(f"{row.name} needs a size, such as 20x30 ({row.counts}), or --mask FILE")
    if size is not None:
        rows_and_columns = board_size(size)
        if rows_and_columns is None:
            raise InputError(f"{size!r} is not a size: give rows x columns, such as 20x30")
        arguments["rows"], arguments["columns"] = rows_and_columns
    return arguments


def _save_film(row: Maker, arguments: Arguments, given: MakeCommand, out: OutFile) -> Grid:
    """Write the film of a making; return the board."""
    from gridwalk.makers.making import watch
    from gridwalk.render.raster import FRAMES, film

    name: Any = row.name
    making = watch(name, **arguments)
    look: Any = {"dark": out.dark, "cell": out.pixels, "squares": out.squares}
    data = film(making, "gif" if out.ending == ".gif" else "png",
                frames=given.frames or FRAMES, fps=given.fps, **look)  # fmt: skip
    out.save(data)
    return making.board


def sheet(given: SheetCommand) -> None:
    """Print mazes, and their answers."""
    from gridwalk.sheets import Part, save_all
    from gridwalk.sheets import sheet as sheet_of

    facts: dict[str, object] = {}
    boards: Iterable[Board]
    by = ""
    if given.own:
        boards = _read(given)
    else:
        seed = int.from_bytes(os.urandom(3), "little") if given.seed is None else given.seed
        boards, name = _made(given, seed)
        facts = {"maker": name, "seed": seed}
        by = f" by {name} with --seed {seed}"
    made = sheet_of(
        boards,
        title=given.title,
        name="" if given.no_name else given.name,
        per_page=given.per_page,
        paper=given.paper,
        landscape=given.landscape,
        answers=given.answers_title if given.answers else None,
        font=given.font,
    )
    first: Part = "all" if given.answers_to is None else "boards"
    wanted = [(made, given.output, first)]
    if given.answers_to is not None:
        wanted.append((made, given.answers_to, "answers"))
    files = save_all(wanted)
    if given.in_json:
        facts |= {
            "pages": len(made.board_pages),
            "answer_pages": len(made.answer_pages),
            "lengths": [None if path is None else path.length for path in made.paths],
            "files": [str(file) for file in files],
        }
        write(json_pieces(facts))
    say(
        f"{counted(len(made.boards), 'board')}{by}: wrote "
        f"{', '.join(map(str, files[:4]))}{' ...' if len(files) > 4 else ''}"
    )


def _made(given: SheetCommand, seed: int) -> tuple[Iterator[Board], str]:
    """Return boards of a maker, one by one, and the name of the maker."""
    from gridwalk.makers.boards import make as make_board

    size, named = given.size, given.maker
    if named is None:
        raise InputError("what to print? give a size such as 12x16, a maker and a size, or --board FILE")
    if size is None and board_size(named) is not None:
        size, named = named, USUAL
    row = maker(named)
    if given.thick and row.counts != "rooms":
        raise InputError(f"--thick applies to mazes of rooms, not to {row.name}")
    how = _arguments(row, size, given, thin=row.counts == "rooms" and not given.thick)
    name: Any = row.name
    return (make_board(name, rng=seed + i, **how) for i in range(given.number or 4)), row.name


def _read(given: SheetCommand) -> list[Board]:
    """Return the boards of files; refuse to write over one of them."""
    from gridwalk.reading import read

    for target in (given.output, given.answers_to):
        if target is not None and any(_is_same(target, file) for file in given.own):
            raise InputError(f"{target} is the file of a board; write to another file")
    return [read(file) for file in given.own]


def _is_same(target: Path, file: str) -> bool:
    return target.exists() and os.path.exists(file) and os.path.samefile(target, file)


def _arguments_of_many(given: ManyBoards) -> Any:
    """Return the arguments that `gridwalk.dataset` and `gridwalk.survey` share, but for the maker."""
    names = (*OWN, "braid", "loops", "ends", "seconds", "memory")
    own = {name: value for name in names if (value := getattr(given, name)) is not None}
    if given.thin:
        own["thin"] = True
    sizes = []
    for word in given.size.split(","):
        size = board_size(word)
        if size is None:
            raise InputError(f"{word!r} is not a size: give rows x columns, such as 20x30, several by commas")
        sizes.append(size)
    return {"size": sizes, "rng": _seed(given.seed), **own}


def _names(words: str) -> list[str]:
    return [name.strip() for name in words.split(",")]


def _seed(seed: int | None) -> int:
    """Return the seed, or a random one."""
    import secrets

    return secrets.randbits(32) if seed is None else seed


def dataset(given: DatasetCommand) -> None:
    """Make a dataset."""
    from gridwalk.datasets.making import KEPT
    from gridwalk.datasets.making import dataset as make_dataset

    arguments, folder = _arguments_of_many(given), given.folder
    if _is_there(folder) and given.seed is None:
        arguments["rng"] = _seed_of(folder)
    try:
        with opened(given.on) as on, ProgressLine() as line:
            data = make_dataset(
                _names(given.maker), n=given.n, to=folder, ask=_names(given.ask), on=on, part=given.part,
                format=given.form, progress=line, **arguments,
            )  # fmt: skip
    except KeyboardInterrupt:
        if _is_there(folder):
            say(f"{folder}: {KEPT}")
        raise
    if given.in_json:
        write(dumps({"folder": str(data.folder), "parts": len(data.parts), **data.about}))
    else:
        rows, parts = counted(len(data), "row"), counted(len(data.parts), "part")
        say(f"{folder}: {rows} in {parts}, --seed {arguments['rng']}")


def _is_there(folder: str) -> bool:
    from gridwalk.datasets.parts import DESCRIPTION

    return Path(folder, DESCRIPTION).is_file()


def _seed_of(folder: str) -> int:
    """Return the seed of the dataset that is there: who gave none the first time goes on with it."""
    from gridwalk.datasets.parts import read_description

    about: Any = read_description(Path(folder)) or {}
    boards = about.get("boards")
    return int(boards["seed"]) if isinstance(boards, dict) and "seed" in boards else _seed(None)


def survey(given: SurveyCommand) -> None:
    """Ask many boards the same questions."""
    from gridwalk.datasets.surveying import survey as ask_all

    arguments, out = _arguments_of_many(given), OutFile.of(given, "")
    with opened(given.on) as on, ProgressLine() as line:
        found = ask_all(
            _names(given.maker), n=given.n, ask=_names(given.ask), on=on, progress=line, **arguments
        )
    if given.in_json:
        write(dumps({"seed": arguments["rng"], "boards": given.n, "table": found.table}))
    elif out is None or not (is_stdout(out.file) or out.ending == ".csv"):
        write(str(found))
    if out is not None:
        text = "" if out.ending == ".png" else found.svg() if out.ending == ".svg" else found.to_csv()
        out.save(text.encode() if text else found.png())
    if given.seed is None:
        say(f"with --seed {arguments['rng']}")
