"""NumPy's default generator, equal bit for bit: seeds (`SeedSequence`), PCG64 and what gridwalk draws by.

Sources: M. E. O'Neill, "PCG: a family of simple fast space-efficient statistically good algorithms", 2014;
"Developing a seed_seq alternative", 2015; D. Lemire, "Fast random integer generation in an interval", 2019.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Any

from numpy.arrays import asarray, filled
from numpy.shapes import as_shape

MASK32, MASK64, MASK128 = (1 << 32) - 1, (1 << 64) - 1, (1 << 128) - 1
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
POOL = 4  # words


def _words(number: int) -> list[int]:
    """Return a whole number as words of 32 bits, the lowest first."""
    found = [number & MASK32]
    while number := number >> 32:
        found.append(number & MASK32)
    return found


class _Hash:
    """A hash whose constant changes with each word."""

    def __init__(self, start: int, factor: int) -> None:
        self.constant, self.factor = start, factor

    def __call__(self, value: int) -> int:
        value ^= self.constant
        self.constant = self.constant * self.factor & MASK32
        value = value * self.constant & MASK32
        return value ^ value >> 16


def _mixed(x: int, y: int) -> int:
    found = x * 0xCA01F9DD - y * 0x4973F715 & MASK32
    return found ^ found >> 16


class SeedSequence:
    def __init__(self, entropy: Any = None, *, spawn_key: tuple[int, ...] = ()) -> None:
        self.entropy = secrets.randbits(128) if entropy is None else entropy
        self.spawn_key, self.n_children_spawned = tuple(spawn_key), 0
        given = [self.entropy] if hasattr(self.entropy, "__index__") else list(self.entropy)
        words = [word for one in given for word in _words(int(one))]
        if spawn_key:
            words += [0] * (POOL - len(words)) + [word for one in spawn_key for word in _words(int(one))]
        hashed = _Hash(0x43B0D7E5, 0x931E8875)
        self.pool = [hashed(words[i] if i < len(words) else 0) for i in range(POOL)]
        for source in range(POOL):
            for to in range(POOL):
                if source != to:
                    self.pool[to] = _mixed(self.pool[to], hashed(self.pool[source]))
        for word in words[POOL:]:
            for to in range(POOL):
                self.pool[to] = _mixed(self.pool[to], hashed(word))

    def generate_state(self, n: int, dtype: Any = "uint32") -> Any:
        long = filled([], (0,), dtype).itemsize == 8
        hashed = _Hash(0x8B51F9DD, 0x58F38DED)
        words = [hashed(self.pool[i % POOL]) for i in range(n * (1 + long))]
        if long:
            words = [low | high << 32 for low, high in zip(words[::2], words[1::2], strict=True)]
        return filled(words, (n,), dtype)

    def spawn(self, n: int) -> list[SeedSequence]:
        first, self.n_children_spawned = self.n_children_spawned, self.n_children_spawned + n
        return [SeedSequence(self.entropy, spawn_key=(*self.spawn_key, first + i)) for i in range(n)]


class PCG64:
    def __init__(self, seed: Any = None) -> None:
        self.seed_seq = seed if isinstance(seed, SeedSequence) else SeedSequence(seed)
        high, low, inc_high, inc_low = self.seed_seq.generate_state(4, "uint64").tolist()
        self._increment = ((inc_high << 64 | inc_low) << 1 | 1) & MASK128
        self._at = ((self._increment + (high << 64 | low)) * MULTIPLIER + self._increment) & MASK128
        self._half: int | None = None  # the upper half of a word, for the next draw of 32 bits

    @property
    def state(self) -> dict[str, Any]:
        state = {"state": self._at, "inc": self._increment}
        return {"bit_generator": "PCG64", "state": state, "has_uint32": int(self._half is not None),
                "uinteger": self._half or 0}  # fmt: skip

    @state.setter
    def state(self, to: dict[str, Any]) -> None:
        self._at, self._increment = to["state"]["state"], to["state"]["inc"]
        self._half = to["uinteger"] if to["has_uint32"] else None

    def word(self) -> int:
        """Return 64 random bits."""
        self._at = self._at * MULTIPLIER + self._increment & MASK128
        word, turn = (self._at >> 64 ^ self._at) & MASK64, self._at >> 122
        return (word >> turn | word << (-turn & 63)) & MASK64

    def half(self) -> int:
        """Return 32 random bits: of each word the lower half first."""
        if self._half is not None:
            found, self._half = self._half, None
            return found
        word = self.word()
        self._half = word >> 32
        return word & MASK32

    def random_raw(self, size: Any = None) -> Any:
        return _many(self.word, size, "uint64")


def _many(draw: Callable[[], Any], size: Any, kind: str) -> Any:
    if size is None:
        return draw()
    shape = as_shape(size)
    count = 1
    for n in shape:
        count *= n
    return filled([draw() for _ in range(count)], shape, kind)


class Generator:
    def __init__(self, bits: PCG64) -> None:
        self.bit_generator = bits

    def random(self, size: Any = None) -> Any:
        return _many(lambda: (self.bit_generator.word() >> 11) * 2.0**-53, size, "float64")

    def integers(self, low: int, high: int | None = None, size: Any = None, dtype: Any = "int64") -> Any:
        """Draw whole numbers from *low* up to, not including, *high*."""
        low, high = (0, low) if high is None else (low, high)
        return _many(lambda: low + self._below(high - low - 1), size, dtype)

    def bytes(self, length: int) -> bytes:
        words = [self.bit_generator.half() for _ in range(-(-length // 4))]
        return filled(words, (len(words),), "uint32").tobytes()[:length]

    def _below(self, most: int) -> int:
        """Return a number from 0 to *most*, by Lemire's multiplication; rejected where it would be unfair."""
        if most == 0:
            return 0
        bits, draw = (32, self.bit_generator.half) if most <= MASK32 else (64, self.bit_generator.word)
        if most == (1 << bits) - 1:
            return draw()
        n = most + 1
        found = draw() * n
        while found % (1 << bits) < (1 << bits) % n:
            found = draw() * n
        return found >> bits

    def permutation(self, of: Any) -> Any:
        found = list(range(of)) if hasattr(of, "__index__") else asarray(of).values()
        for i in range(len(found) - 1, 0, -1):
            j = self._masked(i)
            found[i], found[j] = found[j], found[i]
        return asarray(found)

    def _masked(self, most: int) -> int:
        """Return a number from 0 to *most*, by the bits that it may have."""
        bits = most.bit_length()
        draw = self.bit_generator.half if most <= MASK32 else self.bit_generator.word
        while (found := draw() & (1 << bits) - 1) > most:
            pass
        return found

    def spawn(self, n: int) -> list[Generator]:
        return [Generator(PCG64(seed)) for seed in self.bit_generator.seed_seq.spawn(n)]


def default_rng(seed: Any = None) -> Generator:
    if isinstance(seed, Generator):
        return seed
    return Generator(seed if isinstance(seed, PCG64) else PCG64(seed))
