"""The declaration of a C array before its braces: ``int maze[5][5] =``."""

from __future__ import annotations

import re
import sys

Sizes = tuple[int | None, ...]  # the sizes that a C array declares; None: not a number
_LONGEST_DECLARATION = 1_000  # characters before its "="


def without_declaration(text: str) -> tuple[str, Sizes, bool]:
    """Return *text* with ``int maze[5][5] =`` replaced by blanks; its sizes; and whether there was one.

    Blanks keep lines and columns right for messages.
    """
    head, equals, rest = text.partition("=")
    # Not over several lines: a board before the declaration would be lost.
    is_long = len(head) > _LONGEST_DECLARATION or "\n" in head.strip()
    if (
        not equals
        or is_long
        or not re.match(r"\s*[A-Za-z_]", head)
        or re.search(r"[0-9]\s*[,;\s]\s*[0-9]", head)
    ):
        return text, (), False
    bare, previous = head, ""
    while bare != previous:
        previous, bare = bare, re.sub(r"\[[^\[\]]*\]|<[^<>]*>", " ", bare)
    if not re.fullmatch(r"[\w\s*&:]*", bare) or re.search(r"\b[0-9]", bare):
        return text, (), False
    in_brackets = re.search(r"(?:\[\s*\w*\s*\]\s*)*$", head)
    words = re.findall(r"\[\s*(\w*)\s*\]", in_brackets[0]) if in_brackets else []
    # A name may mean any size; a word that begins with a digit and is not a number matches no size.
    sizes = tuple(None if word[:1].isidentifier() or not word else _size(word) for word in words)
    return re.sub(r"[^\n]", " ", head) + " " + rest, sizes, True


def _size(word: str) -> int:
    return int(word) if re.fullmatch(r"[0-9]{1,18}", word) else sys.maxsize
