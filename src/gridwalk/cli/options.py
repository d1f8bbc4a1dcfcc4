"""What a command takes, declared as a class: a field is an option, its type says what may be given.

A command is a subclass of `Options`; what several commands share are its bases, in the order of the help.
Which options exclude or need one another stands beside them as rows of `rules`, which `checked` alone reads.
`answer` of the class answers, with the options of a verb of the library passed on by their names (`call`).
Nothing here needs NumPy: help and completion load these classes, and not what answers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from os.path import splitext
from types import NoneType, UnionType
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    NamedTuple,
    Self,
    TypeAlias,
    Union,
    dataclass_transform,
    get_args,
    get_origin,
    get_type_hints,
)

import click

from gridwalk.cli.helping import Headed
from gridwalk.cli.values import Output, Value, board_size, form_option
from gridwalk.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

Terms: TypeAlias = "str | frozenset[str] | tuple[Terms, ...]"


class Declared(NamedTuple):
    """How an option is written and described; its type is that of its field."""

    help: str | Callable[[], str] = ""
    names: tuple[str, ...] = ()
    metavar: str | None = None
    default: Any = None
    shown: bool = False  # whether the help names the default
    required: bool = False
    is_argument: bool = False
    under: str = ""  # the heading in the help; that of the class, if it says no other


def option(
    help: str | Callable[[], str],  # noqa: A002
    names: str = "",
    metavar: str | None = None,
    *,
    default: Any = None,
    shown: bool = False,
    required: bool = False,
    under: str = "",
) -> Any:
    """Declare an option: *names* are those it is given by, if not that of its field."""
    return Declared(help, tuple(names.split()), metavar, default, shown, required, under=under)


def argument(metavar: str | None = None, *, default: Any = None, required: bool = True) -> Any:
    """Declare a word without dashes."""
    return Declared("", (), metavar, default, False, required and default is None, True)


class Excludes(NamedTuple):
    """Options that do not go together: one of *a* with one of *b*."""

    a: Terms
    b: Terms
    why: str

    def broken(self, given: Options) -> str | None:
        """Return why *given* cannot be; None if it can."""
        a, b = given.given(self.a), given.given(self.b)
        return self.why.format(a=a, b=b, value=given.value(self.a)) if a and b else None


class Needs(NamedTuple):
    """Options that say nothing alone: one of *a* without any of *b*, *when* something else is given."""

    a: Terms
    b: Terms
    why: str
    when: Terms = ()

    def broken(self, given: Options) -> str | None:
        """Return why *given* cannot be; None if it can."""
        a = given.given(self.a)
        if not a or given.given(self.b) or (self.when and not given.given(self.when)):
            return None
        others = (self.b,) if isinstance(self.b, str) else self.b
        known = [given.written(term) for term in others if isinstance(term, str) and hasattr(given, term)]
        it = "it" if len(known) == 1 else "one of them"
        return self.why.format(a=a, b=" and ".join(known), it=it, value=given.value(self.a))


class OneOf(NamedTuple):
    """Options of which only one can be given."""

    terms: tuple[Terms, ...]
    why: str

    def broken(self, given: Options) -> str | None:
        """Return why *given* cannot be; None if it can."""
        found = [name for term in self.terms if (name := given.given(term))]
        return self.why.format(all=" and ".join(found)) if len(found) > 1 else None


_TERM = re.compile(r"(\w+)(?:(!?=)(.*))?")
# The fields that hold options of the library's verbs under other names.
_FIELDS = {
    "n": ("number",),
    "max_events": ("most",),
    "error": ("approx",),
}

Rules: TypeAlias = tuple[Excludes | Needs | OneOf, ...]


@dataclass_transform(frozen_default=True, kw_only_default=True, field_specifiers=(option, argument))
class Options:
    """What was given to a command: a frozen dataclass, but made without the time that `dataclass` takes."""

    rules: ClassVar[Rules] = ()
    common: ClassVar[str] = ""  # the fields in the short help, all if there are none
    without: ClassVar[Mapping[str, str]] = {}  # fields of the bases that mean nothing here, and what to say
    tables: ClassVar[Mapping[str, Mapping[str, str]]] = {}  # of words that are given; their names and titles
    needs_boards: ClassVar[bool] = True  # whether the library is loaded before it answers

    def __init_subclass__(cls, under: str = "") -> None:
        for name, how in [*vars(cls).items()]:
            if isinstance(how, Declared) and not how.under:
                setattr(cls, name, how._replace(under=under))

    def __init__(self, **values: Any) -> None:
        vars(self).update({name: getattr(type(self), name).default for name in self.without} | values)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{name} was given, and stays as it is")

    def answer(self) -> int | None:
        """Answer on stdout or in a file, and return the exit status; None: answered."""
        raise NotImplementedError

    def but(self, **changes: Any) -> Self:
        """Return a copy in which these values are others."""
        return type(self)(**{**vars(self), **changes})

    @classmethod
    def parameters(cls) -> Iterator[click.Parameter]:
        """Yield what click knows the options as: those of the bases in their order, and its own."""
        hints = get_type_hints(cls, include_extras=True)
        for name, how in cls._fields().items():
            parameter = _parameter(name, hints[name], how)
            yield parameter
            if name == "output" and isinstance(parameter.type, Output) and parameter.type.to_stdout:
                yield form_option(parameter)

    @classmethod
    def _fields(cls) -> dict[str, Declared]:
        placed = cls._placed().items()
        return {name: how for name, how in placed if how is not None and name not in cls.without}

    @classmethod
    def _placed(cls) -> dict[str, Declared | None]:
        """Return the options in the order of the help; None stands where those of subclasses come."""
        own = {name: how for name, how in vars(cls).items() if isinstance(how, Declared)}
        found: dict[str, Declared | None] = {}
        for base in cls.__bases__:
            found |= {"": None} if base is Own else base._placed() if issubclass(base, Options) else {}
        before = [*found].index("") if "" in found else len(found)
        items = [*found.items()]
        return {**dict(items[:before]), **own, **dict(items[before:])}

    @classmethod
    def why_without(cls, option: str) -> str:
        """Return why an option of the bases means nothing here; an empty text if that is not said."""
        return next((why for name, why in cls.without.items() if cls.written(name) == option), "")

    def checked(self) -> Self:
        """Return what was given; raise `InputError` for the first rule that it breaks."""
        for kind in type(self).__mro__:
            for rule in vars(kind).get("rules", ()):
                if why := rule.broken(self):
                    raise InputError(why)
        return self

    def given(self, term: Terms) -> str:
        """Return the first option of *term* that was given, as it is written; an empty text if there is none.

        A term is a name, ``name=value|value`` or ``name!=value`` (of a file: its ending), a set of names (any
        option but these), or a tuple of which any will do.  What the command does not have is not given, nor
        is what is the default.
        """
        if isinstance(term, tuple):
            return next(filter(None, map(self.given, term)), "")
        if isinstance(term, frozenset):
            return next(iter(self.others(term)), "")
        match = _TERM.fullmatch(term)
        assert match is not None, term
        name, sign, values = match.groups()
        value, how = vars(self).get(name), getattr(type(self), name, None)
        if how is None or value is None or value in ((), _usual(value, how)):
            return ""
        if sign:
            words = set(map(str, value)) if isinstance(value, tuple) else {str(value)}
            words |= {
                getattr(value, "suffix", splitext(str(value))[1]).lower(),
                "SIZE" if board_size(str(value)) else "",
            }
            if words.isdisjoint(values.split("|")) == (sign == "="):
                return ""
        return str(value) if how.is_argument else self.written(name)

    def others(self, names: Set[str]) -> list[str]:
        """Return the options that were given besides those of *names*, as they are written."""
        return [found for name in self._fields() if name not in names and (found := self.given(name))]

    def value(self, term: Terms) -> Any:
        """Return the value of a term that is one name."""
        return vars(self).get(_TERM.fullmatch(term)[1]) if isinstance(term, str) else None  # type: ignore[index]

    @classmethod
    def written(cls, name: str) -> str:
        """Return the option *name* as it is written."""
        how: Declared = getattr(cls, name)
        return (how.names or (f"--{name.replace('_', '-')}",))[-1]

    def passed(self, *names: str) -> Mapping[str, Any]:
        """Return the options of these names, as the library has them, that were given."""
        fields = self._fields()
        held = {
            name: field for name in names for field in reversed(_FIELDS.get(name, (name,))) if field in fields
        }
        return {name: vars(self)[field] for name, field in held.items() if self.given(field)}

    def call(self, some: Any, verb: str) -> Any:
        """Return the answer of a set to *verb*, with the options of the verb that were given here."""
        from gridwalk.question.verbs import VERBS

        return getattr(some, verb)(**self.passed(*VERBS[verb]))


class Own(Options):
    """Stands among the bases of a class where its own options come, and those of classes based on it."""


def _usual(value: Any, how: Declared) -> Any:
    return False if isinstance(value, bool) and how.default is None else how.default


def _parameter(name: str, hint: Any, how: Declared) -> click.Parameter:
    kinds = [kind for kind in get_args(hint) if kind is not NoneType]
    kind = kinds[0] if get_origin(hint) in (Union, UnionType) else hint
    several = get_origin(kind) is tuple
    kind = get_args(kind)[0] if several else kind
    if kind is Any:
        kind = str
    elif get_origin(kind) is Annotated:
        kind = kind.__metadata__[0]
    elif get_origin(kind) is Literal:
        kind = click.Choice(get_args(kind))
    usual: Any = {} if how.default in (None, ()) else {"default": how.default}  # for click None is a default
    if how.is_argument:
        return click.Argument([name], type=kind, required=how.required, metavar=how.metavar,
                              nargs=-1 if several else 1, **usual)  # fmt: skip
    own = kind.name if isinstance(kind, Value) else "N" if isinstance(kind, click.IntRange) else None
    names = how.names or (f"--{name.replace('_', '-')}",)
    return Headed(
        [*names, name], under=how.under, type=kind, is_flag=kind is bool or None, multiple=several,
        metavar=how.metavar or own, required=how.required, show_default=how.shown,
        help=how.help if isinstance(how.help, str) else how.help(), **usual,
    )  # fmt: skip
