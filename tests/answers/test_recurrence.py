"""Recurrences found from terms, far terms, and products of polynomials, compared with plain sums."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwalk.answers.recurrence import RationalFunction, in_digits, polynomial, recurrence_of, times
from gridwalk.runtime.limits import NO_LIMITS
from profiles import examples

WATCH = NO_LIMITS.watch()
SMALL = st.integers(-9, 9)


def series(above, below, n):
    """Return the first n terms of a quotient of polynomials, one by one."""
    found = []
    for i in range(n):
        value = above[i] if i < len(above) else 0
        found.append(value - sum(below[j] * found[i - j] for j in range(1, min(i, len(below) - 1) + 1)))
    return found


def product(a, b):
    found = [0] * max(len(a) + len(b) - 1, 0)
    for i, x in enumerate(a):
        for j, y in enumerate(b):
            found[i + j] += x * y
    return found if a and b else []


@examples(200)
@given(st.lists(SMALL, max_size=6), st.lists(SMALL, max_size=6), st.integers(0, 60), st.integers(1, 10**6))
def test_a_far_term_is_that_of_the_series(above, below, n, modulo):
    function = RationalFunction(tuple(above), (1, *below))
    terms = series(above, [1, *below], n + 1)
    assert function.terms(n + 1) == terms
    assert function.coefficient(n) == terms[n]
    assert function.coefficient(n, modulo=modulo) == terms[n] % modulo


@examples(200)
@given(st.lists(SMALL, max_size=5), st.lists(SMALL, max_size=5), st.integers(0, 3))
def test_the_recurrence_found_is_the_shortest_that_holds(above, below, more):
    order = max(len(above), len(below)) + more
    terms = series(above, [1, *below], 4 * order + 4)
    q = recurrence_of(terms[: 2 * order], order, WATCH)
    assert q[0] == 1
    assert len(q) - 1 <= order
    for n in range(len(q) - 1, len(terms)):  # of later terms, too
        assert sum(q[i] * terms[n - i] for i in range(len(q))) == 0


@pytest.mark.parametrize(
    ("terms", "expected"),
    [
        ([0] * 6, (1,)),
        ([5, 0, 0, 0], (1, 0)),
        ([1, 1, 2, 3, 5, 8], (1, -1, -1)),
        ([3**i for i in range(4)], (1, -3)),
        ([(2**31 - 1) ** i for i in range(6)], (1, -(2**31) + 1)),  # 0 modulo the first prime
        ([(10**30 + 7) ** i + (-3) ** i for i in range(8)], (1, -(10**30) - 4, -3 * (10**30 + 7))),
    ],
)
def test_recurrences_by_hand(terms, expected):
    assert recurrence_of(terms, len(terms) // 2, WATCH) == expected


@examples(100)
@given(st.lists(st.integers(-(10**40), 10**40), max_size=40), st.lists(st.integers(-9, 9), max_size=40))
def test_packed_products(a, b):
    assert times(a, b, WATCH) == product(a, b)


@pytest.mark.parametrize(("first", "second"), [(3, 3), (20, 20), (33, 17), (9, 1)])
def test_products_of_long_numbers(first, second):
    a = [(-3) ** (40_000 + 7 * i) for i in range(first)]
    b = [5 ** (30_000 + i) - i for i in range(second)]
    assert times(a, b, WATCH) == product(a, b)


def test_fibonacci_numbers_of_a_million_digits_and_their_text():
    fibonacci = RationalFunction((0, 1), (1, -1, -1))
    number = fibonacci.coefficient(10**6)
    assert number % (10**9 + 7) == fibonacci.coefficient(10**6, modulo=10**9 + 7)
    text = in_digits(number)
    assert len(text) == 208_988
    assert sum(int(text[i : i + 1000]) * pow(10, len(text) - i - len(text[i : i + 1000]), 997)
               for i in range(0, len(text), 1000)) % 997 == number % 997  # fmt: skip
    assert [in_digits(n) for n in (0, 9, 10**4000, 2**14_000 - 1)] == [
        "0", "9", "1" + "0" * 4000, in_digits(2**14_000)[:-1] + str(int(in_digits(2**14_000)[-1]) - 1),
    ]  # fmt: skip


def test_texts():
    assert polynomial([0, -1, 0, 12]) == "-x + 12 x^3"
    assert polynomial([-1]) == "-1"
    assert polynomial(range(20)).endswith("+ 8 x^8 + ... (19 terms)")
    assert str(RationalFunction((), (1,))) == "0"
    assert str(RationalFunction((1, 2), (1,))) == "1 + 2 x"
    assert str(RationalFunction((1, 2), (1, 3))) == "(1 + 2 x) / (1 + 3 x)"
