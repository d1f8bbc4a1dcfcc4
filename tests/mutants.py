"""Mutants: a small fault is put into the library, and some test must see it; then the next one.

::

    python -m tests.mutants --seconds 600 --seed 1            # as many as there is time for
    python -m tests.mutants --only 'io/*' --number 20         # in some modules
    python -m tests.mutants --record --tests 'test_jps*'      # learn anew what these tests run

pytest collects once.  Each mutant is a child of that process (so this needs ``os.fork``): it puts other code
in the functions that are there, and runs the tests that enter the function, the most special ones first.
Which test enters what is recorded by a run of each file without a mutant, and kept in the user's cache;
`--record` makes it anew.  A test that fails then, or takes more than `SLOW` seconds, judges no mutant.
One that sees a mutant is run without it, too, once: if it fails there as well, it judges none from then on.
The same seed tries the same mutants of the same sources.

Kernels are judged in their interpreted form; what is compiled goes to a directory of the run.  Not tried:
`runtime/kernel.py`, annotations, defaults, texts.  Times are of the processor.
"""

from __future__ import annotations

import argparse
import ast
import atexit
import gc
import hashlib
import os
import pickle
import random
import re
import resource
import select
import signal
import sys
import tempfile
import threading
import time
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatch
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any

import platformdirs
import pytest
from hypothesis import Phase, settings
from tests.mutant_sites import SOURCES, Mutant, Sites

ROOT = Path(__file__).parent.parent
SLOW = 5.0  # seconds: tests that take longer judge no mutant
ALL = 5.0  # seconds of tests that a mutant is tried with
Entered = tuple[str, str]  # a function: its module's path below `SOURCES`, and its qualified name

# ------------------------------------------------------------------------- in this process


def put_in(mutant: Mutant) -> None:
    """Put the mutant into the functions of this process; into the constant of all modules that have it."""
    module = sys.modules[module_of(mutant.path)]
    if mutant.is_constant:
        old, names = vars(module)[mutant.name], dict(vars(module))
        tree = ast.parse(mutant.text)
        tree.body = [
            node
            for node in tree.body
            if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == mutant.name
        ]
        exec(compile(tree, mutant.path, "exec"), names)
        for each in importers(mutant):
            if vars(each).get(mutant.name) is old:
                vars(each)[mutant.name] = names[mutant.name]
        return
    codes = codes_in(compile(mutant.text, mutant.path, "exec", dont_inherit=True))
    new = {(code.co_qualname, code.co_firstlineno): code for code in codes}
    for function in functions()[str(mutant.path)]:
        code = new[function.__code__.co_qualname, function.__code__.co_firstlineno]
        if code != function.__code__:
            function.__code__ = code


def importers(mutant: Mutant) -> list[Any]:
    """Return the modules that have the mutant's constant, its own first."""
    home = module_of(mutant.path)
    line = re.compile(rf"from {re.escape(home)} import (\([^)]*?)?[^\n]*?\b{mutant.name}\b")
    ours = [each for name, each in list(sys.modules.items()) if name.startswith("gridwalk.") and name != home]
    return [sys.modules[home], *(each for each in ours if line.search(text_of(each.__file__)))]


@cache
def text_of(path: str) -> str:
    return Path(path).read_text()


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(SOURCES.parent).with_suffix("").parts).removesuffix(".__init__")


def codes_in(code: CodeType) -> Iterator[CodeType]:
    yield code
    for part in code.co_consts:
        if isinstance(part, CodeType):
            yield from codes_in(part)


@cache
def functions() -> dict[str, list[FunctionType]]:
    """Return the functions of each file; asked once, when all modules are there."""
    found = defaultdict(list)
    for one in gc.get_objects():
        if type(one) is FunctionType:
            found[one.__code__.co_filename].append(one)
    return found


def every_site(only: Sequence[str]) -> list[Mutant]:
    """Import all modules, and return all mutants of those whose path fits one of *only*."""
    found = []
    for path in sorted(SOURCES.rglob("*.py")):
        room = path.relative_to(SOURCES).as_posix()
        if path.name != "__main__.py":
            import_module(module_of(path))
        if room != "runtime/kernel.py" and any(fnmatch(room, one) for one in only or ["*"]):
            found += Sites(path).found
    return found


# ------------------------------------------------------------------------------ children


def kill(child: int) -> None:
    with suppress(ProcessLookupError):
        os.killpg(child, signal.SIGKILL)


