"""``progress=True``: one bar while an answer is looked for, on a terminal or in a notebook; then none."""

import io
import os
import signal
import sys
import types

import pytest
from rich.console import Console
from tests.planner.test_every_limit import VERBS, second_by_second  # noqa: F401

import gridwalk as gw
from gridwalk.errors import TimeLimitError
from gridwalk.runtime import progress as bars
from gridwalk.runtime import slices
from gridwalk.runtime.progress import Bar, Progress
from gridwalk.runtime.tuning import tuned


class Display:
    """What a terminal would have shown."""

    def __init__(self):
        self.told, self.open = [], True

    def show(self, progress):
        assert self.open
        self.told.append(str(progress))

    def close(self):
        self.open = False


@pytest.fixture
def displays(spy):
    """The displays that are made, in the place of a terminal."""
    made = []
    spy(bars, "_new_display", lambda _, *, plain: made.append(Display()) or made[-1])
    return made


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_shows_a_bar_that_a_time_limit_ends(name, displays, second_by_second, tune):  # noqa: F811
    tune(tell_every=-1, slice=100, tell_after=8)
    before = signal.getsignal(signal.SIGINT)
    with slices.tier("python"), pytest.raises(TimeLimitError):
        VERBS[name](lambda paths: paths.within(5, progress=True))
    assert displays
    assert all(display.told for display in displays)
    assert not any(display.open for display in displays)
    assert signal.getsignal(signal.SIGINT) is before


ANSWERS = {
    "count": lambda: gw.Board.rectangle(5, 5).paths().within(progress=True).count(),
    "list": lambda: list(gw.Board.rectangle(4, 4).paths().within(progress=True)),
    "all shortest": lambda: list(gw.Board.rectangle(9, 9).paths().within(progress=True).all_shortest()),
    "flow field": lambda: gw.Board.rectangle(60, 60).flow_field(progress=True),
    "count many": lambda: gw.count_many([gw.Board.rectangle(5, 5)] * 3, progress=True),
    "visit": lambda: gw.Board.rectangle(9, 9).visit([(8, 8), (0, 8), (4, 4)], progress=True),
    "pairs": lambda: gw.Board.rectangle(9, 9).shortest_many([(0, 0)] * 9, [(8, 8)] * 9, progress=True),
}


@pytest.mark.parametrize("name", ANSWERS)
def test_an_answer_ends_its_bar(name, displays, tune):
    tune(first_word=-1.0)
    tune(tell_every=-1, slice=100, tell_after=8)
    before = signal.getsignal(signal.SIGINT)
    with slices.tier("python"):
        ANSWERS[name]()
    assert displays
    assert not any(display.open for display in displays)
    assert signal.getsignal(signal.SIGINT) is before


def test_one_display_at_a_time(displays):
    outer, inner = Bar(), Bar()
    outer(Progress(1.0, 0, 0, 0, "outer"))
    inner(Progress(1.0, 0, 0, 0, "inner"))
    inner.close()
    assert displays[0].open
    outer.close()
    assert displays[0].told == ["outer: 1 s so far", "inner: 1 s so far"]
    assert [display.open for display in displays] == [False]


@pytest.mark.posix
def test_the_bar_is_gone_before_ctrl_c_does_what_it_does(displays):
    was = signal.getsignal(signal.SIGINT)
    seen = []

    def own(number, frame):
        seen.append(displays[0].open)
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, own)
    try:
        Bar()(Progress(1.0, 0, 0, 0))
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
        assert seen == [False]
        assert signal.getsignal(signal.SIGINT) is own
    finally:
        signal.signal(signal.SIGINT, was)


@pytest.mark.posix
def test_ctrl_c_waits_until_the_line_is_written(displays, spy):
    seen = []

    def show(_, self, progress):
        os.kill(os.getpid(), signal.SIGINT)
        seen.append(self.open)

    spy(Display, "show", show)
    was = signal.getsignal(signal.SIGINT)
    with pytest.raises(KeyboardInterrupt):
        Bar()(Progress(1.0, 0, 0, 0))
    assert seen == [True]
    assert not displays[0].open
    assert signal.getsignal(signal.SIGINT) is was


