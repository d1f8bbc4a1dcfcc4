"""Functions of each element, the operators of arrays, and sums along axes.

They reckon with Python's numbers and store by the kind of the result, so only what is stored wraps.
"""

from __future__ import annotations

import functools
import itertools
import math
import operator
from collections.abc import Callable, Sequence
from math import inf, nan
from typing import Any

from numpy import kinds
from numpy.arrays import asarray, broadcast_shapes, broadcast_to, filled, ndarray
from numpy.kinds import BOOL, FLOAT64, INT64, UINT64, dtype, result_type


class ufunc:
    """A function of elements.  *kind* is that of its results, if not that of its arguments."""

    def __init__(self, function: Callable[..., Any], kind: dtype | None = None, start: Any = 0) -> None:
        self.function, self.kind, self.start = function, kind, start

    def __call__(self, *given: Any, out: Any = None, dtype: Any = None, where: Any = None, **_: Any) -> Any:
        arrays = [asarray(one) if isinstance(one, ndarray | list | tuple) else one for one in given]
        shape = broadcast_shapes(*(one.shape for one in arrays if isinstance(one, ndarray)))
        columns = [
            broadcast_to(one, shape).values() if isinstance(one, ndarray) else itertools.repeat(one)
            for one in arrays
        ]
        if shape == () and not any(isinstance(one, ndarray) for one in arrays):
            columns = [[one] for one in arrays]
        kind = kinds.dtype(dtype) if dtype is not None else self._kind(arrays)
        if out is None:
            found = filled(map(self.function, *columns), shape, kind)
            return found if shape else found[()]
        (out,) = out if isinstance(out, tuple) else (out,)
        found = filled(map(self.function, *columns), shape, out.dtype if dtype is None else kind)
        if where is None:
            out[...] = found
        else:
            out[where] = broadcast_to(found, out.shape)[where]
        return out

    def _kind(self, arrays: Sequence[Any]) -> dtype:
        if self.kind is None:
            return result_type(*arrays)
        if self.kind is FLOAT64 and (found := result_type(*arrays)).kind == "f":
            return found
        return self.kind

    def at(self, into: ndarray, where: Any, values: Any = None) -> None:
        places = where if isinstance(where, tuple) else (where,)
        shape = broadcast_shapes(*(asarray(one).shape for one in places))
        keys = list(zip(*(broadcast_to(one, shape).values() for one in places), strict=True))
        for key, value in zip(keys, broadcast_to(values, shape).values(), strict=True):
            into[key] = self.function(into[key], value)

    def reduce(self, a: Any, axis: int | None = 0, initial: Any = None) -> Any:
        start = self.start if initial is None else initial
        return along(a, lambda values: functools.reduce(self.function, values, start), axis)

    def reduceat(self, a: Any, starts: Any, axis: int = 0, dtype: Any = None) -> ndarray:
        moved, starts = move(asarray(a), axis, 0), asarray(starts).values()
        ends = [*starts[1:], len(moved)]
        parts = [self.reduce(moved[i : max(j, i + 1)]) for i, j in zip(starts, ends, strict=True)]
        shape = (len(parts), *moved.shape[1:])
        flat = [v for part in parts for v in (part.values() if isinstance(part, ndarray) else [part])]
        return move(filled(flat, shape, dtype or moved.dtype), 0, axis)

    def accumulate(self, a: Any, axis: int = 0) -> ndarray:
        return running(a, self.function, axis, asarray(a).dtype)

    def outer(self, one: Any, other: Any) -> Any:
        return self(asarray(one).reshape(-1, 1), asarray(other).reshape(1, -1))


def move(a: ndarray, source: int, to: int) -> ndarray:
    """Move an axis."""
    axes = list(range(a.ndim))
    axes.insert(to % a.ndim, axes.pop(source % a.ndim))
    return a.transpose(axes)


def along(
    a: Any, function: Callable[[list[Any]], Any], axis: Any, kind: Any = None, keepdims: bool = False
) -> Any:
    """Return *function* of the elements along an axis, or several, or of all."""
    a = asarray(a)
    kind = a.dtype if kind is None else dtype(kind)
    gone = range(a.ndim) if axis is None else axis if isinstance(axis, tuple) else (axis,)
    gone = tuple(one % a.ndim for one in gone)
    rest = [one for one in range(a.ndim) if one not in gone]
    values = a.transpose([*rest, *gone]).values()
    n, count = math.prod(a.shape[one] for one in gone), math.prod(a.shape[one] for one in rest)
    found = filled(
        [function(values[i * n : i * n + n]) for i in range(count)], [a.shape[one] for one in rest], kind
    )
    if keepdims:
        return found.reshape([1 if one in gone else n for one, n in enumerate(a.shape)])
    return found if rest else found[()]


