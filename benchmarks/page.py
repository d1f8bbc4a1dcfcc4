"""Write the tables of ``docs/benchmarks.md`` from the figures that are kept.

A table stands between ``<!-- figures: NAME -->`` and ``<!-- end of figures -->``.  It has the newest
figures that compare with another program; all figures are in ``benchmarks/history``.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from benchmarks.figures import HISTORY, Figure, rounded

PAGE = Path(__file__).parent.parent / "docs" / "benchmarks.md"
HEADINGS = ["question", "gridwalk", "other program", "its figure", "ratio"]
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


def table_of(name: str, kept: list[dict[str, Any]]) -> str:
    """Return the newest table of one benchmark in Markdown: the figures that compare with another program."""
    newest = next((release[name] for release in kept if name in release), None)
    if newest is None:
        return "\nNot measured yet.\n\n"
    figures = [Figure(**figure) for figure in newest["figures"]]
    rows: dict[tuple[str, str], list[Figure]] = {}
    for figure in figures:
        if figure.peer not in ("", *INTERNAL) and figure.theirs and not WRONG.search(figure.note):
            rows.setdefault((figure.question, f"{rounded(figure.ours)} {figure.unit}"), []).append(figure)
    lines = [HEADINGS, ["---"] * len(HEADINGS)]
    for (question, ours), peers in rows.items():
        theirs = "; ".join(f"{rounded(peer.theirs or 0)} {peer.unit}" for peer in peers)
        ratios = "; ".join(f"{peer.ours / (peer.theirs or 1):.3g}" for peer in peers)
        lines.append([question, ours, "; ".join(peer.peer for peer in peers), theirs, ratios])
    table = "\n".join(f"| {' | '.join(line)} |" for line in lines)
    return f"{table}\n\n*{newest['measured']}; {newest['machine']}.*\n"


def written(text: str, kept: list[dict[str, Any]]) -> str:
    """Return the page *text* with its tables as the kept figures have them."""
    return BLOCK.sub(lambda block: block[1] + table_of(block[2], kept) + block[3], text)


def main() -> None:
    """Write the page."""
    PAGE.write_text(written(PAGE.read_text(encoding="utf-8"), releases()), encoding="utf-8")


if __name__ == "__main__":
    main()
