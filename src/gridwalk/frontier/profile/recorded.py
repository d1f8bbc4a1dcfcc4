"""A sweep by Motzkin words, layer by layer, to be looked at."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

import numpy as np

from gridwalk.frontier.profile.engine import Profile
from gridwalk.frontier.profile.plan import CellStep, ProfilePlan, make_plan
from gridwalk.frontier.profile.roles import NOWHERE
from gridwalk.frontier.profile.sweep import ProfileAlgebra, ProfileSweep
from gridwalk.frontier.profile.traceback import Layers
from gridwalk.frontier.profile.words import Ints
from gridwalk.frontier.sweepfilm import MAX_WORDS, Arrival, Recorder, SweptLayer, SweptState, too_large
from gridwalk.kernels.frontier.profile import BY_LEFT, BY_RIGHT, LEFT, RIGHT

MARKS = ".()|"  # of a plug
WORD = 1 << 64  # more than a small board has partial paths: residues modulo this are exact
Plugs = dict[int, tuple[int, int]]  # the edges on the frontier, by their places


def record(engine: Profile, recorder: Recorder, part: str) -> int:
    """Sweep the block of *engine*, add its layers to *recorder*, and return how many paths it has."""
    recorder.begin(part)
    if engine.question.is_hopeless:
        return 0
    watch = engine.watch

    def pause(done: int) -> None:
        watch.check(done, 0, 0)

    plan = make_plan(engine.question, pause)
    if plan.states > MAX_WORDS:
        raise too_large(f"the table has {plan.states:,} words, and {MAX_WORDS:,} can be looked at")
    sweep = ProfileSweep(plan, pause)
    layers = Layers(sweep, [ProfileAlgebra.counting(WORD)], engine.resources.budget(), pause, 0)
    total = 0
    for layer in _layers(engine, plan, sweep, layers, part):
        recorder.add(layer)
        total += layer.finished
    return total


def _layers(
    engine: Profile, plan: ProfilePlan, sweep: ProfileSweep, layers: Layers, part: str
) -> Iterator[SweptLayer]:
    """Yield the layers after each cell."""
    closed = {(at, word): values[0] for at, word, values in layers.closed[0]}
    state_of_word = {word: state for state, (word, _) in enumerate(sweep.begin())}
    for at, (step, plugs) in enumerate(zip(plan.steps, _frontiers(plan), strict=True)):
        outward = [cell for cell in (step.left, step.right) if cell != NOWHERE]
        closing = [word for word in sweep.closing(at) if (at, word) in closed]
        words, numbers, arrivals = np.zeros(0, np.int64), list[int](), list[tuple[Arrival, ...]]()
        if at < sweep.first:  # the start in the corner was put into the table beforehand
            words = np.array(list(state_of_word))
            numbers = [1] * len(words)
            arrivals = [(Arrival(0, _used(step, how)),) for _, how in sweep.begin()]
            if plan.steps[at + 1].shift:
                words = sweep.words.shifted(words, 1)
        elif at + 1 < len(plan.steps):
            values = layers.at(at + 1)[0]
            words = np.flatnonzero(values)
            numbers = values[words].tolist()
            arrivals = _arrivals(layers, at, words, state_of_word)
        marks = _spelt(sweep, words, sorted(plugs))
        yield SweptLayer(
            part,
            _on_board(engine, [step.cell])[0],
            tuple(tuple(_on_board(engine, [step.cell, cell])) for cell in outward),
            tuple(tuple(_on_board(engine, plugs[place])) for place in sorted(plugs)),
            tuple(
                SweptState(word, _pieces(word), number, ways)
                for word, number, ways in zip(marks, numbers, arrivals, strict=True)
            ),
            sum(closed[at, word] for word in closing),
            tuple(Arrival(state_of_word[word], ()) for word in closing),
        )
        state_of_word = {word: state for state, word in enumerate(words.tolist())}


def _arrivals(
    layers: Layers, at: int, words: Ints, state_of_word: dict[int, int]
) -> list[tuple[Arrival, ...]]:
    """Return the ways through cell *at* to each word."""
    up_to, sources, how = layers.before(at, words)
    step = layers.sweep.plan.steps[at]
    ways = [
        Arrival(state_of_word[word], _used(step, by)) if word in state_of_word else None
        for word, by in zip(sources.tolist(), how.tolist(), strict=True)
    ]
    bounds = [0, *up_to.tolist()]
    return [tuple(way for way in ways[low:high] if way is not None) for low, high in pairwise(bounds)]


def _used(step: CellStep, how: int) -> tuple[int, ...]:
    """Return which of the edges of a cell to later cells are used by a path that leaves it so."""
    has_left = int(step.left != NOWHERE)
    return (0,) * bool(how & BY_LEFT) + (has_left,) * bool(how & BY_RIGHT)


def _frontiers(plan: ProfilePlan) -> Iterator[Plugs]:
    """Yield after each cell the edges that lead from a cell that is done to one that is not."""
    plugs: Plugs = {}
    for at, step in enumerate(plan.steps):
        for place, cell in ((step.column, step.left), (step.column + 1, step.right)):
            plugs.pop(place, None)
            if cell != NOWHERE:
                plugs[place] = step.cell, cell
        if at + 1 < len(plan.steps) and plan.steps[at + 1].shift:
            plugs = {place + 1: edge for place, edge in plugs.items()}
        yield dict(plugs)


def _spelt(sweep: ProfileSweep, words: Ints, places: Sequence[int]) -> list[str]:
    """Return the characters of words at some places; nothing is at the others."""
    codes = np.zeros(len(words), np.int64)
    for level, here in sweep.words.by_level(words):
        codes[here] = sweep.words.spell(words[here], level)
    return ["".join(MARKS[code >> 2 * place & 3] for place in places) for code in codes.tolist()]


def _pieces(word: str) -> tuple[tuple[int, int], ...]:
    """Return which brackets belong together."""
    begun, pieces = list[int](), []
    for place, mark in enumerate(word):
        if mark == MARKS[LEFT]:
            begun.append(place)
        elif mark == MARKS[RIGHT]:
            pieces.append((begun.pop(), place))
    return tuple(sorted(pieces))


def _on_board(engine: Profile, cells: Sequence[int]) -> list[int]:
    found: list[int] = engine.plane.on_board(cells).tolist()
    return found
