"""What an engine may use for one answer, the same for all engines."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from gridwalk.runtime.limits import Limits
from gridwalk.runtime.memory import UNLIMITED, MemoryBudget


@dataclass(frozen=True)
class Resources:
    """Memory, processors and disk for one answer.

    Parameters
    ----------
    memory : int
        Bytes for states, tables and what is computed from them.
    threads : int
        How many threads may work at the same time; default: one for each processor.
    spill : bool or path
        Where to put what does not fit in *memory*: a directory, True for the
        temporary one, False for nowhere.
    checkpoint : path, optional
        A directory for the state of counts, from which later calls for the same questions go on.

    """

    memory: int = UNLIMITED
    threads: int = field(default_factory=lambda: os.cpu_count() or 1)
    spill: Path | bool = False
    checkpoint: Path | None = None

    @classmethod
    def within(cls, limits: Limits) -> Resources:
        """Return what an answer within *limits* may use; what does not fit in memory goes to disk."""
        checkpoint = None if limits.checkpoint is None else Path(limits.checkpoint)
        return cls(limits.memory_allowed, spill=True, checkpoint=checkpoint)

    @property
    def spill_directory(self) -> Path | None:
        """Where to put what does not fit in memory; None: nowhere."""
        if self.spill is True:
            return Path(tempfile.gettempdir())  # looked for only where it is needed
        return self.spill or None

    @property
    def disk(self) -> int:
        """How many bytes there are for what does not fit in memory."""
        directory = self.spill_directory
        return 0 if directory is None else shutil.disk_usage(directory).free

    def budget(self, doing: str = "the answer") -> MemoryBudget:
        """Return a new budget of all the memory."""
        return MemoryBudget(self.memory, doing)


DEFAULT_RESOURCES = Resources()
