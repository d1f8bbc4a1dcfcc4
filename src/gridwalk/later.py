"""Modules that are loaded when something of theirs is first used, so that a question loads what answers it.

A room (a package with ``__getattr__ = modules_of(__name__)``) gives its modules in this way::

    from gridwalk.listing import batches          # loaded by the first `batches.count_paths(...)`
    from gridwalk.listing.batches import PATIENCE  # loaded at once

So do modules of others: ``from gridwalk.later import numpy as np``.
"""

from __future__ import annotations

import os
import sys

__all__ = ["Later", "base64", "csv", "decimal", "html", "json", "modules_of", "numpy", "shutil", "tempfile"]
TYPE_CHECKING = False  # `typing` is not needed
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
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
    there: set[str] = set()  # the names in its folder, listed once: to look for each takes longer

    def module_of_name(name: str) -> Later:
        if not there:
            there.update(_stems(room))
        if name.startswith("_") or name not in there:
            raise AttributeError(f"module {room!r} has no attribute {name!r}")
        return Later(f"{room}.{name}")

    return module_of_name


def _stems(room: str) -> Iterator[str]:
    """Yield the names of the modules of a package, and of whatever else lies beside them."""
    for folder in sys.modules[room].__path__:
        if os.path.isdir(folder):
            yield from (name.partition(".")[0] for name in os.listdir(folder))
        else:  # in a zip
            from pkgutil import iter_modules

            yield from (module.name for module in iter_modules([folder]))


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
