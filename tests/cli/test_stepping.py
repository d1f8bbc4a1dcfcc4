"""Stepping by key: a real terminal, what it shows after each key, and how it is left."""

import os
import re
import signal
import struct
import subprocess
import sys
import time
from contextlib import contextmanager
from select import select

import pytest

import gridwalk as gw
from gridwalk.cli.forms import Form
from gridwalk.cli.stepping import HELP, KEYS, Screen, Stepper
from gridwalk.render.colours import colour, names
from gridwalk.render.text import ColouredFrame

MAZE = "0 1 0 0 0\n0 1 0 1 0\n0 0 0 0 0\n0 1 1 1 0\n0 0 0 1 0\n"
# The terminal becomes that of the process, as a shell does it: then it gets Ctrl-C, and is told a new size.
IN_TERMINAL = "import os, sys; os.login_tty(0); os.execv(sys.executable, [sys.executable, *sys.argv[1:]])"
STYLE = re.compile(r"\x1b\[[0-9;]*m")
TRACE = gw.Board.from_text(MAZE).paths().trace(by="bfs")


class Terminal:
    """A pseudo-terminal with gridwalk in it, and what it shows."""

    def __init__(self, words, size, environment, program):
        self.file, end = os.openpty()
        self.resize(*size)  # before anybody asks for it
        self.before = self.settings()
        # The size is that of the terminal: a run of tests may have one of its own in the environment.
        inherited = {name: text for name, text in os.environ.items() if name not in ("COLUMNS", "LINES")}
        self.process = subprocess.Popen(
            [sys.executable, "-c", IN_TERMINAL, *program, *words],
            stdin=end, stdout=end, stderr=end,
            env={**inherited, "TERM": "xterm-256color", **environment},
        )  # fmt: skip
        os.close(end)
        self.sent = ""

    def resize(self, columns, lines):
        import fcntl
        import termios

        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", lines, columns, 0, 0))

    def settings(self):
        import termios

        return termios.tcgetattr(self.file)

    def type(self, keys):
        os.write(self.file, keys.encode())

    def read(self, seconds):
        if not select([self.file], [], [], seconds)[0]:
            return False
        try:
            data = os.read(self.file, 1 << 16).decode()
        except OSError:  # the other end is closed
            data = ""
        self.sent += data
        return data != ""

    @property
    def screen(self):
        """The lines last drawn, without colours."""
        drawn = self.sent.rpartition("\x1b[?1049l")[0] or self.sent
        last = drawn.rpartition("\x1b[H")[2]
        return STYLE.sub("", last.replace("\x1b[K", "")).partition("\x1b[J")[0].split("\r\n")

    def shows(self, step, done=TRACE):
        """Wait until the screen is that of *step*, and compare it whole."""
        self.wait(lambda: self.screen[0].startswith(f"step {step:,} of {len(done):,}:"))
        now = done.at(step)
        assert f"{now.expanded} expanded" in self.screen[0]
        assert self.screen[1:-2] == str(now).split("\n")

    def wait(self, so):
        until = time.monotonic() + 300
        while not so():
            assert time.monotonic() < until, self.sent[-2000:]
            self.read(0.1)
        while self.read(0.02):  # the rest of the picture
            pass

    def ended(self):
        """Wait for the end; return the status."""
        while self.read(30):
            pass
        return self.process.wait(300)


@pytest.fixture
def maze_file(tmp_path):
    file = tmp_path / "maze.txt"
    file.write_text(MAZE)
    return str(file)


@contextmanager
def terminal(*words, size=(70, 20), program=("-m", "gridwalk"), **environment):
    one = Terminal(words, size, environment, program)
    try:
        yield one
    finally:
        one.process.kill()
        one.process.wait()
        os.close(one.file)


@pytest.mark.posix
def test_every_key(maze_file):
    with terminal("trace", maze_file, "--by", "bfs", "--step") as one:
        one.shows(0)
        assert one.screen[-1] == KEYS
        step = 0
        for keys, by in (
            (" ", 1), ("\x1b[C", 1), ("\x1b[D", -1), ("+", 10), ("\r", 1), ("-", -10), ("\x1b[B", 10),
            ("\x1b[A", -10), ("\x7f", -1), ("\x1b[D", -1), ("h", 0), ("\x1b[F", 37), ("+", 0),
            ("\x1b[H", -37), ("\x1bOF", 37), ("g", -37), ("z", 0), ("\x1b[200~", 0), ("     ", 5),
        ):  # fmt: skip
            one.type(keys)
            step += by
            one.shows(step)
        one.type("?")
        one.wait(lambda: one.screen == list(HELP))
        one.type(" ")
        one.shows(step)
        one.type("q")
        assert one.ended() == 0
        assert "bfs: 37 events; 18 expanded" in one.sent.partition("\x1b[?1049l")[2]


