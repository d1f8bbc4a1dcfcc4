"""Calls into compiled code: every kind of argument and result gets there, and back, as it is."""

import subprocess
import sys
import threading

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from gridwalk.kernels._kernel import kernel, name_of, take_apart
from gridwalk.kernels._machine import Code
from profiles import examples

DTYPES = ["?", "i1", "u1", "i2", "u2", "i4", "u4", "i8", "u8", "f4", "f8"]
INT64 = st.integers(-(2**63), 2**63 - 1)


@kernel
def echo(number, real, flag):
    return number, real, flag


@kernel
def copy_line(source, target):
    for i in range(len(source)):
        target[i] = source[i]
    return len(source)


@kernel
def transpose(source, target):
    for i in range(source.shape[0]):
        for j in range(source.shape[1]):
            target[j, i] = source[i, j]


@kernel
def nested(pair, nothing, log):
    (first, (second, factor)), offset = pair
    for i in range(len(first)):
        second[i] = first[i] * factor + offset
    if nothing is not None:
        return -1
    if log is not None:
        log[0] = factor
    return factor


@kernel
def high_bit(word):
    return word >> np.uint64(63)


@kernel
def same(number):
    return number


@kernel
def with_default(value, extra=None):
    return 0 if extra is None else extra[value]


@kernel
def divide(whole, part):
    return whole // part


@given(INT64, st.floats(), st.booleans())
def test_numbers_come_back_as_they_were(number, real, flag):
    assert repr(echo.compiled(number, real, flag)) == repr((number, real, flag))


@pytest.mark.parametrize("kind", DTYPES[1:])
def test_numbers_of_numpy_come_back_as_they_were(kind):
    kind = np.dtype(kind)
    extreme = np.finfo(kind).min if kind.kind == "f" else np.iinfo(kind).max
    number, *_ = echo.compiled(kind.type(extreme), 0.0, np.True_)
    assert number == extreme


@pytest.mark.parametrize("kind", DTYPES)
@pytest.mark.parametrize("size", [0, 1, 5])
def test_arrays_of_every_kind(kind, size):
    source = np.arange(-2, size - 2).astype(kind)
    target = np.zeros(size, kind)
    assert copy_line.compiled(source, target) == size
    assert target.tolist() == source.tolist()


@examples(60)
@given(st.integers(0, 4), st.integers(0, 4), st.integers(1, 3), st.integers(1, 3), st.booleans())
def test_views_with_steps_and_in_both_orders(rows, columns, down, right, turned):
    whole = np.arange(rows * columns * down * right).reshape(rows * down, columns * right)
    source = whole[::down, ::right]
    source = np.asfortranarray(source) if turned else source
    target = np.zeros((columns, rows), np.int64)
    assert transpose.compiled(source, target) is None
    assert np.array_equal(target, source.T)


def test_what_may_not_be_written_can_be_read():
    source = np.arange(3)
    source.flags.writeable = False
    target = np.zeros(3, np.int64)
    assert copy_line.compiled(source, target) == 3
    with pytest.raises(Exception, match=r"immutable|read-?only"):
        copy_line.compiled(target, source)


def test_tuples_in_tuples_and_nothing():
    first, second, log = np.arange(4), np.zeros(4, np.int64), np.zeros(1, np.int64)
    assert nested.compiled(((first, (second, 10)), 7), None, None) == 10
    assert second.tolist() == [7, 17, 27, 37]
    assert nested.compiled(((first, (second, 3)), 0), None, log) == 3
    assert (second.tolist(), log.tolist()) == ([0, 3, 6, 9], [3])
    assert nested.compiled(((first, (second, 3)), 0), 1, log) == -1


@pytest.mark.parametrize("word", [2**63, 2**64 - 1, np.uint64(2**63)])
def test_words_without_a_sign(word):
    assert high_bit.compiled(word) == 1


def test_a_number_is_of_the_type_that_holds_it_whichever_comes_first():
    for number in (2**64 - 1, -1, 2**63, 0, -(2**63), 2**63 - 1):
        assert same.compiled(number) == number


def test_a_number_of_more_than_64_bits_is_refused():
    for number in (2**64, -(2**63) - 1):
        with pytest.raises(OverflowError, match="does not fit 64 bits"):
            echo.compiled(number, 0.0, False)


def test_defaults_are_taken():
    assert with_default.compiled(2) == 0
    assert with_default.compiled(2, np.arange(5)) == 2


def test_an_error_of_the_code_is_raised():
    assert divide.compiled(7, 2) == 3
    with pytest.raises(ZeroDivisionError):
        divide.compiled(7, 0)


def test_a_prepared_call_is_made_again_with_other_numbers():
    source, target = np.arange(3), np.zeros(3, np.int64)
    call = nested.compiled.prepared(((source, (target, 2)), 1), None, None)
    assert (call(), target.tolist()) == (2, [1, 3, 5])
    call.words[2] = 5
    assert (call(), target.tolist()) == (5, [1, 6, 11])
    del source  # the call keeps what it points to
    call.words[3] = -1
    assert (call(), target.tolist()) == (5, [-1, 4, 9])


def test_threads_do_not_mix_their_calls():
    results = []

    def work(seed):
        source = np.arange(seed, seed + 1000)
        target = np.zeros(1000, np.int64)
        for _ in range(200):
            target[:] = 0
            results.append(copy_line.compiled(source, target) == 1000 and np.array_equal(source, target))

    threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [True] * 800


@pytest.mark.parametrize(
    ("arguments", "name"),
    [
        ((1, True, 0.5, None), "int bool float NoneType"),
        ((np.zeros((2, 3), "i4"),), "<i4 2 501"),
        ((np.zeros((2, 3), "i4").T,), "<i4 2 502"),
        (((1, (2,)), 3), "(2 int (1 int int"),
        ((np.uint64(1),), "uint64"),
    ],
)
def test_the_name_of_a_form(arguments, name):
    kinds = []
    take_apart(arguments, kinds, [])
    assert name_of(kinds) == name


@given(st.text("ab_"), st.lists(st.sampled_from(["sqrt", "memset"])), st.binary(), st.booleans())
def test_code_is_read_as_it_was_written(entry, symbols, data, several):
    code = Code(entry, "Pq?7x", 3, "qd", several, tuple(symbols), data)
    assert Code.from_bytes(code.to_bytes()) == code


def test_what_is_kept_is_run_without_numba(tmp_path, monkeypatch):
    monkeypatch.setenv("GRIDWALK_CACHE_DIR", str(tmp_path))
    code = (
        "import sys, gridwalk as gw\n"
        "from gridwalk.runtime.slices import tier\n"
        "with tier('compiled'):\n"
        "    print(gw.Board.rectangle(5, 5).paths().shortest().length, 'numba' in sys.modules)\n"
    )
    said = [
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        for _ in range(2)
    ]
    assert said == ["8 True\n", "8 False\n"]
