"""Two things to ask of a 64-bit word, in plain Python or as one machine instruction.

Words are unsigned, and so must be all that meets them: in Numba a ``uint64`` with an
``int64`` makes a ``float64``.  Write ``word >> np.uint64(n)``, never ``word >> n``.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from gridwalk.kernels._kernel import instruction


@instruction("llvm.cttz", counts=True)
def trailing_zeros(word: Any) -> int:
    """Return the place of the lowest set bit, 64 if there is none."""
    return (int(word) & -int(word)).bit_length() - 1 if word else 64


@instruction("llvm.bitreverse", counts=False)
def reversed_bits(word: Any) -> np.uint64:
    """Return the word read from its other end."""
    return np.uint64(int(f"{int(word):064b}"[::-1], 2))
