"""The address of a page: links to boards, and the token of each port.

A link has the board after its ``#``.  Tokens are stored, so that open pages work with the next server.
"""

from __future__ import annotations

import json
import os
import re
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path
from urllib.parse import parse_qsl, urlencode

from gridwalk.board.board import Board
from gridwalk.draw.language import page_file
from gridwalk.draw.pagedata import board_data, packed_json
from gridwalk.errors import Cell, InputError

_LETTERS = re.compile(r"[A-Za-z0-9%&=+._~,:;/@!$'()*-]*")


class LinkError(InputError):
    """A text that is no link to a board."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"this is no link to a board on the page: {reason}")


def link_of(
    board: Board,
    ask: str = "",
    beside: str = "",
    *,
    step: int = 0,
    through: Iterable[Cell] = (),
    avoiding: Iterable[Cell] = (),
    numbers: Iterable[tuple[Cell, int]] = (),
    language: str = "",
) -> str:
    """Return the link to *board*: the part of an address of the page after its ``#``.

    Parameters
    ----------
    board : Board
        Of at most 512 x 512 cells.
    ask, beside : str, optional
        Questions with their algorithms, such as ``"shortest/bfs"``.
    step : int, optional
        The step of the film that is shown.
    through, avoiding : iterable of cells, optional
        Cells that a path must visit, or must not.
    numbers : iterable of (cell, int), optional
        The numbers of a puzzle.
    language : str, optional
        The language of the page.  Default: the language of the browser.

    Examples
    --------
    >>> from gridwalk import Board
    >>> link_of(Board.rectangle(2, 3), "shortest/bfs", step=4).partition("&")[2]
    'ask=shortest/bfs&step=4'
    """
    conditions = {
        "through": list(through),
        "avoiding": list(avoiding),
        "numbers": [(board.index(cell), number) for cell, number in numbers],
    }
    fields = {
        "board": packed_json(board_data(board) | conditions),
        "ask": ask,
        "beside": beside,
        "step": step,
        "language": language,
    }
    return urlencode({name: value for name, value in fields.items() if value}, safe="/")


def is_link(text: str) -> bool:
    """Return whether *text* begins as an address, or as the part of one from its ``#``."""
    return text.startswith(("http://", "https://", "#"))


def fragment_of(text: str) -> str:
    """Return the part of a link after its ``#``; the page checks the board in it.

    Raises
    ------
    LinkError
        If it has no board and names no lesson.

    Examples
    --------
    >>> fragment_of("http://127.0.0.1:8817/token/#lesson=a-star&marks=11")
    'lesson=a-star&marks=11'
    """
    fragment = text.partition("#")[2]
    if not fragment:
        raise LinkError("it has nothing after its #, where the board is (was it quoted for the shell?)")
    if not _LETTERS.fullmatch(fragment):
        raise LinkError("it has characters that no address has; perhaps a part of it is missing")
    fields = dict(parse_qsl(fragment))
    lesson = fields.get("lesson")
    if lesson is None and "board" not in fields:
        raise LinkError("it has no board=, and no lesson= (was it quoted for the shell?)")
    if lesson is not None and lesson not in (known := lesson_names()):
        raise LinkError(f"there is no such lesson: {lesson}; the lessons are {', '.join(known)}")
    return fragment


def lesson_names() -> list[str]:
    """Return the names of the lessons, in their order."""
    return [lesson["name"] for lesson in json.loads(page_file("static/lessons.json"))["lessons"]]


_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


def new_token() -> str:
    """Return a token of 128 random bits."""
    return secrets.token_urlsafe(16)


def stored_token(port: int) -> str:
    """Return the token of a port: the stored one, or a new one if other users could read that.

    The file of a token can be read by its user only.  If no file can be written, the token is a new one.
    """
    path = state_directory() / f"viewer-{port}"
    try:
        token = _read(path)
        if token is None:
            token = new_token()
            _write(path, token)
    except OSError:
        return new_token()
    return token


def state_directory() -> Path:
    """Return the directory of tokens: ``$GRIDWALK_STATE_DIR``, or that of the system for a user's state."""
    if given := os.environ.get("GRIDWALK_STATE_DIR"):
        return Path(given)
    import platformdirs

    return platformdirs.user_state_path("gridwalk", appauthor=False)


def _read(path: Path) -> str | None:
    try:
        with path.open(encoding="ascii", errors="replace") as file:
            others = stat.S_IRWXG | stat.S_IRWXO
            if os.name == "posix" and os.fstat(file.fileno()).st_mode & others:
                return None
            token = file.read(100)
    except FileNotFoundError:
        return None
    return token if _TOKEN.fullmatch(token) else None


def _write(path: Path, token: str) -> None:
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    beside = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
    try:
        with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w") as file:
            file.write(token)
        beside.replace(path)
    finally:
        beside.unlink(missing_ok=True)
