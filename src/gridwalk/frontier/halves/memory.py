"""How much memory a count may take, and how its kernels are called."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from gridwalk.errors import TourMemoryError
from gridwalk.kernels._kernel import Kernel
from gridwalk.runtime.limits import Account, Watch
from gridwalk.runtime.slices import call_beside, interpreting


@dataclass
class Memory(Account):
    """The bytes in use by one count, and what it is doing."""

    limit: int
    doing: str = "planning"

    @property
    def left(self) -> int:
        """How many bytes there still are."""
        return max(0, self.limit - self.used)

    def error(self, limit: int, needed: int) -> TourMemoryError:
        """Return the error that names what is being done."""
        return TourMemoryError(limit, needed, self.doing)


def call(kernel: Kernel, watch: Watch, *arguments: Any) -> Any:
    """Call a kernel that is over soon: compiled, unless all are to be interpreted."""
    return call_beside(kernel, kernel.compiled if compiled() else kernel.python, watch, *arguments)


def compiled() -> bool:
    """Whether kernels run compiled."""
    return not interpreting()
