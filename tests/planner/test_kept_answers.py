"""An answer that is a value or a list is kept when it is known, and read back, whoever made it."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import crew
import gridwalk as gw
from gridwalk.errors import KeepError, QuestionError, UnknownChoiceError
from gridwalk.runtime.results import Results

ORTHOGONAL, KING = gw.Board.rectangle(4, 4), gw.Board.rectangle(3, 4, moves=gw.KING)
SETS = {  # of each kind two, so that the answer of one can be told from that of the other
    "paths": (ORTHOGONAL.paths(), KING.paths()),
    "paths through a cell": (ORTHOGONAL.paths().through((1, 1)), KING.paths().through((1, 1))),
    "cycles": (ORTHOGONAL.cycles(), KING.cycles()),
    "tours": (ORTHOGONAL.tours(), gw.Board.rectangle(3, 4).tours()),
    "induced paths": (ORTHOGONAL.paths().induced(), KING.paths().induced()),
    "pairs": (
        ORTHOGONAL.path_pairs(((0, 0), (3, 3)), ((0, 1), (3, 2))),
        KING.path_pairs(((0, 0), (2, 0)), ((0, 1), (2, 2))),
    ),
}
VERBS = {
    "count": lambda paths: paths.count(),
    "count by listing": lambda paths: paths.count(by="list"),
    "lengths": lambda paths: paths.lengths(),
    "longest": lambda paths: paths.longest(),
    "turns": lambda paths: paths.lengths(measure="turns"),
    "list": lambda paths: paths.list(),
    "some": lambda paths: paths.list(2),
}


@pytest.fixture(autouse=True)
def all_of_it(tune):
    """Keep what takes a moment, too."""
    tune(worth_saving=0)


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("kind", SETS)
@pytest.mark.parametrize("place", ["{}", "memory://{}"], ids=["a directory", "an address"])
def test_it_is_kept_and_read_back(kind, verb, place, tmp_path):
    """Its file is filled with what the same question found of another set: that is the answer then."""
    (one, other), ask = SETS[kind], VERBS[verb]
    places = [place.format(tmp_path / name) for name in "ab"]
    for paths, where in zip((one, other), places, strict=True):
        expected = ask(paths)
        for _ in range(2):
            found = ask(paths.within(keep=where))
            assert found == expected
            assert type(found) is type(expected)
    first, second = map(Results, places)
    first.save(last_of(first), second.find(last_of(second)).value, 1.0)
    assert ask(one.within(keep=places[0])) != ask(one)


def last_of(results):
    """Return the name of the answer, which may have needed those of other verbs."""
    kinds = ("each", "measured", "list", "longest", "lengths", "count")
    return min(results.finished(), key=lambda name: [not name.startswith(kind) for kind in kinds])


@pytest.mark.parametrize("first", ["here", "workers"])
def test_workers_and_one_process_read_the_same(first, tmp_path, tune):
    tune(worth_a_task=0)
    here, workers = {"keep": tmp_path}, {"keep": tmp_path, "on": ThreadPoolExecutor(2)}
    for paths, ask in (
        (gw.Board.rectangle(7, 7).paths(), lambda paths: paths.count(by="sweep")),
        (gw.Board.rectangle(6, 6).paths(), lambda paths: paths.lengths()),
        (gw.Board.rectangle(4, 4).tours(), lambda paths: paths.counts_by_start()),
    ):
        expected = ask(paths)
        assert ask(paths.within(**(here if first == "here" else workers))) == expected
        lost = {"keep": tmp_path, "on": crew.Broken()}  # whoever asks them gets nothing
        assert ask(paths.within(**lost)) == ask(paths.within(**here)) == expected
    assert gw.count_many([gw.Board.rectangle(7, 7).paths()], keep=tmp_path) == [575780564]


def test_what_is_wrong_is_still_refused(tmp_path):
    paths = ORTHOGONAL.paths().within(keep=tmp_path)
    assert paths.count() > paths.induced().count() > 0
    for wrong in (lambda: paths.count(by="what"), lambda: paths.induced().count(by="what")):
        with pytest.raises(UnknownChoiceError):
            wrong()
    for ask in (
        lambda: iter(paths),
        lambda: iter(paths.induced()),
        paths.in_order,
        paths.batches,
        paths.find,
    ):
        with pytest.raises(QuestionError, match=r"list\(\) are kept, .* is not"):
            ask()


@pytest.mark.parametrize("verb", [*VERBS, "each end"])
def test_what_is_no_such_answer_is_refused(verb, tmp_path):
    """Its checksum is right: another program wrote it."""
    ask = VERBS.get(verb, lambda paths: paths.counts_by_end().tolist())
    paths, results = ORTHOGONAL.paths().within(keep=tmp_path), Results(tmp_path)
    expected = ask(paths)
    name = last_of(results)
    for wrong in ("x", 1.5, [1, 2, 3], (("length",), 5), {"a": 1}, (np.full((2, 2), 9), 1, 2, 3, 4)):
        results.save(name, wrong, 1.0)
        with pytest.raises(KeepError, match=f"{name}.result: is damaged"):
            ask(paths)
    results.store.drop(f"{name}.result")
    assert ask(paths) == expected


def test_each_of_many_answers_has_a_name_of_its_own(tmp_path):
    every = [paths for each in SETS.values() for paths in each]
    asked = [(paths, ask) for paths in every for ask in VERBS.values()]
    expected = [ask(paths) for paths, ask in asked]
    for _ in range(2):
        assert [ask(paths.within(keep=tmp_path)) for paths, ask in asked] == expected
