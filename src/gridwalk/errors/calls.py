"""Calls that no signature takes, and names that nothing has: the errors lead on, and cost nothing before.

A class below `Advised` wraps its public methods: only when Python says `TypeError` is it looked at whether
the arguments fit the signature at all; type checkers see the signatures as they are written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from types import FunctionType
from typing import TYPE_CHECKING, Any, ClassVar, TypeVar

from gridwalk.errors.causes import CallError, in_a_line

if TYPE_CHECKING:
    from inspect import Parameter

F = TypeVar("F", bound=Callable[..., Any])
ALSO = {
    "seconds": ("anytime",),
    "output": ("file", "folder"),
    "seed": ("rng",),
}  # what an option is here and there
HERE = "here it is"
BESIDE = {"make_maze": "; boards are made by gridwalk.make(name, rows, columns)"}  # who means another verb
LIMITS = ("seconds", "memory", "keep", "on", "progress")  # of `within`


def advised(method: F) -> F:
    """Return *method*, which raises `CallError` for arguments that its signature does not take."""
    look = misfit  # not a global of the method

    def asked(*values: Any, **options: Any) -> Any:
        try:
            return method(*values, **options)
        except TypeError:
            wrong = look(method, values, options)
            if wrong is None:
                raise
        raise wrong

    # With the globals of the method, so that doctest finds its examples.
    own = FunctionType(asked.__code__, method.__globals__, method.__name__, None, asked.__closure__)
    return wraps(method)(own)  # type: ignore[return-value]


def misfit(method: Callable[..., Any], values: Sequence[Any], options: Mapping[str, Any]) -> Exception | None:
    """Return what is wrong with a call; None: the arguments fit, so that something else is."""
    from inspect import signature  # only on the way to an error

    try:
        signature(method).bind(*values, **options)
    except TypeError as error:
        reason = str(error)
    else:
        return None
    known = dict(signature(method).parameters)
    some = values[0] if next(iter(known), "") in ("self", "cls") and values else None
    if some is not None:
        del known[next(iter(known))]
    kind = some if isinstance(some, type) else type(some)
    verb = kind.__name__ if method.__name__ == "__init__" else method.__name__
    made = getattr(kind, "_made", "") if method.__name__ == "__init__" else ""
    takes_more = any(one.kind is one.VAR_KEYWORD for one in known.values())
    for option in options:
        words = "" if option in known else _instead(option, known, kind, verb)
        if words and (words.startswith(HERE) or not takes_more):
            refused = getattr(some, "_option_of_others", lambda *_: None)(method.__name__, option)
            return refused or CallError(f"{verb}() has no argument {option}", words)
    free = [name for name, one in known.items() if one.kind is not one.KEYWORD_ONLY]
    given = values[some is not None :]
    if len(given) <= len(free):
        return CallError(f"{verb}(): {reason}", made or _called(verb, known))
    over = given[len(free)]
    if made or not ("by" in known and isinstance(over, str)):
        return CallError(f"{verb}() takes no {len(given)} values without names", made or _called(verb, known))
    return CallError(f"{verb}() takes options by their names only", f"say {verb}(by={over!r})")


def _instead(option: str, known: Mapping[str, Parameter], kind: type, verb: str) -> str:
    """Return what to write for a keyword that is not *known*."""
    from difflib import get_close_matches

    from gridwalk.errors.words import ours

    our = ours("argument", option).replace("-", "_") or option
    if here := next((name for name in (*ALSO.get(our, ()), our) if name in known and name != option), ""):
        return f"{HERE} {here}="
    if our in LIMITS and hasattr(kind, "within"):
        return f"limits stand before the verb: .within({our}=...).{verb}(...)"
    if our != option and hasattr(kind, "from_text"):  # of a board that is read, not made
        return f"reading a board takes {our}="
    if close := get_close_matches(option, known, n=1):
        return f"did you mean {close[0]}=?"
    return _called(verb, known)


def _called(verb: str, known: Mapping[str, Parameter]) -> str:
    """Return how it is called: the parameters without their types."""
    named = [str(one.replace(annotation=one.empty)) for one in known.values()]
    return in_a_line(f"it is {verb}({', '.join(named)})", 150) + BESIDE.get(verb, "")


class Advised:
    """A class whose public methods, and whose missing names, lead on."""

    _made: ClassVar[str] = ""  # how one is made, for whoever calls the class

    def __init_subclass__(cls, **options: Any) -> None:
        """Wrap the public methods."""
        super().__init_subclass__(**options)
        for name, value in list(vars(cls).items()):
            if name.startswith("_") and name != "__init__":
                continue
            if isinstance(value, FunctionType):
                setattr(cls, name, advised(value))
            elif isinstance(value, classmethod):
                setattr(cls, name, classmethod(advised(value.__func__)))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            """Say what a name that is not there is called."""
            if hasattr(type(self), name):  # it is there, and an `AttributeError` was raised in it: that one
                return object.__getattribute__(self, name)
            words = "" if name.startswith("_") else self._elsewhere(name)
            raise AttributeError(f"a {type(self).__name__} has no {name!r}" + (f": {words}" if words else ""))

    def _elsewhere(self, name: str) -> str:
        """Return what is meant by *name*, or where else it is found."""
        return meant(name, dir(self))


class LeadsOn(type):
    """The type of a class whose missing names lead on, too: of `Board.from_numpy`, say."""

    if not TYPE_CHECKING:

        def __getattr__(cls, name: str) -> Any:
            """Say what a name that the class has not is called."""
            words = "" if name.startswith("_") else meant(name, dir(cls))
            raise AttributeError(f"{cls.__name__} has no {name!r}" + (f": {words}" if words else ""))


def meant(name: str, names: Sequence[str]) -> str:
    """Return what is meant by *name* where there are these *names*, or an empty text.

    >>> meant("from_numpy", ["from_matrix"]), meant("form_matrix", ["from_matrix"])
    ('here it is from_matrix(matrix)', 'did you mean from_matrix?')
    """
    import re
    from difflib import get_close_matches

    from gridwalk.errors.words import ours

    here = [each for each in names if not each.startswith("_")]
    for our in ours("attribute", name).split(" | "):
        for one in (our, our.removeprefix("paths().")):
            if one.startswith(("board[", "gridwalk.")) or re.split(r"\W", one)[0] in here:
                return f"here it is {one}"
    close = get_close_matches(name, here, n=1)
    return f"did you mean {close[0]}?" if close else ""
