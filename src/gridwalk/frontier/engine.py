"""What an engine looks like: it answers for one block of a reduced board, in flat cells of the board."""

from __future__ import annotations

from typing import Protocol

from gridwalk.frontier.estimate import Estimate
from gridwalk.frontier.families import Family
from gridwalk.frontier.question import BlockQuestion, Cells


class Engine(Family[Cells], Protocol):
    """One algorithm for all paths (or cycles) through one block, made for a question that it can answer.

    It plans nothing until it has to.
    """

    def __init__(self, question: BlockQuestion) -> None: ...

    @staticmethod
    def why_not(question: BlockQuestion) -> str | None:
        """Return why this engine cannot answer, in words; None: it can."""

    @property
    def name(self) -> str:
        """By which engine."""

    @property
    def rough(self) -> Estimate:
        """What a count will take: at once, and at most."""

    @property
    def estimate(self) -> Estimate:
        """What a count will take: after a short search for a good plan."""

    @property
    def estimate_of_lengths(self) -> Estimate:
        """What a count by length will take."""

    @property
    def is_quick(self) -> bool:
        """Whether there is so little to do that to look at the next engine would take longer."""

    @property
    def joins_directions(self) -> bool:
        """Whether it takes each path (or cycle) and its reverse for one, where they are two."""

    @property
    def bytes(self) -> int:
        """How many bytes of memory it holds for the ranks asked for so far."""

    def close(self) -> None:
        """Forget what is held for ranks; it is made again when one is asked for."""
