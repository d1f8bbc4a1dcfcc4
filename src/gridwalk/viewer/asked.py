"""A question of the page with its set of paths, and the form of its answer.

Answers use the page's names (titles of algorithms and choices instead of Python's words).  A film is the
event log, the legal moves of every cell, and the lower bound that A* used.

A message begins with the length of its JSON text and its own, both uint32, then come the text and each part;
all integers are little-endian, and every part begins at a multiple of eight bytes from the start of the
message.  The JSON text lists the parts: name, type and number of items of each.
"""

from __future__ import annotations

import json
import struct
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gridwalk import algorithms
from gridwalk.algorithms import ALGORITHMS
from gridwalk.answers.trace import Trace
from gridwalk.board.board import Board
from gridwalk.draw.pagedata import legal_moves, rest_of
from gridwalk.errors import (
    BoardTextError,
    Cell,
    GridwalkError,
    Message,
    QuestionError,
    UnsuitableAlgorithmError,
)
from gridwalk.runtime.progress import Progress
from gridwalk.sets.pathset import PathSet
from gridwalk.sets.tourset import CycleSet, TourSet

ALIGNMENT = 8
_LENGTHS = struct.Struct("<II")
_BYTES_OF_TYPE = {"i4": "<i4", "u4": "<u4", "f8": "<f8", "u1": "|u1"}

Parts = Mapping[str, NDArray[Any]]


def packed(data: Mapping[str, Any], parts: Parts) -> bytes:
    """Return the message of *data* and *parts*.

    >>> import numpy as np
    >>> message = packed({"kind": "file"}, {"bytes": np.frombuffer(b"GIF", np.uint8)})
    >>> message[8:-8].decode().rstrip()
    '{"kind": "file", "parts": [["bytes", "u1", 3]]}'
    >>> message[-8:]
    b'GIF\\x00\\x00\\x00\\x00\\x00'
    """
    table, tail = [], []
    for name, part in parts.items():
        kind = part.dtype.str[1:]
        table.append([name, kind, part.size])
        content = np.ascontiguousarray(part, _BYTES_OF_TYPE[kind]).tobytes()
        tail += [content, bytes(-len(content) % ALIGNMENT)]
    text = json.dumps({**data, "parts": table}).encode()
    text += b" " * (-(_LENGTHS.size + len(text)) % ALIGNMENT)
    size = _LENGTHS.size + len(text) + sum(map(len, tail))
    return b"".join([_LENGTHS.pack(len(text), size), text, *tail])


def file_parts(content: bytes) -> Parts:
    """Return the one part of a file."""
    return {"bytes": np.frombuffer(content, np.uint8)}


def legal_parts(grid: Board) -> Parts:
    """Return the legal-move table of *grid*."""
    return {"legal": legal_moves(grid)}


def film_parts(trace: Trace, ground: Board) -> Parts:
    """Return the parts of the film of a search on *ground*, the board without the cells avoided."""
    return {"events": trace.events.reshape(-1), **legal_parts(ground), "rest": rest_of(trace)}


Tell = Callable[[Progress], None]
Cells = tuple[Cell, ...]
Members = PathSet | TourSet | CycleSet


def silent(progress: Progress) -> None:
    """Ignore the progress."""


