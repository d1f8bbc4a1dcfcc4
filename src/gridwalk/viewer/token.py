"""The token in the viewer's address: kept for each port, so that links and open pages outlive the server."""

from __future__ import annotations

import os
import re
import secrets
import stat
from pathlib import Path

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
