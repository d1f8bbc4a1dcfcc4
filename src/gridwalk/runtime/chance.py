"""Random numbers for makers: one small generator that gives the same numbers in both tiers, everywhere.

Multiply with carry (Marsaglia 1994), its two halves put together: a product of 31 and 32 bits and the carry
stay below 2**63.  So nothing ever overflows, and Python's integers, Numba's and any machine's agree.  (A
product that overflows is undefined there: the compiler takes it for positive.)  ``random`` is an ``int64``
array of one word, from 1 to `STATES`; all of these are on two circles of equal length.
"""

from gridwalk.runtime.kernel import inline_kernel

MULTIPLIER = 1822219965  # so that MULTIPLIER * 2**32 - 1 is a safe prime, and the period half of it less one
STATES = (MULTIPLIER << 32) - 2
LOW = (1 << 32) - 1
HALF = (1 << 31) - 1
CERTAIN = 1 << 32  # the threshold of what always happens


@inline_kernel
def draw(random):
    """Return the next 32 bits."""
    x = MULTIPLIER * (random[0] & LOW) + (random[0] >> 32)
    random[0] = x
    return (x & LOW) ^ (x >> 32)


@inline_kernel
def below(random, n):
    """Return a number of 0 .. n - 1, each exactly as likely as any other (Lemire 2019); n < 2**31."""
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
    """Return a place from *head* to below *tail*: of a growing tree, which of those alive, the newest last.

    The last with probability *newest* / 2**32, else the first with *oldest* / 2**32, else any.
    """
    i = head + below(random, tail - head)
    if newest and happens(random, newest):
        i = tail - 1
    elif oldest and happens(random, oldest):
        i = head
    return i


@inline_kernel
def weight(seed, edge):
    """Return the random weight of an edge, 62 bits: no two edges, from 0 to 2**31 - 1, have the same.

    A Feistel network of two halves of 31 bits: each round can be undone, so the whole is a permutation.
    """
    x, y = edge ^ (seed & HALF), (seed >> 31) & HALF
    y ^= (x * 1812433253 >> 16) & HALF
    x ^= (y * 1664525003 >> 15) & HALF
    y ^= (x * 1103515245 >> 16) & HALF
    x ^= (y * 1540483477 >> 15) & HALF
    y ^= (x * 1332534557 >> 16) & HALF
    return (x << 31) | y
