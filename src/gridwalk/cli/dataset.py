"""The commands dataset and survey: boards in large numbers, and what was asked of them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from gridwalk.cli.answers import dumps, write
from gridwalk.cli.crew import opened
from gridwalk.cli.makeverbs import OWN, DatasetCommand, ManyBoards, SurveyCommand
from gridwalk.cli.output import OutFile
from gridwalk.cli.progress import ProgressLine, say
from gridwalk.cli.target import is_stdout
from gridwalk.cli.values import board_size
from gridwalk.errors import InputError, counted


def _arguments(given: ManyBoards) -> Any:
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

    arguments, folder = _arguments(given), given.folder
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

    arguments, out = _arguments(given), OutFile.of(given, "")
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
