"""The pictures of the gallery, each made by the very line that stands below it.

A piece is an image of ``pictures/gallery-*`` and a block of code: a command that writes this file, or an
expression of Python whose value is a picture as SVG, or draws itself as one in a notebook.
"""

import contextlib
import io
import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

DOCS = Path(__file__).parent
PIECE = re.compile(r"!\[([^]]+)\]\(pictures/(gallery-\S+)\)\n\n```(sh|python)\n(.*?)\n```", re.DOTALL)


def pieces() -> Iterator[tuple[str, str, str]]:
    """Yield every piece of the page: the name of its file, the language of its line, and the line."""
    for _, name, language, line in PIECE.findall((DOCS / "gallery.md").read_text(encoding="utf-8")):
        yield name, language, line


def drawn(value: Any) -> str:
    """Return what a value looks like: an SVG document as it is, or that of a notebook."""
    return value if isinstance(value, str) else value._repr_svg_()


def make(name: str, language: str, line: str, folder: Path) -> None:
    """Run the line of a piece; its picture goes to *folder*."""
    if language == "sh":
        for command in line.split("\n"):
            run_line(command, name, folder)
        return
    names: dict[str, Any] = {}
    exec("import gridwalk as gw, numpy as np", names)
    *before, last = re.split(r"\n(?! |\)|\])", line)
    exec("\n".join(before), names)
    (folder / name).write_text(drawn(eval(last, names)), encoding="utf-8")


def run_line(command: str, name: str, folder: Path) -> None:
    """Run a command as if in the repository; the file *name* goes to *folder*."""
    from gridwalk.cli import run

    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out), contextlib.chdir(DOCS.parent):
        words = shlex.split(command)[1:]
        status = run([str(folder / word) if word == name else word for word in words])
        if status != 0:
            raise RuntimeError(f"{command}: status {status}\n{out.getvalue()}")
