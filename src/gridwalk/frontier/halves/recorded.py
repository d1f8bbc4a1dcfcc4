"""Two halves of a board, swept and joined, to be looked at."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from gridwalk.errors import Cell
from gridwalk.frontier.halves.answer import Join, Problem
from gridwalk.frontier.halves.count import two_halves, upright
from gridwalk.frontier.halves.plan import HalfPlan, partners, places
from gridwalk.frontier.halves.steps import Half
from gridwalk.frontier.halves.sweep import CountedLayer, HalfSweep
from gridwalk.frontier.halves.tables import PAIRINGS, pair_scratch
from gridwalk.frontier.sweepfilm import Edge, Joining, Recorder, SweptLayer, SweptState, lettered, too_large
from gridwalk.grids.moves import Moves
from gridwalk.kernels.frontier.halves.matchings import unrank
from gridwalk.runtime.limits import Watch
from gridwalk.runtime.resources import Resources

ANY = -1  # the apex, a neighbour of all: where an open tour ends
DEGREES = ".-x"  # of a place: no move yet, one (a letter takes its place), both
MAX_SIGNATURES = 3_000  # of all layers

ToBoard = Callable[[int], int]


@dataclass(frozen=True)
class _Step:
    """What a step decides, and the frontier after it: cells of the half, with their places in signatures."""

    cell: int
    edges: list[tuple[int, int]]
    frontier: list[tuple[int, int]]


def record(
    rows: int,
    columns: int,
    *,
    moves: Moves,
    closed: bool,
    start: Cell | None,
    recorder: Recorder,
    resources: Resources,
    watch: Watch,
) -> tuple[int, list[Joining]]:
    """Sweep both halves, add their layers to *recorder*; return how many tours there are, and the joinings.

    The arguments are those of `gridwalk.frontier.halves.count.count_tours`.
    """
    high, wide, moves, at = upright(rows, columns, moves, closed, start)
    if high < max(abs(d_row) for d_row, _ in moves.deltas) + 2:
        raise too_large("the board is too low for two halves")
    upper, lower = two_halves(high, wide, moves, closed, at)
    turned = at is not None and at[0] > high - 1 - at[0]  # the half that has the start is the upper one

    def on_board(mirrored: bool) -> ToBoard:
        def cell_of(cell: int) -> int:
            if cell == ANY:
                return ANY
            row, column = divmod(cell, wide)
            row = high - 1 - row if mirrored != turned else row
            return row * wide + column if columns <= rows else column * high + row

        return cell_of

    problem = Problem(upper, lower, resources, watch)
    parts, bits = problem.plan()
    if not bits:
        return 0, []
    signatures = sum(len(layer) for part in parts for layer in part.layers)
    if signatures > MAX_SIGNATURES:
        raise too_large(f"the halves have {signatures:,} signatures, and {MAX_SIGNATURES:,} can be looked at")
    sweep = HalfSweep(watch, problem.memory, problem.tables(parts))
    names = ("either half",) if len(parts) == 1 else ("upper half", "lower half")
    found = [
        _swept(sweep, part, name, on_board(part.half.mirrored), recorder)
        for part, name in zip(parts, names, strict=True)
    ]
    joinings = list(_joinings(sweep, upper, found[0], found[-1]))
    total = sum(joining.number for joining in joinings)
    return total if closed or at is not None else 2 * total, joinings


def _swept(
    sweep: HalfSweep, part: HalfPlan, name: str, on_board: ToBoard, recorder: Recorder
) -> tuple[CountedLayer, list[list[int]]]:
    """Add the layers of a half; return the last one, and the states of each of its signatures."""
    recorder.begin(name)
    layer, states_of_signature = CountedLayer.first(), list[list[int]]()
    numbered = zip(_steps(part.half), part.steps, part.layers[1:], strict=True)
    for step, half_step, signatures in numbered:
        layer = sweep.step(layer, half_step, signatures)
        states, states_of_signature = list[SweptState](), []
        for at in range(len(signatures)):
            found = list(_states(layer, at, [place for _, place in step.frontier]))
            states_of_signature.append(list(range(len(states), len(states) + len(found))))
            states += found
        recorder.add(
            SweptLayer(
                name,
                on_board(step.cell),
                tuple(_edge(on_board(a), on_board(b)) for a, b in step.edges),
                tuple(_edge(on_board(cell)) for cell, _ in step.frontier),
                tuple(states),
            )
        )
    return layer, states_of_signature


def _states(layer: CountedLayer, at: int, frontier: list[int]) -> Iterator[SweptState]:
    """Yield the matchings of signature number *at*, with their counts; *frontier* are places."""
    signature, first, length = int(layer.signatures[at]), int(layer.starts[at]), int(layer.lengths[at])
    degrees = [signature >> 2 * place & 3 for place in frontier]
    ends = [place for place, degree in enumerate(degrees) if degree == 1]
    ranks = layer.values[first + length : first + 2 * length]
    for entry in range(length):
        number = int(layer.values[first + entry])
        if number:
            rank = entry if length == PAIRINGS[len(ends)] else int(ranks[entry])
            partner = pair_scratch()[0]
            unrank.python(rank, len(ends), PAIRINGS, partner)
            pieces = [(ends[a], ends[int(partner[a])]) for a in range(len(ends)) if a < partner[a]]
            marks = lettered([DEGREES[degree] for degree in degrees], pieces)
            yield SweptState(marks, tuple(pieces), number)


def _steps(half: Half) -> Iterator[_Step]:
    """Yield what each step of a half decides (see `Half.steps`)."""
    apex, own = int(half.apex), half.cells
    any_cell = [(ANY, 0)] * apex
    near = set[int]()
    for v in range(own):
        later = list(half.neighbours(v))
        near = (near | set(later)) - {v}
        edges = [*((v, w) for w in later), *[(v, ANY)] * apex]
        yield _Step(v, edges, any_cell + [(w, apex + w - v - 1) for w in sorted(near)])
    middle = any_cell + [(own + place, apex + place) for place in range(half.middle * half.columns)]
    cell_of_place = {place: cell for cell, place in middle}
    if half.apex:
        yield _Step(ANY, [(cell_of_place[place], ANY) for place in half.apex_cells()], middle)
    for first, second in half.middle_moves():
        yield _Step(ANY, [(cell_of_place[first], cell_of_place[second])], middle)


def _edge(*cells: int) -> Edge:
    return tuple(cell for cell in cells if cell != ANY)


def _joinings(
    sweep: HalfSweep,
    upper: Half,
    first: tuple[CountedLayer, list[list[int]]],
    second: tuple[CountedLayer, list[list[int]]],
) -> Iterator[Joining]:
    """Yield what each pair of signatures that fit together adds to the sum, if it does."""
    wanted = partners(upper, first[0].signatures)
    others = places(second[0].signatures, wanted, sweep.watch)
    join = Join(sweep, upper, first[0], second[0])
    for at, other in enumerate(others.tolist()):
        number = join.total(np.array([at]), np.array([other]), 0)
        if number:
            yield Joining(tuple(first[1][at]), tuple(second[1][other]), number)
