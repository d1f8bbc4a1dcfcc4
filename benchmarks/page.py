"""Write the tables of ``docs/benchmarks.md`` from the figures that are kept.

A table stands between ``<!-- figures: NAME -->`` and ``<!-- end of figures -->``; what is around it is
written by people.  The column *before* is the figure of the release before, if that is kept.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from benchmarks.figures import HEADINGS, HISTORY, Figure, rounded, rows_of

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
BLOCK = re.compile(r"(<!-- figures: (\w+) -->\n).*?(<!-- end of figures -->)", re.S)


def releases(folder: Path = HISTORY) -> list[dict[str, Any]]:
    """Return what is kept of each release, {benchmark: its file}, the newest first."""
    kept = [release for release in folder.iterdir() if release.is_dir()]
    kept.sort(key=lambda release: [int(part) for part in release.name.split(".")], reverse=True)
    return [
        {file.stem: json.loads(file.read_text(encoding="utf-8")) for file in release.glob("*.json")}
        for release in kept
    ]


def table_of(name: str, kept: list[dict[str, Any]]) -> str:
    """Return the table of one benchmark in Markdown."""
    newest, *earlier = [release[name] for release in kept if name in release] or [None]
    if newest is None:
        return "\nNot measured yet.\n\n"
    figures = [Figure(**figure) for figure in newest["figures"]]
    rows = rows_of(figures)
    headings = list(HEADINGS)
    if earlier:
        before = {figure["question"]: figure["ours"] for figure in earlier[0]["figures"]}
        headings.insert(2, "before")
        for row, figure in zip(rows, figures, strict=True):
            was = before.get(figure.question)
            row.insert(2, "" if was is None else f"{rounded(was)} {figure.unit}")
    filled = [i for i in range(len(headings)) if any(row[i] for row in rows)]
    lines = [
        [headings[i] for i in filled],
        ["---"] * len(filled),
        *([row[i] for i in filled] for row in rows),
    ]
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"\n{table}\n\n*{newest['measured']}; {newest['machine']}.*\n\n"


def written(text: str, kept: list[dict[str, Any]]) -> str:
    """Return the page *text* with its tables as the kept figures have them."""
    return BLOCK.sub(lambda block: block[1] + table_of(block[2], kept) + block[3], text)


def main() -> None:
    """Write the page."""
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), releases()), encoding="utf-8")


if __name__ == "__main__":
    main()
