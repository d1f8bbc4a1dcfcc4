"""What is kept in memory: typed keys, a bound in bytes for all together, loans on the clock of who waits."""

import random
import threading

import pytest

from gridwalk.runtime.cache import MOST_LOCKED, Cache, Key, Repairable
from gridwalk.runtime.memory import UNLIMITED


class Half(Repairable):
    """A value of some bytes that is repaired by changes of even numbers."""

    def __init__(self, size):
        self.bytes = size

    def after(self, change):
        return Half(self.bytes + change) if change % 2 == 0 else None


def lent(cache, key, size, memory=UNLIMITED):
    with cache.lent(key, lambda: Half(size), lambda: None, lambda: memory) as value:
        return value


def test_histories_stay_within_the_budget_and_give_what_was_made():
    """A model beside the cache: what is kept is what was made, the bytes are bounded, the last one stays."""
    for seed in range(40):
        rng, budget = random.Random(seed), 1000
        cache, known = Cache(budget), {}
        for _ in range(200):
            key, size = Key("value", (rng.randrange(12),)), rng.randrange(400)
            match rng.choice(("get", "get", "lent", "clear" if rng.random() < 0.05 else "get")):
                case "get":
                    new = Half(size)
                    value = cache.get(key, lambda new=new: new)
                    assert value is new or value is known.get(key)
                    known[key] = value
                    assert key in cache
                case "lent":
                    key = Key("loan", key.facts)
                    value = lent(cache, key, size, budget)
                    assert key in cache
                    assert lent(cache, key, 0, budget) is value
                    assert sum(key.name == "loan" for key in cache) <= MOST_LOCKED
                case "clear":
                    cache.clear()
                    assert not cache
            assert sum(entry.value.bytes for entry in cache._entries.values()) <= budget


def test_a_loan_stays_whatever_its_size_and_few_of_them():
    cache = Cache()
    first = lent(cache, Key("loan", (0,)), 10**9, memory=1)
    assert lent(cache, Key("loan", (0,)), 1, memory=1) is first
    for number in range(1, MOST_LOCKED + 2):
        lent(cache, Key("loan", (number,)), 1)
    assert [key.facts[0] for key in cache] == list(range(2, MOST_LOCKED + 2))
    lent(cache, Key("loan", (9,)), 5, memory=1)
    assert [key.facts[0] for key in cache] == [9]


def test_who_waits_is_told_and_may_give_up():
    cache, key, waits = Cache(), Key("loan"), []

    def waiting():
        waits.append(1)
        if len(waits) == 2:
            raise TimeoutError

    def ask():
        try:
            with cache.lent(key, lambda: Half(2), waiting, lambda: UNLIMITED):
                waits.append("lent")
        except TimeoutError:
            waits.append("late")

    with cache.lent(key, lambda: Half(1), lambda: None, lambda: UNLIMITED) as value:
        thread = threading.Thread(target=ask, daemon=True)
        thread.start()
        thread.join(60)
        assert waits == [1, 1, "late"]
        assert value.bytes == 1


def test_a_value_that_could_not_be_made_is_made_by_the_next_thread():
    cache, key = Cache(), Key("loan")
    with pytest.raises(ZeroDivisionError), cache.lent(key, lambda: 1 // 0, lambda: None, lambda: 0):
        pass
    assert lent(cache, key, 7).bytes == 7


def test_threads_that_get_put_lend_and_change_at_once():
    cache, errors, users = Cache(5000), [], set()

    def ask(seed):
        rng = random.Random(seed)
        try:
            for _ in range(400):
                number = rng.randrange(8)
                assert cache.get(Key("shared", (number,)), lambda number=number: Half(number)).bytes == number
                loan = Key("loan", (rng.randrange(3),))
                size = loan.facts[0]
                with cache.lent(loan, lambda size=size: Half(size), lambda: None, lambda: 900) as value:
                    assert (value.bytes, id(value) in users) == (size, False)
                    users.add(id(value))
                    users.remove(id(value))
                other = Cache()
                other.take_over(cache, 2)
                assert all(other.peek(key).bytes in range(2, 10) for key in other)
                if rng.random() < 0.01:
                    cache.clear()
        except BaseException as error:  # a thread's own would not be seen
            errors.append(error)
            raise

    threads = [threading.Thread(target=ask, args=(seed,)) for seed in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
    assert not errors


class Later:
    """A change, of which two make one if they are not too great."""

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def then(self, later):
        return None if self.amount + later.amount > 9 else Later(self.amount + later.amount)


class Sum(Repairable):
    repairs = 0

    def __init__(self, value: int) -> None:
        self.value = value

    def after(self, change):
        Sum.repairs += 1
        return Sum(self.value + change.amount)


def test_what_nobody_asks_for_is_not_repaired_and_changes_in_between_are_one():
    caches = [Cache()]
    caches[0].put(Key("sum"), Sum(1))
    Sum.repairs = 0
    for amount in (2, 3, 4, 1):
        cache = Cache()
        cache.take_over(caches[-1], Later(amount))
        caches.append(cache)
    assert Sum.repairs == 0
    assert caches[3].peek(Key("sum")).value == 10
    assert caches[3].get(Key("sum"), list).value == 10
    assert Sum.repairs == 1
    assert Key("sum") not in caches[4]  # so much is made anew
    assert caches[2].get(Key("sum"), list).value == 6


def test_a_board_keeps_no_more_values_than_many(tune):
    tune(cache_many=10)
    cache = Cache()
    for number in range(30):
        cache.put(Key("flag", (number,)), value=True)
    assert [key.facts[0] for key in cache] == list(range(20, 30))
