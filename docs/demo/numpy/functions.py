"""Functions that search, sort and count, and reckon with numbers."""

from __future__ import annotations

import bisect
import itertools
import math
from collections.abc import Callable, Sequence
from typing import Any

from numpy import kinds, ufuncs
from numpy.arrays import asarray, filled, ndarray
from numpy.kinds import BOOL, FLOAT64, INT64, OBJECT, TEXT, dtype, result_type
from numpy.making import concatenate, repeat, stack, take
from numpy.ufuncs import METHODS, along, move, summed, total

# What is sought and found.


def nonzero(a: Any) -> tuple[ndarray, ...]:
    a = asarray(a)
    places = [i for i, value in enumerate(a.values()) if value]
    return unravel_index(filled(places, (len(places),), INT64), a.shape)


def unravel_index(at: Any, shape: Sequence[int]) -> tuple[Any, ...]:
    found, at = [], asarray(at) if isinstance(at, ndarray | list) else at
    for n in reversed(shape[1:]):
        found.append(at % n)
        at = at // n
    return tuple(reversed([*found, at]))


def flatnonzero(a: Any) -> ndarray:
    return nonzero(asarray(a).reshape(-1))[0]


def argwhere(a: Any) -> ndarray:
    return stack(nonzero(a), 1)


def count_nonzero(a: Any, axis: Any = None) -> Any:
    return along(a, lambda values: sum(map(bool, values)), axis, INT64)


def where(mask: Any, *two: Any) -> Any:
    if not two:
        return nonzero(mask)
    weak = [asarray(one) if isinstance(one, list | tuple | str) else one for one in two]
    return ufuncs.ufunc(lambda m, a, b: a if m else b)(asarray(mask), *weak, dtype=result_type(*weak))


ufuncs.functions["where"] = where


def compress(which: Any, a: Any, axis: int | None = None) -> ndarray:
    return take(a, flatnonzero(which), axis)


def copyto(into: ndarray, values: Any, where: Any = True) -> None:
    into[...] = ufuncs.functions["where"](where, values, into)


def _by_rows(a: ndarray, axis: int, function: Callable[[list[Any]], list[Any]], kind: Any) -> ndarray:
    moved = move(a, axis, -1)
    n, values = moved.shape[-1], moved.values()
    found = [one for i in range(0, len(values), n or 1) for one in function(values[i : i + n])]
    return move(filled(found, moved.shape, kind), -1, axis)


def argsort(a: Any, axis: int = -1, kind: Any = None, stable: Any = None) -> ndarray:
    return _by_rows(
        asarray(a), axis, lambda values: sorted(range(len(values)), key=values.__getitem__), INT64
    )


def sort(a: Any, axis: int | None = -1, kind: Any = None) -> ndarray:
    a = asarray(a).reshape(-1) if axis is None else asarray(a)
    return _by_rows(a, axis or 0 if axis != -1 else -1, sorted, a.dtype)


def _sort_within(a: ndarray, axis: int = -1, kind: Any = None) -> None:
    a[...] = sort(a, axis)


def partition(a: Any, place: Any, axis: int = -1) -> ndarray:
    return sort(a, axis)


def lexsort(keys: Any) -> ndarray:
    rows = list(zip(*(asarray(key).values() for key in reversed(list(keys))), strict=True))
    return filled(sorted(range(len(rows)), key=rows.__getitem__), (len(rows),), INT64)


def unique(a: Any, return_index: bool = False, return_inverse: bool = False, return_counts: bool = False,
           axis: int | None = None) -> Any:  # fmt: skip
    a = asarray(a)
    rows = a.values() if axis is None else list(map(tuple, a.reshape(len(a), -1).tolist()))
    found = sorted(set(rows))
    number = {row: i for i, row in enumerate(found)}
    flat = found if axis is None else [value for row in found for value in row]
    results = [filled(flat, (len(found),) if axis is None else (len(found), *a.shape[1:]), a.dtype)]
    if return_index:
        first: dict[Any, int] = {}
        for i, row in enumerate(rows):
            first.setdefault(row, i)
        results.append(filled([first[row] for row in found], (len(found),), INT64))
    if return_inverse:
        results.append(filled([number[row] for row in rows], a.shape if axis is None else (len(a),), INT64))
    if return_counts:
        results.append(bincount([number[row] for row in rows], minlength=len(found)))
    return results[0] if len(results) == 1 else tuple(results)


def isin(a: Any, of: Any, assume_unique: bool = False, invert: bool = False) -> ndarray:
    a, known = asarray(a), set(asarray(of).values())
    return filled([(value in known) != invert for value in a.values()], a.shape, BOOL)


def setdiff1d(a: Any, b: Any, assume_unique: bool = False) -> ndarray:
    values, gone = asarray(a).values(), set(asarray(b).values())
    found = [v for v in (values if assume_unique else sorted(set(values))) if v not in gone]
    return filled(found, (len(found),), asarray(a).dtype)


def intersect1d(a: Any, b: Any, assume_unique: bool = False) -> ndarray:
    found = sorted(set(asarray(a).values()) & set(asarray(b).values()))
    return filled(found, (len(found),), result_type(asarray(a), asarray(b)))


def union1d(a: Any, b: Any) -> ndarray:
    return unique(concatenate([a, b], None))


