"""What is declared of other packages, and what is taken from them, go together."""

import re
import tomllib
from pathlib import Path

HOME = Path(__file__).parent.parent
PROJECT = tomllib.loads((HOME / "pyproject.toml").read_text(encoding="utf-8"))["project"]
DECLARED = dict(re.fullmatch(r"([\w-]+)(.*)", line).groups() for line in PROJECT["dependencies"])


def test_no_class_of_click_is_subscripted_where_it_runs():
    """`click.ParamType` takes no parameter below click 8.4; where nothing but a type is meant it may."""
    for file in (HOME / "src" / "gridwalk" / "cli").glob("*.py"):
        assert not re.search(r"^class .*\bclick\.\w+\[", file.read_text(encoding="utf-8"), re.M), file


def test_numba_has_no_ceiling_and_llvmlite_is_left_to_it():
    assert re.fullmatch(r">=0\.\d+", DECLARED["numba"])
    assert "llvmlite" not in DECLARED
