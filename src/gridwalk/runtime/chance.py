"""A small random number generator for makers; its numbers are the same in both tiers and on all machines.

Multiply-with-carry (Marsaglia 1994), with the two halves of the state combined by xor.  A product of 31 and
32 bits plus the carry stays below 2**63, so integers never overflow (in compiled code, overflow is
undefined).  ``random`` is an ``int64`` array of one number from 1 to `STATES`; these form two cycles of equal
length.
"""

from gridwalk.runtime.kernel import inline_kernel

MULTIPLIER = 1822219965  # so that MULTIPLIER * 2**32 - 1 is a safe prime, and the period half of it less one
STATES = (MULTIPLIER << 32) - 2
LOW = (1 << 32) - 1
HALF = (1 << 31) - 1
CERTAIN = 1 << 32  # the threshold of an event that always happens


@inline_kernel
def draw(random):
    """Return the next 32 bits."""
    x = MULTIPLIER * (random[0] & LOW) + (random[0] >> 32)
    random[0] = x
    return (x & LOW) ^ (x >> 32)


@inline_kernel
def below(random, n):
    """Return a uniform random number from 0 to n - 1 (Lemire 2019); n < 2**31."""
    product = draw(random) * n
    if (product & LOW) < n:
        surplus = CERTAIN % n
        while (product & LOW) < surplus:
            product = draw(random) * n
    return product >> 32


@inline_kernel
def happens(random, threshold):
    """Return whether an event of probability threshold / 2**32 happens."""
    return draw(random) < threshold


@inline_kernel
def one_alive(random, head, tail, newest, oldest):
    """Return an index from *head* to *tail* - 1, of a cell in a growing tree; the newest cell is last.

    It is the last with probability *newest* / 2**32, else the first with probability *oldest* / 2**32, else
    uniform.
    """
    i = head + below(random, tail - head)
    if newest and happens(random, newest):
        i = tail - 1
    elif oldest and happens(random, oldest):
        i = head
    return i


@inline_kernel
def weight(seed, edge):
    """Return the random weight of an edge from 0 to 2**31 - 1: 62 bits, different for different edges.

    A Feistel network on two halves of 31 bits, which is a permutation because each round is invertible.
    """
    x, y = edge ^ (seed & HALF), (seed >> 31) & HALF
    y ^= (x * 1812433253 >> 16) & HALF
    x ^= (y * 1664525003 >> 15) & HALF
    y ^= (x * 1103515245 >> 16) & HALF
    x ^= (y * 1540483477 >> 15) & HALF
    y ^= (x * 1332534557 >> 16) & HALF
    return (x << 31) | y
