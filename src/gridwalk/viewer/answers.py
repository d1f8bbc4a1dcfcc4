"""The answers to the questions of the page, a function for each kind.

Their values are plain: whole numbers of any size are texts of digits, a sweep is a list of layers.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import numpy as np

from gridwalk.allpaths.film import Arrival, SweptLayer
from gridwalk.answers.path import Path
from gridwalk.answers.trace import Trace
from gridwalk.draw.pagedata import moves_data, path_data
from gridwalk.errors import Message, TimeLimitError, UnsuitableAlgorithmError, check_choice
from gridwalk.planner.traces import sweep_film
from gridwalk.runtime.codes import FOUND_PATH
from gridwalk.runtime.progress import Progress
from gridwalk.search.choice import suitable, why_unsuitable
from gridwalk.sets.pathset import PathSet
from gridwalk.sets.tourset import CycleSet, TourSet
from gridwalk.viewer.asked import Answer, Asked, film_parts, title_of, told


def progress_data(progress: Progress) -> dict[str, Any]:
    """Return *progress* in the form of the page: the answer so far as decimal digits."""
    so_far = {name: _digits(getattr(progress, name)) for name in ("value", "low", "high")}
    facts = {"path": path_data(progress.path), "share": progress.share, "left": progress.left}
    return progress._asdict() | so_far | facts | {"doing": told(progress.doing)}


def _digits(number: int | float | None) -> str | None:
    return None if number is None else str(number)


MAX_EVENTS = 1_000_000  # of a film: 12 bytes each
SECONDS = 10  # for an answer that improves with time
FILM_SECONDS = 5  # for a search that is too long for a film
NO_FILM = "There is no film where cells are to be visited."
BY_ITSELF = "it does not support cells to visit: take the automatic choice"


# ------------------------------------------------------------------------------------- films


def found(asked: Asked) -> Answer:
    """Return any path or tour, with the film of its search."""
    return _film(asked, asked.by)


def shortest(asked: Asked) -> Answer:
    """Return a path of minimum cost, with the film of its search."""
    return _film(asked, asked.by, exact=True)


def listed(asked: Asked) -> Answer:
    """Return the film of a listing, and the number of paths in it."""
    return _film(asked, "list")


def traced(asked: Asked, by: Any, *, exact: bool = False) -> Trace:
    """Return the event log of an algorithm; if *exact*, refuse one that may miss the minimum."""
    members, question = asked.all, asked.all._question
    if by == "auto" and isinstance(members, PathSet):
        by = "dfs" if not exact else "astar" if why_unsuitable(question.ground, "bfs", 1) else "bfs"
    elif exact:  # `trace` accepts bfs on boards with costs, where it is not exact
        suitable(question.ground, by, 1, len(question.exits_left or ()))
    assert isinstance(members, PathSet | TourSet)
    return members.trace(by=by, max_events=MAX_EVENTS)


def _film(asked: Asked, by: Any, *, exact: bool = False) -> Answer:
    members = asked.all
    if (reason := members.why_empty()) is not None:
        return Answer({"kind": "path", "path": None, "reason": reason})
    if members._question.is_conditional:
        return Answer(_through(asked, by, exact=exact))
    trace = traced(asked, by, exact=exact)
    # For tours "auto" is known by its algorithm at the end.
    name = by if trace.path is None and asked.members != "paths" else trace.by
    data = {"kind": "film", "by": name, "truncated": trace.truncated, "ended": not trace.truncated}
    data |= {"path": path_data(trace.path), "reason": None, "moves": moves_data(members._question.ground)}
    if by == "list":
        data["found"] = int(np.count_nonzero(trace.events[:, 0] == FOUND_PATH))
    elif trace.truncated:
        data |= _without_film(asked, by, exact=exact)
    return Answer(data, trace, film_parts(trace, members._question.ground))


def _without_film(asked: Asked, by: Any, *, exact: bool) -> dict[str, Any]:
    """Return the answer of a search that is too long for a film."""
    words = Message("{by} did not end within {n} seconds", by=title_of(by), n=FILM_SECONDS)
    try:
        path = _one(asked.within(FILM_SECONDS), by, exact=exact)
        return {"ended": True, "path": path_data(path)}
    except TimeLimitError:
        if by == "auto":
            return {"path": None, "reason": words}
    try:  # if the search backtracks too long, another algorithm may find a path
        path = _one(asked.within(FILM_SECONDS), "auto", exact=exact)
    except TimeLimitError:
        return {"path": None, "reason": words}
    note = words if path is None else Message("{words}; this is by {by}.", words=words, by=title_of(path.by))
    return {"ended": True, "path": path_data(path), "note": note}


def _through(asked: Asked, by: Any, *, exact: bool) -> dict[str, Any]:
    """Return the answer of a set with conditions, which no single search finds."""
    if by not in ("list", "auto"):
        raise UnsuitableAlgorithmError(by, BY_ITSELF)
    path = next(iter(asked.all), None) if by == "list" else _one(asked.all, "auto", exact=exact)
    return {"kind": "path", "path": path_data(path), "reason": None, "note": NO_FILM}


def _one(members: Any, by: Any, *, exact: bool) -> Path | None:
    path: Path | None = members.shortest(by=by) if exact else members.find(by=by)
    return path


# ----------------------------------------------------------------------------------- numbers


def counted(asked: Asked) -> Answer:
    """Return the number of members, or the sweep that counts them."""
    if asked.picture:
        check_choice("picture", asked.picture, ("simpath",))
        return Answer(sweep_data(asked.all))
    number = asked.all.count(by=asked.by)
    reason = None if number else asked.all.why_empty()
    convention = str(asked.all)
    return Answer({"kind": "number", "number": str(number), "convention": convention, "reason": reason})


def by_length(asked: Asked) -> Answer:
    """Return the number of members of each length in moves, and of all."""
    lengths = asked.all.lengths()
    numbers = [[length, str(number)] for length, number in lengths.items()]
    data = {"lengths": numbers, "number": str(sum(lengths.values())), "convention": str(asked.all)}
    return Answer({"kind": "lengths", **data})


def estimated(asked: Asked) -> Answer:
    """Return an estimate of the number of members, with its interval, after some seconds."""
    began = time.monotonic()
    about = asked.all.estimate_count(0.02, anytime=SECONDS, seed=asked.seed)
    data = {"words": str(about), "convention": str(asked.all), "seed": asked.seed}
    return Answer(
        {"kind": "estimate", **data, "closing": _closing(began, about.value, about.low, about.high)}
    )


# ------------------------------------------------------------------------------------- paths


def first_in_order(asked: Asked) -> Answer:
    """Return the first of all paths in order of length."""
    return _path(next(asked.paths.in_order(), None))


def longest(asked: Asked) -> Answer:
    """Return a longest path, or the best of some seconds, with an upper bound."""
    began = time.monotonic()
    by = asked.by
    if by == "auto":
        by = "sweep" if asked.paths._question.is_conditional else "anytime"
    exact = by != "anytime"
    path = asked.paths.longest() if exact else asked.paths.longest(anytime=SECONDS, seed=asked.seed)
    if path is None:
        return _path(None)
    assert path.bound is not None
    closing = _closing(began, path.length, path.length, path.bound, path)
    return _path(path, closing=closing, **({} if exact else {"seed": asked.seed}))


def longest_cycle(asked: Asked) -> Answer:
    """Return a longest cycle."""
    return _path(asked.all.longest())


def at_random(asked: Asked) -> Answer:
    """Return a path drawn uniformly from all."""
    return _path(next(iter(asked.all.sample(1, seed=asked.seed)), None), seed=asked.seed)


def _path(path: Path | None, **more: Any) -> Answer:
    return Answer({"kind": "path", "path": path_data(path), **more})


def _closing(
    began: float, value: int, low: int, high: int | float | None, path: Path | None = None
) -> dict[str, Any]:
    """Return the answer in the form of the progress that led to it."""
    return progress_data(Progress(time.monotonic() - began, 0, 0, 0, "", value, low, high, path))


def sweep_data(paths: PathSet | TourSet | CycleSet) -> dict[str, Any]:
    """Return the sweep that counts *paths*, layer by layer; numbers are decimal digits.

    Raises
    ------
    QuestionError
        As `gridwalk.planner.traces.sweep_film`.

    """
    film = sweep_film(paths._question)
    layers = [_layer(layer) for layer in film.layers]
    return {"kind": "sweep", "layers": layers, "number": str(film.number), "convention": str(paths)}


def _layer(layer: SweptLayer) -> dict[str, Any]:
    states = [
        {**vars(state), "number": str(state.number), "arrivals": _arrivals(state.arrivals)}
        for state in layer.states
    ]
    digits = {"finished": str(layer.finished), "closing": _arrivals(layer.closing)}
    return {**vars(layer), "states": states, **digits}


def _arrivals(arrivals: Sequence[Arrival]) -> list[tuple[int, tuple[int, ...]]]:
    return [(arrival.state, arrival.edges) for arrival in arrivals]
