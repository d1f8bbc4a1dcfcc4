"""Run benchmarks by name; those that give figures have them kept for the page."""

import importlib
import sys

from benchmarks.figures import keep, show

NAMES = (
    "start_up",
    "walks",
    "listing",
    "in_order",
    "shortest",
    "searches",
    "fields",
    "clutter",
    "doors",
    "through",
    "shrink",
    "planar",
    "samples",
    "conditions",
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
    module = importlib.import_module(f"benchmarks.{name}")
    if hasattr(module, "figures"):
        measured = module.figures()
        show(name, measured)
        keep(name, measured)
    else:
        module.main()
