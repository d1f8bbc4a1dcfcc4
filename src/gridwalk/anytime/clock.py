"""The time of an answer that may stop at any moment: what is left of it, and clocks for parts of the work."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace

from gridwalk.errors import TimeLimitError
from gridwalk.runtime.limits import Watch


@dataclass(frozen=True)
class Clock:
    """The clock of an answer, with the seconds after which it is given as it is then.

    Parameters
    ----------
    watch : Watch
        Its own limit raises an error, as everywhere.
    seconds : float, optional
        From the beginning; None: there is no such limit.

    """

    watch: Watch
    seconds: float | None

    @property
    def left(self) -> float:
        """The seconds left; infinite without a limit."""
        if self.seconds is None:
            return float("inf")
        return self.seconds - (time.monotonic() - self.watch.began)

    def part(self, share: float) -> Watch:
        """Return a clock for work that may take this share of the seconds left."""
        limits = self.watch.limits
        if self.seconds is not None:
            end = time.monotonic() - self.watch.began + max(share * self.left, 0.001)
            limits = replace(limits, seconds=min(end, limits.seconds or end))
        return Watch(limits, self.watch.began, answer=self.watch.answer)

    @contextmanager
    def stopping(self) -> Iterator[None]:
        """Leave the work inside when its part of the time is over; raise if the limit of `watch` is, too."""
        try:
            yield
        except TimeLimitError:
            self.watch.check(0, 0, 0)
