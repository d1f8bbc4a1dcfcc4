"""Errors of limits: the time, memory or disk allowed is not enough."""

from __future__ import annotations

import errno

from gridwalk.errors.base import LimitError, counted


class TimeLimitError(LimitError, TimeoutError):
    """The time limit was reached; the attributes hold the progress until then."""

    def __init__(self, seconds: float, expanded: int, backtracks: int, found: int, doing: str = "") -> None:
        self.seconds, self.expanded, self.backtracks, self.found = seconds, expanded, backtracks, found
        self.doing = doing
        effort = f"{counted(expanded, 'cell')} expanded, {counted(backtracks, 'backtrack')}"
        known = f"{effort}, {found:,} found so far"
        super().__init__(f"stopped after {seconds:g} s, the time given: {doing or known}")


class MemoryLimitError(LimitError, MemoryError):
    """An answer needs more memory than allowed.

    Attributes
    ----------
    limit, needed : int
        The bytes allowed, and the bytes needed, at least.
    doing : str
        What needs the memory.

    """

    def __init__(self, limit: int, needed: int, doing: str, advice: str = "") -> None:
        self.limit, self.needed, self.doing = limit, needed, doing
        words = f"{limit:,} bytes of memory are not enough: {doing} needs at least {needed:,}"
        super().__init__(f"{words}; {advice}" if advice else words)


class HopelessError(LimitError):
    """A question that would not come to an end in the memory, on the disk or in the years there are."""

    def __init__(self, reason: str, advice: str = "paths can still be listed one by one") -> None:
        self.reason = reason
        super().__init__(f"hopeless: {reason}; {advice}")


class CheckpointError(LimitError):
    """A checkpoint that is damaged, in use, of another version, or cannot be read or written."""

    def __init__(self, path: object, reason: str) -> None:
        self.path, self.reason = str(path), reason
        super().__init__(f"checkpoint {self.path}: {reason}")


_NO_ROOM = {getattr(errno, name, -1) for name in ("ENOSPC", "EDQUOT", "EFBIG")}  # not all are everywhere


class SpillError(LimitError, OSError):
    """A table that does not fit on the disk, or cannot be written there.

    Of an `OSError` as the *reason* the words say that there is no room only if that is so.
    """

    def __init__(self, directory: object, needed: int, reason: str | OSError) -> None:
        words = f"no room for a table of {needed:,} bytes"
        if isinstance(reason, OSError):
            words = words if reason.errno in _NO_ROOM else "cannot be written"
            reason = reason.strerror or str(reason)
        self.directory, self.needed, self.reason = str(directory), needed, reason
        super().__init__(f"{self.directory}: {words}: {reason}")


class JournalError(LimitError):
    """A journal that is damaged, of another version, or cannot be read or written."""

    def __init__(self, path: object, reason: str) -> None:
        self.path, self.reason = str(path), reason
        super().__init__(f"journal {self.path}: {reason}")


class WorkerError(LimitError):
    """A worker that died, or does not answer; *journal* is where finished tasks are, if anywhere.

    *kept* are words on what is kept of an answer that takes no journal.
    """

    def __init__(
        self, reason: str, journal: object = None, *, begun: bool = True, kept: str | None = None
    ) -> None:
        self.reason, self.journal = reason, None if journal is None else str(journal)
        if not begun:
            super().__init__(reason)
            return
        words = kept or "nothing is kept: with a journal, finished tasks are"
        if journal is not None:
            words = f"finished tasks are in the journal {journal}: the same question goes on from there"
        super().__init__(f"{reason}; {words}")
