"""`survey`: statistics of an answer over density, size, maker or any other argument."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from gridwalk.answers.results import Facts, Tabular
from gridwalk.datasets.making import MEMORY, answers_of, do_all, table_of
from gridwalk.datasets.recipe import Recipe
from gridwalk.datasets.rows import columns_asked, is_share
from gridwalk.errors import in_a_line
from gridwalk.errors.calls import advised
from gridwalk.grids.checks import checked_number
from gridwalk.render import notebook
from gridwalk.render.multiples import Chart, Curve, Panel, Point, chart_png, chart_svg
from gridwalk.runtime.limits import Limits, On, checked_on
from gridwalk.runtime.progress import ProgressLike
from gridwalk.runtime.tasks import Task

if TYPE_CHECKING:
    from gridwalk.makers.site import Seed

CHUNK = 1_000  # boards of a task
QUANTILES = (0.0, 0.25, 0.5, 0.75, 1.0)
FIGURES = ("min", "q25", "median", "q75", "max")


@advised
def survey(
    maker: str | Iterable[str],
    size: Any,
    n: int = 100,
    *,
    ask: str | Iterable[str] = ("found",),
    seed: Seed = None,
    on: On = None,
    seconds: float | None = None,
    memory: int | str = MEMORY,
    progress: ProgressLike = None,
    **options: Any,
) -> Survey:
    """Ask *n* boards of every setting the same questions, and return statistics of their answers.

    Parameters
    ----------
    maker, size, seed, on, seconds, memory, progress, **options
        As for `gridwalk.dataset`; but of a list every value is a setting, and of several lists every
        combination.
    n : int
        Boards of a setting.  Board *i* has the same seed in each: a setting's figures do not depend on
        which others there are, and differences between settings are sharper than their errors say.
    ask : str or iterable of str
        Columns of numbers, such as "found", "shortest_length", "loops", "count_log10"; or a question, such as
        "measure", for all its columns.

    Returns
    -------
    Survey
        A table: a line for each setting and column.

    Raises
    ------
    UnknownChoiceError, ArgumentError, InputError
        If there is no such maker, question, column or option.

    Examples
    --------
    >>> table = survey("percolation", 20, 50, ask="spans", walls=[0.2, 0.4, 0.6], seed=1)
    >>> [round(line.mean, 2) for line in table.lines]
    [1.0, 0.7, 0.0]

    """
    questions, columns = columns_asked(ask)
    on, n = checked_on(on), checked_number(n, "n", 1)
    limits = Limits(seconds=seconds, memory=memory)
    recipe = Recipe.of(maker, size, seed, options)
    settings = recipe.settings()
    for _, fixed in settings:
        fixed.board(0)  # what cannot be made is told before a worker begins
    asked = tuple(question.name for question in questions)
    names = [column.name for column in columns]
    chunks = [
        (place, range(first, min(first + CHUNK, n)))
        for place in range(len(settings))
        for first in range(0, n, CHUNK)
    ]
    tasks = [
        Task(f"survey-{place}-{numbers.start}", answers, (settings[place][1], numbers, asked, names, limits))
        for place, numbers in chunks
    ]
    found: dict[int, dict[str, list[Any]]] = {}

    def take(number: int, values: dict[str, list[Any]]) -> int:
        found[number] = values
        return len(chunks[number][1])

    do_all(tasks, on, take, n * len(settings), "boards", progress, "nothing is kept")
    lines = []
    for place, (setting, _) in enumerate(settings):
        tables = [found[number] for number, (owner, _) in enumerate(chunks) if owner == place]
        merged = {name: [value for table in tables for value in table[name]] for name in tables[0]}
        for question in questions:
            for column in (column for column in question.columns if column.name in names):
                lines.append(
                    _line(setting, column.name, merged[column.name], merged[f"{question.name}_error"])
                )
    return Survey(recipe.about, n, tuple(lines))


def answers(
    recipe: Recipe, numbers: range, asked: tuple[str, ...], names: list[str], limits: Limits
) -> dict[str, list[Any]]:
    """Return these columns of the boards of these numbers, and why some have none: a task."""
    questions, _ = columns_asked(asked)
    rows = (answers_of(recipe.board(number)[0], questions, limits) for number in numbers)
    return table_of(rows, [*names, *(f"{name}_error" for name in asked)])


def _line(setting: dict[str, Any], column: str, values: list[Any], errors: list[str | None]) -> SurveyLine:
    known = np.array([float(value) for value in values if value is not None])
    answered = sum(error is None for error in errors)
    mean = error = None
    if len(known):
        mean = float(known.mean())
    if len(known) > 1:
        error = float(known.std(ddof=1)) / math.sqrt(len(known))
    quantiles = tuple(np.quantile(known, QUANTILES).tolist()) if len(known) else (None,) * len(QUANTILES)
    return SurveyLine(setting, column, len(values), answered, len(known), mean, error, quantiles)


@dataclass(frozen=True, repr=False)
class SurveyLine(Facts):
    """The statistics of one column for one setting.

    Attributes
    ----------
    setting : dict
        What is different between settings.
    column : str
    boards, answered, known : int
        Boards; those of them that were answered within the limits; those of these with a number: where no
        path is, there is no length.
    mean, error : float or None
        Of the known numbers; the standard error is their sample standard deviation / sqrt(known).
    quantiles : tuple of float
        Minimum, quartiles, maximum.

    """

    setting: dict[str, Any]
    column: str
    boards: int
    answered: int
    known: int
    mean: float | None
    error: float | None
    quantiles: tuple[float | None, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return all by name, the setting first."""
        setting = {name: _setting_word(value) for name, value in self.setting.items()}
        numbers = {"boards": self.boards, "answered": self.answered, "known": self.known}
        figures = {"mean": self.mean, "error": self.error} | dict(zip(FIGURES, self.quantiles, strict=True))
        return {**setting, "column": self.column, **numbers, **figures}

    def __repr__(self) -> str:
        where = ", ".join(f"{name} {_setting_word(value)}" for name, value in self.setting.items())
        return in_a_line(f"<SurveyLine: {self.column} {_word(self.mean)} +- {_word(self.error)}, {where}>")


