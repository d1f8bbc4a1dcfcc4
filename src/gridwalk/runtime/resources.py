"""The resources of an engine for one answer."""

from __future__ import annotations

import os
import shutil
import tempfile
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gridwalk.runtime.limits import Limits
from gridwalk.runtime.memory import MIN_MEMORY, UNLIMITED, MemoryBudget
from gridwalk.runtime.store import LocalStore

if TYPE_CHECKING:
    from gridwalk.runtime.crew import Crew


@dataclass(frozen=True)
class Resources:
    """Memory, processors and disk for one answer.

    Parameters
    ----------
    memory : int
        Bytes for states, tables and results.
    threads : int
        The maximum of threads; default: one per processor.
    spill : bool or path
        The directory for tables that do not fit in *memory*; True: the temporary directory, False: none.
    keep : path, optional
        A directory for the state of an answer, from which later calls resume.
    crew : Crew, optional
        Who does the tasks of an answer.  A worker has all the memory and one thread; it has no crew.

    """

    memory: int = UNLIMITED
    threads: int = field(default_factory=lambda: os.cpu_count() or 1)
    spill: Path | bool = False
    keep: Path | None = None
    crew: Crew | None = None

    @classmethod
    def within(cls, limits: Limits) -> Resources:
        """Return the resources within *limits*; tables that do not fit in memory go to disk."""
        keep = None if limits.keep is None or limits.has_tasks else Path(limits.keep)
        crew, threads = None, limits.threads or os.cpu_count() or 1
        memory = limits.memory_allowed
        if limits.has_tasks:
            from gridwalk.runtime.crew import Crew  # brings executors along

            crew = Crew.of(limits)
        if crew is not None and (limits.memory is None or crew.is_here):  # they share one memory
            memory = max(MIN_MEMORY, memory // crew.workers)
        return cls(memory, threads, spill=True, keep=keep, crew=crew)

    @property
    def of_task(self) -> Resources:
        """What a task may use: one thread, and nobody's help."""
        return Resources(self.memory, 1, self.spill)

    def __reduce__(self) -> tuple[Any, ...]:
        """Travel to a worker as what its tasks may use there, where a directory may be another."""
        return Resources, (self.memory, 1, self.spill is not False)

    @property
    def spill_directory(self) -> Path | None:
        """The directory for tables that do not fit in memory, or None."""
        if self.spill is True:
            return Path(tempfile.gettempdir())  # looked up only when needed
        return self.spill or None

    @property
    def disk(self) -> int:
        """The free bytes in the directory for spilled tables."""
        directory = self.spill_directory
        return 0 if directory is None else shutil.disk_usage(directory).free

    @property
    def kept_directory(self) -> Path | None:
        """The directory where states are kept, or else results, or else for tables that do not fit.

        None: there is none, or it is no directory of this machine.
        """
        results = None if self.crew is None else self.crew.kept
        if self.keep is not None or results is None:
            return self.keep or self.spill_directory
        return results.store.directory if isinstance(results.store, LocalStore) else None

    def budget(self, doing: str = "the answer") -> MemoryBudget:
        """Return a new budget with all the memory."""
        return MemoryBudget(self.memory, doing)


DEFAULT_RESOURCES = Resources()
