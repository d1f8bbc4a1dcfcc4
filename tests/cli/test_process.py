"""gridwalk as a process: imports, exit status, signals, pipes, terminals."""

import errno
import json
import os
import signal
import subprocess
import sys
import time

import pytest

import gridwalk as gw

GRIDWALK = [sys.executable, "-m", "gridwalk"]


def done(*words, **how):
    """Run a command to its end; return status, stdout and stderr."""
    ended = subprocess.run([*map(str, words)], capture_output=True, text=True, check=False, **how)
    return ended.returncode, ended.stdout, ended.stderr


def started(*words, stdout=subprocess.PIPE):
    """Start a command in the foreground, where Ctrl-C is not ignored."""
    return subprocess.Popen(
        [*GRIDWALK, *words], stdout=stdout, stderr=subprocess.PIPE, text=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    )  # fmt: skip


@pytest.mark.posix
def test_control_c_prints_the_last_progress_and_exits_130():
    words = "find 8x8 --moves knight --tour --by dfs"
    with started(*words.split(), stdout=subprocess.DEVNULL) as process:
        while "found" not in (line := process.stderr.readline()):  # the search is under way
            assert line, "it ended"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert all(word in err for word in ("after", "found", "interrupted"))
    assert "Traceback" not in err


@pytest.mark.posix
def test_sigterm_ends_a_command_as_control_c_does():
    with started("list", "9x9", "--lines") as process:
        assert process.stdout.readline()
        process.terminate()
        _, err = process.communicate(timeout=300)
    assert process.returncode == 143
    assert "so far\n" in err
    assert err.endswith("gridwalk: terminated\n")


@pytest.mark.long
@pytest.mark.posix
def test_sigterm_keeps_the_best_so_far(tmp_path):
    caves = tmp_path / "caves.txt"
    caves.write_text(str(gw.make("percolation", 40, 40, walls=0.2, ends="far", seed=1)))
    with started("longest", str(caves), "--anytime", "1000s", "--json") as process:
        while line := process.stderr.readline():  # compiling and the bound come first
            if "gridwalk: length" in line:
                break
        process.terminate()
        out, _ = process.communicate(timeout=300)
    assert process.returncode == 143
    assert json.loads(out)["length"] > 100


@pytest.mark.posix
@pytest.mark.parametrize(
    ("words", "unbuffered"),
    [
        ("list 6x6", ""),
        ("list 6x6", "1"),
        ("show 500x500 --json", ""),
        ("convert 500x500 - --to-format npy", "1"),
    ],
)
def test_a_closed_pipe_is_no_error(words, unbuffered):
    with subprocess.Popen(
        [*GRIDWALK, *words.split(), "-q"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
    ) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(1)
        process.stdout.close()
        assert process.stderr.read() == b""
    assert process.returncode == 141


@pytest.mark.posix
@pytest.mark.parametrize(("words", "status"), [("find 3x3", 3), ("find 3x3 2>&-", 3)])
def test_an_answer_that_nobody_can_read_is_an_error(words, status):
    code, _, err = done("bash", "-c", f'"$0" "$@" {words} >&-', *GRIDWALK)
    assert (code, "Traceback" in err) == (status, False)


def run_in_terminal(*arguments, environment=None):
    """Run a command on a pseudo-terminal; return its status and its output."""
    import pty

    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(
            sys.executable, [*GRIDWALK, *arguments], {**os.environ, "TERM": "xterm", **(environment or {})}
        )
    sent = b""
    until = time.monotonic() + 300
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


@pytest.mark.posix
def test_colour_only_on_a_terminal_that_wants_it():
    assert "\x1b[" in run_in_terminal("find", "3x3")[1]
    assert "\x1b[" not in run_in_terminal("find", "3x3", environment={"TERM": "dumb"})[1]


NOWHERE = ["2>&-", *["2>/dev/full"] * os.path.exists("/dev/full")]


@pytest.mark.long
@pytest.mark.posix
@pytest.mark.parametrize("nowhere", NOWHERE)
@pytest.mark.parametrize(
    ("words", "status"),
    [("count 3x3", 0), ("count 3x3 --bogus", 2), ("count 250x250", 3)],
)
def test_a_lost_stderr_changes_no_status(words, status, nowhere):
    code, out, err = done("bash", "-c", f'"$0" "$@" {words} {nowhere}', *GRIDWALK)
    assert (code, err) == (status, "")
    assert words != "count 3x3" or out == "12\n"


@pytest.mark.long
@pytest.mark.posix
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "words",
    ["find 3x3", "list 5x5", "convert 3x3 - --to-format npy", "--help"],
)
def test_an_answer_lost_on_a_full_disk_is_an_error(words):
    code, _, err = done("bash", "-c", f'"$0" "$@" {words} >/dev/full', *GRIDWALK)
    before = "" if words.startswith("--") else "cannot write the answer: "  # click prints the others
    assert (code, f"{before}{os.strerror(errno.ENOSPC)}" in err) == (3, True)
    assert "Traceback" not in err


