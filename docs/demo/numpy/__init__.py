"""A stand-in for the part of NumPy that gridwalk's page needs, in plain Python, for browsers.

No registry has NumPy for Python in a browser.  Kernels are interpreted there, so what is missing is only
an array: `arrays` has it, `kinds` its dtypes, `ufuncs` its operators and sums, `making` what
makes and joins arrays, `functions` what sorts and searches them, `random` the default generator.  Names and
meanings are NumPy's, as far as the page needs them.
"""

import math as _math
from types import SimpleNamespace as _Names
from typing import Any as _Any

from numpy import random, typing
from numpy.arrays import (
    array,
    asarray,
    broadcast_shapes,
    broadcast_to,
    ndarray,
)
from numpy.functions import *
from numpy.functions import _method
from numpy.kinds import *
from numpy.making import *
from numpy.ufuncs import *
from numpy.ufuncs import _clip as clip
from numpy.ufuncs import _round as round

__version__ = "2.0.0+standin"
inf, nan, pi, e, newaxis = _math.inf, _math.nan, _math.pi, _math.e, None
bool = bool_
abs, asanyarray, concat = absolute, asarray, concatenate
sum, prod, cumsum, cumprod, mean = map(_method, ("sum", "prod", "cumsum", "cumprod", "mean"))
any, all, min, max, argmin, argmax = map(_method, ("any", "all", "min", "max", "argmin", "argmax"))
outer = multiply.outer
char = _Names(rjust=rjust, str_len=str_len)


def ndim(a: _Any) -> int:
    return asarray(a).ndim


def shape(a: _Any) -> tuple[int, ...]:
    return asarray(a).shape


class errstate:
    def __init__(self, **_: _Any) -> None: ...

    def __enter__(self) -> None: ...

    def __exit__(self, *_: object) -> None: ...


class memmap: ...


class _Elsewhere:
    """What reads and writes files of NumPy's own form."""

    def __getattr__(self, name: str) -> _Any:
        raise ImportError("files of NumPy's own form")


lib = _Elsewhere()


def save(*_: _Any) -> None:
    lib.write()


class ma:
    class MaskedArray: ...


class iinfo:
    def __init__(self, kind: _Any) -> None:
        limits = dtype(kind).limits
        self.min, self.max = limits[0], limits[-1]


class finfo:
    max, min, eps, tiny = 1.7976931348623157e308, -1.7976931348623157e308, 2.0**-52, 2.0**-1022

    def __init__(self, kind: _Any = float) -> None: ...
