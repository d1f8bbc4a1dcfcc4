"""Counts that are stopped, their files damaged, and that go on: the number is right, or an error is told."""

from __future__ import annotations

import random
import shutil
import tempfile
from contextlib import suppress
from pathlib import Path

import gridwalk as gw
from gridwalk.runtime.progress import Progress
from gridwalk.runtime.tuning import tuned
from published import KING_PATHS, KNIGHT_CLOSED, KNIGHT_OPEN, ROOK_CYCLES, ROOK_OPEN, ROOK_PATHS

from .case import Case

# What is counted, with its number: published, or by `truth`.
ROOMS = "gw.Board.from_text('.....\\n.....\\n##.##\\n.....\\n.....')"
QUESTIONS = (
    ("gw.Board.rectangle(7, 7).paths()", "count()", ROOK_PATHS[7]),
    ("gw.Board.rectangle(8, 8).paths()", "count()", ROOK_PATHS[8]),
    ("gw.Board.rectangle(6, 6).paths()", "count(by='sweep')", ROOK_PATHS[6]),
    ("gw.Board.rectangle(6, 6).paths()", "lengths()[10]", 252),
    (
        "gw.Board.rectangle(5, 5, moves=gw.KING.with_corners('none')).paths()",
        "count(by='sweep')",
        KING_PATHS[5],
    ),
    (
        "gw.Board.rectangle(4, 4, moves=gw.KING.with_corners('none')).paths()",
        "count(by='sweep')",
        KING_PATHS[4],
    ),
    ("gw.Board.rectangle(5, 5).cycles()", "count()", ROOK_CYCLES[5]),
    (
        "gw.Board.rectangle(6, 6, moves=gw.KNIGHT).tours(closed=True)",
        "count(by='halves')",
        KNIGHT_CLOSED[6, 6],
    ),
    (
        "gw.Board.rectangle(5, 6, moves=gw.KNIGHT).tours(closed=True)",
        "count(by='halves')",
        KNIGHT_CLOSED[5, 6],
    ),
    ("gw.Board.rectangle(5, 5, moves=gw.KNIGHT).tours()", "count(by='halves')", 2 * KNIGHT_OPEN[5, 5]),
    ("gw.Board.rectangle(4, 4).tours()", "count(by='sweep')", 2 * ROOK_OPEN[4]),
    (f"{ROOMS}.paths()", "count(by='sweep')", 64),
    (f"{ROOMS}.cycles()", "count()", 20),
)


class StopError(Exception):
    """Ends a count in the middle."""


def run(case: Case) -> None:
    rng = case.rng
    case.bring("from campaign.stores import gone_on", gone_on=gone_on)
    made, asked, number = rng.choice(QUESTIONS)
    stops = rng.choice((0, 1, 2, 3, 5, 10, 30, 1000))
    damage = rng.choice(
        ("none", "none", *("flip", "digit") * 3, "cut", "empty", "junk", "json", "lost", "swap")
    )
    call = f"gone_on({made!r}, {asked!r}, stops={stops}, damage={damage!r}, seed={rng.randrange(10**6)})"
    case.label = f"{made}.{asked} {damage}"
    refused = () if damage == "none" else gw.GridwalkError
    case.holds(call, lambda said: said == number, number, refused)


def gone_on(made: str, asked: str, *, stops: int, damage: str, seed: int) -> object:
    """Stop a count after so many words of progress, damage what it wrote, and ask again."""
    rng = random.Random(seed)
    directory = Path(tempfile.mkdtemp(prefix="gridwalk-campaign-"))
    paths = eval(made, {"gw": gw})
    told = 0

    def progress(_: Progress) -> None:
        nonlocal told
        told += 1
        if told > stops:
            raise StopError

    try:
        with tuned(save_every=0, save_share=0, tell_every=0):
            with suppress(StopError):
                eval(f"paths.{asked}", {"paths": paths.within(keep=directory, progress=progress)})
            files = sorted(file for file in directory.rglob("*") if file.is_file())
            if files and damage != "none":
                states = [file for file in files if file.name != "question.json"] or files
                harm(rng, rng.choice(files if rng.random() < 0.2 else states), files, damage)
            return eval(f"paths.{asked}", {"paths": paths.within(keep=directory)})
    finally:
        shutil.rmtree(directory, ignore_errors=True)


def harm(rng: random.Random, file: Path, files: list[Path], damage: str) -> None:
    """Damage one file."""
    data = bytearray(file.read_bytes())
    at = rng.randrange(len(data)) if data else 0
    if damage == "flip" and data:
        data[at] ^= 1 << rng.randrange(8)
    elif damage == "digit":
        digits = [i for i, byte in enumerate(data) if chr(byte).isdigit()]
        if digits:
            data[rng.choice(digits)] = ord(rng.choice("0123456789"))
    elif damage == "cut":
        del data[at:]
    elif damage == "empty":
        data.clear()
    elif damage == "junk":
        data = bytearray(rng.randbytes(rng.randint(1, 200)))
    elif damage == "json":
        data = bytearray(rng.choice(("{}", "[]", "null", "1", '{"count": 1}', "[[1, 2]]", '"x"')).encode())
    elif damage == "swap":
        data = bytearray(rng.choice(files).read_bytes())
    if damage == "lost":
        file.unlink()
    else:
        file.write_bytes(bytes(data))
