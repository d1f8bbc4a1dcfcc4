"""One cell of a planar sweep with a count for every length: the columns of a word.

Operations and what a cell may do are those of `gridwalk.allpaths.profile.steps`.  Here a word has a count
for every column, and a column is a number of cells left out so far: ``table[w * width + c]``.  What is looked
up for a word is looked up once for all columns, and these lie side by side: one instruction adds several.

Where both ends are given, or cycles are meant, all numbers of cells left out of a word are even, or all are
odd, by colour: then a column stands for two numbers, and ``rises[w]`` says which of them is meant.  If it is
`STAYS`, the next cell left out stays in its column, and if it is `MOVES`, it is counted in the next column.
A word that no path leads to is `UNREACHED`, whatever its columns hold: nothing is cleared.

Only the columns of lengths that may still come to be wanted are looked at.  What is below has fallen behind
for good, for a cell left out moves the first column on as well.

The caller owns all memory; the kernels allocate nothing and raise nothing.  They trust their arguments.
"""

from typing import Any

from gridwalk.allpaths.profile.steps import FORK, HEIGHT, HIGHEST, KIND, TURN, plus_modular, plus_wrapping
from gridwalk.runtime.kernel import Kernel, bound_kernel, inline_kernel

UNREACHED, STAYS, MOVES = range(3)

plus = plus_modular  # in the templates below


@inline_kernel
def copy_columns(a, b):
    """Copy the counts of *a* to *b*."""
    for c in range(len(a)):
        b[c] = a[c]


@inline_kernel
def raise_columns(a):
    """Move every count to the next column."""
    for c in range(len(a) - 1, 0, -1):
        a[c] = a[c - 1]
    a[0] = 0


def add_columns(a, b, bound):
    """Add the counts of *a* to those of *b*."""
    for c in range(len(a)):
        b[c] = plus(a[c], b[c], bound)


def turn_columns(a, b, bound):
    """Give both the sum of their counts."""
    for c in range(len(a)):
        total = plus(a[c], b[c], bound)
        a[c] = total
        b[c] = total


def apply_columns(table, rises, operations, lists, allowed, constants, span, window):
    """Apply the operations of *span*, first and last but one, of one cell in their order.

    *window* is ``(columns of a word, the first that matters, how many, whether they are by colour)``.
    """
    sources, targets = lists
    width, low, size, by_colour = window
    bound = constants[0]
    for o in range(span[0], span[1]):
        if operations[o, 0] >> HEIGHT > allowed[0, 0, HIGHEST]:
            continue
        kind, first = operations[o, 0] & KIND, operations[o, 3]
        keep, left = allowed[0, 0, kind] != 0, allowed[0, 1, kind] != 0
        for e in range(operations[o, 4]):
            i = operations[o, 1] + (e if first < 0 else sources[first + e])
            k = operations[o, 2] + (e if first < 0 else targets[first + e])
            one, other = rises[i], rises[k]
            a, b = table[i * width + low :][:size], table[k * width + low :][:size]
            if kind == FORK:
                rises[k] = one if keep else UNREACHED
                rises[i] = UNREACHED
                if one != UNREACHED and keep:
                    copy_columns(a, b)
                if one != UNREACHED and left:
                    rises[i] = STAYS + MOVES - one if by_colour else MOVES
                    if one == MOVES:
                        raise_columns(a)
            elif kind == TURN:
                rises[i], rises[k] = one | other if left else UNREACHED, one | other if keep else UNREACHED
                if one and other:
                    turn_columns(a, b, bound)
                elif one and keep:
                    copy_columns(a, b)
                elif other and left:
                    copy_columns(b, a)
            else:
                rises[i] = one if left else UNREACHED
                if keep and one:
                    rises[k] = one
                    if other:
                        add_columns(a, b, bound)
                    else:
                        copy_columns(a, b)


def _with_sum(sum_of_two: Kernel, name: str) -> Kernel:
    """Return `apply_columns` for this sum of two."""
    parts: Any = {
        part.__name__: bound_kernel(part, f"{part.__name__}_{name}", inline=True, plus=sum_of_two)
        for part in (turn_columns, add_columns)
    }
    return bound_kernel(apply_columns, f"columns_{name}", **parts)


columns_wrapping, columns_modular = (
    _with_sum(plus_wrapping, "wrapping"),
    _with_sum(plus_modular, "modular"),
)
