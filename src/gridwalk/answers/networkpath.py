"""Paths of a network: their nodes by name, and the edges they take."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from operator import index
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.answers.path import Path
from gridwalk.errors import QuestionError

if TYPE_CHECKING:
    from gridwalk.errors import Cell
    from gridwalk.network.board import NetworkBoard

NO_BOARD = "a network has neither rows nor columns"


class NetworkPath(Path):
    """A simple path, cycle or tour of a network: a sequence of its nodes, by their names.

    Attributes
    ----------
    nodes : list
        The names of the nodes in order; a closed path returns from the last to the first.
    edges : list of int
        The numbers of the edges in order, as in `Network.edges`: they tell parallel edges apart.
    length, cost : number
        The sums of those of its edges.

    Two paths are equal if they take the same edges from the same node on.

    >>> from gridwalk import Network
    >>> path = Network([("a", "b"), ("b", "c", 5)]).paths("a", "c").find()
    >>> path.nodes, path.edges, path.length
    (['a', 'b', 'c'], [0, 1], 6)

    """

    @property
    def network(self) -> Any:
        """The network."""
        return self.board.network

    @property
    def _board(self) -> NetworkBoard:
        board: Any = self.board
        return board  # type: ignore[no-any-return]

    @property
    def _places(self) -> list[Cell]:
        return [(place, 0) for place in self.cells[:, 0].tolist()]

    @cached_property
    def nodes(self) -> list[Any]:
        """The names of the nodes, in order."""
        names = self._board.edges.nodes
        return [names[v] for v in self.cells[::2, 0].tolist()]

    @cached_property
    def edges(self) -> list[int]:
        """The numbers of the edges, in order."""
        return [place - self._board.nodes for place in self.cells[1::2, 0].tolist()]

    @property
    def length(self) -> int:
        """The sum of the lengths of its edges."""
        return int(self._board._length_of_place[self.cells[:, 0]].sum())

    @cached_property
    def cost(self) -> int | float:
        """The sum of the costs of its edges."""
        return self._board._step_costs.cost_of_cell[self.cells[:, 0]].sum().item()  # type: ignore[no-any-return]

    @property
    def worst(self) -> int | float:
        """The cost of its most expensive edge; 0 for a single node."""
        edges = self._board._step_costs.cost_of_cell[self.cells[1::2, 0]]
        return edges.max(initial=0).item()  # type: ignore[no-any-return]

    @property
    def is_tour(self) -> bool:
        """Whether the path visits every node."""
        return len(self) == self._board.open_count

    @property
    def start(self) -> Any:
        """The first node."""
        return self.nodes[0]

    @property
    def end(self) -> Any:
        """The last node."""
        return self.nodes[-1]

    def reversed(self) -> Path:
        """Return the path from its end to its start; a closed one keeps its start."""
        cells = np.roll(self.cells[::-1], 1, axis=0) if self.closed else self.cells[::-1]
        places = [(place, 0) for place in cells[:, 0].tolist()]
        if self._board._length_along(places, closed=self.closed) is None:
            raise QuestionError("reversed()", "some edge of the path leads one way only")
        return Path._found(self.board, cells, self.closed, self.by, self.expanded, self.backtracks)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values: ``length``, ``cost``, effort, a bound if any, ``nodes``, ``edges``."""
        return {**self.numbers, **self._visited}

    @property
    def _visited(self) -> dict[str, Any]:
        return {"nodes": self.nodes, "edges": self.edges}

    def _elsewhere(self, name: str) -> str:
        if name in ("rows", "columns"):
            raise QuestionError(name, NO_BOARD)
        return super()._elsewhere(name)

    @property
    def waypoints(self) -> NDArray[np.int32]:
        """Refused: a network has no directions."""
        raise QuestionError("waypoints", NO_BOARD)

    @property
    def turns(self) -> int:
        """Refused: a network has no directions."""
        raise QuestionError("turns", NO_BOARD)

    @property
    def letters(self) -> str:
        """Refused: a network has no directions."""
        raise QuestionError("letters", NO_BOARD)

    def draw(self, **_: Any) -> str:
        """Return the names of the nodes in a line."""
        return " - ".join(map(str, [*self.nodes, *self.nodes[: self.closed]]))

    def __len__(self) -> int:
        return (len(self.cells) + 1) // 2

    def __getitem__(self, number: Any) -> Any:
        return self.nodes[number if isinstance(number, slice) else index(number)]

    def __iter__(self) -> Iterator[Any]:
        yield from self.nodes

    def __reversed__(self) -> Iterator[Any]:
        yield from reversed(self.nodes)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        return np.array(self.nodes, dtype, copy=copy)

    def __contains__(self, node: object) -> bool:
        return node in self.nodes

    def __reduce__(self) -> tuple[Any, ...]:
        made = self.board, self.cells, self.closed, self.by, self.expanded, self.backtracks
        state = {"best": self.best, "_bound": self._bound, "_turn_cost": self._turn_cost}
        return Path._found, made, state

    def __repr__(self) -> str:
        kind = "path" if not self.closed else "closed tour" if self.is_tour else "cycle"
        edges = f"{len(self.edges)} edge" + "s" * (len(self.edges) != 1)
        return f"<NetworkPath: {kind} of {edges} from {self.start!r} to {self.end!r}, by {self.by}>"
