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
compiled = lru_cache(10_000)(lambda text: compile(text, "<case>", "eval"))


class SkipError(Exception):
    """The oracle would take too long for this board: no answer is compared."""


@dataclass(frozen=True)
class Disagreement:
    """An answer that is not the oracle's, and the program that gives it."""

    area: str
    seed: int
    number: int
    tier: str
    program: str
    asked: str
    said: str
    expected: str
    label: str = ""  # of its kind, where the question itself is none

    @property
    def kind(self) -> str:
        """What disagreements of one cause are likely to have in common."""
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
    """Whether two costs are the same but for rounding; None is no cost."""
    if one is None or other is None:
        return one is other
    return bool(one == other or math.isclose(one, other, rel_tol=PLACES))


class Case:
    """Asks questions of gridwalk in words of Python, and compares what it says."""

    def __init__(self, area: str, seed: int, number: int, tiers: tuple[str, ...] = TIERS) -> None:
        self.area, self.seed, self.number = area, seed, number
        self.rng = random.Random(f"{seed} {area} {number}")
        self.tier = self.rng.choice(TIERS)
        if self.tier not in tiers:
            self.tier = tiers[0]
        self.answers = self.refused = 0
        self.intervals = self.holding = 0  # of estimates, and those of them that hold the true number
        self.label = ""  # of the kind of disagreement that may come now
        self.disagreements: list[Disagreement] = []
        self.asked: list[str] = []
        self.names: dict[str, Any] = {"gw": gw, "np": np, "pickle": pickle}
        self._lines = ["import pickle", "import numpy as np", "import gridwalk as gw"]

    def run(self, area: Callable[[Case], None]) -> None:
        """Ask all that *area* asks; what the area itself trips over, or NumPy warns of, is a disagreement."""
        try:
            with slices.tier(self.tier), warnings.catch_warnings():
                warnings.simplefilter("error", RuntimeWarning)
                warnings.simplefilter("ignore", ReadingWarning)  # of a spoilt text: `mutations` reads them
                area(self)
        except SkipError:
            pass
        except Exception:
            self._differs("(the campaign's own code)", traceback.format_exc(), "no exception here")

    # ------------------------------------------------------------------------ the program

    def let(self, name: str, text: str) -> Any:
        """Evaluate ``name = text`` for what is asked later; it must not fail."""
        self._lines.append(f"{name} = {text}")
        self.names[name] = eval(compiled(text), self.names)
        return self.names[name]

    def value(self, name: str, value: object) -> None:
        """Give a value a name, written as it prints."""
        self._lines.append(f"{name} = {value!r}")
        self.names[name] = value

    def bring(self, line: str, **names: Any) -> None:
        """Give the program what *line* imports."""
        self._lines.append(line)
        self.names |= names

    @property
    def program(self) -> str:
        """What was let so far, as a program up to its question."""
        lines = [*self._lines, "from gridwalk.runtime import slices", f'with slices.tier("{self.tier}"):']
        return "\n".join(lines)

    # ------------------------------------------------------------------------- questions

    def same(
        self, asked: str, expected: object, equal: Callable[[Any, Any], bool] = operator.eq, worth: int = 1
    ) -> Any:
        """Ask, and compare with what is expected; return what gridwalk said, None where it raised."""
        return self.holds(asked, lambda said: equal(said, expected), expected, worth=worth)

    def holds(
        self,
        asked: str,
        check: Callable[[Any], Any],
        expected: object = "",
        or_refused: type[Exception] | tuple[type[Exception], ...] = (),
        worth: int = 1,
    ) -> Any:
        """Ask, and have the answer checked: *check* says False, or what is wrong in words, or asserts.

        One of *or_refused* is right, too, and returned, but no answer.  A batch is *worth* as many answers
        as it has questions.
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
        """Ask what must be refused by this error."""
        said, told = self._said(asked)
        if not isinstance(told, error):
            self._differs(asked, shown(said) if told is None else raised(told), error.__name__)

    def survives(self, asked: str, *errors: type[Exception]) -> Any:
        """Ask what may be answered, or refused by a GridwalkError or one of *errors*; None where it was."""
        said, error = self._said(asked)
        if error is not None and not isinstance(error, (gw.GridwalkError, *errors)):
            self._differs(asked, raised(error), "an answer, or a GridwalkError")
        return said

    def _said(self, asked: str, worth: int = 1) -> tuple[Any, Exception | None]:
        """Return the answer, and the error that came in its place."""
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
    """What was raised, and where: the last lines of its traceback."""
    trail = "".join(traceback.format_exception(error)).splitlines(keepends=True)[-5:-1]
    return f"raised {type(error).__name__}: {error}\n{''.join(trail).rstrip()}"
