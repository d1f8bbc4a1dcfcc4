"""The alphabet of a board: the role of each sign (wall, floor, start, exit).

Options of the caller come first, then the conventions of `gridwalk.io.text.conventions`, then evidence on the
board: a sign that fills the border, a sign that joins the two ends.  If a sign has no role after these, an
error lists the signs and the options that decide.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Literal, NoReturn

import numpy as np
from numpy.typing import NDArray

from gridwalk.errors import Message, UnclearBoardError, costs_not_asked_for_error, marks_error
from gridwalk.io.text import conventions
from gridwalk.io.text.conventions import ARROWS, ENDS, MAZE, OWN, STARTS, STRONG, TONE
from gridwalk.io.text.rows import EMPTY, NUMBER, SignTable

Role = Literal["wall", "floor", "start", "exit"]
FLOODED = 1 << 20  # the maximum number of cells of a board on which floor is followed
MANY_EXITS = 4  # more exits lead to a remark: the sign may have another meaning
MANY_SIGNS = 200  # only boards of costs have more
FEW = 3  # exits that even a small board may have
LONGEST = 24  # the maximum number of characters of a sign in messages

Mask = NDArray[np.bool_]


ROLES: dict[str, Role] = {"wall_is": "wall", "open_is": "floor", "start_is": "start", "exit_is": "exit"}


def shown(sign: str) -> str:
    """Return a sign for messages."""
    return "blank" if sign == " " else sign if len(sign) <= LONGEST else sign[: LONGEST - 3] + "..."


def reached(passable: Mask, starts: Mask) -> Mask:
    """Return the cells that orthogonal steps over *passable* cells reach from *starts*."""
    padded = bytearray(np.pad(passable, 1).tobytes())
    width = passable.shape[1] + 2
    stack = np.flatnonzero(np.pad(starts & passable, 1)).tolist()
    for cell in stack:
        padded[cell] = 2
    while stack:
        cell = stack.pop()
        for near in (cell + 1, cell - 1, cell + width, cell - width):
            if padded[near] == 1:
                padded[near] = 2
                stack.append(near)
    found: Mask = (np.frombuffer(padded, np.uint8).reshape(-1, width) == 2)[1:-1, 1:-1]
    return found


class Alphabet:
    """The signs of a board, and the role of each, decided rule by rule.

    Parameters
    ----------
    rows : SignTable
        The cells.
    asked : mapping of str to str
        The signs given for the options of `ROLES`: characters, or words separated by commas.
    notes : list of str
        Receives the guesses.

    """

    def __init__(self, rows: SignTable, asked: Mapping[str, str], notes: list[str]) -> None:
        self.rows, self.asked, self.notes = rows, asked, notes
        self.counts = rows.counts
        self.role: dict[str, Role] = {}
        for option, given in asked.items():
            role = ROLES[option]
            for sign in self._named(option, given):
                if self.role.setdefault(sign, role) != role:
                    raise self.question(f"{sign!r} is given as {self.role[sign]} and as {role}")

    def _named(self, option: str, given: str) -> list[str]:
        """Return the signs given for an option."""
        if given in self.counts:
            return [given]
        if option == "wall_is" and given == "filled":
            return [sign for sign in self.counts if sign not in (EMPTY, " ", *"SEG")]
        if len(given) > 1 and (NUMBER.fullmatch(given) or given in ("True", "False")):
            parts = [given]
        elif "," in given and given.strip(","):
            parts = [part.strip() or " " for part in given.split(",")]
        else:
            parts = [*given]
        found = [sign for part in parts for sign in self.counts if sign == part or _equal(sign, part)]
        if not found:
            raise self.question(f"{option}={given!r}: no cell holds it")
        return found

    # ------------------------------------------------------------ messages

    def question(self, why: str, unknown: Collection[str] = (), say: str = "") -> UnclearBoardError:
        """Return the error about *unknown* signs, with the signs and the options to type, *say* first."""
        most = sorted(self.counts.items(), key=lambda pair: -pair[1])
        seen = ", ".join(f"{shown(sign)} {number:,}" for sign, number in most[:12])
        seen += f" and {len(most) - 12} more" if len(most) > 12 else ""
        taken = ", ".join(f"{shown(sign)} {role}" for sign, role in self.role.items())
        seen_and_taken = "{words}; signs seen: {signs}; taken so far: {roles}"
        told = Message(
            seen_and_taken if taken else "{words}; signs seen: {signs}", words=why, signs=seen, roles=taken
        )
        text = told.replace(why, f"{why}; {say}", 1) if say else str(told)
        if len(unknown) > 3 or max(map(len, unknown), default=0) > LONGEST:
            text += "; wall_is=... gives walls, open_is=... floor, start_is=... and exit_is=... ends"
        elif unknown:
            first, *_, last = *unknown, *unknown
            given = ("" if all(len(sign) == 1 for sign in unknown) else ",").join(unknown)
            name = " ".join(map(shown, unknown))
            text += f"; if {name} is wall: wall_is={given!r}, if floor: open_is={given!r}"
            if any(self.counts[sign] == 1 for sign in unknown):
                text += f", if an end: start_is={first!r} or exit_is={last!r}"
        return UnclearBoardError(text, told)

    def _costs(self, numbers: list[str]) -> UnclearBoardError:
        few = ", ".join(map(shown, sorted(numbers, key=float)[:6])) + (" ..." if len(numbers) > 6 else "")
        asked = self.question(
            Message("{numbers} may be costs or marks", numbers=few), numbers, "if costs: costs=True"
        )
        return costs_not_asked_for_error(str(asked), asked.seen)

    def _unknown(self) -> UnclearBoardError:
        self.role.clear()
        return self.question(
            Message("no board that gridwalk can read: it has {n:,} different signs", n=len(self.counts)),
            say="'gridwalk convert --formats' lists the others",
        )

    def _which(self, why: str, one: str, two: str) -> UnclearBoardError:
        asked = self.question(why, say=f"say: wall_is={one!r} or wall_is={two!r}")
        asked.walls = one, two
        return asked

    # ------------------------------------------------------------ evidence

    def of_role(self, *roles: Role) -> list[str]:
        """Return the signs with one of *roles*."""
        return [sign for sign, role in self.role.items() if role in roles]

    def undecided(self) -> list[str]:
        """Return the signs without a role, the most frequent first."""
        left = [sign for sign in self.counts if sign not in self.role]
        return sorted(left, key=lambda sign: -self.counts[sign])

    def _on_border(self, sign: str) -> float:
        here = self.rows.where([sign])
        return float(np.concatenate([here[0], here[-1], here[1:-1, 0], here[1:-1, -1]]).mean())

    def _are_openings(self) -> bool:
        """Return whether both ends are marked, and all marks are on the border."""
        starts, exits = self.rows.where(self.of_role("start")), self.rows.where(self.of_role("exit"))
        inner = (slice(1, -1), slice(1, -1))
        return bool(starts.any() and exits.any()) and not (starts | exits)[inner].any()

    def _on_lattice(self, wall: str, floor: str) -> bool:
        """Return whether even cells are walls and odd cells floor, as in a maze of corridors."""
        even, odd = self.rows.where([floor])[::2, ::2], self.rows.where([wall])[1::2, 1::2]
        return even.mean() < 0.02 and odd.size > 0 and odd.mean() < 0.02

    def _largest_piece(self, sign: str) -> float:
        """Return the size of the largest of a few components of a sign, as a share of its cells."""
        here = self.rows.where([sign, *self.of_role("start", "exit")])
        cells, largest = np.flatnonzero(here), 0
        for cell in cells[np.linspace(0, len(cells) - 1, 8).astype(int)]:
            one = np.zeros(here.shape, bool)
            one.flat[cell] = True
            largest = max(largest, int(reached(here, one).sum()))
            if 2 * largest > len(cells):
                break
        return largest / len(cells)

    def _joins(self, floor: Iterable[str]) -> bool | None:
        """Return whether *floor* joins the start and an exit; None without ends or on a large board."""
        starts, exits = self.rows.where(self.of_role("start")), self.rows.where(self.of_role("exit"))
        if not starts.any() or not exits.any() or starts.size > FLOODED:
            return None
        return bool((reached(self.rows.where([*floor]) | starts | exits, starts) & exits).any())

    # ------------------------------------------------------------ decisions

    def decide(self) -> None:
        """Give each sign a role, or raise an error with the options that decide."""
        if not self.asked:
            self._refuse_special()
            if self._is_own():
                return self._check()
            self._whole_alphabets()
        if len(self.counts) > MANY_SIGNS:  # the rules below compare all pairs of signs
            numbers = [sign for sign in self.counts if NUMBER.fullmatch(sign)]
            raise self._costs(numbers) if len(numbers) == len(self.counts) else self._unknown()
        self._words()
        self._pairs()
        self._rare()
        self._tones()
        self._rest()
        return self._check()

    def take(self, sign: str, role: Role, why: str = "") -> None:
        """Give a sign a role; add a note with the reason *why* if it is a guess."""
        self.role[sign] = role
        if why:
            self.notes.append(f"{shown(sign)} is {role} ({why})")

    def _is_own(self) -> bool:
        """If all signs are those of gridwalk's own drawings, give them their roles and return True."""
        signs = self.counts.keys()
        if signs <= {"0", "1"}:
            return False
        if not signs <= OWN or not signs & {"#", "█", ".", "S", *ARROWS}:
            return False
        if self.counts.get("S", 0) > 1:
            self._refuse_starts()
        once = self.counts.get("<") == self.counts.get(">") == 1
        if once and "^" not in signs and "v" not in signs and not signs & {*"SEGX"}:
            raise self.question(
                "< and > stand once each, and no end is marked: they may be ends or one-way cells",
                say="if ends: start_is='<' and exit_is='>', if one-way cells: open_is='<>'",
            )
        if "X" in signs and not signs & {*conventions.WALLS} and (self.counts["X"] > 1 or signs & {"E", "G"}):
            return False
        for sign in signs:
            self.role[sign] = "wall" if sign in conventions.WALLS else "start" if sign == "S" else "floor"
            if sign in conventions.EXITS:
                self.role[sign] = "exit"
        ends = self.of_role("exit")
        if "S" not in signs and len(ends) == 2 and all(self.counts[sign] == 1 for sign in ends):
            start = "E" if "X" in ends else self._in_order(ends)[0]
            self.take(start, "start", f"it stands once; the other way round: exit_is={start!r}")
        return True

    def _in_order(self, signs: Iterable[str]) -> list[str]:
        """Return signs in reading order of their first cells."""
        return sorted(signs, key=lambda sign: int(np.argmax(self.rows.where([sign]))))

    def _refuse_special(self) -> None:
        """Raise an error for drawings whose characters are not cells."""
        signs = self.counts.keys()
        for known, what in conventions.SPECIAL:
            if any(sign in known for sign in signs):
                raise self.question(Message("a drawing of {what}; here a character is a cell", what=what))
        if {"@", "$"} <= signs and signs & {*"+/\\-"}:
            raise self.question("a drawn path from @ to $, it seems: its lines + - | / would be walls here")
        if {"@", "$", "#"} <= signs and self.counts["$"] == self.counts.get("."):
            raise self.question(
                "a level of Sokoban, it seems (@ player, $ boxes, . goals): its boxes would be exits here"
            )
        if signs >= {"L", "J", "7"} and signs & {"|", "-", "F"} and "#" not in signs:
            raise self.question(
                "a drawing of pipes, it seems (| - L J 7 F): each sign would join two sides of its cell"
            )
        steps = sorted(int(sign) for sign in signs if sign.isdecimal())
        once = all(self.counts.get(str(step)) == 1 for step in steps)
        if len(steps) > 3 and once and steps == list(range(steps[0], steps[0] + len(steps))) and steps[0] < 2:
            seen = "the numbers {first} to {last} stand once each, as the steps of a tour"
            words = Message(seen, first=steps[0], last=steps[-1])
            raise self.question(words, say="if it is a tour: format='tour'")

    def _whole_alphabets(self) -> None:
        """Give the roles of alphabets that are recognised by the set of all signs."""
        signs = self.counts.keys()
        if {"F", "H"} <= signs <= {*"SFHG"} and len(signs) > 2:
            self.role |= {"H": "wall", "F": "floor"}
            self.role |= {sign: role for sign, role in (("S", "start"), ("G", "exit")) if sign in signs}  # type: ignore[misc]
            self.notes.append("FrozenLake: H wall, F floor, S start, G exit")
        elif {"%", "P"} <= signs <= conventions.PACMAN:
            dots = self.counts.get(".", 0)
            self.role |= {"%": "wall", "P": "start"}
            for sign in self.undecided():
                self.role[sign] = "exit" if sign == "." and dots == 1 else "floor"
            end = ". exit" if dots == 1 else f"{dots} dots floor"
            self.notes.append(f"Pac-Man: % wall, P start, {end}, ghosts G and capsules o floor")

    def _words(self) -> None:
        """Give roles to words, such as "wall" and "start"."""
        known = [sign for sign in self.undecided() if sign.lower() in conventions.WORDS]
        if known == [EMPTY]:  # cells of a table without a word
            return
        for sign in known:
            self.take(sign, conventions.WORDS[sign.lower()], "by its name")  # type: ignore[arg-type]

    def _pairs(self) -> None:
        """Give roles to a known pair of ends, such as S and E."""
        if self.of_role("start", "exit"):
            return
        for start, exits in conventions.PAIRS:
            if self.counts.get(start) != 1 or start in self.role:
                continue
            few = self.rows.few
            found = [sign for sign in exits if 0 < self.counts.get(sign, 0) <= few and sign not in self.role]
            if not found or (start in "28" and (self.counts[found[0]] != 1 or self.counts.keys() & {*"#."})):
                continue  # digits among # and . are costs
            if found[0] in "XT" and self.counts[found[0]] > 1 and not self._has_wall_beside(found[0]):
                continue
            if len(self.undecided()) > 2 or self.role:
                self.role |= {start: "start", found[0]: "exit"}
                if (start, found[0]) not in (("S", "E"), ("S", "G"), ("S", "X")):
                    self.notes.append(f"{start} is the start, {found[0]} the exit")
                return

    def _has_wall_beside(self, sign: str) -> bool:
        return any(TONE.get(other, 0) > 0 for other in self.counts if other != sign)

    def _rare(self) -> None:
        """Give roles to two signs that occur once each, or to one sign that is a known end."""
        once = [sign for sign in self.undecided() if self.counts[sign] == 1 and sign not in ARROWS]
        if self.of_role("start", "exit"):
            role: Role = "exit" if self.of_role("start") else "start"
            if not self.of_role(role) and len(once) == 1 and abs(TONE.get(once[0], 0)) < STRONG:
                self.take(once[0], role, "it stands once")
            return
        if len(self.undecided()) < 2:
            return
        once = [sign for sign in once if abs(TONE.get(sign, 0)) < STRONG]
        if "S" in once and self.counts.keys() & {"#", "."}:
            self.take("S", "start")
            return
        others = [sign for sign in self.undecided() if sign not in once]
        known = [sign for sign in once if sign in STARTS] or [sign for sign in once if sign in ENDS]
        is_tone = len(others) < 2 and "wall_is" not in self.asked and {*once} & {*"#█%01-"}
        if {*once} & {*"23456789"} and self.counts.keys() & {*"#."}:
            return  # costs in a drawing
        if len(once) == 2 and self.rows.codes.size > 5 and not is_tone and (others or self.role):
            if self._are_costs(others + once):
                return
            start, exit_ = self._in_order(once)
            if (exit_ in STARTS and start not in STARTS) or (start in ENDS and exit_ not in ENDS):
                start, exit_ = exit_, start
            elif not known:
                start, exit_ = sorted(once)
            self.role |= {start: "start", exit_: "exit"}
            self.notes.append(
                f"{shown(start)} and {shown(exit_)} occur once each: the start and the exit "
                f"(the other way round: start_is={exit_!r})"
            )
        elif len(once) == 1 and NUMBER.fullmatch(once[0]) and {*others} == {"0", "1"}:
            if self.rows.codes.size >= MAZE:
                self.take(once[0], "exit", "it stands once")
        elif len(once) == 1 and known and (len(others) == 2 or self.role or any(map(TONE.get, others))):
            self.take(once[0], "start" if once[0] in STARTS else "exit", "it stands once")
        elif not once:
            for sign in "EG" if len(self.undecided()) > 2 else "":
                if 0 < self.counts.get(sign, 0) <= self.rows.few and sign not in self.role:
                    self.take(sign, "exit", f"{self.counts[sign]} cells, and no start is marked")
                    return

    def _are_costs(self, signs: Iterable[str]) -> bool:
        if self.asked.keys() & {"wall_is", "open_is"}:
            return False
        numbers = [sign for sign in signs if NUMBER.fullmatch(sign)]
        often = {sign for sign in numbers if self.counts[sign] > 1}
        are_two_tones = len(often) == 2 and len(numbers) < 5 and self.rows.codes.size >= MAZE
        return len(numbers) > 2 and not often <= {"0", "1"} and not are_two_tones

    def _tones(self) -> None:
        """Give the roles of walls and floor."""
        if self.of_role("wall", "floor"):
            for sign in self.undecided():  # if options are given, only strong conventions count
                if abs(TONE.get(sign, 0)) >= STRONG:
                    self.take(sign, "wall" if TONE[sign] > 0 else "floor")
        rest = [sign for sign in self.undecided() if sign not in ARROWS]
        has_wall, has_floor = bool(self.of_role("wall")), bool(self.of_role("floor"))
        if has_wall and has_floor:
            return
        if has_wall or has_floor:
            role: Role = "floor" if has_wall else "wall"
            if len(rest) == 1:
                self._take_only(rest[0], role)
            for sign in rest:
                if sign not in self.role and (TONE.get(sign, 0) < 0 if has_wall else TONE.get(sign, 0) > 0):
                    self.take(sign, role, "by convention")
            if "wall_is" in self.asked and "open_is" not in self.asked and all(map(NUMBER.fullmatch, rest)):
                for sign in self.undecided():  # numbers that no option names
                    self.take(sign, "floor", "no wall is named so")
            return
        if len(rest) == 1:
            self._one_tone(rest[0])
        elif len(rest) == 2:
            self._two_tones(*rest)
        else:
            self._many_tones(rest)

    def _take_only(self, sign: str, role: Role) -> None:
        """Give the only other sign a role; raise an error if it usually marks an end."""
        may_be_end = sign in ENDS or (sign in STARTS and self.counts[sign] == 1)
        if may_be_end and sign not in TONE and not self.of_role("start", "exit"):
            seen = "{sign} is the only other sign, and an end by convention: it may be {role} here"
            raise self.question(Message(seen, sign=shown(sign), role=role), [sign])
        if NUMBER.fullmatch(sign) and sign not in ("0", "1") and not self.asked:
            raise self._costs([sign])
        if role == "wall" and TONE.get(sign, 0) < 0 and not self.asked:
            raise self.question("nothing shows which sign is the wall", [sign])
        self.take(sign, role, "" if self.asked.keys() & {"wall_is", "open_is"} else "the only other sign")

    def _one_tone(self, sign: str) -> None:
        tone = TONE.get(sign, 0)
        if tone < 0:
            return self.take(sign, "floor", "" if sign in "0. " else "by convention")
        if tone > 0 and not self.role and len(self.counts) == 1 and (sign in "#1"):
            return self.take(sign, "wall")  # a board without floor: `Board` raises the error
        if tone >= STRONG and self.of_role("start", "exit"):
            return self.take(sign, "wall")
        if NUMBER.fullmatch(sign) and sign not in ("0", "1"):
            raise self._costs([sign])
        raise self.question("only one sign is no end", [sign])

    def _two_tones(self, one: str, two: str) -> None:
        """Give the roles of two signs, one of which is the wall."""
        wall, floor = (one, two) if TONE.get(one, 0) >= TONE.get(two, 0) else (two, one)
        tones = TONE.get(wall, 0), TONE.get(floor, 0)
        if tones[0] > 0 > tones[1]:
            if tones[0] < STRONG and tones[1] > -STRONG:
                self._two_weak_tones(wall, floor)
            else:
                self._by_convention(wall, floor)
            return None
        border, other = self._on_border(wall), self._on_border(floor)
        joined, swapped = self._joins([floor]), self._joins([wall])
        if joined is not None and joined != swapped and tones[0] >= 0:
            closed, joining = (wall, floor) if joined else (floor, wall)
            if self._on_border(closed) >= self._on_border(joining):
                self.take(closed, "wall", f"only over {shown(joining)} are the ends joined")
                return self.take(joining, "floor")
        frame, inner = (wall, floor) if border >= other else (floor, wall)
        most = max(border, other)
        if most >= 0.9 and self._are_openings() and self._largest_piece(inner) >= 0.95:
            return self._framed(frame, inner, f"it fills {most:.0%} of the border, in which the ends stand")
        is_floor = (tones[0] == 0 and tones[1] <= -STRONG) or (tones[0] >= 0 and floor == EMPTY)
        is_blank = floor == " " and wall in "0oO" and border >= 0.7 and joined is not False
        if (is_floor and border >= 0.9) or is_blank:
            return self._framed(wall, floor, f"it fills {border:.0%} of the border")
        numbers = [sign for sign in (wall, floor) if NUMBER.fullmatch(sign)]
        if tones[0] == tones[1] and most >= 0.95 and self.rows.codes.size >= MAZE and not numbers:
            return self._framed(frame, inner, f"it fills {most:.0%} of the border")
        is_letter = any(
            sign in STARTS + ENDS and sign.isalpha() and sign not in TONE for sign in (wall, floor)
        )
        is_joined = (tones[1] <= 0 and joined is not False) or (tones[1] <= 1 and joined and border > 0.7)
        if tones[0] >= STRONG and is_joined and not is_letter:
            self.take(wall, "wall")
            return self.take(floor, "floor", "the only other sign")
        if len(numbers) == 2 or (numbers and not {*numbers} & {"0", "1"}):
            raise self._costs(numbers)
        seen = Message(
            "which of {one} and {other} is the wall? On the border {first} has {n:.0%} and {second} {m:.0%}",
            one=shown(wall), other=shown(floor), first=shown(wall), n=border, second=shown(floor), m=other,
        )  # fmt: skip
        raise self._which(seen, wall, floor)

    def _framed(self, wall: str, floor: str, why: str) -> None:
        self.take(wall, "wall", why)
        self.take(floor, "floor")

    def _two_weak_tones(self, wall: str, floor: str) -> None:
        """Give the roles of two signs of weak tones, such as 1 and 0, which evidence may reverse."""
        other = self._on_border(floor)
        joined, swapped = self._joins([floor]), self._joins([wall])
        if joined is False and swapped:
            if other < 0.9:  # of the border
                seen = "{sign} is the wall by convention, but only over it are the ends joined"
                raise self._which(Message(seen, sign=shown(wall)), wall, floor)
            return self._framed(floor, wall, f"only over {shown(wall)} are the ends joined")
        is_crowded = joined is not None or self.counts[wall] > 0.3 * self.rows.codes.size
        is_framed = is_crowded and other >= 0.9 and min(self.rows.shape) > 3 and swapped is not False
        if is_framed and self.rows.codes.size <= FLOODED:
            pieces = self._largest_piece(wall), self._largest_piece(floor)
            if pieces[0] >= 0.5 or pieces[1] <= 0.9:  # else the rarer sign is in pieces: pillars
                is_frame = self._on_lattice(floor, wall) or self._are_openings()
                if not is_frame or pieces[0] < 0.95:
                    seen = "{sign} is the wall by convention, but {other} fills {n:.0%} of the border"
                    words = Message(seen, sign=shown(wall), other=shown(floor), n=other)
                    raise self._which(words, wall, floor)
                why = f"it fills {other:.0%} of the border, and {shown(wall)} hangs together"
                return self._framed(floor, wall, why)
        if {wall, floor} == {"0", "1"} and joined and swapped:
            self.notes.append(conventions.ONE_IS_WALL)
        return self._by_convention(wall, floor)

    def _by_convention(self, wall: str, floor: str) -> None:
        is_known = {wall, floor} == {"0", "1"} or (wall in "#█" and floor in ". ·")
        self.take(wall, "wall", "" if is_known else "by convention")
        self.take(floor, "floor", "" if is_known else "by convention")

    def _many_tones(self, rest: list[str]) -> None:
        """Give roles to the clearest wall and the clearest floor of more than two signs."""
        walls = sorted((sign for sign in rest if TONE.get(sign, 0) > 0), key=lambda sign: -TONE[sign])
        floors = sorted((sign for sign in rest if TONE.get(sign, 0) < 0), key=lambda sign: TONE[sign])
        strangers = [sign for sign in rest if sign not in TONE]
        has_both = bool(walls and floors)
        are_strong = has_both and TONE[walls[0]] >= STRONG and TONE[floors[0]] <= -STRONG
        often = [sign for sign in rest if self.counts[sign] > 1]
        if len(often) == 2 and not are_strong and not self._are_costs(rest):
            return self._two_tones(*often)
        if strangers and self._are_costs(rest):
            return None
        if are_strong or (has_both and not strangers and TONE[walls[0]] >= 2):
            self._by_convention(walls[0], floors[0])
            if are_strong and floors[1:2] and TONE[floors[1]] <= -STRONG:
                self.take(floors[1], "floor")
            if walls[0] == "1" and floors[0] == "." and "0" in floors:
                self.take("0", "floor", "by convention")
            return None
        frames = [sign for sign in rest if self._on_border(sign) >= 0.95]
        if frames and self.of_role("start") and self.of_role("exit"):
            self.take(frames[0], "wall", f"it fills {self._on_border(frames[0]):.0%} of the border")
            rest = [sign for sign in rest if sign not in frames]
            return self._two_tones(*rest) if len(rest) == 2 else None
        return None

    def _rest(self) -> None:
        """Give roles to the remaining signs by weaker rules, or raise an error."""
        if self.of_role("floor", "start", "exit") and self.of_role("wall"):
            arrows = [sign for sign in self.undecided() if sign in ARROWS]
            self.role |= dict.fromkeys(arrows, "floor")
            if arrows and not self.counts.keys() <= OWN:
                self.notes.append(f"one-way cells: {' '.join(arrows)}")
            is_sure = any(TONE.get(sign, 0) >= STRONG for sign in self.of_role("wall"))
            for sign in self.undecided() if is_sure else ():  # a second kind of wall
                if TONE.get(sign, 0) > 0 and sign not in STARTS + ENDS and not NUMBER.fullmatch(sign):
                    self.take(sign, "wall", "by convention")
            exits = [sign for sign in self.undecided() if sign in conventions.EXITS]
            if exits and self.of_role("start") and len(exits) == len(self.undecided()):
                self.role |= dict.fromkeys(exits, "exit")
        rest = self.undecided()
        if len(rest) > 9:
            raise self._unknown()
        if self.counts.get("S", 0) > 1 and "S" in rest:
            self._refuse_starts()
        numbers = [sign for sign in rest if NUMBER.fullmatch(sign)]
        drawn = [sign for sign in rest if abs(TONE.get(sign, 0)) >= STRONG]
        if numbers and (len(numbers) + len(drawn) == len(rest) or self._are_costs(rest)):
            raise self._costs(numbers)
        letters = [sign for sign in rest if len(sign) == 1 and sign.isalpha()]
        are_twice = len(letters) == len(rest) > 1 and all(self.counts[sign] == 2 for sign in rest)
        if are_twice and not self.of_role("start", "exit"):
            raise self.question(
                "each of these letters stands twice, as in a Numberlink puzzle", rest, "if so: pair='letters'"
            )
        if len(letters) == len(rest) > 8:
            raise self.question(
                "many letters, as of heights, names or portals: a board of signs has fewer", rest
            )
        if rest:
            seen = Message("no meaning is known of {signs}", signs=" ".join(map(shown, rest[:12])))
            raise self.question(seen, rest)
        if not self.of_role("floor", "start", "exit") and not self.of_role("wall"):
            raise self.question("no sign is floor")

    def _refuse_starts(self) -> NoReturn:
        one, two = np.argwhere(self.rows.where(["S"]))[:2].tolist()
        raise marks_error((one[0], one[1]), (two[0], two[1]))

    def _check(self) -> None:
        """Raise an error for two starts, or too many exits."""
        number = {role: sum(self.counts[sign] for sign in self.of_role(role)) for role in ROLES.values()}
        if number["start"] > 1:
            seen = Message("{n} cells are starts, and a path has one", n=number["start"])
            raise self.question(seen, self.of_role("start"))
        is_open = number["start"] + number["exit"] + number["floor"]
        if number["exit"] > FEW and 2 * number["exit"] > is_open and "exit_is" not in self.asked:
            signs = "".join(self.of_role("exit"))
            seen = Message("{n:,} of {all:,} open cells would be exits", n=number["exit"], all=is_open)
            say = f"if {signs} is floor: open_is={signs!r}, if these are exits: exit_is={signs!r}"
            raise self.question(seen, say=say)
        if number["exit"] > MANY_EXITS and "exit_is" not in self.asked:
            self.notes.append(f"{number['exit']:,} exits ({' '.join(self.of_role('exit'))})")


def _equal(sign: str, part: str) -> bool:
    """Return whether two words are the same number."""
    return bool(NUMBER.fullmatch(sign) and NUMBER.fullmatch(part)) and float(sign) == float(part)
