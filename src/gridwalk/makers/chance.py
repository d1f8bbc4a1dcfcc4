"""From what people give as ``rng`` to the one word that kernels draw from; from shares to thresholds."""

from __future__ import annotations

import random
from numbers import Real
from operator import index
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import ArgumentError
from gridwalk.kernels.makers.chance import CERTAIN, STATES

Rng: TypeAlias = "int | np.random.Generator | random.Random | None"


def stream(rng: Rng) -> NDArray[np.int64]:
    """Return the state of a kernel's generator.

    An int (of any size, from 0) is hashed by BLAKE2b, which never changes, and neither does the kernel's
    generator: the same seed gives the same board everywhere.  From a generator 64 bits of its bit stream are
    taken, so that it is another one afterwards; None takes them from the system.
    """
    if rng is None:
        import secrets

        word = secrets.randbits(64)
    elif isinstance(rng, np.random.Generator):
        # Not `integers`: NumPy keeps the bits of its generators for ever, not what it makes of them.
        word = _hashed(np.array([rng.bit_generator.random_raw()], "<u8").tobytes())
    elif isinstance(rng, random.Random):
        word = rng.getrandbits(64)
    else:
        word = _hashed(str(checked_seed(rng)).encode())
    return np.array([word % STATES + 1], np.int64)


def checked_seed(rng: Any) -> int:
    """Return a seed given as ``rng``; raise `ArgumentError` for all else."""
    try:
        seed = -1 if isinstance(rng, bool) else index(rng)
    except TypeError:
        seed = -1
    if seed < 0:
        raise ArgumentError("rng", rng, "a whole number of at least 0, or a numpy.random.Generator")
    return seed


def _hashed(data: bytes) -> int:
    from hashlib import blake2b

    return int.from_bytes(blake2b(data, digest_size=8).digest(), "little")


def threshold(name: str, share: float) -> int:
    """Return 2**32 times *share*; raise `ArgumentError` unless it is a number from 0 to 1."""
    if not isinstance(share, Real) or isinstance(share, bool) or not 0 <= share <= 1:
        raise ArgumentError(name, share, "a share: a number from 0 to 1")
    return round(float(share) * CERTAIN)
