"""Pictures are made again only if their recipe, or the library, is another one: notes beside them say so."""

from functools import cache
from hashlib import blake2b
from pathlib import Path

DOCS = Path(__file__).parent


@cache
def _library() -> bytes:
    """Return a digest of all that a picture may depend on besides its recipe."""
    root = DOCS.parent
    files = [*(root / "src").rglob("*.*"), *(root / "examples").glob("*.*"), *DOCS.glob("*.py")]
    digest = blake2b()
    for file in sorted(file for file in files if file.is_file() and file.suffix != ".pyc"):
        digest.update(blake2b(file.read_bytes()).digest())
    return digest.digest()


def _note(picture: Path) -> Path:
    return picture.parent / f".{picture.name}.digest"


def _digest(recipe: str) -> str:
    return blake2b(_library() + recipe.encode()).hexdigest()


def is_fresh(picture: Path, recipe: str) -> bool:
    """Return whether *picture* is there, made by this recipe and by this library."""
    note = _note(picture)
    return picture.exists() and note.exists() and note.read_text(encoding="utf-8") == _digest(recipe)


def keep(picture: Path, recipe: str) -> None:
    """Note that *picture* was made by this recipe now."""
    _note(picture).write_text(_digest(recipe), encoding="utf-8")
