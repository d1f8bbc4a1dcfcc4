"""A question in words: what is asked for, what counts as one path, and why there is none.

Answers do not depend on these words, but for `InWords.why_empty`, which is also how a definition that
excludes all paths is known.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from gridwalk.board.board import Board
from gridwalk.board.without import Edge
from gridwalk.errors import Cell

SHOWN = 8  # the maximum of cells to name one by one


class InWords:
    """What a `gridwalk.question.question.Question` says of itself."""

    board: Board
    starts: tuple[Cell, ...] | None
    exits: tuple[Cell, ...] | None
    tour: bool
    closed: bool
    undirected: bool
    required: tuple[Cell, ...]
    avoided: tuple[Cell, ...]
    required_edges: tuple[Edge, ...]
    avoided_edges: tuple[Edge, ...]
    avoided_moves: tuple[Edge, ...]
    min_length: int
    max_length: int | None

    @property
    def needed(self) -> tuple[Cell, ...]:
        """The required cells, and the ends of required edges."""
        return tuple(sorted({*self.required, *(cell for edge in self.required_edges for cell in edge)}))

    @property
    def cells_needed(self) -> tuple[Cell, ...]:
        """The required cells, and those that a required edge joins."""
        return tuple(sorted({cell for place in self.needed for cell in self.board._cells_at(place)}))

    @property
    def lengths(self) -> tuple[int, int | None]:
        """The least number of moves, and the greatest; None: any."""
        return self.min_length, self.max_length

    @property
    def convention(self) -> str:
        """A sentence that says what counts as one path."""
        words = self.described
        if self.closed and self.board._symmetric:
            return f"{words}, counted once in all: neither start nor direction matters"
        if self.closed:
            return f"{words}, counted once per direction: some move has no reverse"
        if self.tour:
            if self.undirected:
                return f"{words}, a tour and its reverse counted once"
            return words + (", counted once per direction" if self.starts is None else "")
        if self.exits is not None:
            return f"{words}; a path ends at the first exit it enters"
        if self.starts is not None:
            return f"{words}; every self-avoiding walk counts, also one of no move"
        return f"{words}; every self-avoiding walk counts, once per direction, also one of no move"

    @property
    def described(self) -> str:
        """The members of the set, as text."""
        words = self._kind
        if self.required:
            words += f" through {self._all_of(self.required)}"
        if self.avoided:
            words += f" avoiding {self._all_of(self.avoided)}"
        for verb, edges, sign in (
            ("through the edges", self.required_edges, "-"),
            ("avoiding the edges", self.avoided_edges, "-"),
            ("avoiding the moves", self.avoided_moves, " -> "),
        ):
            if edges:
                words += f" {verb if len(edges) > 1 else verb[:-1]} {self._edges(edges, sign)}"
        fewest, most = self.min_length, self.max_length
        if most is not None and most == fewest:
            return f"{words} of {most:,} moves"
        if most is not None:
            return f"{words} of {fewest:,} to {most:,} moves"
        return f"{words} of {fewest:,} moves or more" if fewest else words

    @property
    def _kind(self) -> str:
        if self.closed:
            return "closed tours" if self.tour else "simple cycles"
        any_cell = "any node" if self.board._is_network else "any square"
        anywhere = any_cell if self.tour else "anywhere"
        start = anywhere if self.starts is None else self._one_of(self.starts)
        if self.tour:
            return f"open tours from {start}" + (
                "" if self.exits is None else f" to {self._one_of(self.exits)}"
            )
        return f"simple paths from {start} to {anywhere if self.exits is None else self._one_of(self.exits)}"

    def __repr__(self) -> str:
        once = ", a tour and its reverse once" if self.undirected and not self.closed else ""
        return f"{self.described}{once}, on {self.board._whole!r}"

    @property
    def why_empty(self) -> str | None:
        """The reason why the definition alone excludes all paths; ``None``: there may be paths."""
        fewest, most = self.min_length, self.max_length
        if most is not None and most < fewest:
            return f"no path has {fewest:,} moves or more and {most:,} or fewer"
        if self.tour and not self.board._lengths_vary:
            moves = self.board.open_count - (not self.closed)
            if not fewest <= moves <= (moves if most is None else most):
                return f"every tour has {moves:,} moves"
        if most == fewest and (parity := self._parity) not in (None, fewest % 2):
            return f"every such path has an {'odd' if parity else 'even'} number of moves, by colour"
        if both := set(self.required_edges) & set(self.avoided_edges):
            return f"every path must take, and must avoid, the edge {self._edges(sorted(both), '-')}"
        if self.starts == () or self.exits == ():
            return f"no cell is left where a path may {'start' if self.starts == () else 'end'}"
        if not self.avoided:
            return None
        if self.tour:
            return f"a tour visits every cell, so none avoids {self._all_of(self.avoided)}"
        out = set(self.avoided)
        if both_ways := sorted(out.intersection(self.needed)):
            return f"every path must visit, and must avoid, {self._all_of(both_ways)}"
        if self.starts is not None and out.issuperset(self.starts):
            return f"every path begins at {self._one_of(self.starts)}, which it must avoid"
        if self.exits is not None and out.issuperset(self.exits):
            return f"every path ends at {self._one_of(self.exits)}, which it must avoid"
        return "every open cell must be avoided" if len(out) == self.board.open_count else None

    @property
    def _parity(self) -> int | None:
        """What is left of all numbers of moves divided by 2, where each move changes the cell's colour."""
        board = self.board
        if board._is_network:
            return None
        both = any((rows + columns) % 2 == 0 for rows, columns in board.moves.deltas)
        if both or board.wrap or board.portals or board.moves.slides:
            return None
        if self.closed:
            return 0
        if self.starts is None or self.exits is None:
            return None
        parities = {(sum(start) + sum(end)) % 2 for start in self.starts for end in self.exits}
        return parities.pop() if len(parities) == 1 else None

    def _one_of(self, cells: Iterable[Cell]) -> str:
        return one_of(map(self.board._said, cells))

    def _all_of(self, cells: Iterable[Cell]) -> str:
        return _all_of(list(map(self.board._said, cells)))

    def _edges(self, edges: Iterable[Edge], sign: str) -> str:
        return _all_of([self.board._said_edge(edge, sign) for edge in edges])


def one_of(cells: Iterable[Cell | str]) -> str:
    """Return the cells as alternatives: "(0, 0) or (0, 1)"."""
    return " or ".join(map(str, cells))


def _all_of(cells: Sequence[str]) -> str:
    if len(cells) > SHOWN:
        return f"{', '.join(cells[:SHOWN])} and {len(cells) - SHOWN:,} more"
    return " and ".join(cells)
