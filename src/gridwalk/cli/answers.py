"""Answers on stdout, as text and as JSON."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from gridwalk.errors import counted
from gridwalk.runtime.progress import take_away

if TYPE_CHECKING:
    from gridwalk.answers.linkage import Linkage
    from gridwalk.answers.path import Path
    from gridwalk.answers.walk import Walk

PIECE = 1 << 15  # numbers of an array formatted at once, in some milliseconds


class LostAnswerError(OSError):
    """An answer that cannot be written to stdout."""


def path_facts(path: Path | Linkage, *, reached: bool = True, **facts: Any) -> Mapping[str, Any]:
    """Return the facts of *path*, with further *facts*, for JSON."""
    return {"found": True, "reached": reached, **path.numbers, **facts, **path._visited}


def json_pieces(value: Mapping[str, Any]) -> Iterator[str]:
    """Yield *value* as one line of JSON, arrays in pieces, so that Ctrl-C works in between."""
    before = "{"
    for name, part in value.items():
        yield f"{before}{dumps(name)}:"
        if isinstance(part, np.ndarray):
            yield "["
            step = max(1, PIECE * len(part) // max(1, part.size))
            for first in range(0, len(part), step):
                yield ("," if first else "") + dumps(part[first : first + step].tolist())[1:-1]
            yield "]"
        else:
            yield dumps(part)
        before = ","
    yield "}"


def dumps(value: Any) -> str:
    """Return *value* as one line of JSON."""
    return json.dumps(value, separators=(",", ":"), allow_nan=False)


def with_text(name: str, value: object) -> dict[str, object]:
    """Return exact numbers under *name*, and as text under *name* with ``_text``.

    Many programs read numbers in JSON as floats, which round above 2**53.
    """
    return {name: value, f"{name}_text": _as_text(value)}


def _as_text(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {key: _as_text(part) for key, part in value.items()}
    return [_as_text(part) for part in value] if isinstance(value, list) else str(value)


def quality(path: Path | Linkage) -> str:
    """Return the bound or the turns of a path, which a drawing does not show; an empty text if none."""
    if isinstance(path, tuple):
        return ""
    if path.by == "anytime":
        return claim(path, "at most", "the longest")
    if path.by == "weighted-astar" or not (path.bound is None or path.proved or path._turn_cost):
        return claim(path, "at least", "the shortest")
    if path.best != "turns" and not path._turn_cost:
        return ""
    told = f"{counted(path.turns, 'turn')}, {counted(path.length, 'move')}"
    if path.best == "cost":
        told += f", cost {figures(path.cost)}, {figures(path.bound or 0)} with the turns"
    return told


def effort(path: Path | Linkage) -> str:
    """Return the algorithm that found the path, and the number of cells that it expanded."""
    if isinstance(path, tuple) or path.by == "sweep":
        return "by sweep, over all paths at once"
    if path.by == "anytime":
        return counted(path.expanded, "step")
    if not path.expanded:
        return f"by {path.by}, without a search"
    expanded = counted(path.expanded, "node" if path.board._is_network else "cell")
    return f"by {path.by}: {expanded} expanded, {counted(path.backtracks, 'backtrack')}"


def claim(path: Path | Walk, words: str, proved: str) -> str:
    """Return the length or cost of a path, with its proof or its bound."""
    by_cost = path.best == "cost" and path.cost != path.length
    told = f"cost {figures(path.cost)}" if by_cost else f"length {path.length:,}"
    if path.proved or path.bound is None or path.gap is None:
        return f"{told}, proved {proved}"
    return f"{told}, {words} {figures(path.bound)} ({100 * path.gap:.2g} %)"


def figures(value: float) -> str:
    """Return a length or cost as text."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.6g}"


def write(text: str | Iterable[str]) -> None:
    """Write *text*, whole or in pieces, and a newline to stdout."""
    take_away()  # the bar
    with answer_lost():
        for piece in chain([text] if isinstance(text, str) else text, ["\n"]):
            sys.stdout.write(_in_characters_of_stdout(piece))


def flush() -> None:
    """Flush stdout."""
    with answer_lost():
        sys.stdout.flush()


def write_bytes(data: bytes) -> None:
    """Write *data* to stdout."""
    flush()
    left = memoryview(data)
    with answer_lost():
        while left:  # an unbuffered stdout may take a part
            left = left[sys.stdout.buffer.write(left) :]


@contextmanager
def answer_lost() -> Iterator[None]:
    """Raise `LostAnswerError` for errors of stdout, as opposed to errors of other files."""
    try:
        yield
    except BrokenPipeError:  # the reader closed the pipe: not an error
        raise
    except OSError as error:
        raise LostAnswerError(error.strerror or str(error)) from error


def _in_characters_of_stdout(text: str) -> str:
    """Return *text*; characters that stdout cannot encode, as in file names, become escapes."""
    if text.isascii():
        return text
    encoding = sys.stdout.encoding or "utf-8"
    return text.encode(encoding, "backslashreplace").decode(encoding)