def test_a_log_gets_a_line_each_time_the_time_doubles(capsys):
    bar = Bar()
    for second in range(1, 10):
        bar(Progress(float(second), second, 0, 0))
    bar.close()
    words = [line.partition(" so far")[0] for line in capsys.readouterr().err.splitlines()]
    assert words == ["searching: 1 s", "searching: 2 s", "searching: 4 s", "searching: 8 s"]


@pytest.mark.parametrize("how", ["closed", "missing", "writes only"])
def test_an_answer_does_not_depend_on_stderr(how, monkeypatch):
    shut = io.StringIO()
    shut.close()
    monkeypatch.setattr(sys, "stderr", {"closed": shut, "missing": None}.get(how, types.SimpleNamespace()))
    bar = Bar()
    bar(Progress(1.0, 0, 0, 0))
    bar.close()


def test_a_terminal_shows_words_and_a_bar_and_clears_them(monkeypatch, capsys):
    monkeypatch.setenv("TERM", "xterm")
    console = Console(file=sys.stderr, force_terminal=True, width=80)
    shown = bars._OnTerminal(console)
    shown.show(Progress(1.0, 0, 0, 0, "3 of 4 [layers]"))
    shown.show(Progress(2.0, 5, 0, 0))
    during = capsys.readouterr().err
    shown.close()
    assert "3 of 4 [layers]: 75 %, about 0.33 s left" in during
    assert "━" in during
    assert "\x1b[2K" in capsys.readouterr().err  # the line is erased


def test_a_notebook_shows_one_output_that_is_written_anew(monkeypatch):
    written = []
    handle = types.SimpleNamespace(update=lambda data, raw: written.append(data))
    module = types.ModuleType("IPython.display")
    module.display = lambda data, raw, display_id: handle
    monkeypatch.setitem(sys.modules, "IPython", types.ModuleType("IPython"))
    monkeypatch.setitem(sys.modules, "IPython.display", module)
    monkeypatch.setattr("rich.console._is_jupyter", lambda: True)
    bar = Bar()
    bar(Progress(1.0, 0, 0, 0, "1 of 4 <b>"))
    bar.close()
    assert written[0]["text/plain"] == "1 of 4 <b>: 25 %, about 3 s left"
    assert 'value="0.2500"' in written[0]["text/html"]
    assert "1 of 4 &lt;b&gt;" in written[0]["text/html"]
    assert written[1] == {"text/plain": "", "text/html": ""}


@pytest.mark.parametrize(
    ("progress", "words"),
    [
        (Progress(15, 0, 0, 0, "counting", spent=14.8, planned=40), "counting: 37 %, about 25 s left"),
        (Progress(45, 0, 0, 0, "counting", spent=44, planned=40), "counting: 45 s so far"),
        (Progress(9, 8, 7, 1234, "counting"), "counting: 9 s so far, 1,234 found"),
        (Progress(9, 0, 0, 0, "start 3 of 4", spent=1, planned=2), "start 3 of 4: 62 %, about 5.4 s left"),
        (Progress(200, 0, 0, 0, "counting", spent=0, planned=1e6), "counting: 0 %, about 12 days left"),
        (Progress(150, 1, 0, 0, unit="nodes"),
         "searching: 2 minutes so far, 1 node expanded, 0 backtracks, 0 found"),
    ],
)  # fmt: skip
def test_progress_in_words(progress, words):
    assert str(progress) == words


KING = gw.Board.rectangle(5, 5, moves=gw.KING)
ROOMS = gw.Board.from_text("....#....\n....#....\n.........\n....#....\n....#....", moves=gw.KING)


@pytest.mark.parametrize(
    "ask",
    [
        lambda within: within(KING.paths()).count(by="sweep"),
        lambda within: within(KING.paths()).lengths(),
        lambda within: within(KING.paths().of_length(12)).count(by="sweep"),
        lambda within: within(ROOMS.paths((0, 0), (4, 8))).count(by="sweep"),
        lambda within: within(gw.Board.rectangle(6, 6).paths().induced()).count(by="sweep"),
    ],
)
def test_the_share_of_a_sweep_never_falls(ask):
    told = []
    with tuned(tell_every=0):
        ask(lambda some: some.within(progress=told.append))
    shares = [one.share for one in told if one.doing == "counting" and one.share is not None]
    shares = [round(share, 9) for share in shares]  # two quotients of times
    assert shares == sorted(shares)
    assert 0.5 < shares[-1] < 1
    assert told[-1].left < told[-1].seconds