@dataclass(frozen=True)
class Asked:
    """A question of the page.

    Attributes
    ----------
    board : Board
    members : str
        The set: "paths", "tours", "closed" (tours) or "cycles".
    by : str
        The algorithm.
    through, avoiding : tuple of cells
    seed : int
    tell : callable
        Called with the progress; an exception it raises ends the work.
    walked : tuple of int
        The flat cells that a person has walked so far.
    tour : bool
        Whether that walk is to be a tour.
    picture : str
        The sweep of `gridwalk.planner.traces` that shows a count layer by layer; "": none.

    """

    board: Board
    members: str = "paths"
    by: Any = "auto"
    through: Cells = ()
    avoiding: Cells = ()
    seed: int = 0
    tell: Tell = silent
    walked: tuple[int, ...] = ()
    tour: bool = False
    picture: str = ""

    @cached_property
    def all(self) -> Members:
        """The set, with the library's default for memory."""
        return self.within(None)

    @property
    def paths(self) -> PathSet:
        """The set, where it is one of paths."""
        paths = self.all
        assert isinstance(paths, PathSet)
        return paths

    def within(self, seconds: float | None) -> Members:
        """Return the set with a limit of time."""
        found: Members
        if self.members == "cycles":
            found = self.board.cycles()
        elif self.members == "paths":
            found = self.board.paths()
        elif self.members == "tours":
            found = self.board.tours(start=self.board.start)
        else:
            found = self.board.tours(start=self.board.start, closed=True)
        if self.through:
            found = found.through(self.through)
        if self.avoiding:
            found = found.avoiding(self.avoiding)
        # `within` of a set without a limit is asked with progress alone.
        return (
            found.within(progress=self.tell) if seconds is None else found.within(seconds, progress=self.tell)
        )


class Answer(NamedTuple):
    """The final reply: plain values, the event log if there is one, and the arrays that go with them."""

    data: dict[str, Any]
    trace: Trace | None = None
    parts: Parts | None = None


# The page's names of the corner rules, as in its form "Diagonals past corners".
CORNERS: Mapping[str, str] = {"both": "never", "one": "past one wall", "none": "always"}
# Python's words in messages, with the names of the page.
_NAMES: Mapping[str, str] = {
    **{f"'{name}'": words for name, words in CORNERS.items()},
    **{f"{before}'{row.name}'": row.title for row in reversed(ALGORITHMS) for before in ("", "by=")},
}


Words = str | dict[str, Any]


def told(words: str) -> Words:
    """Return *words* for JSON: a message as its template and values, without its advice.

    >>> told(Message("{n:,} cells", ": say cells=9", n=1200)), told(Message("no cell")), told("as it is")
    ({'template': '{n} cells', 'values': {'n': '1,200'}}, 'no cell', 'as it is')
    """
    if not isinstance(words, Message):
        return words
    values = {name: told(value) for name, value in words.values.items()}
    return {"template": words.template, "values": values} if values else words.template


def page_words(reason: str) -> Message:
    """Return *reason* with the page's names in place of Python's words in quotes.

    >>> page_words(Message("use {one!r} or {other!r}", one="astar", other="dfs"))
    'use A* or depth-first, a stack'
    """
    return Message.made_of(reason).mapped(lambda word: _NAMES.get(word, word))


def title_of(by: str) -> str:
    """Return the page's name of an algorithm.

    >>> title_of("astar")
    'A*'
    """
    return "the automatic choice" if by == "auto" else algorithms.title_of(by)


def sentence(reason: str) -> str:
    """Return *reason* as a sentence in the page's names, for an algorithm that cannot be chosen.

    >>> sentence("it is for open tours")
    'It is for open tours.'
    """
    words = page_words(reason)
    text = f"{words.template[:1].upper()}{words.template[1:].rstrip('.')}."
    return Message.of(text, words.values)


def in_page_words(error: Exception) -> str:
    """Return the message of *error* for the page.

    >>> reason = Message("it supports no costs: use {one!r}", one="astar")
    >>> in_page_words(UnsuitableAlgorithmError("jps", reason))
    'Jump points does not suit this board: it supports no costs: use A*'
    """
    if isinstance(error, UnsuitableAlgorithmError):
        title = title_of(error.by)
        return Message(
            "{by} does not suit this board: {reason}",
            by=f"{title[:1].upper()}{title[1:]}",
            reason=page_words(error.reason),
        )
    if isinstance(error, QuestionError):  # the page shows the question beside it
        return sentence(error.reason)
    if isinstance(error, BoardTextError):  # its quotes are of a file
        return error.message.bare
    return page_words(error.message.bare if isinstance(error, GridwalkError) else str(error))
