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


def fill(folder: Path | str = OBJECTS) -> None:
    """Compile everything for the plainest processor of this kind of machine, into *folder*."""
    from gridwalk.cli.warm import answer_all
    from gridwalk.kernels._shipped import BASELINES, MACHINE, needs

    objects = Path(folder)
    shutil.rmtree(objects, ignore_errors=True)
    objects.mkdir(parents=True)
    os.environ["NUMBA_CPU_NAME"], os.environ["NUMBA_CPU_FEATURES"] = BASELINES[platform.machine()][0], ""
    os.environ["GRIDWALK_SHIP"] = str(objects)
    answer_all()
    (objects / MACHINE).write_text(needs(), encoding="ascii")
    files = list(objects.glob("*.code"))
    size = sum(file.stat().st_size for file in files)
    print(f"{len(files)} pieces of code, {size / 1e6:.1f} MB, in {objects}")


if __name__ == "__main__":
    fill()
