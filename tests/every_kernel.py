"""``--every-kernel``: the run fails if some kernel was never compiled in it, and names those.

So no kernel can slip through the run with bounds checks because no test with large enough a board reaches
it.  A kernel counts that was called in its compiled form in one of the test processes (what subprocesses
do is not seen), and so do all kernels that it calls, for they are compiled into it.
"""

from __future__ import annotations

import gc
import pkgutil
from collections.abc import Iterator
from importlib import import_module

import pytest

import gridwalk
from gridwalk.runtime.kernel import Kernel

SEEN: set[str] = set()  # full names of the kernels that other processes compiled


def kernels() -> list[Kernel]:
    """Return all kernels of the package that there are in this process, bound ones with them."""
    found = [each for each in gc.get_objects() if type(each).__module__ == Kernel.__module__]
    return [each for each in found if isinstance(each, Kernel) and each.__module__.startswith("gridwalk.")]


def behind(kernel: Kernel) -> Iterator[Kernel]:
    """Yield *kernel* and all kernels that it calls."""
    yield kernel
    for _, value in kernel._named():
        if isinstance(value, Kernel):
            yield from behind(value)


def compiled() -> set[str]:
    """Return the full names of the kernels that were compiled in this process."""
    called = [each for each in kernels() if "dispatcher" in vars(each) and each.dispatcher.signatures]
    return {part.full_name for each in called for part in behind(each)}


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--every-kernel", action="store_true", help="fail if a kernel was never compiled")


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: object, error: object) -> None:
    """A process of pytest-xdist is done."""
    SEEN.update(getattr(node, "workeroutput", {}).get("kernels", ()))


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    config = session.config
    if not config.getoption("--every-kernel"):
        return
    SEEN.update(compiled())
    if hasattr(config, "workeroutput"):  # one of several: its controller judges
        config.workeroutput["kernels"] = sorted(SEEN)
        return
    for module in pkgutil.walk_packages(gridwalk.__path__, "gridwalk."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    config.stash[MISSING] = missing = sorted({each.full_name for each in kernels()} - SEEN)
    if missing and session.exitstatus == pytest.ExitCode.OK:
        session.exitstatus = pytest.ExitCode.TESTS_FAILED


MISSING = pytest.StashKey[list[str]]()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    missing = config.stash.get(MISSING, None)
    if missing is not None:
        terminalreporter.section("kernels")
        terminalreporter.write_line(f"{len(SEEN)} kernels were compiled, {len(missing)} never:")
        for name in missing:
            terminalreporter.write_line(f"  {name}", red=True)
