"""Shapes of arrays, and how far it is from one element to the next."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

Shape = tuple[int, ...]


def steps_of(shape: Sequence[int]) -> Shape:
    """Return the steps of an array whose elements lie side by side."""
    return tuple(math.prod(shape[axis + 1 :]) for axis in range(len(shape)))


def as_shape(shape: Any) -> Shape:
    return (int(shape),) if hasattr(shape, "__index__") else tuple(map(int, shape))


class Flags:
    def __init__(self, of: Any) -> None:
        self.__dict__["of"] = of

    writeable = property(lambda self: self.of.writeable, lambda self, to: self.of.setflags(to))
    c_contiguous = contiguous = property(lambda self: self.of.is_plain)
    f_contiguous = property(lambda self: self.of.T.is_plain)
    owndata = property(lambda self: self.of.base is None)

    def __getitem__(self, name: str) -> bool:
        return getattr(self, name.lower())


def within(index: int, n: int, axis: int) -> int:
    """Return an index that may count from the end as one from the beginning."""
    if not -n <= index < n:
        raise IndexError(f"index {index} is out of bounds for axis {axis} with size {n}")
    return index if index >= 0 else index + n


def broadcast_shapes(*shapes: Shape) -> Shape:
    found: list[int] = []
    for sizes in itertools.zip_longest(*(shape[::-1] for shape in shapes), fillvalue=1):
        wide = {n for n in sizes if n != 1}
        if len(wide) > 1:
            raise ValueError(
                "operands could not be broadcast together with shapes " + " ".join(map(str, shapes))
            )
        found.append(wide.pop() if wide else 1)
    return tuple(found[::-1])
