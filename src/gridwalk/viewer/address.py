"""The address of a page: links to boards, checked before they are opened, and the token of each port.

What is after the ``#`` is the board.  The token is kept, so that links and open pages outlive the server.
"""

from __future__ import annotations

import base64
import json
import os
import re
import secrets
import stat
import zlib
from pathlib import Path
from urllib.parse import parse_qsl

from gridwalk.board.checks import checked_diagonal
from gridwalk.board.names import parse_moves
from gridwalk.errors import InputError
from gridwalk.render.pagedata import LEVELS, MAX_SIDE, SHAPES
from gridwalk.viewer.questions import QUESTIONS

# What the page asks beside the questions of the server, as in its `questions.js`.
ASKED = {**QUESTIONS, "play": ("you",), "table": ("all",), "watch": ("simpath",)}

_SIZE = re.compile(r"([0-9]{1,3})x([0-9]{1,3})")
_CELL = re.compile(r"([0-9]{1,3})\.([0-9]{1,3})")
_LETTERS = re.compile(r"[A-Za-z0-9%&=+._~,:;/@!$'()*-]*")


class LinkError(InputError):
    """A text that is no link to a board."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"this is no link to a board on the page: {reason}")


def is_link(text: str) -> bool:
    """Whether *text* is meant as an address, or as the part of one from its ``#`` on."""
    return text.startswith(("http://", "https://", "#"))


def fragment_of(text: str) -> str:
    """Return the part of a link after its ``#``; raise `LinkError` if it has no board and names no lesson.

    >>> fragment_of("http://127.0.0.1:8817/token/#size=2x3&start=0.0&exits=1.2")
    'size=2x3&start=0.0&exits=1.2'
    >>> fragment_of("#lesson=a-star")
    'lesson=a-star'
    """
    _, mark, fragment = text.partition("#")
    if not mark or not fragment:
        raise LinkError("it has nothing after its #, where the board is (was it quoted for the shell?)")
    if not _LETTERS.fullmatch(fragment):
        raise LinkError("it has characters that no address has; perhaps a part of it is missing")
    fields = dict(parse_qsl(fragment, keep_blank_values=True))
    if "lesson" in fields and "size" not in fields:  # a lesson has a board of its own
        if fields["lesson"] not in (known := _lessons()):
            raise LinkError(f"lesson={fields['lesson']} is none of {', '.join(known)}")
        return fragment
    if missing := [name for name in ("size", "start", "exits") if not fields.get(name)]:
        raise LinkError(f"it has no {', '.join(missing)} (was it quoted for the shell?)")
    size = _SIZE.fullmatch(fields["size"])
    if size is None or not all(1 <= int(side) <= MAX_SIDE for side in size.groups()):
        raise LinkError(f"size={fields['size']} is not ROWSxCOLUMNS of 1 to {MAX_SIDE}")
    rows, columns = map(int, size.groups())
    _check_shape(fields, rows)
    is_open = _open_cells(fields, rows * columns)
    for name in ("start", "exits"):
        for word in fields[name].split():
            cell = _CELL.fullmatch(word)
            row, column = map(int, cell.groups()) if cell else (rows, columns)
            if row >= rows or column >= columns or not is_open[row * columns + column]:
                raise LinkError(f"{name}={word} is not an open cell of {rows} x {columns}")
    _check_moves(fields)
    for asked in (f"{fields.get('ask', '')}/{fields.get('by', '')}", fields.get("beside", "")):
        _check_asked(*asked.partition("/")[::2])
    return fragment


def _lessons() -> list[str]:
    from gridwalk.render.language import page_file

    return [lesson["name"] for lesson in json.loads(page_file("static/lessons.json"))["lessons"]]


def _check_shape(fields: dict[str, str], rows: int) -> None:
    shape, levels = fields.get("shape", "square"), fields.get("levels", "1")
    if shape not in SHAPES:
        raise LinkError(f"shape={shape} is none of {', '.join(SHAPES)}")
    number = int(levels) if re.fullmatch("[0-9]{1,3}", levels) else 0
    if not 1 <= number <= rows or (rows + 1) % number or (number > 1 and shape not in LEVELS):
        raise LinkError(f"levels={levels} do not fit {rows} rows of the shape {shape}")


def _check_moves(fields: dict[str, str]) -> None:
    try:
        moves = parse_moves(fields.get("moves") or "orthogonal")
        if order := fields.get("order"):
            moves.ordered(order)
        checked_diagonal(float(fields.get("diagonal") or 1), None)
    except ValueError as error:
        raise LinkError(str(error)) from None


def _check_asked(question: str, by: str) -> None:
    """Refuse a question or an algorithm that the page does not know; without one it takes its first."""
    if question and question not in ASKED:
        raise LinkError(f"the page knows no question {question}")
    if question and by and by not in ASKED[question]:
        raise LinkError(f"the page answers {question} by {', '.join(ASKED[question])}, not by {by}")


def _open_cells(fields: dict[str, str], size: int) -> list[bool]:
    if "costs" in fields:
        return [cost > 0 for cost in _unpacked(fields["costs"], "costs", size)]
    if "cells" in fields:
        data = _unpacked(fields["cells"], "cells", (size + 7) // 8)
        return [bool(data[v >> 3] >> (v & 7) & 1) for v in range(size)]
    return [True] * size


def _unpacked(word: str, name: str, size: int) -> bytes:
    """Return *size* bytes that were deflated and written in base64url."""
    try:
        packed = base64.b64decode(word + "=" * (-len(word) % 4), altchars=b"-_", validate=True)
        data = zlib.decompressobj(wbits=-15).decompress(packed, size + 1)
    except (ValueError, zlib.error):
        data = b""
    if len(data) != size:
        raise LinkError(f"its {name} are damaged, or cut off")
    return data


_TOKEN = re.compile(r"[A-Za-z0-9_-]{22}")


def new_token() -> str:
    """Return a token that nobody can guess: 128 random bits."""
    return secrets.token_urlsafe(16)


def kept_token(port: int) -> str:
    """Return the token of a port, a new one if there is none yet, or if others could have read it.

    It is kept in a file that only this user can read.  Where no file can be written, it is a new one.
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
    """Return where tokens are: ``$GRIDWALK_STATE_DIR``, or the directory of the system for a user's state."""
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
