"""Occurrences of terms in papers: counts and idf by hand, written and read back."""

import math
from pathlib import Path

import pytest

from citehop.indexes.text.analysis import analyze
from citehop.indexes.text.term_statistics import (
    count_terms,
    inverse_frequencies,
    read_statistics,
    write_statistics,
)

TEXTS = {"b": ["Zebras eat grass.", "A zebra sleeps."], "a": ["Grass grows."], "c": []}


def test_occurrences_are_counted_by_stem_over_all_passages_of_a_paper() -> None:
    statistics = count_terms(TEXTS)
    assert statistics.paper_ids == ("a", "b", "c")
    assert statistics.occurrences("zebra") == {"b": 2}
    assert statistics.occurrences("grass") == {"a": 1, "b": 1}
    assert statistics.occurrences("quokka") == {}
    assert [statistics.length(paper) for paper in "abc"] == [2, 5, 0]


def test_idf_falls_with_the_papers_that_have_the_term() -> None:
    statistics = count_terms(TEXTS)
    assert statistics.document_frequency("grass") == 2
    assert statistics.idf("quokka") == pytest.approx(math.log(1 + 3.5 / 0.5))
    assert statistics.idf("zebra") == pytest.approx(math.log(1 + 2.5 / 1.5))
    assert statistics.idf("grass") == pytest.approx(math.log(1 + 1.5 / 2.5))


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    statistics = count_terms(TEXTS)
    write_statistics(statistics, tmp_path / "terms")
    write_statistics(statistics, tmp_path / "terms")  # replaces the first
    read = read_statistics(tmp_path / "terms")
    assert read.paper_ids == statistics.paper_ids
    for term in analyze("zebras eat grass that grows and sleep"):
        assert read.occurrences(term) == statistics.occurrences(term)
    assert [path.name for path in tmp_path.iterdir()] == ["terms"]


def test_a_missing_or_damaged_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="papers"):
        read_statistics(tmp_path / "none")
    write_statistics(count_terms(TEXTS), tmp_path / "terms")
    (tmp_path / "terms" / "counts.npy").write_bytes(b"damaged")
    with pytest.raises((OSError, ValueError)):
        read_statistics(tmp_path / "terms")


def test_no_papers_have_no_terms() -> None:
    assert count_terms({}).occurrences("zebra") == {}


def test_frequencies_over_documents_given_by_their_terms() -> None:
    documents = [{"grass", "zebra"}, {"grass"}, {"grass"}]
    weights = inverse_frequencies(["grass", "zebra"], documents)
    assert weights == {
        "grass": pytest.approx(math.log(1 + 0.5 / 3.5)),
        "zebra": pytest.approx(math.log(1 + 2.5 / 1.5)),
    }
    flat = inverse_frequencies(["grass", "zebra"], documents, flat=True)
    assert flat == {
        "grass": pytest.approx(math.log(1 + 3.5 / 3.5)),
        "zebra": pytest.approx(math.log(1 + 3.5 / 1.5)),
    }
