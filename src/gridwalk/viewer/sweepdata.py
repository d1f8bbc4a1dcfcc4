"""A sweep in the form of the page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from gridwalk.planner.sweepfilms import sweep_film

if TYPE_CHECKING:
    from gridwalk.frontier.sweepfilm import Arrival, SweptLayer
    from gridwalk.sets.cycleset import CycleSet
    from gridwalk.sets.pathset import PathSet
    from gridwalk.sets.tourset import TourSet


def sweep_data(paths: PathSet | TourSet | CycleSet, by: str = "auto") -> dict[str, Any]:
    """Return the sweep that counts *paths*, layer by layer; numbers are decimal digits.

    Raises
    ------
    QuestionError, UnsuitableAlgorithmError
        As `gridwalk.planner.sweepfilms.sweep_film`.

    """
    film = sweep_film(paths.question, by)
    return {
        "kind": "sweep",
        "engine": film.engine,
        "layers": [_layer(layer) for layer in film.layers],
        "joinings": [
            {"first": joining.first, "second": joining.second, "number": str(joining.number)}
            for joining in film.joinings
        ],
        "number": str(film.number),
        "convention": paths.convention,
    }


def _layer(layer: SweptLayer) -> dict[str, Any]:
    return {
        "part": layer.part,
        "cell": layer.cell,
        "edges": layer.edges,
        "frontier": layer.frontier,
        "states": [
            {
                "marks": state.marks,
                "pieces": state.pieces,
                "number": str(state.number),
                "arrivals": _arrivals(state.arrivals),
            }
            for state in layer.states
        ],
        "finished": str(layer.finished),
        "closing": _arrivals(layer.closing),
    }


def _arrivals(arrivals: Sequence[Arrival]) -> list[tuple[int, tuple[int, ...]]]:
    return [(arrival.state, arrival.edges) for arrival in arrivals]
