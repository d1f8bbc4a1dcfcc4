"""Build wheels that bring their compiled code along.

    python hatch_build.py       # compiles everything, into the package
    pip wheel --no-deps .       # the wheel is one for this kind of machine

Without the first line the wheel is one for all machines, and each compiles what it needs.
"""

import os
import platform
import shutil
import sysconfig
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

OBJECTS = Path(__file__).parent / "src" / "gridwalk" / "kernels" / "objects"


class CustomBuildHook(BuildHookInterface):
    """Names the machine in the wheel that has code for it."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Name the system, if there is code."""
        if OBJECTS.exists():
            system = sysconfig.get_platform().replace("-", "_").replace(".", "_")
            build_data["pure_python"] = False
            build_data["tag"] = f"py3-none-{system}"


def main() -> None:
    """Fill the folder of compiled code."""
    from gridwalk.cli.warm import answer_all
    from gridwalk.kernels._shipped import BASELINES, MACHINE, needs

    shutil.rmtree(OBJECTS, ignore_errors=True)
    OBJECTS.mkdir()
    os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = BASELINES[platform.machine()][0], ""
    os.environ["GRIDWALK_SHIP"] = str(OBJECTS)
    answer_all()
    (OBJECTS / MACHINE).write_text(needs(), encoding="ascii")
    files = list(OBJECTS.glob("*.code"))
    size = sum(file.stat().st_size for file in files)
    print(f"{len(files)} pieces of code, {size / 1e6:.1f} MB, in {OBJECTS}")


if __name__ == "__main__":
    main()
