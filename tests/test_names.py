"""The public names of what people hold: a new one is put on record knowingly, in golden/names.txt.

``python tests/test_names.py`` writes the record anew.
"""

import inspect
import pydoc
from pathlib import Path

import pytest

import gridwalk as gw

RECORD = Path(__file__).parent / "golden" / "names.txt"
# The most that there may be; if you remove some, lower the bound.
MOST = {"Board": 59, "PathSet": 38, "TourSet": 34, "CycleSet": 31, "Trace": 16}


def names_of(kind):
    """Return the public names of a class, inherited ones too: attributes, properties, methods."""
    bases = kind.__mro__[:-1]
    found = {name for base in bases for name in (*vars(base), *inspect.get_annotations(base))}
    return sorted(name for name in found if not name.startswith("_"))


def record():
    classes = {name: getattr(gw, name) for name in gw.__all__ if inspect.isclass(getattr(gw, name))}
    public = {name: kind for name, kind in classes.items() if not issubclass(kind, BaseException)}
    names = {"gridwalk": sorted(gw.__all__), **{name: names_of(kind) for name, kind in public.items()}}
    return "".join(f"{name}: {' '.join(each)}\n" for name, each in names.items())


def test_public_names_are_those_on_record():
    assert record() == RECORD.read_text(encoding="utf-8"), "python tests/test_names.py writes it anew"


@pytest.mark.parametrize("name", MOST)
def test_public_names_are_few(name):
    assert len(names_of(getattr(gw, name))) <= MOST[name]


def test_help_begins_with_what_people_need():
    """It is short: pydoc adds the list of modules and some lines, but no class in full."""
    text = pydoc.render_doc(gw, renderer=pydoc.plaintext)
    assert len(gw.__doc__.splitlines()) <= 42
    assert len(text.splitlines()) <= 95
    assert gw.__doc__.count(">>> ") >= 5
    assert text.index("maze.paths().shortest()") < 500
    board = pydoc.render_doc(gw.Board, renderer=pydoc.plaintext)
    assert board.index("constructors") < board.index("Parameters") < board.index("Method resolution order")


def test_all_names_are_imported_by_a_star():
    names = {}
    exec("from gridwalk import *", names)
    assert set(gw.__all__) <= set(names)
    assert set(gw.__all__) <= set(dir(gw))


if __name__ == "__main__":
    RECORD.write_text(record(), encoding="utf-8")
