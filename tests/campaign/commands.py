"""Command lines, in this process: the status, what is printed, and answers against the oracle."""

from __future__ import annotations

import io
import json
import os
import random
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from gridwalk.cli import run as status_of
from gridwalk.cli.group import COMMANDS, command_named
from spoilt import spoilt

from . import draw
from .case import Case
from .readers import matrix
from .truth import TooManyError, Truth, lengths

STATUSES = (0, 1, 2, 3)
HELP = {"-h", "--help"}
# `view` serves for ever.
VERBS = tuple(verb for verb in COMMANDS if verb != "view")
OPTIONS = {
    verb: [param for param in command_named(verb).params if param.param_type_name == "option"]
    for verb in VERBS
}
# What may stand for an option's value: right for one or another of them, and wrong for most.
VALUES = (
    "orthogonal", "king", "knight", "1,3", "U,D,DDR", "DRUL", "URDL", "both", "one", "none", "0,0", "a1",
    "b2",
    "1,1", "9,9", "0", "1", "2", "4", "7", "-1", "1.5", "64MiB", "1s", "auto", "bfs", "dfs", "sweep", "list",
    "halves", "warnsdorff", "jps", "labels", "length", "cost", "lines", "numbers", "p.svg", "p.png", "p.gif",
    "p.txt", "p.npy", "state", "", ".GS", "01",
)  # fmt: skip


def run(case: Case) -> None:
    rng = case.rng
    case.bring("from campaign.commands import command, json_of", command=command, json_of=json_of)
    rows, columns = rng.randint(1, 4), rng.randint(1, 4)
    grid = tuple(tuple(rng.random() < 0.8 for _ in range(columns)) for _ in range(rows))
    text = matrix(rng, grid)
    for _ in range(6):
        verb = rng.choice(VERBS)
        words = [verb, rng.choice(("-", f"{rows}x{columns}"))]
        words += [option(rng, verb) for _ in range(rng.choice((0, 1, 2, 3, 4)))]
        if any("--time" in known.opts for known in OPTIONS[verb]):
            words.append("--time=300ms")
        if rng.random() < 0.4:
            at = rng.randrange(len(words))
            words[at] = spoilt(rng, words[at])
        if "view" in words or any("\0" in word for word in words):  # which no shell can say
            continue
        given = spoilt(rng, text) if rng.random() < 0.3 else text
        case.label = f"command {verb}"
        asked = f"command({words!r}, {given!r})"
        case.holds(asked, lambda said, words=words: well(words, *said), "a status, and words")
    case.label = ""
    known(case, grid)


def option(rng: random.Random, verb: str) -> str:
    """Any option of a verb, with a value if it takes one."""
    chosen = rng.choice(OPTIONS[verb])
    name = rng.choice(chosen.opts)
    if chosen.is_flag:  # type: ignore[attr-defined]
        return name
    return f"{name}{'=' * name.startswith('--')}{rng.choice(VALUES)}"


def well(words: list[str], status: int, out: str, err: str) -> bool | str:
    """Whether a command line ended as one should."""
    if status not in STATUSES:
        return f"status {status}"
    if "Traceback" in err or "Traceback" in out:
        return "a traceback"
    if status >= 2 and not err.strip():
        return "no word of what is wrong"
    if "--json" in words and status < 2 and not HELP.intersection(words):
        for line in out.splitlines():
            json.loads(line)
    return True


def known(case: Case, grid: Any) -> None:
    """Counts and shortest paths, as JSON, against the oracle."""
    rng = case.rng
    if not any(map(any, grid)):
        return
    deltas, word = rng.choice(((draw.ORTHOGONAL, "orthogonal"), (draw.KING, "king"), (draw.KNIGHT, "knight")))
    truth = Truth(draw.Raw(grid, deltas, rng.choice(("both", "one", "none"))))
    start, end = rng.choice(truth.raw.cells), rng.choice(truth.raw.cells)
    try:
        ways = truth.simple_paths([start], [end], draw.STEPS)
    except TooManyError:
        return
    text = "\n".join("".join("#."[ok] for ok in row) for row in grid)
    if "." not in text or "#" not in text:
        return
    words = ["-", f"--moves={word}", f"--corners={truth.raw.corners}", f"--from={start[0]},{start[1]}",
             f"--to={end[0]},{end[1]}", "--json"]  # fmt: skip
    case.same(f"json_of(command({['count', *words]!r}, {text!r}))['count']", len(ways))
    found = {str(moves): number for moves, number in lengths(ways).items()}
    case.same(f"json_of(command({['count', *words, '--lengths']!r}, {text!r}))['lengths']", found)
    least = min((float(truth.cost(way)) for way in ways), default=None)
    status = f"command({['shortest', *words]!r}, {text!r})[0]"
    case.same(status, int(least is None))
    listed = [[list(cell) for cell in way] for way in ways]
    if len(ways) < 50:
        asked = f"command({['list', *words]!r}, {text!r})[1].splitlines()"
        case.same(f"sorted(json_of(line) for line in {asked})", sorted(listed))


def command(words: list[str], given: str = "") -> tuple[int, str, str]:
    """Run a command line here; return its status and what it prints."""
    with _streams(given) as (out, err), _elsewhere():
        status = status_of(words)
        for stream in (out, err):
            stream.flush()
        return status, *(stream.buffer.getvalue().decode("utf-8", "replace") for stream in (out, err))  # type: ignore[attr-defined]


@contextmanager
def _streams(given: str) -> Iterator[tuple[io.TextIOWrapper, io.TextIOWrapper]]:
    before = sys.stdin, sys.stdout, sys.stderr
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", "backslashreplace") for _ in range(2))
    sys.stdin = io.TextIOWrapper(io.BytesIO(given.encode("utf-8", "surrogatepass")), "utf-8")
    sys.stdout, sys.stderr = out, err
    try:
        yield out, err
    finally:
        sys.stdin, sys.stdout, sys.stderr = before


@contextmanager
def _elsewhere() -> Iterator[None]:
    """In a directory of its own: what an option writes, it writes there."""
    before = os.getcwd()
    with tempfile.TemporaryDirectory(prefix="gridwalk-campaign-") as directory:
        os.chdir(directory)
        try:
            yield
        finally:
            os.chdir(before)


def json_of(said: tuple[int, str, str] | str) -> Any:
    """The one JSON value that was printed; of a path its cells."""
    value = json.loads(said if isinstance(said, str) else said[1])
    return value.get("cells", value)
