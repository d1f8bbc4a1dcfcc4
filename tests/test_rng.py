"""`rng=` wherever random numbers are used, as SPEC 7 has it; `seed=` is another name of the same argument."""

import inspect
import random

import numpy as np
import pytest

import gridwalk as gw
from gridwalk import makers
from gridwalk.errors import ArgumentError
from gridwalk.makers import watch

BOARD = gw.Board.rectangle(5, 5)
LARGE = gw.Board.rectangle(9, 9)
TOURS = gw.Board.rectangle(6, 6).tours()
LONG = gw.Board.rectangle(24, 25).with_walls((3, 4)).paths()


def kept(estimate):
    return estimate.value, estimate.low, estimate.high


def spent(bits):
    return bits.state["state"]["state"], bits.seed_seq.n_children_spawned


ASKED = {
    "sample": lambda **rng: BOARD.paths().sample(6, **rng),
    "samples": lambda **rng: list(BOARD.paths().samples(6, **rng)),
    "sample of tours": lambda **rng: TOURS.sample(4, **rng),
    "sample of induced paths": lambda **rng: LARGE.paths().induced().sample(4, **rng),
    "samples of induced paths": lambda **rng: list(LARGE.paths().induced().samples(4, **rng)),
    "sample of linkages": lambda **rng: BOARD.path_pairs(((0, 0), (0, 4)), ((4, 0), (4, 4))).sample(4, **rng),
    "sample of a network": lambda **rng: BOARD.network.paths((0, 0), (4, 4)).sample(4, **rng),
    "estimate_count": lambda **rng: kept(LARGE.paths().estimate_count(states=30, runs=4, **rng)),
    "estimate_lengths": lambda **rng: LARGE.paths().estimate_lengths(states=30, runs=4, **rng).mean,
    "longest": lambda **rng: LONG.longest(steps=1000, **rng),
    "make": lambda **rng: gw.make("wilson", 9, 9, **rng),
    "make caves": lambda **rng: gw.make("caves", 20, 20, **rng),
    "make_maze": lambda **rng: gw.make_maze("wilson", gw.rings(5), **rng),
    "watch": lambda **rng: watch("prim", 6, 6, **rng).events.tolist(),
    "noise": lambda **rng: makers.noise(9, 9, 0.5, **rng).tolist(),
    "depth_first": lambda **rng: makers.depth_first(15, 15, **rng).tolist(),
    "kruskal": lambda **rng: makers.kruskal(15, 15, **rng).tolist(),
    "bond_percolation": lambda **rng: makers.bond_percolation(15, 15, 0.5, **rng).tolist(),
    "with_walls_opened": lambda **rng: makers.with_walls_opened(
        makers.kruskal(15, 15, 1), 0.5, **rng
    ).tolist(),
}
EVERY = pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)


@EVERY
def test_every_source_of_random_numbers_is_taken(asked):
    """Equal sources give equal answers, whether they are passed as *rng* or as *seed*."""
    for new in (
        lambda: 3,
        lambda: np.int64(3),
        lambda: np.random.SeedSequence(3),
        lambda: np.random.PCG64(3),
        lambda: np.random.default_rng(3),
        lambda: random.Random(3),
    ):
        assert asked(rng=new()) == asked(seed=new())


@EVERY
def test_a_bit_generator_and_a_seed_sequence_are_those_of_numpy(asked):
    expected = asked(rng=np.random.default_rng(5))
    assert asked(rng=np.random.SeedSequence(5)) == expected
    assert asked(rng=np.random.PCG64(5)) == expected


@EVERY
def test_a_generator_goes_on(asked):
    """The generator is advanced, or spawns children, so the next answer is another one."""
    rng, bits = np.random.default_rng(3), np.random.PCG64(3)
    asked(rng=rng)
    asked(rng=bits)
    assert spent(rng.bit_generator) == spent(bits) != spent(np.random.PCG64(3))


@EVERY
@pytest.mark.parametrize("wrong", [-1, "3", np.random.RandomState(1)])
def test_another_value_is_refused(asked, wrong):
    for name in ("rng", "seed"):
        with pytest.raises(
            ArgumentError, match=rf"^{name}=.* must be a whole number of at least 0, or a numpy"
        ):
            asked(**{name: wrong})


def test_every_function_takes_both_names():
    """Every public signature: rng before seed, both None by default."""
    kinds = [kind for kind in vars(gw).values() if inspect.isclass(kind)]
    things = [
        BOARD.paths(),
        BOARD.tours(),
        BOARD.cycles(),
        BOARD.paths().induced(),
        BOARD.path_pairs(((0, 0), (0, 1))),
    ]
    calls = [
        member for kind in {*kinds, *map(type, things)} for _, member in inspect.getmembers(kind, callable)
    ]
    calls += [gw.make, gw.make_maze, *(getattr(makers, name) for name in makers.__all__)]
    found = 0
    for call in calls:
        try:
            names = inspect.signature(call).parameters
        except (TypeError, ValueError):
            continue
        if {"rng", "seed"} & {*names}:
            assert names["rng"].default is names["seed"].default is None
            assert list(names).index("rng") < list(names).index("seed")
            found += 1
    assert found > 15
