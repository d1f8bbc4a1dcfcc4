"""gridwalk as a whole process: what it imports, exit status, signals, pipes, terminals."""

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


def test_a_small_question_imports_neither_numba_nor_rich(tmp_path):
    maze = tmp_path / "maze.txt"
    maze.write_text("010\n000\n")
    code = (
        "import sys, gridwalk.cli as cli\n"
        "try:\n cli.main(sys.argv[1:])\n"
        "finally:\n heavy = {'numba', 'rich', 'PIL', 'http.server'}\n"
        " print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, "find", str(maze)], capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"


@pytest.mark.posix
@pytest.mark.parametrize(
    "arguments", [["find", "8x8", "--moves", "knight", "--tour", "--by", "dfs"], ["list", "9x9", "--lines"]]
)
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
        while "found" not in (line := process.stderr.readline()):  # the search is under way
            assert line, "it ended"
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert "after" in err
    assert "found" in err
    assert "interrupted" in err
    assert "Traceback" not in err


@pytest.mark.posix
def test_sigterm_ends_a_command_as_control_c_does():
    """A batch system ends it so: with a status of its own."""
    with subprocess.Popen(
        [*GRIDWALK, "list", "9x9", "--lines"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline()
        process.terminate()
        _, err = process.communicate(timeout=300)
    assert (process.returncode, err) == (143, err)  # what was said is shown where it is another
    assert err.endswith("so far\ngridwalk: terminated\n")


@pytest.mark.posix
def test_sigterm_keeps_the_best_so_far(tmp_path):
    caves = tmp_path / "caves.txt"
    caves.write_text(str(gw.make("percolation", 40, 40, walls=0.2, ends="far", seed=1)))
    words = [*GRIDWALK, "longest", str(caves), "--anytime", "1000s", "--json"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        while line := process.stderr.readline():  # first of compiling, and of the bound
            if "gridwalk: length" in line:
                break
        process.terminate()
        out, _ = process.communicate(timeout=300)
    assert process.returncode == 143
    assert json.loads(out)["length"] > 100


@pytest.mark.posix
@pytest.mark.parametrize("module", ["gridwalk.cli.group", "numpy"])
def test_sigterm_while_it_is_imported_is_quiet(tmp_path, module):
    code = INTERRUPTED.format(module=module).replace(
        "signal.SIGINT)\n    return", "signal.SIGTERM)\n    return"
    )
    done = subprocess.run(
        [*GRIDWALK, "count", "3x3"],
        env=sitecustomized(tmp_path, code),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (143, "", "gridwalk: terminated\n")


@pytest.mark.posix
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize(
    "words",
    ["list 5x5 --lines", "list 6x6", "shortest 1x200000 --json", "show 2000x2000",
     "convert 2000x2000 - --to-format npy"],
)  # fmt: skip
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
@pytest.mark.parametrize(("words", "status"), [("find 3x3", 3), ("find 3x3 2>&-", 3), ("find nosuch.txt", 2)])
def test_an_answer_that_nobody_can_read_is_an_error(words, status):
    shell = ["bash", "-c", f'"$0" "$@" {words} >&-', *GRIDWALK]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert done.returncode == status
    assert "Traceback" not in done.stderr


def run_in_terminal(*arguments, environment=None):
    """Run a command on a pseudo-terminal; return its status and what the terminal was sent."""
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
    assert "\x1b[" not in run_in_terminal("find", "3x3", environment={"NO_COLOR": "1"})[1]


@pytest.mark.long
@pytest.mark.posix
def test_nothing_to_talk_to_changes_no_status(tmp_path):
    shell = ["bash", "-c"]
    words = {
        "count 3x3": 0,
        "count 3x3 --bogus": 2,
        "count 250x250": 3,
        "find no-such-file": 2,
        "": 2,
        "--help": 0,
    }
    for said, status in words.items():
        for nowhere in ["2>&-", *["2>/dev/full"] * os.path.exists("/dev/full")]:
            done = subprocess.run(
                [*shell, f'"$0" "$@" {said} {nowhere}', *GRIDWALK],
                capture_output=True,
                text=True,
                check=False,
            )
            assert (done.returncode, done.stderr) == (status, ""), (said, nowhere)
            assert said != "count 3x3" or done.stdout == "12\n"


@pytest.mark.long
@pytest.mark.posix
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
@pytest.mark.parametrize(
    "words",
    ["find 3x3", "shortest 3x3 --json", "longest 3x3", "list 3x3 --lines", "list 5x5", "count 3x3",
     "sample 3x3", "trace 3x3 --steps", "show 3x3", "field 3x3", "convert 3x3 -",
     "convert 3x3 - --to-format npy", "help", "--help", "--version"],
)  # fmt: skip
def test_an_answer_lost_on_a_full_disk_is_an_error(words):
    shell = ["bash", "-c", f'"$0" "$@" {words} >/dev/full', *GRIDWALK]
    done = subprocess.run(shell, capture_output=True, text=True, check=False)
    assert done.returncode == 3
    before = "" if words.startswith("--") else "cannot write the answer: "  # click prints these
    assert f"{before}{os.strerror(errno.ENOSPC)}" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.posix
@pytest.mark.parametrize(
    "words",
    ["shortest 1x20000 -o x.json", "shortest 30x30 -o x.svg", "list 30x30 -n 1 -o x.svg",
     "convert 200x200 x.txt", "show 200x200 -o x.txt", "field 60x60 -o x.txt"],
)  # fmt: skip
def test_a_file_that_does_not_fit_leaves_nothing(tmp_path, words):
    """The limit of a shell on files is to a program as a full disk."""
    shell = ["bash", "-c", f'ulimit -f 1; "$0" "$@" {words}', *GRIDWALK]
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(shell, cwd=tmp_path, env=env, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (3, "")
    assert f"gridwalk: {words.split()[-1]}: {os.strerror(errno.EFBIG)}\n" in done.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.posix
@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_a_device_is_no_file_to_write(tmp_path):
    file = tmp_path / "x.svg"
    file.symlink_to("/dev/full")
    words = [*GRIDWALK, "shortest", "3x3", "-o", str(file)]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (
        2, "", f"gridwalk: error: {file} is not a regular file\n"
    )  # fmt: skip
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


@pytest.mark.parametrize("module", ["numpy", "gridwalk.cli.board", "gridwalk.errors"])
@pytest.mark.parametrize("start", [["-m", "gridwalk"], ["-c", "from gridwalk.cli import main; main()"]])
def test_an_error_of_its_own_has_its_own_status(tmp_path, module, start):
    environment = sitecustomized(tmp_path, BROKEN.format(module=module))
    command = [sys.executable, *start, "find", "3x3"]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (70, "")
    assert done.stderr.startswith("gridwalk: internal error: RuntimeError: this installation is broken; ")
    assert "please report it" in done.stderr
    assert done.stderr.count("\n") == 1
    environment["GRIDWALK_TRACEBACK"] = "1"
    again = subprocess.run([*command, "--json"], env=environment, capture_output=True, text=True, check=False)
    assert again.returncode == 70
    assert "Traceback" in again.stderr
    if module != "gridwalk.errors":  # without which there is no JSON
        told = json.loads(again.stderr.splitlines()[-1])
        assert (told["kind"], told["status"]) == ("RuntimeError", 70)


INTERRUPTED = """
import builtins, os, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
true_import = builtins.__import__
def import_and_interrupt(name, *rest, **named):
    if name == "{module}":
        builtins.__import__ = true_import
        os.kill(os.getpid(), signal.SIGINT)
    return true_import(name, *rest, **named)
builtins.__import__ = import_and_interrupt
"""


@pytest.mark.posix
@pytest.mark.parametrize("module", ["gridwalk.cli.group", "numpy", "click", "gridwalk.sets.pathset"])
def test_control_c_while_it_is_imported_is_quiet(tmp_path, module):
    environment = sitecustomized(tmp_path, INTERRUPTED.format(module=module))
    done = subprocess.run(
        [*GRIDWALK, "count", "3x3"], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "gridwalk: interrupted\n")


@pytest.mark.posix
def test_a_job_in_the_background_goes_on_ignoring_control_c(tmp_path):
    code = INTERRUPTED.format(module="numpy").replace("signal.default_int_handler", "signal.SIG_IGN")
    done = subprocess.run(
        [*GRIDWALK, "count", "3x3"],
        env=sitecustomized(tmp_path, code),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stdout) == (0, "12\n")


@pytest.mark.posix
def test_control_c_stops_the_writing_of_a_large_answer():
    """The reader takes a little and then nothing, so the writer is interrupted as it writes."""
    with subprocess.Popen(
        [*GRIDWALK, "shortest", "1x200000", "--json"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),  # noqa: PLW1509
    ) as process:
        assert process.stdout is not None
        assert process.stdout.read(1) == b"{"
        process.send_signal(signal.SIGINT)
        # What waits to be written is written before the end, so somebody has to read it.
        out, err = process.communicate(timeout=300)
    assert process.returncode == 130
    assert json.loads(err.splitlines()[-1])["error"] == "interrupted"
    assert len(out) < 1_000_000


@pytest.mark.posix
def test_a_dumb_terminal_gets_no_colour():
    dumb = {"TERM": "dumb"}
    assert "\x1b" not in run_in_terminal("find", "3x3", environment=dumb)[1]
    assert "\x1b" not in run_in_terminal("trace", "3x3", "--by", "bfs", environment=dumb)[1]
