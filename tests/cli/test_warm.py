"""gridwalk warm: its questions are answered, and what they need is kept."""

import os
import re
import signal
import subprocess
import sys
import time

import pytest

from gridwalk.cli import warm
from gridwalk.kernels import _cache


@pytest.mark.long
@pytest.mark.parametrize("name", warm.GROUPS)
def test_every_question_is_answered(name):
    asked = []
    warm.answer_group(name, lambda: asked.append(name))
    assert len(asked) == len(warm.GROUPS[name])


def test_a_question_that_fails_is_named(monkeypatch):
    monkeypatch.setitem(warm.GROUPS, "mazes", ("count 4x4 --moves nonsense",))
    with pytest.raises(RuntimeError, match=r"gridwalk count 4x4 --moves nonsense: status 2\n.*nonsense"):
        warm.answer_group("mazes")


def test_it_says_what_is_kept_and_where(monkeypatch, spy, tmp_path, run):
    monkeypatch.setenv("GRIDWALK_CACHE_DIR", str(tmp_path))
    monkeypatch.setattr(warm, "GROUPS", {"mazes": ("make kruskal 6x6 --seed 1",)})
    _cache.cache_directory.cache_clear()

    def answered(*_, **__):
        file = tmp_path / "gridwalk" / "search-0123456789abcdef" / "a.code"
        file.parent.mkdir()
        file.write_bytes(bytes(2_000_000))

    spy(warm, "_answered", answered)
    status, out, _ = run("warm")
    assert status == 0
    assert re.match(r"1 piece of code compiled in \d+ s; 1 are kept, 2\.0 MB in ", out)
    _cache.cache_directory.cache_clear()


def test_a_place_that_cannot_be_written_is_refused(tmp_path):
    place = tmp_path / "file"
    place.write_text("")
    words = [sys.executable, "-m", "gridwalk", "warm"]
    environment = {**os.environ, "GRIDWALK_CACHE_DIR": str(place)}
    done = subprocess.run(words, capture_output=True, text=True, env=environment, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert "no directory for compiled code can be written: name one by GRIDWALK_CACHE_DIR" in done.stderr


@pytest.mark.posix
def test_ended_by_a_signal_it_leaves_nothing_running(tmp_path):
    """A signal to this process alone, as a container or an editor sends it."""
    environment = {**os.environ, "GRIDWALK_CACHE_DIR": str(tmp_path / "cache"), "TMPDIR": str(tmp_path)}
    words = [sys.executable, "-m", "gridwalk", "warm"]
    with subprocess.Popen(words, stderr=subprocess.PIPE, env=environment, start_new_session=True) as process:
        while not list(tmp_path.glob("tmp*/hills.txt")):
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=300)
    assert process.returncode == 130
    with pytest.raises(ProcessLookupError):
        os.killpg(process.pid, 0)  # nobody of its session is left
    assert not list(tmp_path.glob("tmp*"))


def test_code_that_cannot_be_kept_is_no_success(tmp_path, monkeypatch):
    monkeypatch.setitem(_cache._warned, "unwritable", "compiled code is not kept: the disk is full")
    monkeypatch.setitem(warm.GROUPS, "mazes", ("make kruskal 6x6 --seed 1",))
    with pytest.raises(OSError, match="the disk is full"):
        warm.answer_group("mazes")
