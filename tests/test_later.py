"""Modules that are loaded at their first use."""

import pytest

from gridwalk.later import Later

NAMED = """
class Named:
    def __set_name__(self, owner, name):
        raise {}

class Owner:
    attribute = Named()
"""


@pytest.mark.parametrize("what", ["KeyboardInterrupt", "ValueError('wrong')"])
def test_control_c_while_a_class_is_made_is_control_c(tmp_path, monkeypatch, what):
    """Python 3.11 says RuntimeError of all that is raised there, which a command would report as a bug."""
    (tmp_path / "interrupted_module.py").write_text(NAMED.format(what))
    monkeypatch.syspath_prepend(tmp_path)
    expected = KeyboardInterrupt if what == "KeyboardInterrupt" else (RuntimeError, ValueError)
    with pytest.raises(expected):
        _ = Later("interrupted_module").Owner
