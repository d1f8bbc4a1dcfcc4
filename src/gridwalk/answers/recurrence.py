"""Rational generating functions with whole coefficients: from the first terms, and far terms of them.

The terms of a linear recurrence with whole coefficients determine it: modulo a prime by the algorithm of
Berlekamp and Massey, and in whole numbers by the Chinese remainder theorem.  A far term is the coefficient of
a high power of x in a quotient of polynomials, which is found by halving the power.

References
----------
.. [1] J. L. Massey, "Shift-register synthesis and BCH decoding", 1969.
.. [2] A. Bostan and R. Mori, "A simple and fast algorithm for computing the N-th term of a linearly recurrent
   sequence", 2021.

"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import MAX_EMAX, MAX_PREC, MIN_EMIN, Context, Decimal, Inexact, localcontext
from operator import mul

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import in_a_line
from gridwalk.runtime.limits import NO_LIMITS, Watch

SHOWN = 8  # terms of a polynomial in a text
PACKED = 1 << 20  # bits of a product of packed polynomials, some ten milliseconds: longer ones go in pieces
IN_ONE = 4096  # bits of a number that becomes decimal in one piece
SHORT = 8  # coefficients: shorter polynomials are multiplied as at school
FINDING, MULTIPLYING = "finding the recurrence", "multiplying polynomials"

Coefficients = list[int]


@dataclass(frozen=True)
class RationalFunction:
    """A quotient of two polynomials in x, with whole coefficients: a generating function.

    Attributes
    ----------
    numerator, denominator : tuple of int
        Their coefficients, from that of ``x**0`` on.  The denominator begins with 1.

    Examples
    --------
    >>> fibonacci = RationalFunction((0, 1), (1, -1, -1))
    >>> print(fibonacci)
    x / (1 - x - x^2)
    >>> fibonacci.terms(10), fibonacci.coefficient(10**6, modulo=10**9)
    ([0, 1, 1, 2, 3, 5, 8, 13, 21, 34], 242546875)

    """

    numerator: tuple[int, ...]
    denominator: tuple[int, ...]

    @classmethod
    def of(cls, first: Sequence[int], denominator: Sequence[int], start: int) -> RationalFunction:
        """Return the function with these *first* terms, if the recurrence holds from number *start* on."""
        above = [sum(map(mul, denominator, first[n::-1])) for n in range(start)]
        return cls(_trimmed(above), _trimmed(denominator))

    @property
    def degree(self) -> int:
        """The degree of the denominator: how many terms before it a term is made of."""
        return len(self.denominator) - 1

    def terms(self, n: int) -> list[int]:
        """Return the first *n* coefficients of the power series, from that of ``x**0`` on."""
        before, found = [-q for q in self.denominator[1:]], Coefficients()
        for i in range(n):
            given = self.numerator[i] if i < len(self.numerator) else 0
            last = found[-1 : -len(before) - 1 : -1] if before else []
            found.append(given + sum(map(mul, before, last)))
        return found

    def coefficient(self, n: int, *, modulo: int | None = None, watch: Watch | None = None) -> int:
        """Return the coefficient of ``x**n`` in the power series, exactly or *modulo* a number.

        Modulo a number O(M(degree) log n) additions and multiplications, where M is of one multiplication
        of polynomials (A. Bostan and R. Mori, 2021); without one, numbers grow as long as the answer is.
        """
        watch = watch or NO_LIMITS.watch()
        above, below = list(self.numerator), list(self.denominator)
        while n:
            above, below = above[: n + 1], below[: n + 1]
            even, odd = below[::2], below[1::2]
            top, other = (above[1::2], above[::2]) if n % 2 else (above[::2], [0, *above[1::2]])
            left, right = times(top, even, watch), times(other, odd, watch)
            above = _minus(left, right, modulo)
            below = _minus(times(even, even, watch), [0, *times(odd, odd, watch)], modulo)
            n //= 2
        value = above[0] if above else 0
        return value if modulo is None else value % modulo

    def __str__(self) -> str:
        above, below = (polynomial(part) for part in (self.numerator, self.denominator))
        if " " in above and self.degree:
            above = f"({above})"
        return in_a_line(f"{above} / ({below})" if self.degree else above)


def polynomial(coefficients: Sequence[int]) -> str:
    """Return a polynomial in x as text, a long one shortened.

    >>> polynomial([1, 0, -2, 1]), polynomial([])
    ('1 - 2 x^2 + x^3', '0')
    """
    some = [(number, power) for power, number in enumerate(coefficients) if number]
    text = "".join(_term(number, power) for number, power in some[:SHOWN]) or "0"
    more = f" + ... ({len(some):,} terms)" * (len(some) > SHOWN)
    return (text[3:] if text.startswith(" + ") else text.replace(" - ", "-", 1)) + more


def _term(number: int, power: int) -> str:
    name = "x" * (power > 0) + f"^{power}" * (power > 1)
    size = str(abs(number)) if abs(number) > 1 or not name else ""
    return f" {'-' if number < 0 else '+'} {size}{' ' * bool(size and name)}{name}"


def recurrence_of(terms: Sequence[int], order: int, watch: Watch) -> tuple[int, ...]:
    """Return q with ``q[0] = 1`` and ``sum(q[i] * terms[n - i]) = 0`` for every n from its degree on.

    It is the shortest.  That the terms satisfy some recurrence of at most this *order*, with whole
    coefficients and 1 before the first, must be known, and there must be twice that number of terms.  Then q
    is proved for all terms that follow: what is left of a term by q satisfies the longer recurrence too, and
    is 0 if it is for that number of terms, which is checked in whole numbers.

    >>> recurrence_of([1, 3, 7, 15, 31, 63], 3, NO_LIMITS.watch())
    (1, -3, 2)
    """
    modulus, known, lifted = 1, Coefficients(), Coefficients()
    for prime in _primes():
        found = _shortest(np.array([term % prime for term in terms], np.int64), prime, watch)
        if len(found) < len(known):
            continue  # modulo this prime a shorter one will do
        if len(found) > len(known):
            modulus, known = 1, [0] * len(found)
        inverse = pow(modulus, -1, prime)
        pairs = zip(known, found.tolist(), strict=True)
        known = [a + modulus * ((b - a) * inverse % prime) for a, b in pairs]
        modulus *= prime
        before, lifted = lifted, [a - modulus if 2 * a > modulus else a for a in known]
        if before == lifted and _holds(lifted, terms, watch):
            break
    return tuple(lifted)


def _holds(q: Coefficients, terms: Sequence[int], watch: Watch) -> bool:
    for n in range(len(q) - 1, len(terms)):
        watch.check(0, 0, 0, FINDING)
        if sum(map(mul, q, terms[n::-1])):
            return False
    return True


def _shortest(terms: NDArray[np.int64], prime: int, watch: Watch) -> NDArray[np.int64]:
    """Return the shortest recurrence of *terms* modulo a prime below 2**31 (Berlekamp and Massey [1]_)."""
    now, before = np.zeros((2, len(terms) + 1), np.int64)
    now[0] = before[0] = last = 1
    length, since = 0, 1
    for n in range(len(terms)):
        wrong = int((now[: length + 1] * terms[n - length : n + 1][::-1] % prime).sum() % prime)
        if wrong:
            factor, kept = wrong * pow(last, -1, prime) % prime, now.copy()
            now[since:] = (now[since:] - factor * before[:-since] % prime) % prime
            if 2 * length <= n:
                length, before, last, since = n + 1 - length, kept, wrong, 0
        since += 1
        watch.check(0, 0, 0, FINDING)
    return now[: length + 1]


def _primes() -> Iterator[int]:
    """Yield the primes below 2**31, the largest first."""
    small = [p for p in range(3, 46342, 2) if all(p % d for d in range(3, int(p**0.5) + 1, 2))]
    yield from (n for n in range((1 << 31) - 1, 46342, -2) if all(n % p for p in small))


def times(a: Sequence[int], b: Sequence[int], watch: Watch) -> Coefficients:
    """Return the product of two polynomials: packed in one number each, or of long numbers one by one.

    >>> times([1, -2], [3, 0, 4], NO_LIMITS.watch())
    [3, -6, 4, -8]
    """
    if not a or not b:
        return []
    bits = sum(max(abs(x) for x in part).bit_length() for part in (a, b)) + len(a).bit_length() + 2
    if bits * (len(a) + len(b)) <= PACKED:
        width = bits // 8 + 1
        found = _packed(a, width) * _packed(b, width)
        size = len(a) + len(b) - 1
        half = 1 << 8 * width - 1
        whole = found + int.from_bytes(half.to_bytes(width, "little") * size, "little")
        digits = whole.to_bytes(width * size, "little")
        return [int.from_bytes(digits[i : i + width], "little") - half for i in range(0, width * size, width)]
    watch.check(0, 0, 0, MULTIPLYING)
    half = (max(len(a), len(b)) + 1) // 2
    product = [0] * (4 * half)
    if min(len(a), len(b)) < SHORT:
        for i, x in enumerate(a):
            for j, y in enumerate(b):
                product[i + j] += x * y
    else:  # Karatsuba: three products of halves
        low, high = times(a[:half], b[:half], watch), times(a[half:], b[half:], watch)
        one, other = (_minus(part[:half], [-x for x in part[half:]], None) for part in (a, b))
        both = _minus(_minus(times(one, other, watch), low, None), high, None)
        for shift, part in ((0, low), (half, both), (2 * half, high)):
            for i, x in enumerate(part, shift):
                product[i] += x
    return product[: len(a) + len(b) - 1]


def _packed(a: Sequence[int], width: int) -> int:
    """Return the value of a polynomial at ``256**width``."""
    signs = (b"".join(max(sign * x, 0).to_bytes(width, "little") for x in a) for sign in (1, -1))
    above, below = (int.from_bytes(part, "little") for part in signs)
    return above - below


def in_digits(number: int) -> str:
    """Return a whole number from 0 on in decimal digits: in halves, quicker than `str` for long ones.

    >>> in_digits(0), in_digits(10**5000 - 1) == 5000 * "9"
    ('0', True)
    """

    def converted(rest: int, bits: int) -> Decimal:
        if bits <= IN_ONE:
            return Decimal(rest)
        half = bits // 2
        return converted(rest >> half, bits - half) * Decimal(2) ** half + converted(
            rest & (1 << half) - 1, half
        )

    with localcontext(Context(prec=MAX_PREC, Emax=MAX_EMAX, Emin=MIN_EMIN, traps=[Inexact])):
        return f"{converted(number, number.bit_length()):f}"


def _minus(a: Sequence[int], b: Sequence[int], modulo: int | None) -> Coefficients:
    size = max(len(a), len(b))
    pairs = zip([*a, *[0] * (size - len(a))], [*b, *[0] * (size - len(b))], strict=True)
    return [x - y if modulo is None else (x - y) % modulo for x, y in pairs]


def _trimmed(coefficients: Sequence[int]) -> tuple[int, ...]:
    end = max((i + 1 for i, number in enumerate(coefficients) if number), default=0)
    return tuple(coefficients[:end])
