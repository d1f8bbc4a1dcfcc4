"""The layers and residues of a count of tours as they are kept in a directory.

What is kept of every half is its newest layer: without signatures, which planning finds again.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import KeepError
from gridwalk.runtime.kept import KeptParts, KeptState
from gridwalk.runtime.limits import Watch

FORMAT = 3  # of the order of signatures and counts


@dataclass(frozen=True)
class Saved:
    """A layer as it is on disk."""

    step: int  # how many steps were done
    starts: NDArray[np.int64]
    lengths: NDArray[np.int32]
    values: NDArray[Any]

    @property
    def wide(self) -> bool:
        """Whether counts are kept in 64 bits."""
        return self.values.dtype == np.uint64


class Shelf:
    """What is kept of one count."""

    def __init__(self, kept: KeptParts, watch: Watch) -> None:
        self._kept, self._state = kept, KeptState(kept, partial(watch.check, 0, 0, 0))

    def offer(self, half: str, modulus: int, layer: Saved) -> None:
        """Save a layer of *half*, in which counts are taken by *modulus*, if it is time."""
        arrays = layer.starts, layer.lengths, layer.values
        given = _name(modulus, half), {"step": layer.step}, arrays, self._state.saving
        self._state.offer(self._kept.save, *given)

    def load(self, half: str, modulus: int, sizes: Sequence[int]) -> Saved | None:
        """Return the newest layer of *half*, if any; *sizes*: how many signatures each step leaves."""
        saved = self._kept.find(_name(modulus, half))
        if saved is None:
            return None
        step = saved.facts["step"]
        starts, lengths, values = self._state.read(saved)
        if not len(starts) == len(lengths) == sizes[step - 1]:
            raise KeepError(saved.path, "is of another plan of this count; remove it")
        return Saved(step, starts, lengths, values)

    def known(self, modulus: int) -> int | None:
        """Return a finished residue."""
        saved = self._kept.find(_name(modulus))
        return None if saved is None else int(saved.facts["number"], 16)

    def finish(self, modulus: int, number: int) -> None:
        """Keep a residue, and forget the layers that led to it."""
        self._kept.save(_name(modulus), {"number": hex(number)})
        self._kept.forget(_name(modulus, ""))


def _name(modulus: int, half: str | None = None) -> str:
    return f"residue-{modulus}" if half is None else f"residue-{modulus}-{half.replace(' ', '-')}"
