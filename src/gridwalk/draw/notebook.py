"""Answers in notebooks: tables and pictures as HTML."""

from __future__ import annotations

import base64
import decimal
import html
from collections.abc import Callable, Mapping, Sequence
from itertools import islice
from typing import Any

ROWS = 20  # rows of a table; the remaining rows are counted
PATHS = 6  # paths in one picture
CHARACTERS = 80  # the maximum number of characters of a value
LONG_NUMBER = 10**40  # larger numbers have six digits and a power of ten: Python writes at most 4,300 digits


def table(columns: Mapping[str, Sequence[Any]], rows: int | None = None) -> str:
    """Return the first rows of a table, and the number of all *rows*.

    >>> table({"length": [1, 2], "by": ["<dfs>", None]}).count("<tr>")
    3
    """
    number = len(next(iter(columns.values()), ())) if rows is None else rows
    head = "".join(f"<th>{html.escape(str(name))}</th>" for name in columns)
    body = "".join(
        "<tr>" + "".join(f"<td>{_shown(value)}</td>" for value in row) + "</tr>"
        for row in islice(zip(*columns.values(), strict=True), ROWS)
    )
    more = f"<p>... {number:,} rows</p>" if number > ROWS else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def facts(values: Mapping[str, Any]) -> str:
    """Return named values as a table of two columns."""
    rows = "".join(
        f"<tr><th>{html.escape(str(name))}</th><td>{_shown(value)}</td></tr>"
        for name, value in values.items()
    )
    return f"<table><tbody>{rows}</tbody></table>"


def picture(svg: str | None, words: str) -> str:
    """Return a picture whose styles affect nothing else; an empty text if there is none."""
    if svg is None:
        return ""
    content = base64.b64encode(svg.encode()).decode()
    return (
        f'<img alt="{html.escape(words)}" src="data:image/svg+xml;base64,{content}" style="max-width:100%"/>'
    )


def on_board(board: Any, words: str, letters: Mapping[Any, str] | None = None) -> str | None:
    """Return words above a picture of a board; None if it is large, so that text is shown instead."""
    from gridwalk.draw.svg import notebook

    drawn = notebook(board, letters=letters)
    return None if drawn is None else f"<p>{html.escape(words)}</p>{picture(drawn, words)}"


def drawing(board: Any, draw: Callable[[], str]) -> str:
    """Return a drawing in characters; an empty text if the board is too large for a notebook."""
    from gridwalk.draw.svg import NOTEBOOK_CELLS

    return "" if board.size > NOTEBOOK_CELLS else f'<pre style="line-height:1">{html.escape(draw())}</pre>'


def _shown(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, float):
        words = f"{value:.6g}"
    elif isinstance(value, int) and not isinstance(value, bool):
        words = f"{value:,}" if abs(value) < LONG_NUMBER else f"{decimal.Decimal(value):.5e}"
    else:
        words = str(value)
    return html.escape(words if len(words) <= CHARACTERS else words[: CHARACTERS - 3] + "...")
