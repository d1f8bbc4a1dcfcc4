"""Write the tables of ``docs/benchmarks.md`` from the stored figures.

A table stands between ``<!-- figures: NAME -->`` and ``<!-- end of figures -->``.  It contains the newest
figures that compare with another program; all figures are in ``benchmarks/history``.  The block named
``measured`` tells when and where all tables were measured.
"""

from __future__ import annotations

import json
import re
from decimal import Decimal
from pathlib import Path
from typing import Any

from benchmarks.figures import HISTORY, Figure, rounded

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
HEADINGS = ["task", "gridwalk", "other program", "result of the other program", "ratio"]
INTERNAL = {  # peers that are gridwalk itself
    *("A*", "a count for each end", "bfs", "count", "count paths, 16 x 16", "listing"),
    *("import numpy, click", "one thread", "the king"),
}
WRONG = re.compile(r"\b(\d+) of their (?!\1\b)\d+ are right")  # the other program answers another question
BLOCK = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end of figures -->)", re.S)


def releases(folder: Path = HISTORY) -> list[dict[str, Any]]:
    """Return what is kept of each release, {benchmark: its file}, the newest first."""
    kept = [release for release in folder.iterdir() if release.is_dir()]
    kept.sort(key=lambda release: [int(part) for part in release.name.split(".")], reverse=True)
    return [
        {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in release.glob("*.json")}
        for release in kept
    ]


def decimal(ratio: float) -> str:
    """Return a ratio with three digits and without an exponent.

    >>> decimal(2.47123e-05), decimal(1654.0)
    ('0.0000247', '1,650')
    """
    return format(Decimal(f"{ratio:.3g}"), ",f")


def table_of(name: str, kept: list[dict[str, Any]]) -> str:
    """Return the newest table of one benchmark in Markdown."""
    newest = next((release[name] for release in kept if name in release), None)
    if newest is None:
        return "\nNot measured yet.\n\n"
    figures = [Figure(**figure) for figure in newest["figures"]]
    lines = growing(figures) if name == "growth" else compared(figures)
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def measured(names: list[str], kept: list[dict[str, Any]]) -> str:
    """Return when and where the tables *names* were measured, a line for each date and machine."""
    tables: dict[str, list[str]] = {}
    for name in names:
        newest = next((release[name] for release in kept if name in release), None)
        if newest is not None:
            tables.setdefault(f"{newest['measured']}; {newest['machine']}", []).append(name)
    return "".join(
        f"- {place}: {'all tables' if len(tables) == 1 else ', '.join(found)}\n"
        for place, found in tables.items()
    )


def compared(figures: list[Figure]) -> list[list[str]]:
    """Return the lines of a table of the figures that compare with another program, a line for each question.

    Columns are parallel lists; if all their entries are equal, one is written.
    """
    questions: dict[str, list[Figure]] = {}
    for figure in figures:
        if figure.peer not in ("", *INTERNAL) and figure.theirs and not WRONG.search(figure.note):
            questions.setdefault(figure.question, []).append(figure)
    lines = [HEADINGS, ["---"] * len(HEADINGS)]
    for question, found in questions.items():
        columns = [
            [f"{rounded(figure.ours)} {figure.unit}" for figure in found],
            [figure.peer for figure in found],
            [f"{rounded(figure.theirs or 0)} {figure.unit}" for figure in found],
            [decimal(figure.ratio or 0) for figure in found],
        ]
        cells = [column[0] if len(set(column)) == 1 else "; ".join(column) for column in columns]
        lines.append([question, *cells])
    return lines


def growing(figures: list[Figure]) -> list[list[str]]:
    """Return the lines of the table of `benchmarks.growth`: a line for each question of growing size."""
    lines = [["task", "work", "time of a unit of work", "growth", "memory"], ["---"] * 5]
    questions: dict[str, list[Figure]] = {}
    for figure in figures:
        questions.setdefault(figure.question, []).append(figure)
    for question, (*costs, growth, memory) in questions.items():
        sizes = "; ".join(cost.note for cost in costs)
        times = "; ".join(rounded(cost.ours / costs[0].ours) for cost in costs)
        step = f"x {rounded(growth.ours)} for each {growth.note}"
        if growth.unit == "exponent":
            step = f"{growth.note}^{growth.ours:.2f}"
        lines.append([question, sizes, times, step, f"{rounded(memory.ours)} {memory.unit}"])
    return lines


def written(text: str, kept: list[dict[str, Any]]) -> str:
    """Return the page *text* with its tables as the kept figures have them."""
    names = [name for _, name, _ in BLOCK.findall(text) if name != "measured"]

    def block_of(block: re.Match[str]) -> str:
        table = measured(names, kept) if block[2] == "measured" else table_of(block[2], kept)
        return block[1] + table + block[3]

    return BLOCK.sub(block_of, text)


def main() -> None:
    """Write the page."""
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), releases()), encoding="utf-8")


if __name__ == "__main__":
    main()