def in_child(
    work: Callable[[Callable[[object], None]], None], seconds: float
) -> tuple[list[Any], int, float]:
    """Let a child do *work*, which may tell us things; return what it told, its status, its seconds."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.setsid()
        nowhere = os.open(os.devnull, os.O_RDWR)
        for number in (0, 1, 2):
            os.dup2(nowhere, number)
        resource.setrlimit(resource.RLIMIT_CPU, (int(seconds) + 1, int(seconds) + 2))
        resource.setrlimit(resource.RLIMIT_DATA, (4 << 30, 4 << 30))
        status = 1
        try:
            with os.fdopen(writing, "wb") as pipe:
                work(lambda said: (pickle.dump(said, pipe), pipe.flush()))
            status = 0
        finally:
            os._exit(status)
    os.close(writing)
    atexit.register(kill, child)  # if this process ends before
    raw, last = b"", time.monotonic() + 30 * seconds + 60  # one that waits for ever takes no processor time
    while (left := last - time.monotonic()) > 0 and select.select([reading], [], [], left)[0]:
        if not (piece := os.read(reading, 1 << 20)):
            break
        raw += piece
    else:
        kill(child)
    os.close(reading)
    _, status, used = os.wait4(child, 0)
    kill(child)  # what it has started
    atexit.unregister(kill)
    said, stream = [], BytesIO(raw)
    with suppress(EOFError, pickle.UnpicklingError):
        while True:
            said.append(pickle.load(stream))
    return said, status, used.ru_utime + used.ru_stime


def run(
    items: Sequence[pytest.Item],
    said: Callable[[object], None],
    limit: Callable[[str], float],
    *,
    to_the_end: bool = False,
) -> None:
    """Run *items* until one fails; say of each its name, whether it passed, seconds, and what it entered.

    The process ends with the first that takes longer than its *limit*, which is named but not judged.
    """
    entered: set[CodeType] = set()
    signal.signal(signal.SIGPROF, lambda *_: os._exit(0))
    if to_the_end:
        trace = lambda frame, *_: entered.add(frame.f_code)  # noqa: E731
        threading.settrace(trace)
        sys.settrace(trace)
    for item, following in zip(items, [*items[1:], None], strict=True):
        began, failed = time.process_time(), item.session.testsfailed
        entered.clear()
        signal.setitimer(signal.ITIMER_PROF, limit(item.nodeid))
        said(item.nodeid)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        passed = item.session.testsfailed == failed
        ours = {
            (code.co_filename, code.co_qualname)
            for code in list(entered)
            if code.co_filename.startswith(str(SOURCES))
        }
        names = frozenset((Path(file).relative_to(SOURCES).as_posix(), name) for file, name in ours)
        said((item.nodeid, passed, time.process_time() - began, names))
        if not passed and not to_the_end:
            return


# --------------------------------------------------------------------------------- the run


class Run:
    """What pytest does in place of running tests, once it has collected them."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.survivors: list[Mutant] = []

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self.items = {item.nodeid: item for item in session.items}
        sites = every_site(self.options.only)
        functions()
        gc.freeze()  # so that children do not copy all memory
        assert threading.active_count() == 1, "a fork of several threads"
        self.began = time.process_time()
        self.children = 0.0
        self._learn()
        self._judge(sites)
        return True

    @property
    def seconds(self) -> float:
        return time.process_time() - self.began + self.children

    def _child(self, work: Callable[..., None], seconds: float) -> tuple[list[Any], int, float]:
        said, status, used = in_child(work, seconds)
        self.children += used
        return said, status, used

    # ------------------------------------------------------------------- what tests enter

    def _learn(self) -> None:
        """Record what the tests of each file enter, unless it is known, for half of the time at most."""
        store = platformdirs.user_cache_path("gridwalk-mutants", appauthor=False) / "entered.pickle"
        known: dict[str, Any] = {}
        if store.exists():
            known = pickle.loads(store.read_bytes())
        files = defaultdict(list)
        for item in self.items.values():
            files[item.location[0]].append(item)
        for file, items in files.items():
            digest = hashlib.sha256((ROOT / file).read_bytes()).hexdigest()
            if known.get(file, ("", {}))[0] == digest and not self.options.record:
                continue
            if self.seconds > self.options.seconds / 2:
                print("half of the time is over, and not all files are recorded; the next run goes on")
                break
            tests, left = {}, items
            while left:  # a child ends at a test that is too slow: the next one goes on after it
                said, _, _ = self._child(
                    lambda tell, left=left: run(left, tell, lambda _: SLOW, to_the_end=True), 100
                )
                for name, passed, seconds, entered in (one for one in said if isinstance(one, tuple)):
                    tests[name] = (passed, seconds, entered)
                reached = [one for one in said if isinstance(one, str)]
                left = left[max(1, len(reached)) :]
            known[file] = digest, tests
            store.parent.mkdir(parents=True, exist_ok=True)
            store.with_suffix(".part").write_bytes(pickle.dumps(known))
            store.with_suffix(".part").replace(store)
            failed = sum(not passed for passed, _, _ in tests.values())
            slow, words = len(items) - len(tests), f"{len(tests) - failed:5} tests recorded"
            print(f"{words}, {failed} failed, {slow} too slow: {file}, {self.seconds:.0f} s", flush=True)
        self.judges: dict[Entered, list[str]] = defaultdict(list)
        self.cost, self.specific = {}, {}
        for file in files:
            for name, (passed, seconds, entered) in known.get(file, ("", {}))[1].items():
                if passed and name in self.items:
                    self.cost[name], self.specific[name] = seconds, len(entered) * (seconds + 0.1)
                    for one in entered:
                        self.judges[one].append(name)
        self.is_sure: dict[str, bool] = {}  # whether a test passes in this run, without a mutant

    # ------------------------------------------------------------------------ judging

    def _tests(self, mutant: Mutant) -> list[str]:
        places = [(mutant.room, mutant.name)]
        if mutant.is_constant:
            places = [
                (Path(each.__file__).relative_to(SOURCES).as_posix(), code.co_qualname)
                for each in importers(mutant)
                for function in functions()[each.__file__]
                for code in codes_in(function.__code__)
                if mutant.name in code.co_names
            ]
        found = {name for place in places for name in self.judges.get(place, ())}
        return sorted(found, key=lambda name: (self.specific[name], name))

    def _killer(self, mutant: Mutant, names: Sequence[str]) -> tuple[str, float]:
        """Return the test that sees *mutant*, an empty text if none does, and the seconds that it took."""

        def work(tell: Callable[[object], None]) -> None:
            put_in(mutant)
            run([self.items[name] for name in names], tell, self._limit)

        said, status, used = self._child(work, sum(map(self._limit, names)) + 2)
        if said and isinstance(said[-1], tuple) and status == 0:
            return ("" if said[-1][1] else said[-1][0]), used
        # It died, or took too long.
        return (said[-1] if said and isinstance(said[-1], str) else "putting it in"), used

    def _limit(self, name: str) -> float:
        return 2 * self.cost[name] + 1

    def _passes(self, name: str) -> bool:
        """Whether the test passes without a mutant; asked once."""
        if name not in self.is_sure:
            said, status, _ = self._child(lambda tell: run([self.items[name]], tell, self._limit), 2 * SLOW)
            self.is_sure[name] = status == 0 and len(said) == 2 and said[1][1]
            if not self.is_sure[name]:
                print(f"control   {name} fails without a mutant, too: it judges none")
        return self.is_sure[name]

    def _survives(self, mutant: Mutant, names: Sequence[str]) -> str:
        """Return the test that sees it and passes without it; an empty text if there is none."""
        while True:
            chosen, total = [], 0.0
            for name in names:
                if self.is_sure.get(name, True) and total + self.cost[name] <= ALL:
                    chosen.append(name)
                    total += self.cost[name]
            killer, used = self._killer(mutant, chosen) if chosen else ("", 0.0)
            if not killer or killer not in self.cost or self._passes(killer):
                return f"{killer} ({used:.1f} s)" if killer else ""

    def _judge(self, sites: list[Mutant]) -> None:
        random.Random(self.options.seed).shuffle(sites)
        tried, killed, unseen, places = 0, 0, 0, set()
        for mutant in sites:
            if self.seconds > self.options.seconds or tried == self.options.number:
                break
            if (mutant.room, mutant.name) in places:
                continue  # another fault of the same function
            places.add((mutant.room, mutant.name))
            try:
                compile(mutant.text, mutant.path, "exec")
            except SyntaxError:
                continue
            if not (names := self._tests(mutant)):
                unseen += 1
                continue
            tried += 1
            if killer := self._survives(mutant, names):
                killed += 1
                print(f"killed    {str(mutant).splitlines()[0]}, by {killer}", flush=True)
            else:
                self.survivors.append(mutant)
                print(f"SURVIVED  {len(names)} tests: {mutant}", flush=True)
        lost = len(self.survivors)
        print(
            f"seed {self.options.seed}: {tried} mutants, {killed} killed, {lost} survived; in {unseen} more "
            f"functions that no recorded test enters; {self.seconds:.0f} s of processor time"
        )


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=600, help="of the processor (default: 600)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--number", type=int, default=-1, help="of mutants at most")
    parser.add_argument("--only", nargs="+", default=[], help="modules below src/gridwalk, such as 'io/*'")
    parser.add_argument("--tests", nargs="+", default=["test_*.py"], help="files below tests that may judge")
    parser.add_argument("--record", action="store_true", help="learn anew what these tests enter")
    options = parser.parse_args()
    # A property that fails has done its work: no shrinking, and nothing kept.
    settings.register_profile("mutants", phases=[Phase.explicit, Phase.generate], database=None)
    settings.load_profile("mutants")
    found = [path for pattern in options.tests for path in sorted((ROOT / "tests").rglob(pattern))]
    files = [str(path) for path in found if path.suffix == ".py"]  # not bytecode
    os.chdir(ROOT)
    with tempfile.TemporaryDirectory() as directory:
        os.environ["NUMBA_CACHE_DIR"] = directory  # before Numba is loaded
        plain = [
            "-p",
            "no:cacheprovider",
            "-p",
            "no:faulthandler",
            "-o",
            "addopts=",
            "-m",
            "not slow",
            "--hypothesis-seed=0",
        ]
        plain += ["-W", "ignore::pytest.PytestAssertRewriteWarning"]  # Hypothesis is already there
        basetemp = f"--basetemp={directory}/tests"
        command = ["-qq", "-s", *plain, basetemp, f"--rootdir={ROOT}", *files]
        sys.exit(pytest.main(command, plugins=[Run(options)]))


if __name__ == "__main__":
    main()
