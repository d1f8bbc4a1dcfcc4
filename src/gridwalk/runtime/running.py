"""Kernels run for one board: slice by slice, by its clock."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.kernels._kernel import Kernel
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.slices import registers, run


@dataclass(frozen=True)
class Slices:
    """How kernels are run for one board: by its clock, in the tier that its size asks for."""

    moves_of_cell: NDArray[Any]
    watch: Watch

    def __call__(
        self, kernel: Kernel, *arguments: Any, begin: Mapping[int, int] | None = None
    ) -> NDArray[np.int64]:
        """Run *kernel* to its end, from the registers in *begin* on, and return its registers."""
        state = registers()
        for register, value in (begin or {}).items():
            state[register] = value
        run(kernel, *arguments, state=state, moves_of_cell=self.moves_of_cell, watch=self.watch)
        return state
