"""The films of the lessons, made by the very commands that the lessons show, when the pages are built."""

import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import fresh

DOCS = Path(__file__).parent
COMMAND = re.compile(r"^gridwalk ((?:trace|make) .* -o (\S+\.(?:gif|html)))$", re.MULTILINE)


def commands() -> Iterator[tuple[list[str], str]]:
    """Yield every command of the lessons that makes a film, as arguments, and the film's name."""
    for page in sorted((DOCS / "lessons").glob("*.md")):
        for words, name in COMMAND.findall(page.read_text(encoding="utf-8")):
            yield shlex.split(words), name


def make_all(folder: Path) -> None:
    """Run every command as if in the repository, where the film is not there; films go to *folder*."""
    folder.mkdir(exist_ok=True)
    for arguments, name in commands():
        if fresh.is_fresh(folder / name, shlex.join(arguments)):
            continue
        there = [str(folder / name) if word == name else word for word in arguments]
        done = subprocess.run(
            [sys.executable, "-m", "gridwalk", *there],
            cwd=DOCS.parent,
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode != 0:
            raise RuntimeError(f"gridwalk {shlex.join(arguments)}\n{done.stderr}")
        fresh.keep(folder / name, shlex.join(arguments))


if __name__ == "__main__":
    make_all(DOCS / "pictures")
