"""One case: the text of a program, evaluated line by line, and its answers compared."""

from __future__ import annotations

import math
import operator
import pickle
import random
import re
import traceback
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np

import gridwalk as gw
from gridwalk.errors import ReadingWarning
from gridwalk.runtime import slices

TIERS = ("python", "compiled")
MAX_SHOWN = 600  # characters of an answer
PLACES = 1e-9  # relative: how far two sums of the same fractions may lie apart
FILTERS = r"(\.(through|avoiding|of_length|longer_than|shorter_than)(_edges)?\([\d(), ]*(directed=True)?\))+"
Errors = type[Exception] | tuple[type[Exception], ...]
REFUSED = (gw.errors.UnsuitableAlgorithmError, gw.errors.QuestionError)
compiled = lru_cache(10_000)(lambda text: compile(text, "<case>", "eval"))


class SkipError(Exception):
    """The oracle would take too long for this board, so no answer is compared."""


@dataclass(frozen=True)
class Disagreement:
    """An answer that differs from the oracle's, and the program that returns it."""

    area: str
    seed: int
    number: int
    tier: str
    program: str
    asked: str
    said: str
    expected: str
    label: str = ""  # a name for its kind, if the question does not identify it

    @property
    def kind(self) -> str:
        """A text that disagreements with the same cause are likely to share."""
        raised = re.match(r"raised (\w+)", self.said)
        if self.label:
            return self.label + (f" {raised[1]}" if raised else "")
        asked = re.sub(
            FILTERS,
            lambda calls: "." + "&".join(sorted(set(re.findall(r"\.([a-z_]+)", calls[0])))),
            self.asked,
        )
        return re.sub(r"-?\d[-\d., ()]*", "#", asked)[:150] + (f" {raised[1]}" if raised else "")

    def __str__(self) -> str:
        return (
            f"--area {self.area} --seed {self.seed} --case {self.number}\n{self.program}\n"
            f"    print({self.asked})\n  gridwalk: {self.said}\n  oracle:   {self.expected}\n"
        )


def shown(value: object) -> str:
    words = repr(value)
    return words if len(words) <= MAX_SHOWN else f"{words[:MAX_SHOWN]} ... ({len(words):,} characters)"


def close(one: Any, other: Any) -> bool:
    """Whether two costs are equal except for rounding; None means no cost."""
    if one is None or other is None:
        return one is other
    return bool(one == other or math.isclose(one, other, rel_tol=PLACES))


class Case:
    """Evaluates questions, which are Python expressions, and compares the answers."""

    def __init__(self, area: str, seed: int, number: int, tiers: tuple[str, ...] = TIERS) -> None:
        self.area, self.seed, self.number = area, seed, number
        self.rng = random.Random(f"{seed} {area} {number}")
        self.tier = self.rng.choice(TIERS)
        if self.tier not in tiers:
            self.tier = tiers[0]
        self.answers = self.refused = 0
        self.intervals = self.holding = 0  # intervals of estimates; those that contain the true number
        self.label = ""  # of disagreements from now on
        self.disagreements: list[Disagreement] = []
        self.asked: list[str] = []
        self.names: dict[str, Any] = {"gw": gw, "np": np, "pickle": pickle}
        self._lines = ["import pickle", "import numpy as np", "import gridwalk as gw"]

    def run(self, area: Callable[[Case], None]) -> None:
        """Ask all questions of *area*; its own errors, and warnings of NumPy, are disagreements, too."""
        try:
            with slices.tier(self.tier), warnings.catch_warnings():
                warnings.simplefilter("error", RuntimeWarning)
                warnings.simplefilter("ignore", ReadingWarning)  # of spoilt texts
                area(self)
        except SkipError:
            pass
        except Exception:
            self._differs("(the campaign's own code)", traceback.format_exc(), "no exception here")

    # ------------------------------------------------------------------------ the program

    def let(self, name: str, text: str) -> Any:
        """Evaluate ``name = text`` for later questions; it must not fail."""
        self._lines.append(f"{name} = {text}")
        self.names[name] = eval(compiled(text), self.names)
        return self.names[name]

    def value(self, name: str, value: object) -> None:
        """Give a value a name in the program, by its `repr`."""
        self._lines.append(f"{name} = {value!r}")
        self.names[name] = value

    def bring(self, line: str, **names: Any) -> None:
        """Add an import to the program."""
        self._lines.append(line)
        self.names |= names

    @property
    def program(self) -> str:
        """The program of all assignments so far."""
        lines = [*self._lines, "from gridwalk.runtime import slices", f'with slices.tier("{self.tier}"):']
        return "\n".join(lines)

    # ------------------------------------------------------------------------- questions

    def same(
        self,
        asked: str,
        expected: object,
        equal: Callable[[Any, Any], bool] = operator.eq,
        or_refused: Errors = (),
        worth: int = 1,
    ) -> Any:
        """Ask, and compare the answer with *expected*; return the answer, or None after another error."""
        return self.holds(asked, lambda said: equal(said, expected), expected, or_refused, worth)

    def holds(
        self,
        asked: str,
        check: Callable[[Any], Any],
        expected: object = "",
        or_refused: Errors = (),
        worth: int = 1,
    ) -> Any:
        """Ask, and check the answer: *check* returns False or a description of the fault, or asserts.

        An error of *or_refused* is right, too, and is returned, but does not count as an answer.  A batch
        counts as *worth* answers.
        """
        said, error = self._said(asked, worth)
        if error is not None and isinstance(error, or_refused):
            self.answers -= worth
            self.refused += 1
            return error
        if error is not None:
            self._differs(asked, raised(error), expected)
            return None
        try:
            verdict = check(said)
        except AssertionError as failed:
            verdict = f"fails the check: {failed}"
        if verdict is not True and verdict is not None:
            words = f" ({verdict})" if isinstance(verdict, str) else ""
            self._differs(asked, shown(said) + words, expected)
        return said

    def refuses(self, asked: str, error: type[Exception] = gw.GridwalkError) -> None:
        """Ask a question that must raise this error."""
        said, told = self._said(asked)
        if not isinstance(told, error):
            self._differs(asked, shown(said) if told is None else raised(told), error.__name__)

    def survives(self, asked: str, *errors: type[Exception]) -> Any:
        """Ask a question that may raise a GridwalkError or one of *errors*; return the answer or None."""
        said, error = self._said(asked)
        if error is not None and not isinstance(error, (gw.GridwalkError, *errors)):
            self._differs(asked, raised(error), "an answer, or a GridwalkError")
        return said

    def _said(self, asked: str, worth: int = 1) -> tuple[Any, Exception | None]:
        """Return the answer, or the error that was raised."""
        self.answers += worth
        self.asked.append(asked)
        try:
            return eval(compiled(asked), self.names), None
        except Exception as error:
            return None, error

    def _differs(self, asked: str, said: str, expected: object) -> None:
        words = expected if isinstance(expected, str) else shown(expected)
        self.disagreements.append(
            Disagreement(
                self.area, self.seed, self.number, self.tier, self.program, asked, said, words, self.label
            )
        )


def raised(error: Exception) -> str:
    """Return the error and the last lines of its traceback."""
    trail = "".join(traceback.format_exception(error)).splitlines(keepends=True)[-5:-1]
    return f"raised {type(error).__name__}: {error}\n{''.join(trail).rstrip()}"
