"""How the kernels of a count are called."""

from __future__ import annotations

from typing import Any

from gridwalk.kernels._kernel import Kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import call_beside, interpreting


def call(kernel: Kernel, watch: Watch, *arguments: Any) -> Any:
    """Call a kernel that is over soon: compiled, unless all are to be interpreted."""
    return call_beside(kernel, kernel.compiled if compiled() else kernel.python, watch, *arguments)


def compiled() -> bool:
    """Whether kernels run compiled."""
    return not interpreting()
