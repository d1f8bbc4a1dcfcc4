"""How much memory a sweep may take: asked for before it is taken."""

from __future__ import annotations

from dataclasses import dataclass

from gridwalk.errors import GridwalkError


class SweepMemoryError(GridwalkError):
    """A sweep that does not fit into the memory given; carries how far it came."""

    def __init__(self, memory: int, needed: int, layer: int, layers: int) -> None:
        self.memory, self.needed, self.layer, self.layers = memory, needed, layer, layers
        super().__init__(
            f"memory={memory} bytes are too few: layer {layer} of {layers} needs {needed} bytes or more"
        )


@dataclass
class Memory:
    """The bytes in use by one sweep, and how many there may be (None: no limit)."""

    limit: int | None
    layers: int
    layer: int = 0
    used: int = 0
    most: int = 0

    def take(self, amount: int) -> None:
        """Note that *amount* bytes are about to be taken; raise if they are too many."""
        if self.limit is not None and self.used + amount > self.limit:
            raise SweepMemoryError(self.limit, self.used + amount, self.layer, self.layers)
        self.used += amount
        self.most = max(self.most, self.used)

    def give(self, amount: int) -> None:
        """Note that *amount* bytes are free again."""
        self.used -= amount
