"""Answers requests of the page as a browser does: kernels interpreted, no threads.

``python standin.py [FOLDER]`` reads a request from each line of its input, and writes a line of JSON: the
reply, the arrays beside it, or the refusal.  FOLDER is put first on the path: its NumPy is taken.
The clock counts how often it is asked, so a reply that says how long it took is the same on every machine.
"""

import json
import re
import sys
import time
import traceback
from itertools import count
from pathlib import Path

TICK = 1 / 64  # seconds
NOT_THERE = ("PIL", "llvmlite", "numba", "click", "rich", "platformdirs", "scipy", "networkx")


def as_in_a_browser(folder):
    """Set all that must be set before gridwalk is imported."""
    sys.path[0] = folder  # in place of that of this file
    sys.platform = "emscripten"
    for name in NOT_THERE:
        sys.modules[name] = None
    ticks = count()
    for name in ("monotonic", "perf_counter", "process_time"):
        setattr(time, name, lambda: next(ticks) * TICK)


def answered(text, slots):
    """Return the reply to a request, as the page would get it."""
    from gridwalk.errors import GridwalkError
    from gridwalk.viewer.asked import in_page_words, packed
    from gridwalk.viewer.protocol import parse
    from gridwalk.viewer.replying import Pages, reply_to

    try:
        data, parts = reply_to(
            parse(text), lambda progress: None, lambda slot: slots.setdefault(slot, Pages())
        )
        return {"reply": json.dumps(data), "arrays": "" if parts is None else packed({}, parts).hex()}
    except GridwalkError as error:
        return {"refused": in_page_words(error), "because": type(error).__name__}
    except Exception:
        return {"failed": traceback.format_exc()}


def missing():
    """Return what the loaded modules of gridwalk use of NumPy, and NumPy here has not."""
    import numpy as np

    found = set()
    for module in [module for name, module in sys.modules.items() if name.startswith("gridwalk.")]:
        lines = Path(module.__file__).read_text("utf-8").splitlines()
        code = "\n".join(line for line in lines if not line.lstrip().startswith((">>>", "...", "#")))
        used = set(re.findall(r"(?<![\w.`])np\.(\w+)", code))
        found |= {f"{module.__name__}: np.{name}" for name in used if not hasattr(np, name)}
    return sorted(found)


def main():
    as_in_a_browser(sys.argv[1] if len(sys.argv) > 1 else "")
    slots = {}
    for line in sys.stdin:
        print(json.dumps(missing() if line.strip() == "missing" else answered(line, slots)), flush=True)


if __name__ == "__main__":
    main()
