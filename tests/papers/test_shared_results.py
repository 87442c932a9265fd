"""Results that threads share."""

import threading
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import pytest

from citehop.papers.shared_results import SharedResults


def test_threads_that_need_one_result_at_once_compute_it_once() -> None:
    results, computed = SharedResults[str](4), list[int]()

    def compute() -> str:
        computed.append(threading.get_ident())
        time.sleep(0.05)
        return "done"

    with ThreadPoolExecutor(8) as pool:
        found = list(pool.map(lambda _: results.get("key", compute), range(8)))
    assert found == ["done"] * 8
    assert len(computed) == 1


def test_the_least_recently_used_result_is_dropped() -> None:
    results, computed = SharedResults[str](2), list[str]()

    def compute(key: str) -> str:
        computed.append(key)
        return key

    for key in "abacb":
        assert results.get(key, partial(compute, key)) == key
    assert computed == ["a", "b", "c", "b"]


def test_of_several_results_only_the_missing_ones_are_computed() -> None:
    results, computed = SharedResults[str](8), list[list[int]]()

    def compute(places: list[int]) -> list[str]:
        computed.append(places)
        return [f"{place}" for place in places]

    assert results.get_all("aba", compute) == ["0", "1", "0"]
    assert results.get_all("cab", compute) == ["0", "0", "1"]
    assert results.get_all("abc", compute) == ["0", "1", "0"]
    assert results.get_all("def", compute) == ["0", "1", "2"]
    assert computed == [[0, 1], [0], [0, 1, 2]]


def test_threads_share_several_results_that_overlap() -> None:
    results, computed = SharedResults[str](64), list[str]()
    keys = [f"{n % 12}{letter}" for n in range(6) for letter in "ab"]

    def ask(start: int) -> list[str]:
        own = [*keys[start:], *keys[:start]]

        def compute(places: list[int]) -> list[str]:
            time.sleep(0.01)
            computed.extend(own[place] for place in places)
            return [own[place] for place in places]

        return [] if results.get_all(own, compute) == own else own

    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(ask, range(8))) == [[]] * 8
    assert sorted(computed) == sorted(keys)


def test_a_failure_is_not_kept() -> None:
    results = SharedResults[int](2)

    def fail() -> int:
        time.sleep(0.02)
        raise ValueError("no")

    with ThreadPoolExecutor(4) as pool:
        futures = [pool.submit(results.get, "key", fail) for _ in range(4)]
        for future in futures:
            with pytest.raises(ValueError, match="no"):
                future.result()
    assert results.get("key", lambda: 3) == 3
