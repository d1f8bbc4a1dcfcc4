"""`dataclass`, as that of Python, for imports that cost little.

That of Python compiles up to six functions for each class: half a millisecond, and a count loads 80 classes.
Here one function is compiled, ``__init__``, and only when the class is first called.  All others are made of
the names of the fields.  A frozen class has no slots: it could not be pickled.
"""

from __future__ import annotations

import dataclasses
from dataclasses import asdict, field, fields, replace
from functools import partial
from operator import attrgetter
from reprlib import recursive_repr

__all__ = ["asdict", "dataclass", "field", "fields", "replace"]
TYPE_CHECKING = False  # `typing` is not needed
if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass
    from typing import Any
else:

    def dataclass(cls: Any = None, /, **options: Any) -> Any:
        """Make a class of the annotations of *cls*; options are those of `dataclasses.dataclass`."""
        return partial(_with_methods, **options) if cls is None else _with_methods(cls, **options)


class _Factory:
    """Stands for what a factory makes, where an argument is not given."""

    def __repr__(self) -> str:
        return "<factory>"


_FACTORY = _Factory()


class _Late:
    """The ``__init__`` of a class until somebody looks at it: then it is compiled."""

    def __init__(self, cls: type, frozen: bool) -> None:
        self._cls, self._frozen = cls, frozen

    def __get__(self, instance: object, owner: type | None = None) -> Any:
        made = _init_of(self._cls, self._frozen)
        self._cls.__init__ = made  # type: ignore[misc]
        return made.__get__(instance, owner)


def _with_methods(
    cls: Any,
    *,
    repr: bool = True,  # noqa: A002
    eq: bool = True,
    frozen: bool = False,
    **options: Any,
) -> Any:
    """Add to *cls* what it does not define itself."""
    cls = dataclasses.dataclass(init=False, repr=False, eq=False, **options)(cls)
    own, every = vars(cls), fields(cls)
    hashes = own.get("__hash__") is not None or ("__hash__" in own and "__eq__" not in own)
    methods: dict[str, Any] = {"__init__": _Late(cls, frozen)}
    if repr:
        methods["__repr__"] = _repr_of([each.name for each in every if each.repr])
    if eq:
        methods["__eq__"] = _eq_of(_values([each.name for each in every if each.compare]))
    if frozen:
        methods["__setattr__"], methods["__delattr__"] = _frozen(cls, {each.name for each in every})
    for name, method in methods.items():
        if name not in own:
            setattr(cls, name, method)
    if eq and not hashes:
        kept = [each.name for each in every if (each.compare if each.hash is None else each.hash)]
        cls.__hash__ = _hash_of(_values(kept)) if frozen else None
    return cls


def _values(names: list[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return what gives the values of these fields, as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    return lambda self: tuple(getattr(self, name) for name in names)


def _eq_of(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any, Any], Any]:
    def __eq__(self: Any, other: Any) -> Any:  # noqa: N807
        return values(self) == values(other) if other.__class__ is self.__class__ else NotImplemented

    return __eq__


def _hash_of(values: Callable[[Any], tuple[Any, ...]]) -> Callable[[Any], int]:
    def __hash__(self: Any) -> int:  # noqa: N807
        return hash(values(self))

    return __hash__


def _repr_of(names: list[str]) -> Callable[[Any], str]:
    @recursive_repr()
    def __repr__(self: Any) -> str:  # noqa: N807
        return f"{type(self).__qualname__}({', '.join(f'{name}={getattr(self, name)!r}' for name in names)})"

    return __repr__


def _frozen(cls: Any, names: set[str]) -> tuple[Callable[..., None], Callable[..., None]]:
    """Return the ``__setattr__`` and the ``__delattr__`` of a class whose fields stay."""

    def __setattr__(self: Any, name: str, value: Any) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot assign to field {name!r}")
        super(cls, self).__setattr__(name, value)

    def __delattr__(self: Any, name: str) -> None:  # noqa: N807
        if type(self) is cls or name in names:
            raise dataclasses.FrozenInstanceError(f"cannot delete field {name!r}")
        super(cls, self).__delattr__(name)

    return __setattr__, __delattr__


def _init_of(cls: Any, frozen: bool) -> Any:
    """Compile the ``__init__`` of *cls*."""
    known: dict[str, Any] = {"_set": object.__setattr__, "_FACTORY": _FACTORY}
    takes, lines, types = ["self"], [], {}
    every = fields(cls)
    for each in sorted(every, key=lambda each: bool(each.kw_only)):
        name, value = each.name, each.name
        makes = each.default_factory is not dataclasses.MISSING
        if makes:
            known[f"_make_{name}"] = each.default_factory
            value = f"_make_{name}() if {name} is _FACTORY else {name}" if each.init else f"_make_{name}()"
        if each.init:
            if each.kw_only and "*" not in takes:
                takes.append("*")
            known[f"_default_{name}"] = _FACTORY if makes else each.default
            has_default = makes or each.default is not dataclasses.MISSING
            takes.append(f"{name}=_default_{name}" if has_default else name)
            types[name] = each.type
        if each.init or makes:
            lines.append(f"_set(self, {name!r}, {value})" if frozen else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    exec(f"def __init__({', '.join(takes)}):\n " + "\n ".join(lines or ["pass"]), known)
    made = known["__init__"]
    made.__qualname__, made.__module__ = f"{cls.__qualname__}.__init__", cls.__module__
    made.__annotations__ = {**types, "return": None}
    return made
