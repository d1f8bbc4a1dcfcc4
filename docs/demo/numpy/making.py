"""Functions that make arrays, join and repeat them, move and pad them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence
from typing import Any

from numpy import kinds, ufuncs
from numpy.arrays import asarray, broadcast_to, filled, ndarray
from numpy.kinds import BOOL, FLOAT64, INT64, result_type
from numpy.shapes import as_shape, broadcast_shapes
from numpy.ufuncs import move

# Arrays made.


def ascontiguousarray(value: Any, dtype: Any = None) -> ndarray:
    value = asarray(value, dtype)
    return value if value.is_plain else value.copy()


def require(value: Any, dtype: Any = None, requirements: Any = None) -> ndarray:
    return ascontiguousarray(value, dtype)


def zeros(shape: Any, dtype: Any = FLOAT64, order: str = "C") -> ndarray:
    return ndarray(shape, dtype)


empty = zeros


def full(shape: Any, value: Any, dtype: Any = None) -> ndarray:
    kind, shape = asarray(value).dtype if dtype is None else kinds.dtype(dtype), as_shape(shape)
    if isinstance(value, ndarray | list | tuple):
        return broadcast_to(asarray(value, kind), shape).copy()
    return filled([value] * math.prod(shape), shape, kind)


def ones(shape: Any, dtype: Any = FLOAT64) -> ndarray:
    return full(shape, 1, dtype)


def zeros_like(a: Any, dtype: Any = None) -> ndarray:
    return zeros(asarray(a).shape, asarray(a).dtype if dtype is None else dtype)


empty_like = zeros_like


def full_like(a: Any, value: Any, dtype: Any = None) -> ndarray:
    return full(asarray(a).shape, value, asarray(a).dtype if dtype is None else dtype)


def eye(n: int, dtype: Any = FLOAT64) -> ndarray:
    return filled([i == j for i in range(n) for j in range(n)], (n, n), dtype)


def arange(*ends: Any, dtype: Any = None) -> ndarray:
    if all(hasattr(end, "__index__") for end in ends):
        found: Sequence[Any] = range(*ends)
        return filled(found, (len(found),), INT64 if dtype is None else dtype)
    start, stop, step = (0, ends[0], 1) if len(ends) == 1 else (*ends, 1)[:3]
    n = max(0, math.ceil((stop - start) / step))
    return filled([start + i * step for i in range(n)], (n,), FLOAT64 if dtype is None else dtype)


def linspace(start: float, stop: float, num: int = 50, endpoint: bool = True, dtype: Any = None) -> ndarray:
    parts = num - 1 if endpoint else num
    step = (stop - start) / parts if parts else 0.0
    found = [i * step + start for i in range(num)]
    if endpoint and num > 1:
        found[-1] = stop
    return filled(found, (num,), FLOAT64 if dtype is None else dtype)


def frombuffer(buffer: Any, dtype: Any = FLOAT64, count: int = -1, offset: int = 0) -> ndarray:
    kind = kinds.dtype(dtype)
    n = (memoryview(buffer).nbytes - offset) // kind.itemsize if count < 0 else count
    return ndarray((n,), kind, buffer, offset)


def fromiter(values: Any, dtype: Any, count: int = -1) -> ndarray:
    found = list(values if count < 0 else itertools.islice(values, count))
    return filled(found, (len(found),), dtype)


def indices(shape: Sequence[int], dtype: Any = INT64) -> ndarray:
    axes = [
        arange(n, dtype=dtype).reshape([-1 if i == j else 1 for j in range(len(shape))])
        for i, n in enumerate(shape)
    ]
    return stack([broadcast_to(one, tuple(shape)) for one in axes])


class _OpenGrid:
    def __getitem__(self, key: Any) -> tuple[ndarray, ...]:
        return ix_(*(arange(one.start or 0, one.stop, one.step or 1) for one in key))


class _Slices:
    def __getitem__(self, key: Any) -> Any:
        return key


ogrid, s_ = _OpenGrid(), _Slices()


def ix_(*of: Any) -> tuple[ndarray, ...]:
    return tuple(
        asarray(one).reshape([-1 if i == j else 1 for j in range(len(of))]) for i, one in enumerate(of)
    )


# Arrays joined, repeated, moved.


def concatenate(parts: Any, axis: int | None = 0, dtype: Any = None) -> ndarray:
    arrays = [asarray(part) if axis is not None else asarray(part).reshape(-1) for part in parts]
    kind = result_type(*arrays) if dtype is None else kinds.dtype(dtype)
    moved = [move(one, axis or 0, 0) for one in arrays]
    if any(one.shape[1:] != moved[0].shape[1:] for one in moved):
        raise ValueError(
            "all the input array dimensions except for the concatenation axis must match exactly"
        )
    flat = [value for one in moved for value in one.values()]
    return move(filled(flat, (sum(map(len, moved)), *moved[0].shape[1:]), kind), 0, axis or 0)


def stack(parts: Any, axis: int = 0) -> ndarray:
    arrays = [asarray(part) for part in parts]
    axis %= arrays[0].ndim + 1
    return concatenate([one.reshape(*one.shape[:axis], 1, *one.shape[axis:]) for one in arrays], axis)


def column_stack(parts: Any) -> ndarray:
    arrays = [asarray(part) for part in parts]
    return concatenate([one.reshape(-1, 1) if one.ndim == 1 else one for one in arrays], 1)


def hstack(parts: Any) -> ndarray:
    arrays = [asarray(part) for part in parts]
    return concatenate(arrays, 0 if arrays[0].ndim == 1 else 1)


def vstack(parts: Any) -> ndarray:
    arrays = [asarray(part) for part in parts]
    return concatenate([one.reshape(1, -1) if one.ndim == 1 else one for one in arrays])


def append(a: Any, b: Any, axis: int | None = None) -> ndarray:
    return concatenate([a, b], axis)


def array_split(a: Any, parts: int) -> list[ndarray]:
    size, more = divmod(len(a), parts)
    ends = list(itertools.accumulate([0] + [size + (i < more) for i in range(parts)]))
    return [a[i:j] for i, j in itertools.pairwise(ends)]


def repeat(a: Any, repeats: Any, axis: int | None = None) -> ndarray:
    a = asarray(a).reshape(-1) if axis is None else asarray(a)
    axis = axis or 0
    each = broadcast_to(repeats, (a.shape[axis],)).values()
    return take(a, [i for i, n in enumerate(each) for _ in range(n)], axis)


def tile(a: Any, n: Any) -> ndarray:
    found = asarray(a)
    times = as_shape(n)
    found = found.reshape((1,) * (len(times) - found.ndim) + found.shape)
    for axis, count in enumerate(times, found.ndim - len(times)):
        found = concatenate([found] * count, axis)
    return found


def take(a: Any, at: Any, axis: int | None = None, out: Any = None, mode: str = "raise") -> Any:
    a, at = asarray(a), asarray(at, INT64) if isinstance(at, list) else at
    if mode == "clip":
        at = ufuncs._clip(asarray(at), 0, (a.size if axis is None else a.shape[axis]) - 1)
    found = a.reshape(-1)[at] if axis is None else a[(slice(None),) * (axis % a.ndim) + (at,)]
    if out is None:
        return found
    out[...] = found
    return out


def moveaxis(a: Any, source: int, to: int) -> ndarray:
    return move(asarray(a), source, to)


def diff(a: Any, n: int = 1, axis: int = -1, prepend: Any = None, append: Any = None) -> Any:
    a = asarray(a)
    moved = move(a, axis, 0)
    one = (1, *moved.shape[1:])  # the shape of an end that is a number
    ends = [end if end is None else move(end, axis, 0) if getattr(end, "ndim", 0) else broadcast_to(end, one)
            for end in (prepend, append)]  # fmt: skip
    if any(end is not None for end in ends):
        moved = concatenate([part for part in (ends[0], moved, ends[1]) if part is not None])
    for _ in range(n):
        moved = ufuncs.not_equal(moved[1:], moved[:-1]) if moved.dtype is BOOL else moved[1:] - moved[:-1]
    return move(moved, 0, axis)


def roll(a: Any, shift: Any, axis: Any = None) -> ndarray:
    a = asarray(a)
    if axis is None:
        return roll(a.reshape(-1), shift, 0).reshape(a.shape)
    for one, by in zip(as_shape(axis), as_shape(shift) * len(as_shape(axis)), strict=False):
        n = a.shape[one]
        a = take(a, [(i - by) % n for i in range(n)], one)
    return a


def flip(a: Any, axis: int | None = None) -> ndarray:
    back = slice(None, None, -1)
    return a[tuple(back if axis in (None, i, i - a.ndim) else slice(None) for i in range(a.ndim))]


def rot90(a: Any, k: int = 1) -> ndarray:
    for _ in range(k % 4):
        a = flip(a.T, 0)
    return a


def pad(a: Any, width: Any, mode: str = "constant", constant_values: Any = 0) -> ndarray:
    a = asarray(a)
    widths = broadcast_to(width, (a.ndim, 2)).tolist()
    if mode == "edge":
        for axis, (before, after) in enumerate(widths):
            a = take(
                a, [min(max(i, 0), a.shape[axis] - 1) for i in range(-before, a.shape[axis] + after)], axis
            )
        return a
    found = full(
        [n + before + after for n, (before, after) in zip(a.shape, widths, strict=True)],
        constant_values,
        a.dtype,
    )
    found[tuple(slice(before, before + n) for n, (before, _) in zip(a.shape, widths, strict=True))] = a
    return found


def insert(a: Any, at: Any, values: Any, axis: int | None = None) -> ndarray:
    """Insert before the places *at* of the old array."""
    a = asarray(a).reshape(-1) if axis is None else asarray(a)
    moved, many = move(a, axis or 0, 0), isinstance(at, ndarray | list)
    places = asarray(at).values() if many else [at]
    places = [place + len(moved) if place < 0 else place for place in places]
    if not many and asarray(values).ndim == moved.ndim:
        places *= len(values)
    news = broadcast_to(asarray(values).astype(a.dtype), (len(places), *moved.shape[1:]))
    order = sorted(
        [*((place, 0, i) for i, place in enumerate(places)), *((i, 1, i) for i in range(len(moved)))]
    )
    both = concatenate([news, moved])
    return move(take(both, [i if old == 0 else len(places) + i for _, old, i in order], 0), 0, axis or 0)


def resize(a: Any, shape: Any) -> ndarray:
    values, shape = asarray(a).values(), as_shape(shape)
    return filled([values[i % len(values)] for i in range(math.prod(shape))], shape, asarray(a).dtype)


def broadcast_arrays(*of: Any) -> tuple[ndarray, ...]:
    shape = broadcast_shapes(*(asarray(one).shape for one in of))
    return tuple(broadcast_to(one, shape) for one in of)
