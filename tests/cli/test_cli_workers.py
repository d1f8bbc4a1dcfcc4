"""The workers and folders of parts of the command line; questions without parts refuse them."""

import multiprocessing
import os
import pickle
from concurrent.futures import ThreadPoolExecutor

import pytest

import gridwalk as gw
from gridwalk import errors
from gridwalk.cli.values import Workers
from gridwalk.cli.workers import opened
from gridwalk.runtime.limits import Limits, TaskLimits
from gridwalk.runtime.tuning import tuned
from published import ROOK_PATHS


@pytest.fixture(autouse=True)
def worth_it():
    with tuned(worth_a_task=0):
        yield


@pytest.mark.parametrize("on", ["threads", "threads:2", "processes:1"])
def test_counts(run, tmp_path, on):
    status, out, _ = run("count", "8x8", "--on", on, "--keep", tmp_path / "parts")
    assert (status, int(out)) == (0, ROOK_PATHS[8])
    assert multiprocessing.active_children() == []
    kinds = [file.name.partition("-")[0] for file in (tmp_path / "parts").iterdir()]
    assert kinds == ["residue"]


def test_what_an_interrupted_client_leaves():
    """Its processes end although one of them would go on for ever."""

    def interrupted():
        with opened(Workers("processes", 2)) as pool:
            pool.submit(os.getpid).result()
            pool.submit(eval, "__import__('time').sleep(1e6)")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert multiprocessing.active_children() == []


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--on", "4"], "'4' are no workers: give threads:4, processes:4 or dask:ADDRESS"),
        (["--on", "threads:0"], "are no workers"),
        (["--on", "dask:"], "are no workers"),
        (["--on", "dask:nowhere://x"], "no cluster answers at nowhere://x"),
        (["--keep", " "], "--keep ' ' must be the path of a folder"),
        (["--keep", "nosuch://a"], "must be the path of a folder, not an address"),
        (["--checkpoint", "a"], "there is no option --checkpoint; did you mean --keep?"),
        (["--journal", "a"], "there is no option --journal; did you mean --keep?"),
    ],
)
def test_one_line_each(run, tmp_path, monkeypatch, words, message):
    monkeypatch.chdir(tmp_path)
    status, out, err = run("count", "7x7", *words)
    assert status in (2, 3)
    assert out == ""
    assert message in err
    assert err.count("\n") == 1


def test_dask_that_is_not_installed(run, monkeypatch):
    monkeypatch.setitem(__import__("sys").modules, "distributed", None)
    status, _, err = run("count", "7x7", "--on", "dask:tcp://localhost:1")
    assert status == 2
    assert "pip install distributed" in err


OPEN = gw.Board.rectangle(5, 5).paths()
REFUSING = {
    "find": lambda paths: paths.find(),
    "shortest": lambda paths: paths.shortest(),
    "longest": lambda paths: paths.longest(),
    "long": lambda paths: paths.longest(anytime=1),
    "list": lambda paths: paths.list(),
    "sample": lambda paths: paths.sample(2, seed=1),
    "rank": lambda paths: paths.unrank(2),
    "in order": lambda paths: next(paths.in_order()),
    "count by listing": lambda paths: paths.count(by="list"),
}


@pytest.mark.parametrize("verb", REFUSING)
def test_verbs_without_parts_say_so(verb):
    with pytest.raises(errors.QuestionError, match=r"within\(on=\.\.\.\) .* only counts"):
        REFUSING[verb](OPEN.within(on=ThreadPoolExecutor(1)))
    REFUSING[verb](OPEN.within(on=2))  # threads are everybody's


def test_the_names_that_keep_had_are_refused():
    for old in ("checkpoint", "journal"):
        for ask in (Limits, OPEN.within, lambda **given: gw.count_many([OPEN], **given)):
            with pytest.raises(TypeError, match=old):
                ask(**{old: "a"})
    with pytest.raises(TypeError, match="nothing"):
        OPEN.within(nothing=3)
    assert Limits(keep="a", on=3).threads == 3
    for wrong in ({"on": 0}, {"on": "threads"}, {"keep": 3}, {"keep": ""}):
        with pytest.raises(errors.ArgumentError):
            Limits(**wrong)


def test_limits_travel_as_they_are():
    """A set that somebody sends to a process has the limits that it was given there, too."""
    limits = Limits(seconds=3.5, memory=1 << 22, keep="a", on=2)
    paths = OPEN.within(3.5, memory=1 << 22, keep="a", on=2)
    assert pickle.loads(pickle.dumps(paths))._question.limits == limits
    assert limits.of_task == TaskLimits(memory=1 << 22, on=2)


def test_time_that_is_over_is_told_as_such(tmp_path):
    with pytest.raises(errors.TimeLimitError, match=r"stopped after 0\.3 s"):
        gw.Board.rectangle(15, 15).paths().within(0.3, keep=tmp_path, on=ThreadPoolExecutor(2)).count()
