"""How much memory a count may take, and how its kernels are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gridwalk.errors import TourMemoryError
from gridwalk.kernels._kernel import Kernel
from gridwalk.limits import Watch
from gridwalk.search.slices import call_beside, interpreting


@dataclass
class Memory:
    """The bytes in use by one count, and how many there may be."""

    limit: int
    used: int = 0
    most: int = 0
    doing: str = "planning"

    @property
    def left(self) -> int:
        """How many bytes there still are."""
        return max(0, self.limit - self.used)

    def take(self, amount: int) -> None:
        """Note that *amount* bytes are taken; raise if they are too many."""
        if self.used + amount > self.limit:
            raise TourMemoryError(self.limit, self.used + amount, self.doing)
        self.used += amount
        self.most = max(self.most, self.used)

    def give(self, amount: int) -> None:
        """Note that *amount* bytes are free again."""
        self.used -= amount


def call(kernel: Kernel, watch: Watch, *arguments: Any) -> Any:
    """Call a kernel that is over soon: compiled, unless all are to be interpreted."""
    return call_beside(kernel, kernel.compiled if compiled() else kernel.python, watch, *arguments)


def compiled() -> bool:
    """Whether kernels run compiled."""
    return not interpreting()
