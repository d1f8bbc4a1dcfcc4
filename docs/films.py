"""The films of the lessons, made by the very commands that the lessons show.

Where a page is read as Markdown, a film is a picture that moves, and is in the repository: the same command
with another ending and `FILM`.  The site has the web page that the command makes, to play and to step.
"""

import re
from collections.abc import Iterator
from pathlib import Path

from gallery import run_line

DOCS = Path(__file__).parent
COMMAND = re.compile(r"^(gridwalk (?:trace|make) .* -o (\S+)\.(gif|html))$", re.MULTILINE)
FILM = "--frames 30 --pixels"
PIXELS = {"2-maze": 8}  # of a cell, where it is no small board


def commands() -> Iterator[tuple[str, str, str]]:
    """Yield every command of the lessons that makes a film, the film's name without its ending, and that."""
    for page in sorted((DOCS / "lessons").glob("*.md")):
        yield from COMMAND.findall(page.read_text(encoding="utf-8"))


def pictures() -> Iterator[tuple[str, str]]:
    """Yield the name of every film's picture, and the command that makes it."""
    for command, name, ending in commands():
        small = command.replace(f"{name}.html", f"{name}.gif {FILM} {PIXELS.get(name, 40)}")
        yield f"{name}.gif", small if ending == "html" else command


def make_all(folder: Path) -> None:
    """Make the web pages, as if in the repository; they go to *folder*."""
    folder.mkdir(exist_ok=True, parents=True)
    for command, name, ending in commands():
        if ending == "html":
            run_line(command, f"{name}.html", folder)
