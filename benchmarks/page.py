"""Write the tables of ``docs/benchmarks.md`` from the stored figures.

A table stands between ``<!-- figures: NAME -->`` and ``<!-- end of figures -->``.  It contains the newest
figures that compare with another program; all figures are in ``benchmarks/history``.
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
PLAIN = [  # names of stored figures, as patterns, and the words of the page instead, in this order
    (r"^geometric mean of 6 structured maps$", "geometric mean of the six maps below"),
    (r"(?<=[,:] )brc202d", "map brc202d"),
    (r"^(.*), median$", r"\1, median time of a query"),
    (r"^(16room_|Across|Berlin_|arena|brc202d|den520d|maze512|random512)", r"map \1"),
    (r"^bfs, ", "breadth-first search, "),
    (r"^labels, ", "distance labels, "),
    (r"^dijkstra, ", "Dijkstra's algorithm, "),
    (r"^new board, ", "build a board and find one path, "),
    (r"^(2,000 random pairs), ", r"mean of \1 of cells, "),
    (r"\bopen (\d+ x \d+), orth", r"open board of \1, orth"),
    (r"clutter 30 % (\d+ x \d+)", r"\1 with 30 % random walls"),
    (r"depth-first maze", "maze of"),
    (r"^flow field after a door, ", "flow field after one cell has changed, "),
    (r"^(close|open) a door: (.*?)(\.map)?$", r"\1 one cell, \2"),
    (r"^count (king )?(?:orthogonal )?(\d+) ?x ?(\d+)$", r"count paths, \g<1>\2 x \3"),
    (r"^longest ", "longest path, "),
    (r"^length, (.*), (\d+)% walls$", r"longest path found, \1 with \2 % walls"),
    (r"^sample 1,000 of ", "1,000 random paths, "),
    (r"^list (open )?(\d+ x \d+) ", r"list paths, \1\2 "),
    (r"^list (open )?(\d+ x \d+),", r"list paths, \1\2,"),
    (r"^in batches, (.*)", r"list paths, \1, in batches"),
    (r"^gridwalk list 6x6, whole process$", "command `gridwalk list 6x6`, from its start to its end"),
    (r"^(\d+ x \d+), (.*) paths( by cost)?$", r"\1, the first \2 paths\3"),
    (r"^the only path, past ", "list the only path, beside "),
    (r"a node near by", "a nearby node"),
    (r"^knight's tours, closed (.*)", r"count closed knight's tours, \1"),
    (r"^(anew|built anew)$", "gridwalk, new board"),
    (r"^ns a cell$", "ns per cell"),
]
INTERNAL = {  # peers that are gridwalk itself
    *("A*", "a count for each end", "bfs", "count", "count 16 x 16", "listing"),
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


def plain(name: str) -> str:
    """Return the name of a stored task, program or unit in plain words.

    >>> plain("bfs, clutter 30 % 1024 x 1024")
    'breadth-first search, 1024 x 1024 with 30 % random walls'
    """
    for pattern, words in PLAIN:
        name = re.sub(pattern, words, name)
    return name


def table_of(name: str, kept: list[dict[str, Any]]) -> str:
    """Return the newest table of one benchmark in Markdown."""
    newest = next((release[name] for release in kept if name in release), None)
    if newest is None:
        return "\nNot measured yet.\n\n"
    figures = [Figure(**figure) for figure in newest["figures"]]
    lines = growing(figures) if name == "growth" else compared(figures)
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{table}\n\n*{newest['measured']}; {newest['machine']}.*\n"


def compared(figures: list[Figure]) -> list[list[str]]:
    """Return the lines of a table of the figures that compare with another program."""
    rows: dict[tuple[str, str], list[Figure]] = {}
    for figure in figures:
        if figure.peer not in ("", *INTERNAL) and figure.theirs and not WRONG.search(figure.note):
            ours = f"{rounded(figure.ours)} {plain(figure.unit)}"
            rows.setdefault((figure.question, ours), []).append(figure)
    lines = [HEADINGS, ["---"] * len(HEADINGS)]
    for (question, ours), peers in rows.items():
        theirs = "; ".join(f"{rounded(peer.theirs or 0)} {plain(peer.unit)}" for peer in peers)
        ratios = "; ".join(decimal(peer.ours / (peer.theirs or 1)) for peer in peers)
        lines.append([plain(question), ours, "; ".join(plain(peer.peer) for peer in peers), theirs, ratios])
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
    return BLOCK.sub(lambda block: block[1] + table_of(block[2], kept) + block[3], text)


def main() -> None:
    """Write the page."""
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), releases()), encoding="utf-8")


if __name__ == "__main__":
    main()
