"""What `count` prints with --layers: the sweep step by step, every state with its number."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from gridwalk.cli.answers import dumps, write
from gridwalk.cli.options import AnySet
from gridwalk.cli.progress import say
from gridwalk.errors import counted

if TYPE_CHECKING:
    from gridwalk.frontier.sweepfilm import Arrival, Place, SweepFilm, SweptLayer

LAYERS_OPTION = click.option(
    "--layers", type=click.Choice(["auto", "simpath", "profile", "halves"]), metavar="ENGINE",
    help="Print the sweep of a small board (36 cells) step by step, with all states: auto, simpath, "
    "profile or halves.",
)  # fmt: skip


def print_layers(paths: AnySet, by: str, in_json: bool) -> int:
    """Answer `count` with --layers."""
    if in_json:
        from gridwalk.viewer.sweepdata import sweep_data

        write(dumps(sweep_data(paths, by)))
        return 0
    from gridwalk.planner.sweepfilms import sweep_film

    film = sweep_film(paths.question, by)
    write("\n".join(_lines(film)))
    say(f"by {film.engine}; {paths.convention}")
    return 0


def _lines(film: SweepFilm) -> Iterator[str]:
    columns = film.shape[1]
    for before, layer in zip((None, *film.layers), film.layers, strict=False):
        head = f"{layer.part}: " if layer.part else ""
        frontier = " ".join(_name(place, columns) for place in layer.frontier)
        count = counted(len(layer.states), "state")
        yield f"{head}{_decided(layer, columns)}: {count}{' on ' if frontier else ''}{frontier}"
        for state in layer.states:
            yield f"  {state.marks or '-'} {state.number}{_sum(before, state.arrivals)}"
        if layer.finished:
            yield f"  finished {layer.finished}{_sum(before, layer.closing)}"
    last = {layer.part: layer.states for layer in film.layers}
    for joining in film.joinings:
        above, below = (
            " ".join(f"{states[i].marks} {states[i].number}" for i in places)
            for states, places in zip(
                (next(iter(last.values())), list(last.values())[-1]),
                (joining.first, joining.second),
                strict=True,
            )
        )
        yield f"joined: {above} with {below}: {joining.number}"
    yield f"in all {film.number}"


def _decided(layer: SweptLayer, columns: int) -> str:
    if layer.cell >= 0:
        return _name((layer.cell,), columns)
    if not layer.edges:
        return "nothing decided"
    return " ".join(_name(edge, columns) for edge in layer.edges)


def _name(place: Place, columns: int) -> str:
    return "-".join("({},{})".format(*divmod(cell, columns)) for cell in place) or "anywhere"


def _sum(before: SweptLayer | None, arrivals: tuple[Arrival, ...]) -> str:
    if before is None or len(arrivals) < 2:
        return ""
    return " = " + " + ".join(str(before.states[arrival.state].number) for arrival in arrivals)