@pytest.mark.posix
def test_an_escape_sequence_in_two_parts(maze_file):
    patient = (
        "import gridwalk.cli.stepping as keys; keys._REST = 300.0; from gridwalk.cli import main; main()"
    )
    words = ("trace", maze_file, "--by", "bfs", "--step", "--at", "20")
    with terminal(*words, program=("-c", patient)) as one:
        one.shows(20)
        one.type("\x1b")
        time.sleep(0.01)
        one.type("[C")
        one.shows(21)
    with terminal(*words) as one:
        one.shows(20)
        one.type(" ")
        one.shows(21)
        one.type("\x1b")  # alone it means nothing
        time.sleep(1.5)  # of which it waits 50 ms for the rest
        one.type(" ")
        one.shows(22)


@pytest.mark.posix
def test_playing(maze_file):
    with terminal("trace", maze_file, "--by", "bfs", "--step", "--fps", "100") as one:
        one.shows(0)
        one.type("p")
        one.wait(lambda: "playing: p stops" in one.sent)
        one.shows(37)  # where it ends
        assert one.screen[-1] == KEYS
        assert one.sent.count("step 7 of") == 1


@pytest.mark.posix
@pytest.mark.parametrize(
    ("stop", "status", "said"), [("\x03", 130, "interrupted"), (None, 143, "terminated")]
)
def test_the_terminal_is_as_it_was(maze_file, stop, status, said):
    with terminal("trace", maze_file, "--by", "bfs", "--step") as one:
        one.shows(0)
        assert one.settings() != one.before
        if stop:
            one.type(stop)
        else:
            os.kill(one.process.pid, signal.SIGTERM)
        one.wait(lambda: said in one.sent)
        assert one.settings() == one.before
        assert one.ended() == status
        assert one.sent.count("\x1b[?1049h\x1b[?25l") == one.sent.count("\x1b[?25h\x1b[?1049l") == 1
        assert "Traceback" not in one.sent


@pytest.mark.posix
def test_control_z_leaves_the_screen_and_comes_back(maze_file):
    with terminal("trace", maze_file, "--by", "bfs", "--step") as one:
        one.shows(0)
        one.type(" ")
        one.shows(1)
        one.type("\x1a")
        _, status = os.waitpid(one.process.pid, os.WUNTRACED)
        assert os.WIFSTOPPED(status)
        assert one.settings() == one.before
        one.wait(lambda: one.sent.endswith("\x1b[?25h\x1b[?1049l"))
        one.sent = ""
        os.kill(one.process.pid, signal.SIGCONT)
        one.shows(1)
        one.type(" ")
        one.shows(2)
        one.type("q")
        assert one.ended() == 0


def test_a_window_follows_the_cell_at_work():
    done = gw.Board.rectangle(40, 90).paths().trace(by="dfs")
    with terminal("trace", "40x90", "--by", "dfs", "--step", size=(30, 12)) as one:
        for key in ("", " ", "\x1b[F", "\x1b[D", "\x1b[H"):
            one.type(key)
            step = {"\x1b[F": len(done), "\x1b[D": len(done) - 1, " ": 1}.get(key, 0)
            one.wait(lambda step=step: one.screen[0].startswith(f"step {step:,} of"[:30]))
            assert len(one.screen) == 12
            assert max(map(len, one.screen)) <= 30
            assert in_window(one.screen, done, step)
        one.resize(60, 30)
        one.wait(lambda: len(one.screen) == 30)
        assert {len(line) for line in one.screen[1:-2]} == {60}
        one.resize(15, 4)
        one.wait(lambda: one.screen == ["too small"])


def in_window(screen, done, step):
    """Whether what a screen shows is the part of the whole that it says, with the cell at work."""
    top, left = map(int, re.fullmatch(r"from line (\d+), column (\d+);.*", screen[-1]).groups())
    lines = str(done.at(step)).split("\n")[top - 1 : top - 1 + len(screen) - 3]
    row, column = done.at(step).cell or done.start
    inside = 0 <= row - top + 1 < len(lines) and 0 <= column - left + 1 < 30
    return inside and screen[1:-2] == [line[left - 1 : left + 29] for line in lines]


