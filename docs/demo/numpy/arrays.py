"""Arrays: a buffer, where the first element is, a shape, and along each axis the step to the next element.

So slices share memory, and ``data`` is a `memoryview`, which is what interpreted kernels read and write.  The
buffer is a `memoryview` too; texts and objects have a list.  Steps are counted in elements, not in bytes.
"""

from __future__ import annotations

import array as typed
import itertools
import math
import operator
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from numpy import kinds
from numpy.kinds import BOOL, FLOAT64, INT64, OBJECT, TEXT, dtype
from numpy.shapes import Flags, Shape, as_shape, broadcast_shapes, steps_of, within


class ndarray:
    __slots__ = (
        "__weakref__",
        "base",
        "buffer",
        "dtype",
        "first",
        "ndim",
        "shape",
        "size",
        "steps",
        "writeable",
    )
    __array_priority__ = 1
    __hash__ = None

    def __init__(self, shape: Any, dtype: Any = FLOAT64, buffer: Any = None, offset: int = 0) -> None:
        kind, shape = kinds.dtype(dtype), as_shape(shape)
        if buffer is None:
            size = math.prod(shape)
            held: Any = [kind.python()] * size if kind is TEXT else [None] * size
            if kind.char != "O":
                held = memoryview(bytearray(size * kind.itemsize)).cast(kind.char)
            self._set(shape, kind, held)
        else:
            whole = memoryview(buffer).cast("B")
            rest = whole[offset : offset + math.prod(shape) * kind.itemsize]
            self._set(shape, kind, rest.cast(kind.char))
            self.base, self.writeable = buffer, not whole.readonly

    def _set(
        self, shape: Shape, kind: dtype, buffer: Any, first: int = 0, steps: Shape | None = None
    ) -> None:
        self.shape, self.dtype, self.buffer, self.first = shape, kind, buffer, first
        self.ndim, self.size = len(shape), math.prod(shape)
        self.steps = steps_of(shape) if steps is None else steps
        self.base, self.writeable = None, True

    def __class_getitem__(cls, _: Any) -> type:
        return cls

    def _shared(self, shape: Shape, first: int, steps: Shape | None = None) -> ndarray:
        """Return another array of the same elements."""
        found = ndarray.__new__(ndarray)
        found._set(shape, self.dtype, self.buffer, first, steps)
        found.base, found.writeable = (self if self.base is None else self.base), self.writeable
        return found

    @property
    def is_plain(self) -> bool:
        """Whether the elements lie side by side, in order."""
        return self.steps == steps_of(self.shape) or self.size == 0

    @property
    def itemsize(self) -> int:
        return self.dtype.itemsize

    @property
    def nbytes(self) -> int:
        return self.size * self.dtype.itemsize

    @property
    def strides(self) -> Shape:
        return tuple(step * self.itemsize for step in self.steps)

    @property
    def T(self) -> ndarray:
        return self.transpose()

    @property
    def flat(self) -> ndarray:
        return self.reshape(-1)

    @property
    def flags(self) -> Flags:
        return Flags(self)

    def setflags(self, write: bool = True) -> None:
        self.writeable = write

    @property
    def data(self) -> Any:
        """The elements for a kernel; the array itself where those of several axes do not lie side by side."""
        if self.ndim == 1 and not self.is_plain:
            (step,), stop = self.steps, self.first + self.steps[0] * (self.size - 1)
            end = None if step < 0 and stop == 0 else stop + (1 if step > 0 else -1)
            view = self.buffer[self.first : end : step]
        elif not self.is_plain:
            return self
        else:
            view = self.buffer[self.first : self.first + self.size]
            if self.ndim != 1:
                view = view.cast("B").cast(self.dtype.char, self.shape)
        return view if self.writeable else view.toreadonly()

    def places(self) -> Sequence[int]:
        """Return where each element is in the buffer."""
        if self.is_plain:
            return range(self.first, self.first + self.size)
        found = [self.first]
        for n, step in zip(self.shape, self.steps, strict=True):
            along = [i * step for i in range(n)]
            found = [place + more for place in found for more in along]
        return found

    def values(self) -> list[Any]:
        """Return the elements, flat."""
        if not self.is_plain:
            buffer = self.buffer
            return [buffer[place] for place in self.places()]
        found = self.buffer[self.first : self.first + self.size]
        return found if isinstance(found, list) else found.tolist()

    def tolist(self) -> Any:
        found = self.values()
        if not self.shape:
            return found[0]
        for axis in range(self.ndim - 1, 0, -1):
            n = self.shape[axis]
            found = [found[i * n : i * n + n] for i in range(math.prod(self.shape[:axis]))]
        return found

    def item(self, *at: Any) -> Any:
        value = self[at if len(at) > 1 else at[0]] if at else self.values()[0]
        return self.dtype.python(value)

    def tobytes(self, order: str = "C") -> bytes:
        plain = self if self.is_plain else self.copy()
        return plain.buffer[plain.first : plain.first + plain.size].tobytes()

    def __len__(self) -> int:
        if not self.shape:
            raise TypeError("len() of unsized object")
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        return iter(self.values()) if self.ndim == 1 else (self[i] for i in range(len(self)))

    def __contains__(self, value: Any) -> bool:
        return bool((self == value).any())

    def __bool__(self) -> bool:
        if self.size != 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous")
        return bool(self.values()[0])

    def __int__(self) -> int:
        return int(self.item())

    def __index__(self) -> int:
        if self.shape or not self.dtype.is_whole:
            raise TypeError("only integer scalar arrays can be converted to a scalar index")
        return int(self.item())

    def __float__(self) -> float:
        return float(self.item())

    def __repr__(self) -> str:
        return f"array({self.tolist()!r}, dtype={self.dtype})"

    def __buffer__(self, flags: int) -> Any:
        return memoryview(self.data if self.is_plain else self.copy().data)

    def __reduce__(self) -> Any:
        return filled, (self.values(), self.shape, self.dtype.name)

    # What a key chooses.
    def _chosen(self, key: Any) -> tuple[ndarray, list[int] | None, Shape]:
        """Return a view and ``None``; or, where arrays choose, the places of the elements and their shape."""
        keys = key if isinstance(key, tuple) else (key,)
        keys = tuple(as_key(one) for one in keys)
        axes = sum(one.ndim if is_mask(one) else one is not None and one is not Ellipsis for one in keys)
        rest = (slice(None),) * (self.ndim - axes)
        if axes > self.ndim:
            raise IndexError(f"too many indices for array: array is {self.ndim}-dimensional")
        dots = [i for i, one in enumerate(keys) if one is Ellipsis]
        keys = (*keys[: dots[0]], *rest, *keys[dots[0] + 1 :]) if dots else keys + rest
        any_array = any(isinstance(one, ndarray) for one in keys)
        first, axis, shape, steps, chosen = self.first, 0, [], [], []
        for at, one in enumerate(keys):
            if one is None:
                shape.append(1)
                steps.append(0)
            elif is_mask(one):
                if one.shape != self.shape[axis : axis + one.ndim]:
                    raise IndexError("boolean index did not match indexed array")
                for of_axis in one.nonzero():
                    chosen.append((at, len(shape), of_axis, self.steps[axis], self.shape[axis]))
                    axis += 1
            elif isinstance(one, slice):
                start, stop, by = one.indices(self.shape[axis])
                shape.append(len(range(start, stop, by)))
                steps.append(self.steps[axis] * by)
                first += start * self.steps[axis] if shape[-1] else 0
                axis += 1
            elif any_array:
                chosen.append((at, len(shape), asarray(one), self.steps[axis], self.shape[axis]))
                axis += 1
            else:
                first += self.steps[axis] * within(operator.index(one), self.shape[axis], axis)
                axis += 1
        view = self._shared(tuple(shape), first, tuple(steps))
        return (view, None, view.shape) if not chosen else (view, *_crossed(view, chosen))

    def __getitem__(self, key: Any) -> Any:
        kind = self.dtype
        if self.ndim == 1 and type(key) is int:
            return kind.scalar(self.buffer[self.first + self.steps[0] * within(key, self.shape[0], 0)])
        view, places, shape = self._chosen(key)
        if places is not None:
            buffer = self.buffer
            found = [buffer[place] for place in places]
            return filled(found, shape, kind) if shape else kind.scalar(found[0])
        if not shape and not (key is Ellipsis or (isinstance(key, tuple) and Ellipsis in key)):
            return kind.scalar(self.buffer[view.first])
        return view

    def __setitem__(self, key: Any, value: Any) -> None:
        if not self.writeable:
            raise ValueError("assignment destination is read-only")
        if self.ndim == 1 and type(key) is int:
            places: Sequence[int] = (self.first + self.steps[0] * within(key, self.shape[0], 0),)
            shape: Shape = ()
        else:
            view, chosen, shape = self._chosen(key)
            places = view.places() if chosen is None else chosen
        if isinstance(value, ndarray | list | tuple | range):
            value = asarray(value)
            while value.ndim > len(shape) and value.shape[0] == 1:
                value = value[0, ...]
            values: Iterable[Any] = broadcast_to(value, shape).values()
        else:
            values = itertools.repeat(value)
        buffer, convert = self.buffer, self.dtype.convert
        for place, one in zip(places, values, strict=False):
            try:
                buffer[place] = one
            except (OverflowError, TypeError, ValueError):
                buffer[place] = convert(one)

    # The same elements in another shape.
    def reshape(self, *shape: Any, order: str = "C") -> ndarray:
        wanted = as_shape(shape[0] if len(shape) == 1 else shape)
        if -1 in wanted:
            known = -math.prod(wanted)
            wanted = tuple(self.size // (known or 1) if n == -1 else n for n in wanted)
        if math.prod(wanted) != self.size:
            raise ValueError(f"cannot reshape array of size {self.size} into shape {wanted}")
        return (
            self._shared(wanted, self.first) if self.is_plain else filled(self.values(), wanted, self.dtype)
        )

    def ravel(self, order: str = "C") -> ndarray:
        return self.reshape(-1)

    def flatten(self) -> ndarray:
        return self.copy().reshape(-1)

    def squeeze(self, axis: int | None = None) -> ndarray:
        gone = {axis % self.ndim} if axis is not None else {i for i, n in enumerate(self.shape) if n == 1}
        return self.reshape(tuple(n for i, n in enumerate(self.shape) if i not in gone))

    def transpose(self, *axes: Any) -> ndarray:
        order = (axes[0] if len(axes) == 1 and not hasattr(axes[0], "__index__") else axes) or range(
            self.ndim
        )[::-1]
        shape, steps = (tuple(of[axis] for axis in order) for of in (self.shape, self.steps))
        return self._shared(shape, self.first, steps)

    def swapaxes(self, one: int, other: int) -> ndarray:
        order = list(range(self.ndim))
        order[one], order[other] = order[other], order[one]
        return self.transpose(order)

    def diagonal(self) -> ndarray:
        return self._shared((min(self.shape),), self.first, (sum(self.steps),))

    def copy(self, order: str = "C") -> ndarray:
        return filled(self.values(), self.shape, self.dtype)

    __copy__ = copy

    def __deepcopy__(self, memo: Any) -> ndarray:
        return self.copy()

    def view(self, kind: Any = None) -> ndarray:
        if kind is None or kind is ndarray or dtype(kind) is self.dtype:
            return self[...]
        kind, last = dtype(kind), self.shape[-1] * self.itemsize
        shape = (*self.shape[:-1], last // kind.itemsize)
        plain = self if self.is_plain else self.copy()
        held = plain.buffer[plain.first : plain.first + plain.size].cast("B")
        found = ndarray(shape, kind, held)
        found.base, found.writeable = (self if self.base is None else self.base), self.writeable
        return found

    def astype(self, kind: Any, copy: bool = True, casting: str = "unsafe", order: str = "K") -> ndarray:
        kind = dtype(kind)
        return self if not copy and kind is self.dtype else filled(self.values(), self.shape, kind)

    def fill(self, value: Any) -> None:
        self[...] = value


def as_key(key: Any) -> Any:
    if isinstance(key, list | range):
        return asarray(key) if len(key) else filled([], (0,), INT64)
    return asarray(key) if isinstance(key, bool) else key


def is_mask(key: Any) -> bool:
    return isinstance(key, ndarray) and key.dtype is BOOL


def _crossed(view: ndarray, chosen: list[Any]) -> tuple[list[int], Shape]:
    """Return the places that arrays of indices choose, beside the slices of *view*, and their shape."""
    shape = broadcast_shapes(*(one.shape for _, _, one, _, _ in chosen))
    sums = [0] * math.prod(shape)
    for _, _, one, step, n in chosen:
        for i, index in enumerate(broadcast_to(one, shape).values()):
            sums[i] += step * within(index, n, 0)
    at = [place for place, *_ in chosen]
    together = at[-1] - at[0] < len(at)  # else their axes come first
    axis = chosen[0][1] if together else 0
    outer = view._shared(view.shape[:axis], view.first, view.steps[:axis])
    inner = view._shared(view.shape[axis:], 0, view.steps[axis:])
    within_inner = list(inner.places())
    places = [one + more + last for one in outer.places() for more in sums for last in within_inner]
    return places, (*outer.shape, *shape, *inner.shape)


def filled(values: Iterable[Any], shape: Sequence[int], kind: Any) -> ndarray:
    """Return an array of values, converted where they need be."""
    kind, found = dtype(kind), ndarray.__new__(ndarray)
    if kind.char == "O":
        held: Any = list(map(kind.python, values))
    elif kind is BOOL:
        held = memoryview(bytearray(map(bool, values))).cast("?")
    else:
        values = values if isinstance(values, list) else list(values)
        try:
            held = memoryview(typed.array(kind.char, values))
        except (OverflowError, TypeError):
            held = memoryview(typed.array(kind.char, map(kind.convert, values)))
    found._set(tuple(shape), kind, held)
    return found


def _plain(value: Any) -> tuple[list[Any], Shape, dtype]:
    """Return the elements, the shape and the kind of nested sequences and numbers."""
    if isinstance(value, ndarray):
        return value.values(), value.shape, value.dtype
    if isinstance(value, memoryview):
        return _plain(ndarray(value.shape, value.format.replace("l", "q").replace("L", "Q"), value))
    if isinstance(value, list | tuple | range):
        kinds_of = set(map(type, value))
        if len(kinds_of) == 1 and (kind := kinds_of.pop()) in (int, float, bool, str):
            big = kind is int and max(value, default=0) >= 1 << 63
            large = (
                OBJECT
                if (big and max(value) >= 1 << 64) or (kind is int and min(value) < -(1 << 63))
                else kinds.UINT64
            )
            return list(value), (len(value),), large if big or large is OBJECT else dtype(kind)
        parts = [_plain(one) for one in value]
        if any(shape != parts[0][1] for _, shape, _ in parts):
            raise ValueError(
                "setting an array element with a sequence. The requested array has an inhomogeneous shape"
            )
        if not parts:
            return [], (0,), FLOAT64
        kind = kinds.result_type(*(kind for _, _, kind in parts))
        return [one for found, _, _ in parts for one in found], (len(parts), *parts[0][1]), kind
    if isinstance(value, int) and type(value) is int and not -(1 << 63) <= value < 1 << 63:
        return [value], (), kinds.UINT64 if 0 < value < 1 << 64 else OBJECT
    return [value], (), kinds.kind_of(value)


def array(value: Any, dtype: Any = None, copy: bool = True, ndmin: int = 0, order: Any = None) -> ndarray:
    if hasattr(value, "__array__"):
        value = value.__array__()
    values, shape, kind = _plain(value)
    return filled(values, (1,) * (ndmin - len(shape)) + shape, kind if dtype is None else dtype)


def asarray(value: Any, dtype: Any = None, order: Any = None) -> ndarray:
    if isinstance(value, ndarray) and (dtype is None or kinds.dtype(dtype) is value.dtype):
        return value
    return array(value, dtype)


def broadcast_to(value: Any, shape: Any) -> ndarray:
    value, shape = asarray(value), as_shape(shape)
    if value.shape == shape:
        return value
    if broadcast_shapes(value.shape, shape) != shape:
        raise ValueError(f"could not broadcast input array from shape {value.shape} into shape {shape}")
    steps = [0 if n == 1 else step for n, step in zip(value.shape, value.steps, strict=True)]
    found = value._shared(shape, value.first, (0,) * (len(shape) - value.ndim) + tuple(steps))
    found.writeable = False
    return found
