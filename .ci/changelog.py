"""Print the notes of a release: python .ci/changelog.py v0.3.0 [FILE].  Fail if the changelog has none."""

import re
import sys
from pathlib import Path

CHANGELOG = Path(__file__).parent.parent / "CHANGELOG.md"


def notes_of(tag: str, text: str) -> str:
    """Return the section of a release: below its heading, such as ``## 0.3.0 (2026-11-30)``."""
    version = re.escape(tag.removeprefix("v"))
    found = re.search(rf"^## {version} \(\d{{4}}-\d\d-\d\d\)\n(.*?)(?=^## |\Z)", text, re.M | re.S)
    if found is None or not found[1].strip():
        raise SystemExit(f"CHANGELOG.md has no section with a date for {tag}")
    return found[1].strip() + "\n"


if __name__ == "__main__":
    file = Path(sys.argv[2]) if len(sys.argv) > 2 else CHANGELOG
    print(notes_of(sys.argv[1], file.read_text(encoding="utf-8")), end="")