@pytest.mark.posix
@pytest.mark.parametrize("words", ["list 30x30 -n 1 -o x.svg", "convert 200x200 x.txt"])
def test_a_file_that_does_not_fit_leaves_nothing(tmp_path, words):
    """The limit of a shell on files is to a program as a full disk."""
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    limited = ("bash", "-c", f'ulimit -f 1; "$0" "$@" {words}', *GRIDWALK)
    code, out, err = done(*limited, cwd=tmp_path, env=env)
    assert (code, out) == (3, "")
    assert f"gridwalk: {words.split()[-1]}: {os.strerror(errno.EFBIG)}\n" in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.posix
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_device_is_no_file_to_write(tmp_path):
    file = tmp_path / "x.svg"
    file.symlink_to("/dev/full")
    said = f"gridwalk: error: {file} is not a regular file\n"
    assert done(*GRIDWALK, "shortest", "3x3", "-o", file) == (2, "", said)
    assert file.is_symlink()


def sitecustomized(tmp_path, code):
    """Return an environment in which *code* runs before gridwalk does."""
    (tmp_path / "sitecustomize.py").write_text(code)
    paths = [str(tmp_path), os.environ.get("PYTHONPATH", "")]
    return {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, paths))}


BROKEN = """
import builtins
true_import = builtins.__import__
def broken_import(name, *rest, **named):
    if name == "{module}":
        raise RuntimeError("this installation is broken")
    return true_import(name, *rest, **named)
builtins.__import__ = broken_import
"""


@pytest.mark.parametrize(
    ("module", "start"),
    [
        ("numpy", ["-m", "gridwalk"]),
        ("gridwalk.cli.output", ["-c", "from gridwalk.cli import main; main()"]),
        ("gridwalk.errors", ["-m", "gridwalk"]),
    ],
)
def test_an_error_of_its_own_has_its_own_status(tmp_path, module, start):
    environment = sitecustomized(tmp_path, BROKEN.format(module=module))
    command = [sys.executable, *start, "find", "3x3"]
    code, out, err = done(*command, env=environment)
    assert (code, out, err.count("\n")) == (70, "", 1)
    assert err.startswith("gridwalk: internal error: RuntimeError: this installation is broken; ")
    environment["GRIDWALK_TRACEBACK"] = "1"
    code, _, err = done(*command, "--json", env=environment)
    assert (code, "Traceback" in err) == (70, True)
    if module != "gridwalk.errors":  # without which there is no JSON
        told = json.loads(err.splitlines()[-1])
        assert (told["kind"], told["status"]) == ("RuntimeError", 70)


INTERRUPTED = """
import builtins, os, signal
signal.signal(signal.SIGINT, signal.{handler})
true_import = builtins.__import__
def import_and_interrupt(name, *rest, **named):
    if name == "{module}":
        builtins.__import__ = true_import
        os.kill(os.getpid(), signal.{signal})
    return true_import(name, *rest, **named)
builtins.__import__ = import_and_interrupt
"""
QUIET = "default_int_handler", 130, "", "gridwalk: interrupted\n"


@pytest.mark.posix
@pytest.mark.parametrize(
    ("module", "number", "handler", "status", "out", "err"),
    [
        *((module, "SIGINT", *QUIET) for module in ("gridwalk.cli.group", "gridwalk.sets.pathset")),
        ("numpy", "SIGTERM", "default_int_handler", 143, "", "gridwalk: terminated\n"),
        ("numpy", "SIGINT", "SIG_IGN", 0, "12\n", ""),  # a job in the background goes on ignoring it
    ],
)
def test_a_signal_during_imports_is_quiet(tmp_path, module, number, handler, status, out, err):
    environment = sitecustomized(tmp_path, INTERRUPTED.format(module=module, signal=number, handler=handler))
    assert done(*GRIDWALK, "count", "3x3", "-q", env=environment) == (status, out, err)


@pytest.mark.posix
def test_control_c_stops_the_writing_of_a_large_answer():
    """The reader takes a little and then nothing, so the writer is interrupted as it writes."""
    with started("shortest", "1x200000", "--json") as process:
        assert process.stdout.read(1) == "{"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=300)  # reads the pending output
    assert process.returncode == 130
    assert json.loads(err.splitlines()[-1])["error"] == "interrupted"
    assert len(out) < 1_000_000


@pytest.mark.posix
def test_lines_go_through_pipes(tmp_path):
    maze = tmp_path / "open.txt"
    maze.write_text("0" * 300 + "\n" + "\n".join(["0" * 300] * 299) + "\n")
    first = f"{sys.executable} -m gridwalk find {maze} --lines | head -n 1; echo ${{PIPESTATUS[0]}}"
    _, out, err = done("bash", "-c", first)
    assert out.splitlines()[0] == "0,0"
    assert out.splitlines()[1] in ("0", "141")  # head may be gone before all is written
    assert "Traceback" not in err
