"""The numbers of a text: where each begins and ends, and the characters between them."""

from __future__ import annotations

import re
from typing import NamedTuple, NoReturn

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import CostsNotAskedForError, EmptyTextError, OneBoardError, UnknownCharacterError
from gridwalk.io.budget import MAX_NUMBERS, within
from gridwalk.io.characters import NEWLINE, among, codes_of, first_unknown, place_of, refuse

OPENING, CLOSING = "[{(", "]})"
FILLERS = " \t,;" + OPENING + CLOSING
COST = re.compile(r"\d+(\.\d*)?|\.\d+|#")
COSTS_ALLOWED = "costs above 0, '#' (wall), blanks, commas and brackets"

_WORD = re.compile(rf"[^{re.escape(FILLERS)}\s]+")
_ALLOWED = "0 (open), 1 (wall), blanks, commas and brackets"
_HINT = " (other numbers are costs where costs are asked for: --costs)"
_ALONE = "0 (open) and 1 (wall), all of them touching or all of them apart"

Numbers = NDArray[np.int64]


class Tokens(NamedTuple):
    """The numbers of a text: where each begins and ends, and its line."""

    text: str
    codes: NDArray[np.uint8]
    starts: Numbers
    ends: Numbers
    lines: Numbers  # from 0

    def between(self, characters: str) -> Numbers:
        """Return the number of *characters* between each token and the next."""
        places = np.flatnonzero(among(self.codes, characters))
        if not places.size:
            return np.zeros(max(0, self.starts.size - 1), np.int64)
        before = np.searchsorted(places, self.starts)
        return before[1:] - before[:-1]

    def before(self, characters: str) -> Numbers:
        """Return the number of *characters* before each token."""
        return np.searchsorted(np.flatnonzero(among(self.codes, characters)), self.starts)

    def line(self, token: int) -> int:
        """Return the line of a token, from 1."""
        return int(self.lines[token]) + 1


def tokens_of(text: str, *, costs: bool) -> Tokens:
    """Return the numbers of *text*; raise an error for other characters, and for a text without numbers."""
    codes = codes_of(text)
    characters = "0123456789.#" if costs else "01"
    unknown = first_unknown(codes, characters + FILLERS)
    if unknown is not None:
        head = text[:unknown]
        opened = sum(map(head.count, OPENING))
        if opened and opened == sum(map(head.count, CLOSING)) and re.search(r"\d", head):
            raise OneBoardError(
                place_of(text, unknown)[0], f"{text[unknown]!r} follows the board's last bracket"
            )
        may_be_a_cost = not costs and _may_have_costs(text)
        words = (COSTS_ALLOWED if costs else _ALLOWED) + (_HINT if may_be_a_cost else "")
        refuse(text, unknown, words, may_be_a_cost=may_be_a_cost)
    edges = np.diff(among(codes, characters).view(np.int8), prepend=np.int8(0), append=np.int8(0))
    starts, ends = np.flatnonzero(edges == 1), np.flatnonzero(edges == -1)
    if not starts.size:
        raise EmptyTextError
    within(starts.size, "numbers", MAX_NUMBERS)
    firsts = np.searchsorted(starts, np.flatnonzero(codes == NEWLINE))
    lines = np.repeat(np.arange(firsts.size + 1), np.diff(firsts, prepend=0, append=starts.size))
    return Tokens(text, codes, starts, ends, lines)


def are_costs(text: str) -> bool:
    """Whether all words of *text* are numbers or ``#``."""
    return all(COST.fullmatch(word[0]) for word in _WORD.finditer(text))


def _may_have_costs(text: str) -> bool:
    """Whether *text* might be a matrix of costs or a drawing with costs: in neither is a 0."""
    if are_costs(text):
        return all(word.strip("0.") for word in set(_WORD.findall(text)))
    return set(text) <= set("123456789#.SEGX<>^v" + FILLERS + "\n")


def refuse_wide_token(tokens: Tokens) -> NoReturn:
    """Raise the error for the first token of several digits, where each should be 0 or 1."""
    wide = int((tokens.ends - tokens.starts > 1).argmax())
    at, word = int(tokens.starts[wide]), tokens.text[tokens.starts[wide] : tokens.ends[wide]]
    may_be_a_cost = _may_have_costs(tokens.text)
    kind = CostsNotAskedForError if may_be_a_cost else UnknownCharacterError
    raise kind(*place_of(tokens.text, at), word, _ALONE + _HINT * may_be_a_cost)
