"""Longest paths and ranks in little memory: layers are made again, and every answer is the same."""

import pytest
from gridwalk.allpaths.simpath.algebras import Best
from gridwalk.allpaths.simpath.plan import make_plan
from gridwalk.allpaths.simpath.sweep import LayerSweep, Machine
from gridwalk.allpaths.simpath.tape import Tape
from test_sweep import KING, board

import gridwalk as gw
from gridwalk.allpaths.reduce.network import NOWHERE
from gridwalk.allpaths.simpath import answers
from gridwalk.errors import MemoryLimitError
from gridwalk.runtime.limits import NO_LIMITS
from gridwalk.runtime.memory import MemoryBudget
from gridwalk.runtime.resources import Resources

SCRATCH = 660_000  # bytes that every sweep takes


def cells_of(walk):
    return walk.corridors.tolist(), walk.onward.tolist()


def plans():
    """A path, cycles, and corridors of one way."""
    path = board(6, 6, KING)
    one_way = board(4, 6, KING)
    one_way.one_way[::4] = True
    cycles = board(4, 5, KING)
    cycles = type(cycles)(**(vars(cycles) | {"source": NOWHERE, "sink": NOWHERE}))
    return [make_plan(network) for network in (path, one_way, cycles)]


def least_memory(answer, enough):
    """Return the least memory that *answer* needs, nearly; with more it is always the same."""
    wanted, low, high = answer(Resources()), 0, enough
    assert answer(Resources(high)) == wanted
    while high - low > (enough - SCRATCH) // 20:
        middle = (low + high) // 2
        try:
            assert answer(Resources(middle)) == wanted
            high = middle
        except MemoryLimitError:
            low = middle
    return high


def taken_by_all(plan, algebra):
    memory = MemoryBudget()
    tape = Tape(LayerSweep(Machine(plan), algebra, NO_LIMITS.watch(), memory))
    made = tape.run(tape.first, tape.layers)
    assert made.records is not None
    assert len(made.records) == made.stop
    return memory.peak


@pytest.mark.parametrize("number", range(3))
@pytest.mark.parametrize("longest", [True, False])
def test_a_best_path_is_the_same_in_little_memory(number, longest):
    plan = plans()[number]
    enough = taken_by_all(plan, Best(plan, plan.network.length))
    least = least_memory(
        lambda r: cells_of(answers.best(plan, longest=longest, resources=r)), enough + 10_000
    )
    assert least <= enough + 10_000
    if number == 0:  # the others are small: a layer takes most of it
        assert least - SCRATCH < 0.75 * (enough - SCRATCH)


@pytest.mark.parametrize("number", range(3))
def test_ranks_are_the_same_in_little_memory(number):
    plan = plans()[number]
    memory = MemoryBudget()
    total = answers.KeptPaths(Machine(plan), NO_LIMITS.watch(), memory).count
    ranks = [0, 1, total // 3, total - 1]

    def ask(resources):
        kept = answers.keep(plan, resources=resources)
        walks = kept.at(ranks)
        assert [kept.rank(walk) for walk in walks] == ranks
        assert kept.count == total
        return [cells_of(walk) for walk in walks]

    least = least_memory(ask, memory.peak + 10_000)
    if number != 1:
        assert least - SCRATCH < 0.75 * (memory.peak - SCRATCH)


def test_both_tiers_make_do_with_little(tier):
    plan, memory = make_plan(board(5, 5, KING)), MemoryBudget()
    answers.KeptPaths(Machine(plan), NO_LIMITS.watch(), memory)
    little = Resources(SCRATCH + 3 * (memory.peak - SCRATCH) // 4)
    kept = answers.keep(plan, resources=little)
    assert kept._all.parts
    assert cells_of(kept.at([1234])[0]) == cells_of(answers.keep(plan).at([1234])[0])
    assert cells_of(answers.best(plan, resources=little)) == cells_of(answers.best(plan))


def test_both_engines_of_the_command_keep_to_the_memory(run):
    for moves, memory in (("king", "4MB"), ("orthogonal", "1.3MB")):
        asked = ("7x7", "--moves", moves)
        for verb in (("longest", *asked), ("sample", *asked, "-n", 3, "--seed", 1, "--lines")):
            whole, little = run(*verb), run(*verb, "--memory", memory)
            assert whole[0] == little[0] == 0, (verb, little)
            assert whole[1] == little[1]


def test_a_board_in_blocks_keeps_to_the_memory():
    room = ["....", "....", "....", "...."]
    rows = ["".join(f"{part}{gate}" for gate in ".###"[r] * 4)[:-1] for r, part in enumerate(room)]
    board_ = gw.Board.from_text("\n".join(rows), moves=gw.KING, exits=[(3, len(rows[0]) - 1)])
    paths, little = board_.paths(), board_.paths().within(memory=1 << 20)
    assert little.longest() == paths.longest()
    assert little.sample(3, seed=1) == paths.sample(3, seed=1)


def test_more_memory_never_answers_less():
    """Between two amounts with which samples are drawn there were some with which they were not."""
    paths = gw.Board.rectangle(6, 6, moves=gw.KING).paths()
    wanted = paths.sample(1, seed=5)
    for memory in (1_158_000, 1_163_000, 1_174_000, 1_300_000, 1_320_000, 1_333_000, 1_340_000):
        assert paths.within(memory=memory).sample(1, seed=5) == wanted
