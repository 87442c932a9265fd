"""Results that threads share."""

from __future__ import annotations

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
