"""Faults on purpose: the campaign must notice each of them, in the case where it is, and go on."""

from __future__ import annotations

import os
import time

from .case import Case


def false(case: Case) -> None:
    case.let("board", f"gw.Board.rectangle(2, {case.number + 2})")
    case.same("board.paths().count() + (board.columns == 4)", 2 ** (case.number + 1))


def raises(case: Case) -> None:
    case.survives("[0, 1][2]" if case.number == 1 else "gw.parse_moves('none')")


def dies(case: Case) -> None:
    case.same("1", 1)
    if case.number == 1:
        os.abort()


def hangs(case: Case) -> None:
    case.same("1", 1)
    if case.number == 1:
        time.sleep(600)
