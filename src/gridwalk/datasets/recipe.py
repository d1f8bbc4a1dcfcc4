"""What the rows of a dataset are of: makers and parameters, some drawn for each row, or boards given."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import product
from typing import TYPE_CHECKING, Any

import numpy as np

from gridwalk.errors import ArgumentError, InputError, NoOpenCellError
from gridwalk.errors.words import ours
from gridwalk.makers.boards import make
from gridwalk.makers.site import Seed, checked_seed
from gridwalk.makers.table import maker

if TYPE_CHECKING:
    from gridwalk.board import Board

SIZE = re.compile(r"(\d{1,9})[xX](\d{1,9})", re.ASCII)
MAX_RANGE = 100_000  # values
ATTEMPTS = 20  # seeds that are tried until a board has an open cell
SHARED = ("thin", "braid", "loops", "ends")  # options of `make` that all makers of mazes take


@dataclass(frozen=True)
class Recipe:
    """Boards by number: board *i* depends on the seed and on *i* only.

    Attributes
    ----------
    choices : tuple of (str, tuple)
        For each argument of `make` its values, by name: ``maker``, ``size`` and options.  Of several values
        one is drawn for each row, each as likely as any other.
    seed : int
        The seed of the dataset.

    """

    choices: tuple[tuple[str, tuple[Any, ...]], ...]
    seed: int

    @classmethod
    def of(cls, makers: str | Iterable[str], size: Any, seed: Seed, options: Mapping[str, Any]) -> Recipe:
        """Return the recipe for these arguments of `gridwalk.dataset`; a list or an array is a choice."""
        names = (makers,) if isinstance(makers, str) else tuple(makers)
        if not names:
            raise ArgumentError("boards", makers, "a maker, several makers, or boards")
        for name in names:
            _check_options(name, options)
        if size is None:
            raise ArgumentError("size", size, "rows and columns: 20, (20, 30), '20x30', or a list of these")
        size = _listed("size", size)
        sizes = tuple(map(_size, size if isinstance(size, list) else [size]))
        given = {name: _values(name, value) for name, value in options.items()}
        choices = {"maker": names, "size": sizes} | given
        return cls(tuple(sorted(choices.items())), seed_of(seed))

    def arguments(self, number: int) -> tuple[str, dict[str, Any], int]:
        """Return maker, parameters and seed of row *number*: ``make(maker, **parameters, seed=seed)``.

        The seed of 53 bits, which are exact in every language, and then a word for each argument with several
        values are the state of ``numpy.random.SeedSequence(seed, spawn_key=(number,))``, which is the same in
        every version of NumPy.
        """
        varied = [name for name, values in self.choices if len(values) > 1]
        words = self._words(number, count=2 + len(varied))
        word_of = dict(zip(varied, words[2:], strict=True))
        chosen = {name: values[word_of.get(name, 0) * len(values) >> 32] for name, values in self.choices}
        name, (rows, columns) = chosen.pop("maker"), chosen.pop("size")
        return name, {"rows": rows, "columns": columns, **chosen}, _seed_of(words)

    def board(self, number: int) -> tuple[Board, dict[str, Any]]:
        """Return the board of row *number*, with its columns ``seed``, ``maker`` and ``parameters``.

        Noise and caves may come out without an open cell, which is no board.  Then the seed is that of the
        spawn key ``(number, 1)``, else ``(number, 2)`` and so on.
        """
        name, parameters, seed = self.arguments(number)
        for attempt in range(1, ATTEMPTS + 1):
            try:
                board = make(name, **parameters, seed=seed)  # type: ignore[arg-type]
                break
            except (NoOpenCellError, ArgumentError) as error:
                if attempt == ATTEMPTS:
                    if isinstance(error, NoOpenCellError) or any(len(each) > 1 for _, each in self.choices):
                        _tell_setting(error, number, name, parameters)
                    raise
                seed = _seed_of(self._words(number, attempt))
        text = json.dumps(parameters, sort_keys=True)
        return board, {"seed": seed, "maker": name, "parameters": text}

    def _words(self, *key: int, count: int = 2) -> list[int]:
        words: list[int] = np.random.SeedSequence(self.seed, spawn_key=key).generate_state(count).tolist()
        return words

    def settings(self) -> list[tuple[dict[str, Any], Recipe]]:
        """Return a recipe for each combination of the values, with what is different between them."""
        varied = [name for name, values in self.choices if len(values) > 1]
        found = []
        for values in product(*(values for _, values in self.choices)):
            chosen = dict(zip((name for name, _ in self.choices), values, strict=True))
            fixed = Recipe(tuple((name, (value,)) for name, value in chosen.items()), self.seed)
            found.append(({name: chosen[name] for name in varied}, fixed))
        return found

    @property
    def about(self) -> dict[str, Any]:
        """The recipe as plain data, for the file that describes a dataset."""
        return {"seed": self.seed, "choices": {name: list(values) for name, values in self.choices}}


@dataclass(frozen=True)
class Given:
    """Boards that were given, from row *first* on."""

    boards: tuple[Board, ...]
    first: int

    def board(self, number: int) -> tuple[Board, dict[str, Any]]:
        """Return the board of row *number*; nobody made it."""
        return self.boards[number - self.first], {"seed": -1, "maker": None, "parameters": None}


def _tell_setting(error: InputError, number: int, name: str, parameters: Mapping[str, Any]) -> None:
    """Add to the words of *error* which row it is, and what was to be made."""
    rest = {key: value for key, value in parameters.items() if key not in ("rows", "columns")}
    words = [f"{name} {parameters['rows']}x{parameters['columns']}"]
    words += [f"{key} {value}" for key, value in rest.items()]
    InputError.__init__(error, f"{error.words} (row {number:,}: {', '.join(words)})", error.argument)


def _seed_of(words: list[int]) -> int:
    return (words[0] | words[1] << 32) >> 11


def seed_of(seed: Seed) -> int:
    """Return a seed: the one given, or 63 random bits, of the generator's bit stream if that is given."""
    if seed is None:
        import secrets

        return secrets.randbits(63)
    if isinstance(seed, np.random.Generator):
        return int(seed.bit_generator.random_raw()) >> 1
    return checked_seed(seed)


