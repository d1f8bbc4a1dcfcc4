"""The form of a call: of which types its arguments are, and the words that stand for them.

A compiled form of a kernel is called with one block of 64-bit words: an array is the address of its object
(NumPy's layout of it is part of its C interface), a number is its value, None is nothing, and a
tuple is its parts one after another.  Behind them are a word for Numba's exception and room for the results.
"""

from __future__ import annotations

from typing import Any

import numpy as np

_MEANT = 0x503  # of an array's flags: C and Fortran order, aligned, writable
_SIGN = 1 << 63


def take_apart(arguments: tuple[Any, ...], kinds: list[Any], words: list[Any]) -> None:
    """Append to *kinds* what *arguments* are, and to *words* what stands for them in a block.

    >>> import numpy as np
    >>> kinds, words = [], []
    >>> take_apart((7, (None, 0.5), np.zeros(3)), kinds, words)
    >>> name_of(kinds)
    'int (2 NoneType float <f8 1 501'
    >>> words[:2]
    [7, 0.5]
    """
    for argument in arguments:
        kind = type(argument)
        if kind is int:
            kinds.append(int if -_SIGN <= argument < _SIGN else _wide(argument))
            words.append(argument)
        elif kind is float or kind is bool:
            kinds.append(kind)
            words.append(argument)
        elif kind is np.ndarray or isinstance(argument, np.ndarray):
            flags = argument.flags.num
            kinds += (argument.dtype, argument.ndim, flags & (0x501 if flags & 1 else _MEANT))
            words.append(id(argument))
        elif kind is tuple:
            kinds += ("(", len(argument))
            take_apart(argument, kinds, words)
        else:
            kinds.append(kind)
            if argument is not None:
                words.append(argument)


def _wide(number: int) -> type[np.uint64]:
    """Return the type of an integer that needs the bit of the sign."""
    if not 0 <= number < 2 * _SIGN:
        raise OverflowError(f"{number} does not fit 64 bits")
    return np.uint64


def name_of(kinds: list[Any]) -> str:
    """Return the *kinds* as text, the same in every process."""
    return " ".join(map(_text, kinds)).replace("( ", "(")


def _text(kind: Any) -> str:
    if isinstance(kind, type):
        return kind.__name__
    if isinstance(kind, np.dtype):
        return str(kind.str)
    return f"{kind:x}" if isinstance(kind, int) else str(kind)
