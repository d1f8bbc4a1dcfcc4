"""gridwalk as a whole process: what it imports, signals, pipes, terminals."""

import os
import pty
import signal
import subprocess
import sys
import time

import pytest

GRIDWALK = [sys.executable, "-m", "gridwalk"]


def test_a_small_question_imports_neither_numba_nor_rich(tmp_path):
    maze = tmp_path / "maze.txt"
    maze.write_text("010\n000\n")
    code = (
        "import sys, gridwalk.cli as cli\n"
        "try:\n cli.main(sys.argv[1:])\n"
        "finally:\n heavy = {'numba', 'rich', 'PIL', 'starlette'} & set(sys.modules)\n print(sorted(heavy))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "find", str(maze)], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.parametrize("arguments", [["count", "9x9", "--by", "list"], ["list", "9x9", "--lines"]])
def test_control_c_stops_says_what_is_known_and_exits_130(arguments):
    with subprocess.Popen(
        [*GRIDWALK, *arguments],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        # A shell's background job may ignore SIGINT; a person's foreground command does not.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    ) as process:
        assert process.stderr is not None
        while "cells expanded" not in (line := process.stderr.readline()):  # the search is under way
            assert line, "it ended"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "after" in err
    assert "found" in err
    assert "interrupted" in err
    assert "Traceback" not in err


def test_a_closed_pipe_is_no_error():
    with subprocess.Popen(
        [*GRIDWALK, "list", "5x5", "--lines"], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.parametrize(("words", "status"), [("find 3x3", 3), ("find 3x3 2>&-", 3), ("find nosuch.txt", 2)])
def test_an_answer_that_nobody_can_read_is_an_error(words, status):
    shell = ["bash", "-c", f'"$0" "$@" {words} >&-', *GRIDWALK]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert "Traceback" not in done.stderr


def run_in_terminal(*arguments, environment=None):
    """Run a command on a pseudo-terminal; return its status and what the terminal was sent."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(
            sys.executable, [*GRIDWALK, *arguments], {**os.environ, "TERM": "xterm", **(environment or {})}
        )
    sent = b""
    until = time.monotonic() + 60
    while time.monotonic() < until:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        sent += data
    _, status = os.waitpid(pid, 0)
    os.close(terminal)
    return os.waitstatus_to_exitcode(status), sent.decode()


def test_colour_only_on_a_terminal_that_wants_it():
    assert "\x1b[" in run_in_terminal("find", "3x3")[1]
    assert "\x1b[" not in run_in_terminal("find", "3x3", environment={"NO_COLOR": "1"})[1]


def test_trace_animates_on_a_terminal():
    status, sent = run_in_terminal("trace", "3x3", "--by", "bfs", "--fps", "500")
    assert status == 0
    assert sent.count("step ") > 5
    assert "\x1b[" in sent
