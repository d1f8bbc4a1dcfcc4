"""Run benchmarks by name; their figures are kept for the page, which the last one writes."""

import importlib
import sys

from benchmarks import NAMES
from benchmarks.figures import keep, show

if __name__ == "__main__":  # processes that a benchmark begins import this
    for name in sys.argv[1:] or NAMES:
        if name not in NAMES:
            sys.exit(f"no benchmark {name!r}: choose from {', '.join(NAMES)}")
        module = importlib.import_module(f"benchmarks.{name}")
        if name == "page":
            module.main()
        else:
            measured = list(module.figures())
            show(name, measured)
            keep(name, measured)
