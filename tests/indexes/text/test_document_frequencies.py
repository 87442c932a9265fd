"""Passages that have each term, and the weights of queries by them."""

import math
from pathlib import Path

import pytest

from citehop.indexes.text.document_frequencies import (
    count_documents,
    read_frequencies,
    write_frequencies,
)
from citehop.indexes.text.sparse import SparseVector

PASSAGES = [
    SparseVector((3, 7), (1.0, 1.0)),
    SparseVector((7, 4_000_000_000), (2.0, 1.0)),
    SparseVector((), ()),
]


def test_weights_by_hand() -> None:
    weighed = count_documents(PASSAGES).weigh(SparseVector((3, 5, 7, 4_000_000_000), (1.0, 1.0, 2.0, 1.0)))
    one, none, two = (math.log(1 + (3 - n + 0.5) / (n + 0.5)) for n in (1, 0, 2))
    assert weighed.indices == (3, 5, 7, 4_000_000_000)
    assert weighed.values == pytest.approx((one, none, 2 * two, one))


def test_no_passages() -> None:
    assert count_documents([]).weigh(SparseVector((1,), (1.0,))).values == pytest.approx((math.log(2),))


def test_a_file_holds_them(tmp_path: Path) -> None:
    write_frequencies(count_documents(PASSAGES), tmp_path / "passages.npz")
    found = read_frequencies(tmp_path / "passages.npz")
    assert (found.total, found.indices.tolist(), found.counts.tolist()) == (
        3,
        [3, 7, 4_000_000_000],
        [1, 2, 1],
    )
    (tmp_path / "passages.npz").write_bytes(b"PK")
    with pytest.raises((OSError, ValueError, KeyError)):
        read_frequencies(tmp_path / "passages.npz")
