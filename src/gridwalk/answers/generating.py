"""How many paths there are by length, cost and turns: a polynomial in one or more variables."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, TypeAlias

from gridwalk.answers.results import Tabular
from gridwalk.errors import ArgumentError, in_a_line

Exponents: TypeAlias = "int | Fraction | tuple[int | Fraction, ...]"
SHOWN = 6  # terms of a repr


@dataclass(frozen=True, repr=False)
class GeneratingFunction(Tabular):
    """The sum of ``x**a * y**b * ...`` over all paths, which have the measures a, b, ...

    Attributes
    ----------
    variables : tuple of str
        "length", "cost", "turns".
    coefficients : mapping
        How many paths there are (exact integers) by exponent, ascending; by tuples of exponents, if there
        is more than one variable.  Exponents are integers, or fractions for costs that are not whole.

    Examples
    --------
    >>> from gridwalk import Board
    >>> f = Board.rectangle(3, 3).paths().generating_function("length", "turns")
    >>> f
    <GeneratingFunction in length, turns: 2 x^4 y + 2 x^4 y^2 + 2 x^4 y^3 + 4 x^6 y^4 + 2 x^8 y^4>
    >>> f.marginal("length").coefficients
    {4: 6, 6: 4, 8: 2}
    >>> f.total, f.mean("length"), f.variance("turns"), f.covariance("length", "turns")
    (12, Fraction(16, 3), Fraction(4, 3), Fraction(4, 3))

    """

    variables: tuple[str, ...]
    coefficients: Mapping[Any, int]

    def _terms(self) -> Iterator[tuple[tuple[int | Fraction, ...], int]]:
        single = len(self.variables) == 1
        return ((key if not single else (key,), number) for key, number in self.coefficients.items())

    def _place(self, variable: str) -> int:
        if variable not in self.variables:
            raise ArgumentError("variable", variable, " or ".join(self.variables))
        return self.variables.index(variable)

    @property
    def total(self) -> int:
        """How many paths there are."""
        return sum(self.coefficients.values())

    def marginal(self, variable: str) -> GeneratingFunction:
        """Return the numbers of paths by one of the variables."""
        place = self._place(variable)
        counts: dict[int | Fraction, int] = {}
        for key, number in self._terms():
            counts[key[place]] = counts.get(key[place], 0) + number
        return GeneratingFunction((variable,), dict(sorted(counts.items())))

    def mean(self, variable: str | None = None) -> Fraction:
        """Return the mean of a variable over all paths (default: of the only one), exactly.

        Raises
        ------
        ArgumentError
            If there is no such variable, or no path.

        """
        place = self._default(variable)
        return Fraction(sum(key[place] * number for key, number in self._terms())) / self._some

    def variance(self, variable: str | None = None) -> Fraction:
        """Return the variance of a variable over all paths, exactly."""
        name = self.variables[self._default(variable)]
        return self.covariance(name, name)

    def covariance(self, variable: str, other: str) -> Fraction:
        """Return the covariance of two variables over all paths, exactly."""
        a, b = self._place(variable), self._place(other)
        both = Fraction(sum(key[a] * key[b] * number for key, number in self._terms()))
        return both / self._some - self.mean(variable) * self.mean(other)

    def __call__(self, *values: Any, **named: Any) -> Any:
        """Return the polynomial's value, with a number for each variable: in their order, or by name.

        >>> from gridwalk import Board
        >>> f = Board.rectangle(3, 3).paths().generating_function("length")
        >>> f(1), f(2), f(length=0.5)
        (12, 864, 0.4453125)
        """
        for name in named:
            self._place(name)
        given = dict(zip(self.variables, values, strict=False)) | named
        if len(values) + len(named) != len(self.variables) or len(given) != len(self.variables):
            allowed = f"a number for each of {', '.join(self.variables)}"
            raise ArgumentError("values", (*values, *named.values()), allowed)
        return sum(
            _product(number, [given[name] ** power for name, power in zip(self.variables, key, strict=True)])
            for key, number in self._terms()
        )

    def to_dict(self) -> dict[str, list[Any]]:
        """Return a row for each coefficient, as columns: the variables (fractions as floats), and ``count``.

        >>> from gridwalk import Board
        >>> Board.rectangle(3, 3).paths().generating_function().to_dict()
        {'length': [4, 6, 8], 'count': [6, 4, 2]}
        """
        rows = [(*(float(power) if isinstance(power, Fraction) else power for power in key), number)
                for key, number in self._terms()]  # fmt: skip
        return {name: [row[n] for row in rows] for n, name in enumerate((*self.variables, "count"))}

    def _default(self, variable: str | None) -> int:
        if variable is None and len(self.variables) > 1:
            raise ArgumentError("variable", variable, " or ".join(self.variables))
        return self._place(self.variables[0] if variable is None else variable)

    @property
    def _some(self) -> int:
        if not self.coefficients:
            raise ArgumentError("paths", 0, "at least one, to have a mean")
        return self.total

    def __str__(self) -> str:
        return " + ".join(_term(number, key) for key, number in self._terms()) or "0"

    def __repr__(self) -> str:
        few = [_term(number, key) for key, number in islice(self._terms(), SHOWN)]
        if len(self.coefficients) > SHOWN:
            few.append(f"... ({len(self.coefficients):,} terms)")
        return in_a_line(f"<GeneratingFunction in {', '.join(self.variables)}: {' + '.join(few) or '0'}>")


def _product(number: Any, factors: list[Any]) -> Any:
    for factor in factors:
        number = number * factor
    return number


def _term(number: int, key: tuple[int | Fraction, ...]) -> str:
    powers = [
        name if power == 1 else f"{name}^{power if isinstance(power, int) else f'({power})'}"
        for name, power in zip("xyz", key, strict=False)
        if power
    ]
    if not powers:
        return str(number)
    return " ".join(powers if number == 1 else [str(number), *powers])