def running(a: Any, function: Any, axis: int | None, kind: Any, out: Any = None) -> ndarray:
    """Return what *function* has come to at each element along an axis."""
    a = asarray(a)
    moved = a.reshape(-1) if axis is None or a.ndim == 1 else move(a, axis, -1)
    n, values = moved.shape[-1], moved.values()
    rows = (itertools.accumulate(values[i : i + n], function) for i in range(0, len(values), n or 1))
    found = filled([v for row in rows for v in row], moved.shape, kind)
    found = found if moved.ndim == 1 else move(found, -1, axis or 0)
    if out is None:
        return found
    out[...] = found
    return out


def summed(values: Sequence[float]) -> float:
    """Return the sum of floating numbers in NumPy's order, by which the last bits are the same."""
    n = len(values)
    if n < 8:
        return functools.reduce(operator.add, values, 0.0)
    if n > 128:
        half = n // 2 - n // 2 % 8
        return summed(values[:half]) + summed(values[half:])
    part = list(values[:8])
    for i in range(8, n - n % 8, 8):
        part = list(map(operator.add, part, values[i : i + 8]))
    a, b, c, d, e, f, g, h = part
    whole = ((a + b) + (c + d)) + ((e + f) + (g + h))
    return functools.reduce(operator.add, values[n - n % 8 :], whole)


def total(a: Any, axis: Any = None, dtype: Any = None, keepdims: bool = False, where: Any = None) -> Any:
    a = asarray(a)
    if where is not None:
        a = asarray(functions["where"](where, a, 0))
    kind = dtype or {"b": INT64, "i": INT64, "u": UINT64}.get(a.dtype.kind, a.dtype)
    last = axis is None or axis in (-1, a.ndim - 1)
    if a.dtype.kind != "f":
        return along(a, sum, axis, kind, keepdims)
    return along(
        a, summed if last else lambda v: functools.reduce(operator.add, v, 0.0), axis, kind, keepdims
    )


functions: dict[str, Any] = {}  # of `numpy.functions`, which stands on this


def _divided(a: Any, b: Any) -> float:
    return a / b if b else nan if a == 0 or math.isnan(a) else math.copysign(inf, a)


def _safe(function: Callable[[float], float], beyond: float = nan) -> Callable[[float], float]:
    """Return not-a-number, or what lies beyond the numbers, where Python raises."""

    def safe(value: float) -> float:
        try:
            return function(value)
        except OverflowError:
            return beyond
        except ValueError:
            return -inf if beyond == -inf and value == 0 else nan

    return safe


def _powered(a: Any, b: Any) -> Any:
    try:
        return a**b
    except (OverflowError, ZeroDivisionError):
        return inf


def _least(a: Any, b: Any) -> Any:
    return a if a < b or math.isnan(a) else b


def _most(a: Any, b: Any) -> Any:
    return a if a > b or math.isnan(a) else b


def _rounded(function: Callable[[float], int]) -> Callable[[float], float]:
    return lambda value: math.copysign(function(value), value) if math.isfinite(value) and value else value


def _compared(function: Callable[[Any, Any], Any]) -> ufunc:
    return ufunc(function, BOOL)


