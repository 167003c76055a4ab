"""What is slow to make is made once for all who ask, and no more of it is kept than there is room for."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from service.book.cache import Cache, Flights

SECONDS = 20


def never() -> int:
    raise AssertionError("The least recently used go first, and no others.")


@given(st.lists(st.integers(1, 9)), st.integers(1, 20))
def test_what_is_kept_together_is_never_larger_than_the_most_but_for_one_value_alone(sizes, most) -> None:
    kept: dict[int, None] = {}
    cache: Cache[int, int] = Cache(most, size_of=int)
    for size in sizes:
        assert cache.get(size, lambda size=size: size) == size
        kept.pop(size, None)
        kept[size] = None
        while sum(kept) > most and len(kept) > 1:
            del kept[next(iter(kept))]
        for one in tuple(kept):
            assert cache.get(one, never) == one


def test_all_who_ask_at_the_same_time_are_told_the_same_value_which_is_made_once() -> None:
    flights: Flights[str, object] = Flights()
    begun, may_end, made = threading.Event(), threading.Event(), []

    def make() -> object:
        made.append(object())
        begun.set()
        assert may_end.wait(SECONDS)
        return made[-1]

    with ThreadPoolExecutor(8) as threads:
        first = threads.submit(flights.get, "a", make)
        assert begun.wait(SECONDS)
        others = [threads.submit(flights.get, "a", make) for _ in range(6)]
        # Another value does not wait for this one.
        assert threads.submit(flights.get, "b", lambda: "b").result(SECONDS) == "b"
        may_end.set()
        assert {one.result(SECONDS) for one in others} == {first.result(SECONDS)} == set(made)
    # Whoever asks later may be told something newer.
    assert flights.get("a", lambda: "new") == "new"


def test_whoever_waited_for_one_that_failed_makes_it_themself() -> None:
    flights: Flights[str, int] = Flights()
    begun, may_end = threading.Event(), threading.Event()

    def fail() -> int:
        begun.set()
        assert may_end.wait(SECONDS)
        raise ValueError("no")

    with ThreadPoolExecutor(2) as threads:
        first = threads.submit(flights.get, "a", fail)
        assert begun.wait(SECONDS)
        second = threads.submit(flights.get, "a", lambda: 7)
        may_end.set()
        with pytest.raises(ValueError, match="no"):
            first.result(SECONDS)
        assert second.result(SECONDS) == 7
