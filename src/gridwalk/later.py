"""Modules that are loaded when something of theirs is first used, so that a question loads what answers it.

A room (a package with ``__getattr__ = modules_of(__name__)``) gives its modules in this way::

    from gridwalk.listing import batches          # loaded by the first `batches.count_paths(...)`
    from gridwalk.listing.batches import PATIENCE  # loaded at once

So do modules of others: ``from gridwalk.later import numpy as np``.
"""

from __future__ import annotations

__all__ = ["Later", "base64", "csv", "decimal", "html", "json", "modules_of", "numpy", "shutil", "tempfile"]
TYPE_CHECKING = False  # `typing` is not needed
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Later:
    """A module that is not loaded yet; from the first use on it has the very names of the module."""

    def __init__(self, name: str) -> None:
        self.__dict__["__name__"] = name

    def __getattr__(self, attribute: str) -> Any:
        from importlib import import_module

        if attribute.startswith("__"):  # whoever only looks around: doctest, inspect
            raise AttributeError(attribute)
        try:
            module = import_module(self.__name__)
        except RuntimeError as error:  # Python 3.11 makes one of all that is raised in a `__set_name__`
            if isinstance(error.__cause__, KeyboardInterrupt):
                raise error.__cause__ from None
            raise
        self.__dict__ = module.__dict__
        return getattr(module, attribute)


def modules_of(room: str) -> Callable[[str], Later]:
    """Return the ``__getattr__`` of a package."""

    def module_of_name(name: str) -> Later:
        from importlib.util import find_spec

        inner = f"{room}.{name}"
        if name.startswith("_") or find_spec(inner) is None:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return Later(inner)

    return module_of_name


if TYPE_CHECKING:
    import base64
    import csv
    import decimal
    import html
    import json
    import shutil
    import tempfile

    import numpy
else:
    base64, csv, decimal, html, json, numpy, shutil, tempfile = map(
        Later, ("base64", "csv", "decimal", "html", "json", "numpy", "shutil", "tempfile")
    )
