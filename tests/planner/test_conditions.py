"""An engine refuses what it does not support, also a condition that did not exist when it was written."""

import inspect
from dataclasses import fields, replace

import pytest

import gridwalk as gw
from gridwalk.algorithms import names
from gridwalk.allpaths.blocks import ENGINES, chosen
from gridwalk.errors import QuestionError
from gridwalk.planner import longest, swept
from gridwalk.planner.counts import Halves
from gridwalk.question.conditions import LIMITS, UNNAMED, WORDS, Conditions, why_unsupported
from gridwalk.question.question import Question
from gridwalk.question.verbs import VERBS

BOARD = gw.Board.rectangle(3, 4)
NEW = 1 << 30  # a condition without a name


class NoLeftTurn(Question):
    """A question with a condition that no engine has heard of."""

    @property
    def needs(self):
        return Conditions(super().needs._value_ | NEW)


def unheard_of(some):
    asked = {each.name: getattr(some._question, each.name) for each in fields(Question) if each.init}
    return type(some)(NoLeftTurn(**asked))


SETS = {
    "paths": BOARD.paths(),
    "paths from anywhere": BOARD.paths("anywhere", "anywhere"),
    "paths through": BOARD.paths().through((1, 1)),
    "paths along": BOARD.paths().through_edges(((0, 0), (0, 1))),
    "paths of a length": BOARD.paths().of_length(7),
    "cycles": BOARD.cycles(),
    "closed tours": BOARD.tours(closed=True),
    "tours": BOARD.tours(),
    "induced": BOARD.paths().induced(),
}
KINDS = (gw.PathSet, gw.TourSet, gw.CycleSet)
RETURNED = {
    verb: str(inspect.signature(getattr(kind, verb)).return_annotation)
    for verb in VERBS
    for kind in KINDS
    if hasattr(kind, verb)
}
SMALLER = {verb for verb, value in RETURNED.items() if value in ("Self", "InducedSet", "str | None")}
ARGUMENTS = {
    "sample": (1,), "samples": (1,), "unrank": (0,),
    "nearly_shortest": ("10%",), "explain": ("count",),
}  # fmt: skip
ASKED = sorted(VERBS.keys() - SMALLER)
CASES = [(of, verb) for of, some in SETS.items() for verb in ASKED if verb in dir(some)]


def began(ask, *arguments):
    """Ask; what answers one by one is asked for the first."""
    answer = ask(*arguments)
    return next(answer) if hasattr(answer, "__next__") else answer


@pytest.mark.parametrize(("of", "verb"), CASES)
def test_a_new_condition_is_refused(of, verb):
    some = unheard_of(SETS[of])
    arguments = (next(iter(SETS[of])),) if verb == "rank" else ARGUMENTS.get(verb, ())
    with pytest.raises(QuestionError, match=UNNAMED):
        began(getattr(some, verb), *arguments)


@pytest.mark.parametrize("verb", ["find", "shortest", "count", "trace"])
@pytest.mark.parametrize("of", ["paths", "tours"])
def test_every_algorithm_refuses_it(of, verb):
    for by in names(verb, of):
        some = unheard_of(SETS[of])
        if hasattr(some, verb):
            with pytest.raises(QuestionError, match=UNNAMED):
                getattr(some, verb)(by=by)


def test_engines_that_are_asked_beforehand_say_so():
    question = unheard_of(SETS["paths"])._question
    assert longest.why_not_anytime(question) == UNNAMED
    assert Halves.why_not(unheard_of(SETS["tours"])._question) == UNNAMED


@pytest.mark.parametrize("name", ENGINES)
def test_an_engine_of_blocks_refuses_it(name):
    asked = unheard_of(SETS["paths"])._question
    (block,) = swept.by_sweep(asked).questions
    assert block.needs.value == NEW  # flags without a name are not always one object
    assert UNNAMED in ENGINES[name].why_not(block)
    assert chosen(block) is None
    known = replace(block, others=Conditions(0), moves=(0, 5))
    assert (ENGINES[name].why_not(known) == WORDS[Conditions.LENGTHS]) is (name != "simpath")


def test_words_name_every_condition():
    assert {flag for flag in Conditions if flag not in LIMITS} == set(WORDS)
    missing = why_unsupported(SETS["paths along"].of_length(7)._question, Conditions(0))
    assert missing == "it does not support edges that a path must take; it does not support given lengths"


def test_between_other_ends_other_conditions():
    question = SETS["paths"]._question
    assert question.needs == Conditions(0)
    assert question.between(None, question.exits).needs == Conditions.ANYWHERE
