"""What an engine looks like: it answers for one block of a reduced board, in flat cells of the board."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from gridwalk.frontier.draws import Streams
from gridwalk.frontier.estimate import Estimate
from gridwalk.frontier.question import BlockQuestion, Cells


class Part(Protocol):
    """All paths (or cycles) through one block."""

    @property
    def name(self) -> str:
        """By which engine."""

    @property
    def estimate(self) -> Estimate:
        """What a count will take: after a short search for a good plan."""

    @property
    def estimate_of_lengths(self) -> Estimate:
        """What a count by length will take."""

    @property
    def bytes(self) -> int:
        """How many bytes of memory it holds for the ranks asked for so far."""

    def close(self) -> None:
        """Forget what is held for ranks; it is made again when one is asked for."""

    def count(self) -> int:
        """Return how many there are."""

    def lengths(self) -> dict[int, int]:
        """Return how many there are of each number of moves."""

    def best(self, *, longest: bool, by_cost: bool) -> Cells | None:
        """Return one of most or fewest moves, or of greatest or least cost; None if there is none."""

    def at(self, ranks: Sequence[int]) -> list[Cells]:
        """Return those of some ranks, from 0 to below `count`."""

    def sample(self, n: int, streams: Streams) -> list[Cells]:
        """Return *n* drawn independently, each of all with the same chance; none if there are none."""

    def rank(self, cells: Cells) -> int | None:
        """Return the rank of one, None if it is none of these."""


class Engine(Part, Protocol):
    """One algorithm; it is made for a question that it can answer, and plans nothing until it has to."""

    def __init__(self, question: BlockQuestion) -> None: ...

    @staticmethod
    def why_not(question: BlockQuestion) -> str | None:
        """Return why this engine cannot answer, in words; None: it can."""

    @property
    def rough(self) -> Estimate:
        """What a count will take: at once, and at most."""

    @property
    def is_quick(self) -> bool:
        """Whether there is so little to do that to look at the next engine would take longer."""

    @property
    def joins_directions(self) -> bool:
        """Whether it takes each path (or cycle) and its reverse for one, where they are two."""
