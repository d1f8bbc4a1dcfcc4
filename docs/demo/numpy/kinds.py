"""What the elements of an array are: `dtype`, and the types of scalars.

A scalar out of an array is a subclass of Python's ``int`` or ``float`` that knows its kind: it counts in
`result_type`, and reckons as Python's does.  True and false are Python's own.
"""

from __future__ import annotations

import builtins
from typing import Any, ClassVar, Self


class generic:
    """Of all scalars."""

    dtype: ClassVar[dtype]

    def __class_getitem__(cls, _: Any) -> type:
        return cls

    def item(self) -> Any:
        return self.dtype.python(self)

    tolist = item

    def astype(self, kind: Any) -> Any:
        return dtype(kind).type(self)


class number(generic): ...


class integer(number): ...


class signedinteger(integer): ...


class unsignedinteger(integer): ...


class floating(number): ...


class dtype:
    """A kind of elements: one object a kind, so that ``is`` tells them apart."""

    known: ClassVar[dict[Any, dtype]] = {}
    name: builtins.str
    kind: builtins.str  # one of "biufUO"
    char: builtins.str  # its format in a `memoryview`; of texts and objects none
    itemsize: int
    type: builtins.type
    python: Any

    def __new__(cls, kind: Any) -> Self:
        try:
            return kind if isinstance(kind, dtype) else cls.known[kind]
        except (KeyError, TypeError):
            if isinstance(kind, builtins.str) and kind.lstrip("<|=").startswith("U"):
                return cls.known["str"]
            raise TypeError(f"no data type: {kind!r}") from None

    def __class_getitem__(cls, _: Any) -> builtins.type:
        return cls

    def __repr__(self) -> builtins.str:
        return f"dtype('{self.name}')"

    def __str__(self) -> builtins.str:
        return self.name

    @property
    def str(self) -> builtins.str:
        return f"{'|' if self.itemsize == 1 else '<'}{self.kind}{self.itemsize}"

    def __eq__(self, other: object) -> bool:
        try:
            return self is dtype(other)
        except TypeError:
            return False

    def __hash__(self) -> int:
        return hash(self.name)

    def newbyteorder(self, order: builtins.str) -> dtype:
        """Return itself: in browsers the lowest byte comes first."""
        return self

    @property
    def is_whole(self) -> bool:
        return self.kind in "iu"

    @property
    def limits(self) -> range:
        """The whole numbers that it holds."""
        bits = 8 * self.itemsize
        return range(1 << bits) if self.kind == "u" else range(-(1 << bits - 1), 1 << bits - 1)

    def wrapped(self, value: int) -> int:
        """Return a whole number as it is stored: without the bits that do not fit."""
        bits = 8 * self.itemsize
        value &= (1 << bits) - 1
        return value - (1 << bits) if self.kind == "i" and value >> bits - 1 else value

    def convert(self, value: Any) -> Any:
        """Return any value as it is stored."""
        return self.wrapped(int(value)) if self.kind in "iu" else self.python(value)

    def scalar(self, value: Any) -> Any:
        """Return an element as a scalar."""
        return value if self.char in "?O" else self.type(value)


def _kind(name: str, kind: str, char: str, size: int, base: Any, python: Any) -> dtype:
    """Make a kind, and the type of its scalars."""
    made = object.__new__(dtype)
    made.name, made.kind, made.char, made.itemsize, made.python = name, kind, char, size, python

    def new(cls: Any, value: Any = 0) -> Any:
        if getattr(value, "ndim", 0):
            return value.astype(made)
        return python.__new__(cls, made.convert(value if not hasattr(value, "item") else value.item()))

    bases = (base, python) if kind in "iuf" else (base,)
    more = {"__new__": new} if kind in "iuf" else {"__new__": lambda _, value=False: python(value)}
    made.type = type(name, bases, {"dtype": made, **more})
    dtype.known |= {name: made, made.type: made, char: made} | ({f"{kind}{size}": made} if size else {})
    dtype.known |= {f"{order}{kind}{size}": made for order in "<=|"}
    return made


_WHOLE = {"i": (signedinteger, "bhiq"), "u": (unsignedinteger, "BHIQ")}
for _sign, (_base, _chars) in _WHOLE.items():
    for _size, _char in zip((1, 2, 4, 8), _chars, strict=True):
        _kind(f"{'u' * (_sign == 'u')}int{8 * _size}", _sign, _char, _size, _base, int)
FLOAT32 = _kind("float32", "f", "f", 4, floating, float)
FLOAT64 = _kind("float64", "f", "d", 8, floating, float)
BOOL = _kind("bool", "b", "?", 1, generic, bool)
TEXT = _kind("str", "U", "O", 0, generic, str)
OBJECT = _kind("object", "O", "O", 8, generic, lambda value: value)
INT64, UINT64, UINT8 = dtype("int64"), dtype("uint64"), dtype("uint8")
dtype.known |= {
    bool: BOOL,
    int: INT64,
    float: FLOAT64,
    str: TEXT,
    object: OBJECT,
    None: FLOAT64,
    "f": FLOAT32,
}
dtype.known |= {"bool_": BOOL, "intp": INT64, "b1": BOOL, number: FLOAT64, "?": BOOL}

int8, int16, int32, int64, uint8, uint16, uint32, uint64, float32, float64, bool_, str_, object_ = (
    dtype(name).type
    for name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float32",
                 "float64", "bool", "str", "object")
)  # fmt: skip
intp = int_ = int64
uintp = uint64


def common(one: dtype, other: dtype) -> dtype:
    """Return the smallest kind that holds the elements of both."""
    if one is other:
        return one
    for kind in (OBJECT, TEXT):
        if kind in (one, other):
            return kind
    if "b" in (one.kind, other.kind):
        return other if one.kind == "b" else one
    if "f" in (one.kind, other.kind):
        small = all(kind is FLOAT32 or kind.itemsize <= 2 for kind in (one, other))
        return FLOAT32 if small else FLOAT64
    if one.kind == other.kind:
        return one if one.itemsize >= other.itemsize else other
    signed, unsigned = (one, other) if one.kind == "i" else (other, one)
    if signed.itemsize > unsigned.itemsize:
        return signed
    return FLOAT64 if unsigned.itemsize == 8 else dtype(f"int{16 * unsigned.itemsize}")


def kind_of(value: Any) -> dtype:
    """Return the kind of a scalar."""
    return getattr(value, "dtype", None) or dtype.known.get(type(value), OBJECT)


def result_type(*of: Any) -> dtype:
    """Return the kind of what is reckoned from arrays, kinds and scalars; Python's own numbers are weak."""
    strong = [
        one.dtype if hasattr(one, "dtype") else dtype(one)
        for one in of
        if type(one) not in (bool, int, float)
    ]
    weak = [one for one in of if type(one) in (bool, int, float)]
    found = strong[0] if strong else kind_of(weak[0])
    for kind in strong[1:]:
        found = common(found, kind)
    for one in weak:
        if type(one) is float and found.kind in "biu":
            found = FLOAT64
        elif type(one) is int and found.kind == "b":
            found = INT64
    return found
