"""Files that people name: checked, then written whole or not at all."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from gridwalk.errors import InputError
from gridwalk.runtime.atomic import write_beside


def checked_target(target: str | os.PathLike[str]) -> Path:
    """Return where *target* really is, links followed, or say why no file can be written there."""
    path = Path(os.path.realpath(target))
    if path.is_dir():
        raise InputError(f"{target} is a directory; give the name of a file")
    if not path.parent.is_dir():
        raise InputError(f"{target} cannot be written: there is no directory {path.parent}")
    if path.exists() and not path.is_file():
        raise InputError(f"{target} is no regular file")
    if not os.access(path if path.exists() else path.parent, os.W_OK):
        raise InputError(f"{target} cannot be written: no permission to write there")
    return path


def write_whole(target: str | os.PathLike[str], data: bytes) -> None:
    """Write *data* beside *target* and rename: whoever looks sees the old file or the new one, whole."""
    path = checked_target(target)
    beside = path.with_name(f".{path.name[:100]}.{secrets.token_hex(4)}.part")
    try:
        write_beside(path, beside, [data])
    except PermissionError:
        raise InputError(f"{target} cannot be written: no permission to write there") from None
