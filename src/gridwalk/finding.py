"""One path of a set with conditions: by whatever is quickest there, a short cut, a listing or a sweep."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gridwalk.altogether import MAX_PATIENCE, MORE_PATIENCE, PATIENCE, Altogether
from gridwalk.errors import RoomError, TooWideError
from gridwalk.listing.cycles import short_cycle
from gridwalk.path import Path
from gridwalk.runtime.eventlog import EventLog
from gridwalk.runtime.limits import PatienceError
from gridwalk.search.legs import find_in_legs
from gridwalk.search.query import Query
from gridwalk.tours.existence import changes_colour

PATIENCE_PER_CELL = 20  # more cells entered: to shrink a board and walk its first path takes some
SENSELESS = 86400  # seconds, estimated: rather than begin such a sweep a listing goes on
EVEN_GIRTH, GIRTH = 4, 3  # moves of the least cycle there can be, where moves change colour and elsewhere


@dataclass(frozen=True, repr=False)
class Finding(Altogether):
    """A set of paths, and one path of it where no plain search knows its conditions."""

    def _member(self) -> Path | None:
        """Return any path of the set: a short cut, else the first that is listed or one of a sweep."""
        if (path := self._short_cut()) is not None:
            return path
        try:
            return self._listed_first(PATIENCE + PATIENCE_PER_CELL * self.board.open_count)
        except PatienceError:
            pass
        try:
            return self._listed_first(self._patience())
        except PatienceError:
            pass
        try:
            return self._best(longest=False, by_cost=False)
        except RoomError:
            return self._listed_first(None)

    def _short_cut(self) -> Path | None:
        """Return a path of the set that can be had at once; None if there is none of this kind."""
        path: Path | None = None
        if self._is_cyclic:
            path = None if self.required else short_cycle(self._ground, self.limits.watch())
        elif self.required:
            starts, exits, watch = self._starts_left or (), self._exits_left or (), self.limits.watch()
            path = find_in_legs(Query(self._ground, starts, exits, watch), self.required)
        return path if path is not None and self._is_kept(path) else None

    def _listed_first(self, patience: int | None) -> Path | None:
        """Return the first path that is listed; `PatienceError` after so many cells entered."""
        return next(self._members(self.limits.watch(patience)), None)

    def _patience(self) -> int | None:
        """Return how many cells a listing may enter before a sweep takes over; None: any number."""
        try:
            seconds = self._whole().estimate.seconds
        except TooWideError:
            return None
        return None if seconds > SENSELESS else min(int(seconds * MORE_PATIENCE), MAX_PATIENCE)

    def _shortest_member(self, *, by_cost: bool) -> Path | None:
        """Return a shortest path of the set: that of all paths if it is in the set, else one of a sweep."""
        path: Path | None
        if self._is_cyclic:
            path = None if by_cost else self._short_cut()
            girth = EVEN_GIRTH if changes_colour(self.board) else GIRTH
            if path is not None and path.length == girth:
                return path
        elif not self.tour:
            path = replace(self, required=(), fewest=0, most=None)._shortest("auto", None)
            if path is None or self._is_kept(path):
                return path
        return self._best(longest=False, by_cost=by_cost)

    def _shortest(self, by: str, log: EventLog | None) -> Path | None:
        """Return a shortest path of a set without conditions; `gridwalk.PathSet` knows how."""
        raise NotImplementedError