add, subtract, multiply = ufunc(operator.add), ufunc(operator.sub), ufunc(operator.mul, start=1)
divide = true_divide = ufunc(_divided, FLOAT64)
floor_divide = ufunc(lambda a, b: a // b if b else 0 if isinstance(a, int) else _divided(a, b))
mod = remainder = ufunc(lambda a, b: a % b if b else 0 if isinstance(a, int) else nan)
power, negative, positive = ufunc(_powered), ufunc(operator.neg), ufunc(operator.pos)
absolute, sign, gcd = ufunc(abs), ufunc(lambda v: (v > 0) - (v < 0)), ufunc(math.gcd)
left_shift, right_shift = ufunc(operator.lshift), ufunc(operator.rshift)
bitwise_and, bitwise_or = ufunc(operator.and_, start=-1), ufunc(operator.or_)
bitwise_xor = ufunc(operator.xor)
invert = bitwise_not = ufunc(lambda v: not v if isinstance(v, bool) else ~v)
logical_and, logical_or = (
    ufunc(lambda a, b: bool(a and b), BOOL, True),
    ufunc(lambda a, b: bool(a or b), BOOL),
)
logical_not = ufunc(operator.not_, BOOL)
minimum, maximum = ufunc(_least, start=inf), ufunc(_most, start=-inf)
equal, not_equal, less = map(_compared, (operator.eq, operator.ne, operator.lt))
less_equal, greater, greater_equal = map(_compared, (operator.le, operator.gt, operator.ge))
isnan, isinf, isfinite = (ufunc(test, BOOL) for test in (math.isnan, math.isinf, math.isfinite))
sqrt, hypot, arctan2 = (
    ufunc(_safe(math.sqrt), FLOAT64),
    ufunc(math.hypot, FLOAT64),
    ufunc(math.atan2, FLOAT64),
)
floor, ceil, rint = (ufunc(_rounded(to), FLOAT64) for to in (math.floor, math.ceil, round))
exp, exp2 = ufunc(_safe(math.exp, inf), FLOAT64), ufunc(_safe(lambda v: 2.0**v, inf), FLOAT64)
log, log2 = ufunc(_safe(math.log, -inf), FLOAT64), ufunc(_safe(math.log2, -inf), FLOAT64)
sin, cos, ldexp = ufunc(math.sin, FLOAT64), ufunc(math.cos, FLOAT64), ufunc(math.ldexp, FLOAT64)
bitwise_count = ufunc(lambda v: abs(v).bit_count(), kinds.UINT8)


def frexp(a: Any) -> tuple[Any, Any]:
    return ufunc(lambda v: math.frexp(v)[0], FLOAT64)(a), ufunc(lambda v: math.frexp(v)[1], dtype("int32"))(a)


def divmod(a: Any, b: Any, out: Any = None) -> tuple[Any, Any]:
    found = floor_divide(a, b), mod(a, b)
    if out is None:
        return found
    out[0][...], out[1][...] = found
    return out


def matmul(a: Any, b: Any) -> Any:
    """Multiply matrices, or a matrix and a vector."""
    a, b = asarray(a), asarray(b)
    columns = [b.values()] if b.ndim == 1 else b.T.tolist()
    rows = a.reshape(-1, a.shape[-1]).tolist() if a.size else [[]] * math.prod(a.shape[:-1])
    pairs = [[*map(operator.mul, row, one)] for row in rows for one in columns]
    found = [functools.reduce(operator.add, each) if each else 0 for each in pairs]
    made = filled(found, (*a.shape[:-1], *b.shape[1:]), result_type(a, b))
    return made if made.shape else made[()]


def _clip(a: Any, low: Any = None, high: Any = None, out: Any = None) -> Any:
    low = -inf if low is None else low
    high = inf if high is None else high
    kind = asarray(a).dtype
    return ufunc(lambda v, least, most: min(max(v, least), most))(a, low, high, out=out, dtype=kind)


def _round(a: Any, decimals: int = 0) -> Any:
    if asarray(a).dtype.kind != "f":
        return a
    scale, whole = 10.0**decimals, _rounded(round)
    return ufunc(lambda v: whole(v * scale) / scale, FLOAT64)(a)


def _mean(a: Any, axis: Any = None) -> Any:
    a = asarray(a).astype(FLOAT64, copy=False)
    whole = total(a, axis)
    return whole / (a.size if axis is None else a.shape[axis])


def _extreme(function: Any) -> Any:
    def found(a: Any, axis: Any = None, initial: Any = None, keepdims: bool = False, out: Any = None) -> Any:
        more = [] if initial is None else [initial]
        return along(a, lambda values: function([*more, *values]), axis, None, keepdims)

    return found


METHODS: dict[str, Any] = {
    "sum": total,
    "mean": _mean,
    "clip": _clip,
    "round": _round,
    "min": _extreme(min),
    "max": _extreme(max),
    "prod": lambda a, axis=None, dtype=None: along(a, math.prod, axis, dtype or total(a[:0]).dtype),
    "any": lambda a, axis=None, keepdims=False: along(a, any, axis, BOOL, keepdims),
    "all": lambda a, axis=None, keepdims=False: along(a, all, axis, BOOL, keepdims),
    "argmin": lambda a, axis=None: along(a, lambda v: v.index(min(v)), axis, INT64),
    "argmax": lambda a, axis=None: along(a, lambda v: v.index(max(v)), axis, INT64),
    "cumsum": lambda a, axis=None, dtype=None, out=None: running(
        a, operator.add, axis, dtype or (a.dtype if a.dtype.kind in "fOu" else INT64), out
    ),
    "cumprod": lambda a, axis=None, dtype=None, out=None: running(a, operator.mul, axis, dtype or INT64, out),
}
OPERATORS = {
    "add": add, "sub": subtract, "mul": multiply, "truediv": divide, "floordiv": floor_divide, "mod": mod,
    "pow": power, "lshift": left_shift, "rshift": right_shift, "and": bitwise_and, "or": bitwise_or,
    "xor": bitwise_xor,
}  # fmt: skip
COMPARED = {
    "eq": equal, "ne": not_equal, "lt": less, "le": less_equal, "gt": greater, "ge": greater_equal,
}  # fmt: skip


def _operate(name: str, function: ufunc) -> None:
    setattr(ndarray, f"__{name}__", lambda a, b: function(a, b))
    setattr(ndarray, f"__r{name}__", lambda a, b: function(b, a))
    setattr(ndarray, f"__i{name}__", lambda a, b: function(a, b, out=a, dtype=a.dtype))


for _name, _function in OPERATORS.items():
    _operate(_name, _function)
for _name, _function in COMPARED.items():
    setattr(ndarray, f"__{_name}__", lambda a, b, by=_function: by(a, b))
for _name, _method in METHODS.items():
    setattr(ndarray, _name, _method)
ndarray.__neg__ = lambda a: negative(a)
ndarray.__pos__ = lambda a: a.copy()
ndarray.__abs__ = lambda a: absolute(a)
ndarray.__invert__ = lambda a: invert(a)
ndarray.__divmod__ = lambda a, b: divmod(a, b)
ndarray.__matmul__ = matmul
