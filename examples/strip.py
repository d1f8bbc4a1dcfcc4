"""Strips: how many paths lead from corner to corner of k x n cells, for every n at once.

    python examples/strip.py 3                                   # from counts of 3 x 1, 3 x 2 ... cells
    python examples/strip.py 4 --columns 1000000 --modulo 1000000007

For a fixed number of rows the counts satisfy a linear recurrence in n.  Berlekamp and Massey's algorithm
finds the shortest one of the first counts, modulo a prime above all of its coefficients; it is then checked
in whole numbers on counts that were not used to find it.  That is evidence and no proof.
"""

import argparse
import itertools

import gridwalk as gw

PRIME = (1 << 127) - 1
FURTHER = 10  # counts that are not used to find the recurrence, only to check it


def counts(rows, kind="paths"):
    """Yield the number of paths from corner to corner, or of closed tours, of 1, 2, 3 ... columns."""
    for columns in itertools.count(1):
        board = gw.Board.rectangle(rows, columns)
        if columns == rows == 1:
            yield int(kind == "paths")
        else:
            yield board.paths().count() if kind == "paths" else board.tours(closed=True).count()


def berlekamp_massey(terms, p=PRIME):
    """Return the shortest c with terms[n] = c[0] terms[n - 1] + c[1] terms[n - 2] + ... modulo *p*."""
    current, before, length, gap, last = [1], [1], 0, 1, 1
    for n, term in enumerate(terms):
        wrong = (
            term + sum(current[i] * terms[n - i] for i in range(1, min(length, len(current) - 1) + 1))
        ) % p
        if wrong:
            factor, kept = wrong * pow(last, -1, p) % p, current
            current = current + [0] * (len(before) + gap - len(current))
            for i, value in enumerate(before):
                current[i + gap] = (current[i + gap] - factor * value) % p
            if 2 * length <= n:
                length, before, last, gap = n + 1 - length, kept, wrong, 0
        gap += 1
    found = [-value % p for value in (current + [0] * length)[1 : length + 1]]
    return [value - p if value > p // 2 else value for value in found]


def recurrence(terms):
    """Return (first, c): from index *first* on the counts are c[0] times the last one, and so on.

    None if no recurrence holds for all *terms* but the first few, `FURTHER` of them more than it needs.
    """
    for first in range(6):  # the counts of the narrowest boards may be others
        c = berlekamp_massey(terms[first:-FURTHER])
        at = range(first + len(c), len(terms))
        is_right = all(
            terms[n] == sum(a * b for a, b in zip(c, terms[n - 1 :: -1], strict=False)) for n in at
        )
        if 2 * len(c) <= len(terms) - first - FURTHER and is_right:
            return first, c
    return None


def found(rows, kind="paths", most=200):
    """Return the counts that were needed, and their recurrence."""
    terms = []
    for term in itertools.islice(counts(rows, kind), most):
        terms.append(term)
        if len(terms) > FURTHER + 1 and len(terms) % 4 == 0 and (answer := recurrence(terms)):
            return terms, *answer
    raise SystemExit(f"no recurrence fits the first {most} counts")


def far(terms, first, c, columns, modulo):
    """Return the count of *columns* columns modulo a number: a power of x modulo the recurrence."""
    index, degree = columns - 1, len(c)
    if index < len(terms):
        return terms[index] % modulo

    def product(a, b):
        """Return a b modulo x^degree - c[0] x^(degree - 1) - ..., the coefficient of x^0 first."""
        out = [0] * (len(a) + len(b) - 1)
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                out[i + j] = (out[i + j] + x * y) % modulo
        while len(out) > degree:
            top = out.pop()
            for i, value in enumerate(c, 1):
                out[-i] = (out[-i] + top * value) % modulo
        return out

    power, square, left = [1], product([0, 1], [1]), index - first
    while left:
        if left & 1:
            power = product(power, square)
        square, left = product(square, square), left >> 1
    return sum(a * term for a, term in zip(power, terms[first:], strict=False)) % modulo


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rows", type=int)
    parser.add_argument("--kind", choices=["paths", "tours"], default="paths", help="tours are closed")
    parser.add_argument("--columns", type=int, help="print the count of one board, modulo a number")
    parser.add_argument("--modulo", type=int, default=10**9 + 7)
    given = parser.parse_args()
    terms, first, c = found(given.rows, given.kind)
    if given.columns:
        print(far(terms, first, c, given.columns, given.modulo))
    else:
        print("counts:", *terms[:8], "...")
        parts = [f"{value:+} a(n - {back})" for back, value in enumerate(c, 1) if value]
        print(f"a(n) = {' '.join(parts)}, n > {first + len(c)}; checked to n = {len(terms)}")
