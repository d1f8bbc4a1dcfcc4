"""Event logs, followed event by event by rules of their own: they lead to the answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from oracles import Cell

from .truth import Truth, Way

OPEN, CLOSE, STEP, BACK, RELAX, PRUNE, FOUND = range(7)
FRONTS = ("bfs", "labels", "dijkstra", "astar", "jps")


@dataclass(frozen=True)
class Question:
    truth: Truth
    starts: Sequence[Cell]
    exits: Sequence[Cell]
    ways: Sequence[Way]


def check(question: Question, trace: Any) -> bool:
    """Follow the log of *trace*; whatever is not as it should be is an AssertionError."""
    columns = trace.board.columns
    events = [(kind, divmod(cell, columns), value) for kind, cell, value in trace.events.tolist()]
    path = None if trace.path is None else list(trace.path)
    assert not trace.truncated, "it is cut"
    assert len(list(trace.lines())) == len(events), "as many lines as events"
    if trace.by in ("dfs", "dfs-recursive", "list", "warnsdorff"):
        found, last = walk(question, events, columns)
        assert path == (found[-1] if found else None), "the last path found is the answer"
        assert found or len(last) <= 1, "it ends where it began"
        if trace.by == "list":
            assert found == list(map(list, question.ways)), "it finds every path, in order"
            assert not last, "it ends off the start"
        return True
    closed = sum(kind == CLOSE for kind, _, _ in events)
    assert path is None or trace.by == "labels" or trace.path.expanded == closed, (
        "all expansions are reported"
    )
    if trace.by == "jps":
        waiting = jumps(events, path, columns)
        assert waiting == set(map(tuple, trace.at(len(trace)).queue.tolist())), "the rest of the heap"
    elif trace.by == "labels":
        assert labels(question, events, columns) == (path or []), "the walk back is the answer"
    else:
        assert front(question, events, columns) == (path or []), "the predecessors lead to the answer"
    return True


def walk(question: Question, events: list, columns: int) -> tuple[list[list[Cell]], list[Cell]]:
    """Follow a walk that enters cells and leaves them; return what it was at each path, and last."""
    on: list[Cell] = []
    is_on: set[Cell] = set()
    found = []
    for kind, cell, value in events:
        before = divmod(value, columns)
        if kind == STEP and before == cell:
            assert len(on) < 2, "a walk from another start begins before this one is over"
            assert cell in question.starts, f"{cell} is no start"
            on, is_on = [cell], {cell}
        elif kind == STEP:
            assert before == on[-1], f"to {cell} from {before}, but the walk is at {on[-1]}"
            assert cell in question.truth.edges[before], f"{before} to {cell} is no move"
            assert cell not in is_on, f"{cell} is on the walk"
            on.append(cell)
            is_on.add(cell)
        elif kind == BACK:
            assert cell == on.pop(), f"{cell} is not where the walk is"
            assert before == (on[-1] if on else cell), f"back to {before}"
            is_on.remove(cell)
        elif kind == FOUND:
            assert (cell, value) == (on[-1], len(on)), "found elsewhere"
            found.append(list(on))
        else:
            assert (kind, before) == (PRUNE, on[-1]), "seen from elsewhere"
    return found, on


def front(question: Question, events: list, columns: int) -> list[Cell]:
    """Follow a search by its frontier; return the way over predecessors to the cell found."""
    before: dict[Cell, Cell | None] = {}
    closed: set[Cell] = set()
    last = goal = None
    for kind, cell, value in events:
        assert goal is None, "nothing comes after the exit was found"
        if kind == OPEN and cell in question.starts and divmod(value, columns) == cell:
            before[cell] = None
        elif kind in (OPEN, RELAX):
            assert (cell in before) == (kind == RELAX), f"{cell} opened twice, or relaxed before"
            assert cell not in closed, f"{cell} is closed"
            assert divmod(value, columns) == last, "from a cell that is not being expanded"
            assert last is not None, "from nowhere"
            assert cell in question.truth.edges[last], f"{last} to {cell} is no move"
            before[cell] = last
        elif kind == CLOSE:
            assert cell in before, f"{cell} was never opened"
            assert cell not in closed, f"{cell} is closed twice"
            closed.add(cell)
            last = cell
            assert value == len(closed), "the number of cells closed"
        else:
            assert kind == FOUND, f"no event of kind {kind} here"
            goal = cell
    way = [] if goal is None else [goal]
    while way and before[way[-1]] is not None:
        way.append(before[way[-1]])  # type: ignore[arg-type]
    return way[::-1]


def jumps(events: list, path: list[Cell] | None, columns: int) -> set[Cell]:
    """Follow jump points, each opened, made cheaper and closed for every way in; return those still open."""
    waiting: set[Cell] = set()
    closed: list[Cell] = []
    found = None
    for kind, cell, value in events:
        assert found is None, "nothing comes after the exit was found"
        if kind == CLOSE:
            assert cell in waiting, f"{cell} was not open"
            waiting.remove(cell)
            closed.append(cell)
            assert value == len(closed), "the number of cells closed"
        elif kind in (OPEN, RELAX):
            before = divmod(value, columns)
            assert (cell in waiting) == (kind == RELAX), f"{cell} opened twice or relaxed before"
            assert before in closed or before == cell, f"from {before}, which is not expanded"
            waiting.add(cell)
        else:
            found = cell
    assert found == (path[-1] if path else None), "the exit found is the path's"
    return waiting


def labels(question: Question, events: list, columns: int) -> list[Cell]:
    """Follow distance labels and the walk back; return it from the start on."""
    label: dict[Cell, int] = {}
    back: list[Cell] = []
    for i, (kind, cell, value) in enumerate(events, 1):
        if kind == OPEN:
            assert cell not in label, f"{cell} has two labels"
            label[cell] = value
        elif kind == CLOSE:
            assert label[cell] == value, f"{cell} has another label"
        elif kind == STEP:
            back = back or [divmod(value, columns)]
            assert divmod(value, columns) == back[-1], "the walk back jumps"
            back.append(cell)
        else:
            back = back or [cell]
            assert (back[0], len(back)) == (cell, value), "found elsewhere"
            assert i == len(events), "nothing comes after the walk back"
    way = back[::-1]
    assert [label[cell] for cell in way] == list(range(len(way))), "labels rise by one"
    return way
