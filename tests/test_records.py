"""The cheap `dataclass` does what that of Python does."""

import dataclasses
import inspect
import pickle
from itertools import product

import pytest

from gridwalk import records


def thing(dataclass, **options):
    """Return a class of each kind of field, and its subclass."""

    @dataclass(**options)
    class Thing:
        """A thing."""

        first: int
        second: list[int] = dataclasses.field(default_factory=list)
        hidden: int = dataclasses.field(default=7, repr=False, compare=False)
        third: str = dataclasses.field(default="x", kw_only=True)
        made: list[int] = dataclasses.field(init=False, default_factory=list, compare=False)

        def __post_init__(self):
            self.made.append(self.first)

    @dataclass(**options)
    class More(Thing):
        """More of it."""

        last: float = 0.5

    return Thing, More


OPTIONS = [
    dict(zip(("frozen", "eq", "repr"), each, strict=True)) for each in product((False, True), repeat=3)
]


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("which", [0, 1])
def test_methods(options, which):
    ours, theirs = (
        thing(dataclass, **options)[which] for dataclass in (records.dataclass, dataclasses.dataclass)
    )
    assert str(inspect.signature(ours)) == str(inspect.signature(theirs))
    assert ours.__match_args__ == theirs.__match_args__
    seen = []
    for cls in (ours, theirs):
        one, same, other = cls(1), cls(1, hidden=8), dataclasses.replace(cls(1), third="y")
        facts = [one == same, one == other, one != 1, one.made, other.made, dataclasses.asdict(one)]
        facts.append(repr(one) if options["repr"] else "")
        facts.append(cls.__hash__ is None or cls.__hash__ is object.__hash__)
        for change in (lambda one=one: setattr(one, "first", 2), lambda one=one: delattr(one, "first")):
            try:
                facts.append(change())
            except dataclasses.FrozenInstanceError as error:
                facts.append(str(error))
        with pytest.raises(TypeError, match="first"):
            cls()
        seen.append(facts)
    assert seen[0] == seen[1]


@records.dataclass(frozen=True)
class Pair:
    """Two numbers."""

    a: int
    b: int = 2


def test_a_frozen_value_is_a_key_and_travels():
    assert {Pair(1): "here"}[Pair(1, 2)] == "here"
    assert pickle.loads(pickle.dumps(Pair(1, 3))) == Pair(1, 3)


def test_what_a_class_defines_itself_stays():
    @records.dataclass(frozen=True)
    class Odd:
        """Equal to any other of it."""

        a: int

        def __init__(self, a):
            object.__setattr__(self, "a", 2 * a)

        def __eq__(self, other):
            return True

        def __hash__(self):
            return 1

        def __repr__(self):
            return "odd"

    assert (Odd(1).a, Odd(1) == Odd(2), hash(Odd(3)), repr(Odd(4))) == (2, True, 1, "odd")


def test_a_class_with_slots():
    @records.dataclass(slots=True)
    class Slim:
        """No room for more."""

        a: int
        b: list[int] = dataclasses.field(default_factory=list)

    assert Slim(1) == Slim(1, [])
    with pytest.raises(AttributeError):
        Slim(1).c = 2