def searchsorted(a: Any, v: Any, side: str = "left", sorter: Any = None) -> Any:
    a = asarray(a) if sorter is None else asarray(a)[sorter]
    find, values = bisect.bisect_left if side == "left" else bisect.bisect_right, a.values()
    if isinstance(v, ndarray | list | tuple):
        v = asarray(v)
        return filled([find(values, one) for one in v.values()], v.shape, INT64)
    return kinds.int64(find(values, v))


def bincount(a: Any, weights: Any = None, minlength: int = 0) -> ndarray:
    values = asarray(a).values()
    found = [0 if weights is None else 0.0] * max(minlength, max(values, default=-1) + 1)
    for value, weight in zip(
        values, itertools.repeat(1) if weights is None else asarray(weights).values(), strict=False
    ):
        found[value] += weight
    return filled(found, (len(found),), INT64 if weights is None else FLOAT64)


def array_equal(a: Any, b: Any) -> bool:
    a, b = asarray(a), asarray(b)
    return a.shape == b.shape and a.values() == b.values()


# Numbers.


def ptp(a: Any, axis: Any = None) -> Any:
    return asarray(a).max(axis) - asarray(a).min(axis)


def quantile(a: Any, part: float) -> Any:
    values = sorted(asarray(a).values())
    at = part * (len(values) - 1)
    low = math.floor(at)
    high, share = min(low + 1, len(values) - 1), at - low
    apart = values[high] - values[low]
    return kinds.float64(values[high] - apart * (1 - share) if share >= 0.5 else values[low] + apart * share)


def median(a: Any) -> Any:
    values = sorted(asarray(a).values())
    middle = values[(len(values) - 1) // 2 : len(values) // 2 + 1]
    return kinds.float64(summed(middle) / len(middle) if middle else math.nan)


def nan_to_num(a: Any, nan: float = 0.0, posinf: Any = None, neginf: Any = None) -> Any:
    ends = [
        1.7976931348623157e308 if posinf is None else posinf,
        -1.7976931348623157e308 if neginf is None else neginf,
    ]
    return ufuncs.ufunc(lambda v: v if math.isfinite(v) else nan if math.isnan(v) else ends[v < 0], FLOAT64)(
        a
    )


def interp(x: Any, xs: Any, ys: Any) -> Any:
    xs, ys = asarray(xs).values(), asarray(ys).values()

    def one(x: float) -> float:
        if x <= xs[0]:
            return ys[0]
        for i in range(1, len(xs)):
            if x <= xs[i]:
                return (ys[i] - ys[i - 1]) / (xs[i] - xs[i - 1]) * (x - xs[i - 1]) + ys[i - 1]
        return ys[-1]

    return ufuncs.ufunc(one, FLOAT64)(x)


def packbits(a: Any, axis: int | None = None, bitorder: str = "big") -> ndarray:
    a = asarray(a).reshape(-1) if axis is None else asarray(a)
    moved, order = (
        move(a, -1 if axis is None else axis, -1),
        range(8) if bitorder == "little" else range(7, -1, -1),
    )
    rows, n = moved.reshape(-1, moved.shape[-1]).tolist(), -(-moved.shape[-1] // 8)
    found = [
        sum(1 << k for k, bit in zip(order, row[8 * i : 8 * i + 8], strict=False) if bit)
        for row in rows
        for i in range(n)
    ]
    return move(filled(found, (*moved.shape[:-1], n), "uint8"), -1, -1 if axis is None else axis)


def einsum(axes: str, a: Any, b: Any) -> ndarray:
    """Sum products of *a* and *b* over the axes that the result does not name."""
    given, result = axes.split("->")
    names = given.split(",")
    sizes = {
        name: n
        for axis, one in zip(names, (a, b), strict=True)
        for name, n in zip(axis, one.shape, strict=True)
    }
    every = result + "".join(sorted(set(sizes) - set(result)))
    wide = [
        one.transpose([axis.index(name) for name in every if name in axis]).reshape(
            [sizes[name] if name in axis else 1 for name in every]
        )
        for axis, one in zip(names, (a, b), strict=True)
    ]
    return total(wide[0] * wide[1], tuple(range(len(result), len(every))))


def kron(a: Any, b: Any) -> ndarray:
    a, b = asarray(a), asarray(b)
    found = a[:, None, :, None] * b[None, :, None, :]
    return found.reshape(a.shape[0] * b.shape[0], -1)


def min_scalar_type(value: int) -> dtype:
    names = ("uint8", "uint16", "uint32", "uint64") if value >= 0 else ("int8", "int16", "int32", "int64")
    return next((dtype(name) for name in names if value in dtype(name).limits), OBJECT)


def rjust(words: Any, width: int) -> ndarray:
    return filled([word.rjust(width) for word in asarray(words).values()], asarray(words).shape, TEXT)


def str_len(words: Any) -> ndarray:
    return filled(map(len, asarray(words).values()), asarray(words).shape, INT64)


def _method(name: str) -> Callable[..., Any]:
    return lambda a, *more, **named: METHODS[name](asarray(a), *more, **named)


for _name, _function in {
    "nonzero": nonzero, "repeat": repeat, "take": take, "argsort": argsort, "sort": _sort_within,
    "searchsorted": searchsorted, "compress": lambda a, which, axis=None: compress(which, a, axis),
}.items():  # fmt: skip
    setattr(ndarray, _name, _function)
