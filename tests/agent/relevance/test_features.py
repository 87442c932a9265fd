"""Features of sentences as answers: by hand, without a model and with vectors that count words."""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt
import pytest

from citehop.agent.relevance.features import NAMES, AnswerCandidate, describe_candidates, is_fragment
from citehop.agent.relevance.subject import Subject
from citehop.agent.verification.sentences import sentences_of
from citehop.indexes.text.term_statistics import count_terms
from citehop.indexes.types import Chunk
from citehop.papers.types import BBox

BOX = BBox(0, 0, 1, 1)


def describe(
    question: str,
    *texts: str,
    section: str = "",
    subjects: Mapping[str, Subject] | None = None,
    model: bool = False,
) -> list[AnswerCandidate]:
    chunks = [
        Chunk(f"p:{i}", "p", "text", text, section, 1, BOX, ((1, BOX),)) for i, text in enumerate(texts)
    ]
    statistics = count_terms({"p": texts})
    return describe_candidates(
        question, sentences_of(chunks), subjects or {}, statistics, encode if model else None
    )


def encode(texts: Sequence[str]) -> npt.NDArray[np.float32]:
    counts = np.array(
        [[text.lower().count(word) for word in ("zebra", "gnu", "lion")] for text in texts], np.float32
    )
    vectors: npt.NDArray[np.float32] = counts / np.linalg.norm(counts, axis=1, keepdims=True).clip(1e-9)
    return vectors


def value(candidate: AnswerCandidate, name: str) -> float:
    return float(candidate.row[NAMES.index(name)])


def by_text(candidates: Sequence[AnswerCandidate]) -> dict[str, AnswerCandidate]:
    return {candidate.sentence.text: candidate for candidate in candidates}


def test_coverage_weighs_terms_by_rarity_among_the_sentences() -> None:
    found = by_text(describe("zebra gnu", "The zebra eats.", "The zebra and the gnu eat.", "The lion eats."))
    assert value(found["The zebra and the gnu eat."], "coverage") == pytest.approx(1.0)
    zebra = value(found["The zebra eats."], "coverage")
    assert 0 < zebra < 0.5  # the commoner of the two terms
    assert value(found["The lion eats."], "coverage") == 0.0
    assert value(found["The zebra eats."], "rarest") == 0.0
    assert value(found["The zebra and the gnu eat."], "rarest") == 1.0


def test_terms_that_no_paper_has_are_shared_by_all_rows() -> None:
    for candidate in describe("zebra Quokkas", "The zebra eats.", "The lion eats."):
        assert value(candidate, "unknown_terms") == pytest.approx(0.5)


def test_ties_keep_the_given_order_and_nothing_gives_nothing() -> None:
    texts = ("The lion eats now.", "The lion sleeps now.")
    assert [c.sentence.text for c in describe("zebra", " ".join(texts))] == list(texts)
    assert describe("zebra") == []
    assert all(np.isfinite(c.row).all() and c.row.shape == (len(NAMES),) for c in describe("", *texts))


def test_a_sentence_of_another_paper_than_the_one_that_is_named_is_elsewhere() -> None:
    subjects = {"p": Subject("p", 0.1, 0.0), "q": Subject("q", 0.9, 0.8)}
    (candidate,) = describe("zebra", "The zebra eats.", subjects=subjects)
    assert value(candidate, "elsewhere") == pytest.approx(0.9 * 0.8 * 0.9)


def test_windows_join_a_sentence_with_its_neighbors() -> None:
    found = by_text(describe("zebra gnu", "A zebra is here. A gnu is there.", model=True))
    assert value(found["A zebra is here."], "similarity") == pytest.approx(0.5**0.5)
    assert value(found["A zebra is here."], "window_after") == pytest.approx(1.0)
    assert value(found["A zebra is here."], "window_before") == pytest.approx(0.5**0.5)
    assert value(found["A gnu is there."], "window_before") == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("text", "fragment"),
    [
        ("The zebra eats.", False),
        ("“Zebras eat.”", False),
        ("• Using both is better.", False),
        ("and then it eats.", True),
        ("Note that, unlike lions, zebras can", True),
    ],
)
def test_fragments_lack_their_beginning_or_end(text: str, fragment: bool) -> None:
    assert is_fragment(text) is fragment


def test_what_is_explained() -> None:
    why = by_text(describe("Why do zebras run?", "Most zebras run because lions do.", "Zebras run."))
    assert value(why["Most zebras run because lions do."], "caused") == 1.0
    assert value(why["Zebras run."], "caused") == 0.0
