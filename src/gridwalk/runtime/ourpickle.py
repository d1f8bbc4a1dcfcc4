"""Pickles of tasks, which anybody may have written: read only if they name no other code than ours."""

from __future__ import annotations

import io
import pickle
import re
from types import MethodType
from typing import Any

from gridwalk.errors import WorkerError

# What a task may be made of.  It keeps out code of users, and most harm; it is no wall against attackers.
OURS = re.compile(
    r"gridwalk(\.(?!kernels(\.|$)).*)?|numpy\.dtypes|numpy\.random\.(_\w+|bit_generator)|pathlib(\..*)?"
)
ARRAYS = {"_reconstruct", "scalar", "_frombuffer"}
OTHERS = {
    "numpy": {"ndarray", "dtype"},
    **{f"numpy.{core}.{part}": ARRAYS for core in ("core", "_core") for part in ("multiarray", "numeric")},
    "collections": {"Counter", "OrderedDict", "deque"},
    "fractions": {"Fraction"},
    "functools": {"partial"},
    "builtins": {"bytearray", "complex", "frozenset", "object", "range", "set", "slice"},
    "copyreg": {"_reconstructor"},
}


class _OurUnpickler(pickle.Unpickler):
    """Reads what is made of parts of gridwalk, and of plain values."""

    def find_class(self, module: str, name: str) -> Any:
        """Return a class or function of a module, or refuse it."""
        if (module, name) == ("builtins", "getattr"):
            return _method
        if _is_ours(module, name):
            found = super().find_class(module, name)
            if _is_ours(getattr(found, "__module__", None) or "", name):  # not what a module of ours imports
                return found
        raise _refused(f"{module}.{name}")


def _method(owner: object, name: str) -> Any:
    """Return the method *name* of a value, as which a pickle tells of it, or refuse it."""
    found = getattr(owner, name)
    if isinstance(found, MethodType) and _is_ours(found.__func__.__module__, name):
        return found
    raise _refused(name)


def _refused(what: str) -> WorkerError:
    return WorkerError(f"workers of a directory do tasks of gridwalk only, not {what}", begun=False)


def _is_ours(module: str, name: str) -> bool:
    return "." not in name and (OURS.fullmatch(module) is not None or name in OTHERS.get(module, ()))


def dumps(value: object) -> bytes:
    """Return the pickle of a value that `loads` reads, if it is made of what is ours."""
    stream = io.BytesIO()
    pickler = pickle.Pickler(stream)
    pickler.dispatch_table = {}  # nothing that others registered: Dask has its own way for all errors
    pickler.dump(value)
    return stream.getvalue()


def loads(raw: bytes) -> Any:
    """Return the value of a pickle that names no other code than ours.

    >>> loads(dumps({"a": (1, 2.5j, None)}))
    {'a': (1, 2.5j, None)}
    """
    return _OurUnpickler(io.BytesIO(raw)).load()