def test_without_a_terminal_it_is_refused(run, tmp_path):
    for words, said in (
        ([], "--step needs a terminal: --steps prints the event log"),
        (["--steps"], "--step and --steps are different forms"),
        (["--json"], "--json and --step are different forms"),
        (["-o", tmp_path / "film.gif"], "--step is for a terminal: leave out -o"),
    ):
        status, out, err = run("trace", "3x3", "--step", *words)
        assert (status, out) == (2, "")
        assert said in err


def test_the_board_may_come_from_standard_input(maze_file):
    code = f"import os; os.dup2(os.open({maze_file!r}, os.O_RDONLY), 0); import gridwalk.cli as c; c.main()"
    with terminal("trace", "-", "--by", "bfs", "--step", program=("-c", code)) as one:
        one.wait(lambda: "step 0 of 37" in one.sent)
        one.type(" q")
        assert one.ended() == 0
        assert "step 1 of 37" in one.sent


# ------------------------------------------------------------------------------------ colours


BOARDS = {
    "matrix": (gw.Board.from_text(MAZE), "bfs"),
    "rooms": (gw.make("wilson", 4, 5, thin=True, seed=1), "dfs"),
    "costs": (gw.Board.from_text("S92\n.#3\n..E", costs=True), "dijkstra"),
}


def cell_colours(done, step):
    """The name of each cell's colour, by rules of the test's own."""
    now, board = done.at(step), done.board
    last = done.path is not None and step == len(done)
    path = list(done.path) if last else []
    for cell in ((r, c) for r in range(board.rows) for c in range(board.columns)):
        status = next(
            name for name in ("unseen", "frontier", "expanded", "walk", "left") if now.where(name)[cell]
        )
        name = "open" if board.open_cells[cell] else "wall"
        name = "start" if cell == board.start else "end" if cell in board.exits else name
        name = name if status == "unseen" else status
        if last and cell in path:
            name = "start" if cell == path[0] else "end" if cell == path[-1] else "path"
        elif not last and cell == now.cell:
            name = "ink"
        yield cell, name


@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("of", BOARDS)
def test_each_cell_has_the_colour_of_pictures(monkeypatch, of, dark):
    monkeypatch.setenv("COLORTERM", "truecolor")
    board, by = BOARDS[of]
    done = board.paths().trace(by=by)
    grounds = {name: "48;2;{};{};{}".format(*colour(name, dark=dark)) for name in names()}
    for step in (0, 1, len(done) // 2, len(done) - 1, len(done)):
        frame = ColouredFrame(done.at(step), glyphs=".#", dark=dark)
        lines = [frame.part(line, 0, 999) for line in range(len(frame.lines))]
        assert [STYLE.sub("", line) for line in lines] == str(done.at(step)).split("\n")
        for (row, column), name in cell_colours(done, step):
            line, at = (row, column) if board.walls is None else (2 * row + 1, 4 * column + 2)
            assert grounds[name] in frame.part(line, at, at + 1), (step, row, column, name)


def test_step_numbers_in_colour():
    done = gw.Board.rectangle(5, 5, moves=gw.KNIGHT).tours((0, 0)).trace(by="warnsdorff")
    frame = ColouredFrame(done.at(13), glyphs=".#")
    for line in range(5):
        assert STYLE.sub("", frame.part(line, 0, 99)) == str(done.at(13)).split("\n")[line]
    row, column = next(iter(done.path))
    line, last = frame.layout.place((row, column))
    assert frame.lines[line][last] == "1"


def test_without_colours_there_are_none():
    plain = Stepper(TRACE, Form(), dark=False, step=9)
    coloured = Stepper(TRACE, Form(coloured=True), dark=False, step=9)
    assert not any("\x1b" in line for line in plain.lines(80, 24))
    assert [STYLE.sub("", line) for line in coloured.lines(80, 24)] == plain.lines(80, 24)


def test_keys_that_come_together():
    keyboard, terminal_end = os.pipe()
    try:
        os.write(terminal_end, b" \x1b[C\x1b[5~qx\x1b[99~")
        screen = Screen(keyboard)
        assert [screen.key(0) for _ in range(7)] == ["right", "right", "back", "quit", "", "", None]
    finally:
        os.close(keyboard)
        os.close(terminal_end)
