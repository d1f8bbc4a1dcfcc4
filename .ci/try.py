"""Try an installed gridwalk as a user does: by command line and as a library, away from its sources."""

import subprocess
import sys
import sysconfig
from importlib import import_module
from importlib.metadata import requires, version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

COMMAND = Path(sysconfig.get_path("scripts")) / "gridwalk"  # of this Python, whatever PATH names first
MAZE = "S.#.\n..#.\n#...\n#.#E\n"


def gridwalk(*words: str, status: int = 0) -> str:
    """Return what a command prints."""
    done = subprocess.run([COMMAND, *words], capture_output=True, text=True, check=False)
    assert done.returncode == status, (words, done)
    assert "Traceback" not in done.stderr, done.stderr
    return done.stdout


def main() -> None:
    """Ask a few questions of every kind."""
    assert gridwalk("--version") == f"gridwalk {version('gridwalk')}\n"
    with TemporaryDirectory() as folder:
        maze = Path(folder) / "maze.txt"
        maze.write_text(MAZE)
        assert "length 6" in gridwalk("shortest", str(maze))
        assert gridwalk("count", "12x12").startswith("182413291514248049241470885236")
        assert "64" in gridwalk("find", "8x8", "--moves", "knight", "--tour", "--from", "a1").split()
        for name in ("path.svg", "path.png", "film.gif", "film.html"):
            verb = ["shortest", str(maze)] if name.startswith("path") else ["trace", str(maze), "--by", "bfs"]
            gridwalk(*verb, "-o", str(Path(folder) / name))
            assert (Path(folder) / name).stat().st_size > 500, name
        gridwalk("shortest", str(maze) + ".not", status=2)

    import gridwalk as gw

    import_module("gridwalk.viewer.serve")  # the page is in the default install
    board = gw.make("wilson", 60, 60, seed=1)
    path = board.paths().shortest()
    assert path in board.paths()
    assert gw.Board.rectangle(7, 7).paths().count() == 575_780_564
    large = gw.Board.rectangle(300, 300, moves=gw.KING)  # compiled
    assert large.paths((0, 0), (299, 299)).shortest().length == 299
    extras = {line.partition("extra == ")[2].strip("'\"") for line in requires("gridwalk") or []} - {""}
    assert {"bounds", "dot"} <= extras, extras
    print(f"gridwalk {gw.__version__} works in Python {sys.version.split()[0]} on {sys.platform}")


if __name__ == "__main__":
    assert "site-packages" in str(find_spec("gridwalk")), find_spec("gridwalk")
    main()
