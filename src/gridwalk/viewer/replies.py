"""Paths and progress in the form of the page: plain values, and whole numbers of any size as digits."""

from __future__ import annotations

from typing import Any

from gridwalk.path import Path
from gridwalk.runtime.limits import Progress


def path_data(path: Path | None) -> dict[str, Any] | None:
    """Return *path* in the form of the page: flat cells and figures."""
    if path is None:
        return None
    return {
        "cells": (path.cells[:, 0] * path.board.columns + path.cells[:, 1]).tolist(),
        "closed": path.closed,
        "length": path.length,
        "cost": path.cost,
        "by": path.by,
        "expanded": path.expanded,
        "backtracks": path.backtracks,
        **({"bound": path.bound, "gap": path.gap} if path.best == "length" else {}),
    }


def progress_data(progress: Progress) -> dict[str, Any]:
    """Return *progress* in the form of the page: the answer so far as decimal digits."""
    so_far = {name: _digits(getattr(progress, name)) for name in ("value", "low", "high")}
    return progress._asdict() | so_far | {"path": path_data(progress.path)}


def _digits(number: int | float | None) -> str | None:
    return None if number is None else str(number)
