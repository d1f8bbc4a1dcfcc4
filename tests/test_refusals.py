"""Calls that gridwalk refuses, with the error of each: `tests/golden/refusals.txt` has them on record.

A line of the record begins with ``>`` (a Python expression) or ``=`` (the class and message of its error).
To add a refusal, write a line ``> ...`` and run ``python -m tests.test_refusals``, which writes the record
anew; ``git diff`` shows every message that has changed.  The names that an expression may use are in `NAMES`.
"""

import re
from pathlib import Path

import networkx as nx
import numpy as np
import pytest
from benchmarks.scenarios import parse_scenarios

import gridwalk as gw
from gridwalk import errors
from gridwalk.io.formats import parse
from gridwalk.io.picture.robotmap import map_of
from gridwalk.network.files import network_in

RECORD = Path(__file__).parent / "golden" / "refusals.txt"
NAMES = {
    "gw": gw,
    "np": np,
    "nx": nx,
    "board": gw.Board.rectangle(10, 5),
    "small": gw.Board.rectangle(2, 2),
    "walled": gw.Board([[True, False, True], [True, True, True]]),
    "paths": gw.Board.rectangle(10, 5).paths(),
    "tours": gw.Board.rectangle(10, 5).tours(),
    "hexagons": gw.Board.hexagons(3, 3),
    "parse": parse,
    "parse_scenarios": parse_scenarios,
    "map_of": map_of,
    "network_in": network_in,
    "network": gw.Network([("a", "b"), ("b", "c"), ("a", "c")]),
}


def refusal(expression: str) -> str:
    """Evaluate *expression*; return the class and the message of the error that it raises."""
    try:
        value = eval(expression, dict(NAMES))
    except Exception as error:
        return f"{type(error).__name__}: {re.sub(r'0x[0-9a-f]+', '0x...', str(error))}"
    return f"no error, but {type(value).__name__}"


def entries() -> list[tuple[str, str]]:
    """Return the expressions of the record, each with its error."""
    found = re.findall(r"^> (.*)\n((?:= .*\n)?)", RECORD.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return [(expression, error.removeprefix("= ").rstrip("\n")) for expression, error in found]


@pytest.mark.parametrize(("expression", "error"), entries())
def test_refusal(expression, error):
    assert refusal(expression) == error


@pytest.mark.parametrize("error", sorted({error for _, error in entries()}))
def test_a_refusal_is_one_line_of_a_documented_class(error):
    name, _, message = error.partition(": ")
    assert issubclass(getattr(errors, name, AttributeError), errors.GridwalkError | AttributeError)
    assert message
    assert not message.endswith(".")


def write_anew() -> None:
    """Write the record with the errors of today, sorted by expression."""
    lines = [f"> {expression}\n= {refusal(expression)}\n" for expression, _ in sorted(set(entries()))]
    RECORD.write_text("".join(lines), encoding="utf-8")


if __name__ == "__main__":
    write_anew()
