"""One measured figure, and the files with the figures of a release.

A benchmark module has ``figures()``, which measures and returns a list of `Figure`.  ``python -m benchmarks
NAME`` prints them and keeps them in ``benchmarks/history/RELEASE/NAME.json``; ``python -m benchmarks.page``
writes ``docs/benchmarks.md`` from these files.  So a figure stands in one place, and a loss from one release
to the next is seen.
"""

from __future__ import annotations

import json
import platform
import re
from dataclasses import asdict, dataclass
from datetime import date
from pathlib import Path

HISTORY = Path(__file__).parent / "history"
CHANGELOG = Path(__file__).parent.parent / "CHANGELOG.md"
FIRST = "0.3.0"  # the release to come, as long as the changelog has none


@dataclass(frozen=True)
class Figure:
    """What one question took us, and what it took a peer in the same run.

    Parameters
    ----------
    question : str
        What was asked, in a few words: ``"bfs, open 1024 x 1024"``.
    unit : str
        Of *ours* and *theirs*: "s", "ms", "us", "ns per cell", "M paths/s", "MB".
    ours : float
        Ours.
    peer : str
        The other program; empty if there is none.
    theirs : float, optional
        Its figure; None where it was not there, or gave no answer.
    aim : float, optional
        Of the ratio ours / theirs if there is a *peer*, else of *ours*.
    at_least : bool
        Whether more is better, so that the aim is the least that will do.
    of_ratio : bool, optional
        Whether the aim is one of the ratio, if that is not as said above.
    note : str
        A remark for the reader, in a few words.

    """

    question: str
    unit: str
    ours: float
    peer: str = ""
    theirs: float | None = None
    aim: float | None = None
    at_least: bool = False
    of_ratio: bool | None = None
    note: str = ""

    @property
    def ratio(self) -> float | None:
        """Ours divided by theirs."""
        return self.ours / self.theirs if self.theirs else None

    @property
    def aims_at_ratio(self) -> bool:
        """Whether the aim is one of the ratio."""
        return bool(self.peer) if self.of_ratio is None else self.of_ratio

    @property
    def reached(self) -> bool | None:
        """Whether the aim is reached; None where there is none, or no figure to compare."""
        measured = self.ratio if self.aims_at_ratio else self.ours
        if self.aim is None or measured is None:
            return None
        return measured >= self.aim if self.at_least else measured <= self.aim


def rounded(value: float) -> str:
    """Return *value* with three digits, and no more than are known.

    >>> rounded(0.01234), rounded(12.34), rounded(12345.6)
    ('0.0123', '12.3', '12,346')
    """
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def aim_of(figure: Figure) -> str:
    """Return the aim as people read it."""
    if figure.aim is None:
        return ""
    words = "at least" if figure.at_least else "at most"
    unit = "x" if figure.aims_at_ratio else figure.unit
    return f"{words} {rounded(figure.aim)} {unit}"


def rows_of(figures: list[Figure]) -> list[list[str]]:
    """Return a table of the figures: question, ours, peer, theirs, ratio, aim, whether it is reached."""
    return [
        [
            figure.question,
            f"{rounded(figure.ours)} {figure.unit}",
            figure.peer,
            "" if figure.theirs is None else f"{rounded(figure.theirs)} {figure.unit}",
            "" if figure.ratio is None else rounded(figure.ratio),
            aim_of(figure),
            {None: "", True: "reached", False: "**missed**"}[figure.reached],
            figure.note,
        ]
        for figure in figures
    ]


HEADINGS = ["question", "gridwalk", "beside", "its figure", "ratio", "aim", "", "note"]


def show(name: str, figures: list[Figure]) -> None:
    """Print the figures of a benchmark."""
    for row in rows_of(figures):
        print(f"{name}: " + "; ".join(cell for cell in row if cell).replace("**", ""), flush=True)


def release() -> str:
    """Return the release that is measured: the first with a number in the changelog, or the first of all."""
    found = re.search(r"^## (\d\S*) \(", CHANGELOG.read_text(encoding="utf-8"), re.M)
    return found[1] if found else FIRST


def keep(name: str, figures: list[Figure], folder: Path = HISTORY) -> Path:
    """Store the figures of a benchmark for this release, in place of its earlier ones."""
    kept = {
        "measured": date.today().isoformat(),
        "machine": machine(),
        "figures": [asdict(figure) for figure in figures],
    }
    file = folder / release() / f"{name}.json"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(kept, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    return file


def machine() -> str:
    """Return the processor and the versions that figures depend on."""
    import llvmlite
    import numba
    import numpy as np

    with Path("/proc/cpuinfo").open(encoding="utf-8") as lines:
        names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    versions = f"Python {platform.python_version()}, NumPy {np.__version__}, Numba {numba.__version__}"
    return f"{len(names)} x {names[0]}; {versions}, llvmlite {llvmlite.__version__}"