def _check_options(name: str, options: Mapping[str, Any]) -> None:
    row = maker(name)
    for option in options:
        if option in ("rows", "columns"):
            raise InputError(f"{option} is given by size: 20, (20, 30), or '20x30'")
        if option in ("keep", "journal", "checkpoint"):
            raise InputError(f"parts that are there are not made again: leave out {option}")
        if option == "mask":
            raise InputError("a mask is not kept in a dataset: give the boards made with it instead")
        if option not in SHARED and option not in row.options:
            if (our := ours("argument", option)) != option and our in (
                "seed",
                "n",
                "on",
                "seconds",
                "memory",
            ):
                raise InputError(f"{name} has no option {option}: here it is {our}=")
            known = ", ".join((*SHARED, *row.options))
            raise InputError(f"{name} has no option {option}: it has {known}")


def _listed(name: str, value: Any) -> Any:
    """Return an array or a range as the list that it is; any other value as it is."""
    if isinstance(value, range):
        if value[MAX_RANGE:]:
            raise ArgumentError(name, value, f"a value, or at most {MAX_RANGE:,} values of a range")
        return list(value)
    return value.tolist() if isinstance(value, np.ndarray) else value


def _values(name: str, value: Any) -> tuple[Any, ...]:
    value = _listed(name, value)
    values = tuple(value) if isinstance(value, list) else (value,)
    if not values:
        raise ArgumentError(name, value, "a value, or a list of at least one")
    return tuple(plain(value) for value in values)


def plain(value: Any) -> Any:
    """Return *value* without NumPy's types, so that it can be written as JSON."""
    if isinstance(value, np.generic):
        return value.item()
    return tuple(plain(part) for part in value) if isinstance(value, tuple | list) else value


def _size(value: Any) -> tuple[int, int]:
    """Return rows and columns of 20, (20, 30) or "20x30"."""
    match = SIZE.fullmatch(value) if isinstance(value, str) else None
    pair: Any = (match[1], match[2]) if match else value
    pair = (pair, pair) if isinstance(pair, int | np.integer) and not isinstance(pair, bool) else pair
    try:
        rows, columns = map(int, pair)
    except (TypeError, ValueError):
        rows = columns = 0
    if (isinstance(value, str) and not match) or min(rows, columns) < 1:
        raise ArgumentError("size", value, "rows and columns: 20, (20, 30), '20x30', or a list of these")
    return rows, columns


def boards_of(given: Iterable[Any]) -> Iterator[Any]:
    """Return an iterator of *given*; raise `ArgumentError` if it cannot be iterated."""
    try:
        return iter(given)
    except TypeError:
        raise ArgumentError("boards", given, "a maker such as 'wilson', or an iterable of boards") from None
