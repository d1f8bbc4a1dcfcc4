"""Progress in the form of the page: plain values, and whole numbers of any size as digits."""

from __future__ import annotations

from typing import Any

from gridwalk.render.pagedata import path_data
from gridwalk.runtime.progress import Progress


def progress_data(progress: Progress) -> dict[str, Any]:
    """Return *progress* in the form of the page: the answer so far as decimal digits."""
    so_far = {name: _digits(getattr(progress, name)) for name in ("value", "low", "high")}
    return progress._asdict() | so_far | {"path": path_data(progress.path)}


def _digits(number: int | float | None) -> str | None:
    return None if number is None else str(number)
