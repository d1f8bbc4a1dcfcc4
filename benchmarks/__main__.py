"""Run benchmarks by name."""

import importlib
import sys

NAMES = (
    "start_up",
    "walks",
    "listing",
    "in_order",
    "shortest",
    "through",
    "shrink",
    "planar",
    "sweep",
    "altogether",
    "estimates",
    "crew",
    "tours",
    "tour_counts",
    "makers",
    "dataset",
    "bounds",
    "longest",
    "page",
)

for name in sys.argv[1:] or NAMES:
    if name not in NAMES:
        sys.exit(f"no benchmark {name!r}: choose from {', '.join(NAMES)}")
    importlib.import_module(f"benchmarks.{name}").main()
