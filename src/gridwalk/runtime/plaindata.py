"""Plain data as JSON and arrays, and back: what a file may hold that comes from elsewhere (no pickle).

Plain data are None, bool, int (of any size), float, str, bytes, `Fraction`, NumPy arrays of numbers, and
lists, tuples and dicts of these.  What JSON has not is an object with one key, the kind::

    {"tuple": [1, {"int": "0x1fffffffffffffffff"}, {"array": 0}]}
"""

from __future__ import annotations

import math
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

EXACT = 1 << 53  # other programs read larger numbers of JSON as floats
Arrays = list[NDArray[Any]]


def packed(value: object, arrays: Arrays) -> Any:
    """Return *value* in a form for JSON; its arrays are appended to *arrays*.

    Raises
    ------
    TypeError
        For anything but plain data.

    Examples
    --------
    >>> packed((1, 2.5, 1 << 60), [])
    {'tuple': [1, 2.5, {'int': '0x1000000000000000'}]}
    >>> packed({"n": {1}}, [])
    Traceback (most recent call last):
        ...
    TypeError: a set is no plain data

    """
    kind = type(value)
    if isinstance(value, np.ndarray) and kind is np.ndarray:
        if value.dtype.hasobject or value.dtype.names is not None:
            raise TypeError(f"an array of {value.dtype} is no plain data")
        arrays.append(np.asarray(value, order="C"))
        return {"array": len(arrays) - 1}
    if kind not in _PACK:
        raise TypeError(f"a {kind.__name__} is no plain data")
    return _PACK[kind](value, arrays)


def unpacked(packed: Any, arrays: Sequence[NDArray[Any]]) -> Any:
    """Return the value that `packed` was given.

    Raises
    ------
    ValueError
        For what it has not written.

    """
    if isinstance(packed, list):
        return [unpacked(one, arrays) for one in packed]
    if not isinstance(packed, dict):
        return packed
    if len(packed) != 1 or (kind := next(iter(packed))) not in _UNPACK:
        raise ValueError(f"{sorted(packed)} is no kind of value")
    try:
        return _UNPACK[kind](packed[kind], arrays)
    except (TypeError, IndexError, ValueError, ZeroDivisionError) as error:
        raise ValueError(f"no {kind}: {error}") from error


def _int(value: int, _: Arrays) -> Any:
    return value if -EXACT < value < EXACT else {"int": hex(value)}  # decimal digits have a limit in Python


def _float(value: float, _: Arrays) -> Any:
    return value if math.isfinite(value) else {"float": repr(value)}


def _all(values: Sequence[object], arrays: Arrays) -> list[Any]:
    return [packed(value, arrays) for value in values]


def _same(value: Any, _: Arrays) -> Any:
    return value


_PACK: dict[type, Callable[[Any, Arrays], Any]] = {
    type(None): _same,
    bool: _same,
    str: _same,
    int: _int,
    float: _float,
    list: _all,
    tuple: lambda value, arrays: {"tuple": _all(value, arrays)},
    dict: lambda value, arrays: {"dict": [_all(pair, arrays) for pair in value.items()]},
    bytes: lambda value, _: {"bytes": b64encode(value).decode()},
    Fraction: lambda value, _: {"fraction": [hex(value.numerator), hex(value.denominator)]},
}
_UNPACK: dict[str, Callable[[Any, Sequence[NDArray[Any]]], Any]] = {
    "int": lambda word, _: int(word, 16),
    "float": lambda word, _: float(word),
    "tuple": lambda values, arrays: tuple(unpacked(values, arrays)),
    "dict": lambda pairs, arrays: {unpacked(key, arrays): unpacked(one, arrays) for key, one in pairs},
    "bytes": lambda word, _: b64decode(word, validate=True),
    "fraction": lambda words, _: Fraction(int(words[0], 16), int(words[1], 16)),
    "array": lambda number, arrays: arrays[number],
}