@dataclass(frozen=True, repr=False)
class Survey(Tabular):
    """A table of statistics: a line for each setting and column.

    Attributes
    ----------
    about : dict
        What was made: seed, and the values of each argument.
    n : int
        Boards of a setting.
    lines : tuple of SurveyLine

    """

    about: dict[str, Any]
    n: int
    lines: tuple[SurveyLine, ...]

    @property
    def table(self) -> list[dict[str, Any]]:
        """The lines as dicts: the setting, ``column``, ``mean``, ``error`` ..."""
        return [line.to_dict() for line in self.lines]

    def to_dict(self) -> dict[str, list[Any]]:
        """Return the table as columns by name."""
        return {name: [row[name] for row in self.table] for name in self.table[0]}

    def __str__(self) -> str:
        rows = [list(self.table[0])] + [[_word(value) for value in row.values()] for row in self.table]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        words = len(self.lines[0].setting) + 1  # columns of words stand to the left
        lines = (
            "  ".join(
                f"{word:{width}}" if place < words else f"{word:>{width}}"
                for place, (word, width) in enumerate(zip(row, widths, strict=True))
            )
            for row in rows
        )
        return "\n".join(line.rstrip() for line in lines)

    def __repr__(self) -> str:
        return f"<Survey: {len(self.lines):,} lines, {self.n:,} boards each>"

    def svg(self) -> str:
        """Return the means as curves, with bars of two standard errors, as an SVG document."""
        return chart_svg(self._chart)

    def png(self) -> bytes:
        """Return the same as a PNG."""
        return chart_png(self._chart)

    def _repr_svg_(self) -> str:
        return self.svg()

    def _repr_html_(self) -> str:
        """The chart, and the table below it to be opened, for notebooks."""
        rows = notebook.table(self.to_dict())
        return f"{notebook.picture(self.svg(), repr(self))}<details><summary>Table</summary>{rows}</details>"

    @property
    def _chart(self) -> Chart:
        """The means over the setting of the most values; a panel a column, a curve for all other settings."""
        names = list(self.lines[0].setting)
        values = {name: list(dict.fromkeys(line.setting[name] for line in self.lines)) for name in names}
        axis = max(names, key=lambda name: (_numbers(values[name]) != [], len(values[name])), default="")
        stops = values.get(axis, [self.about["choices"]["maker"][0]])
        numbers = _numbers(stops)
        panels = []
        for column in dict.fromkeys(line.column for line in self.lines):
            curves: dict[str, list[Point]] = {}
            for line in (line for line in self.lines if line.column == column):
                others = [f"{name} {_setting_word(line.setting[name])}" for name in names if name != axis]
                curve = curves.setdefault(", ".join(others), [])  # without points, too: hues stay the same
                if line.mean is not None:
                    stop = stops.index(line.setting.get(axis, stops[0]))
                    x = numbers[stop] if numbers else float(stop)
                    curve.append(Point(x, line.mean, 2 * (line.error or 0.0)))
            in_order = {name: tuple(sorted(each, key=lambda p: p.x)) for name, each in curves.items()}
            curves_in_order = tuple(Curve(name, each) for name, each in in_order.items())
            panels.append(Panel(column, curves_in_order, is_share(column)))
        fixed = {name: each[0] for name, each in self.about["choices"].items() if len(each) == 1}
        words = ", ".join(
            str(_setting_word(value)) if name in ("maker", "size") else f"{name} {_setting_word(value)}"
            for name, value in fixed.items()
        )
        ticks = () if numbers else tuple(str(_setting_word(stop)) for stop in stops)
        title = f"{words}: means of {self.n:,} boards, and two standard errors".lstrip(": ")
        return Chart(title, axis, tuple(panels), ticks)


def _numbers(values: list[Any]) -> list[float]:
    """Return the values as numbers, squares by their side; nothing if some are no numbers."""
    if all(isinstance(value, tuple) and len(value) == 2 and value[0] == value[1] for value in values):
        values = [value[0] for value in values]
    are = all(isinstance(value, int | float) and not isinstance(value, bool) for value in values)
    return [float(value) for value in values] if are else []


def _setting_word(value: Any) -> Any:
    """Return a setting as a number or a word: a size is ``20x30``."""
    if isinstance(value, tuple):
        return "x".join(map(str, value)) if all(isinstance(part, int) for part in value) else str(value)
    return value


def _word(value: Any) -> str:
    """Return a value of the table as text."""
    if value is None:
        return "-"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
