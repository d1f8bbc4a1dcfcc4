"""The modules of the page, for tests of their words and drawings."""

import os
import shutil

import pytest

from modules import modules


@pytest.fixture(scope="module")
def page():
    """The modules of the page; with CI set, Node must not be missing."""
    if not shutil.which("node") and not os.environ.get("CI"):
        pytest.skip("the modules of the page need Node")
    return modules()
