"""Cited papers found through the anchor's sentences: probabilities by hand-made mentions."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pytest

from citehop.papers.types import Mention, Paper, Reference
from citehop.retrieval.linking.citing_sentences import rank_by_citing_sentences

REFERENCES = tuple(
    Reference(key, key, paper_id=paper) for key, paper in (("1", "foo"), ("2", "bar"), ("3", None))
)


def anchor(*mentions: tuple[str, tuple[str, ...]]) -> Paper:
    return Paper(
        "a", "A", references=REFERENCES, mentions=tuple(Mention((), keys, text, 1) for text, keys in mentions)
    )


FOO = "Rare words are split into pieces [1]."
BAR = "Long documents are read in windows [2]."


def test_the_sentence_with_the_questions_words_leads_to_its_paper() -> None:
    ranked = rank_by_citing_sentences("Which work splits rare words?", anchor((FOO, ("1",)), (BAR, ("2",))))
    assert set(ranked) == {"foo", "bar"}
    assert ranked["foo"][0] > 0.9
    assert ranked["foo"][1] == FOO
    assert sum(probability for probability, _ in ranked.values()) == pytest.approx(1.0)


def test_papers_of_the_same_sentence_are_alike() -> None:
    ranked = rank_by_citing_sentences("rare words", anchor((FOO, ("1", "2"))))
    assert {paper: probability for paper, (probability, _) in ranked.items()} == pytest.approx(
        {"foo": 0.5, "bar": 0.5}
    )


def test_a_sentence_about_one_work_goes_before_one_about_several() -> None:
    ranked = rank_by_citing_sentences("rare words", anchor((FOO, ("1", "3")), (FOO, ("2",))))
    assert ranked["bar"][0] > ranked["foo"][0]


def test_meaning_is_added_where_vectors_are_at_hand() -> None:
    def encode(texts: Sequence[str]) -> npt.NDArray[np.float32]:
        return np.array(
            [[1.0, 0.0] if "window" in t or "pane" in t else [0.0, 1.0] for t in texts], np.float32
        )

    paper = anchor((FOO, ("1",)), (BAR, ("2",)))
    assert rank_by_citing_sentences("panes", paper)["bar"][0] == pytest.approx(0.5)
    assert rank_by_citing_sentences("panes", paper, encode)["bar"][0] > 0.9


@pytest.mark.parametrize(
    "paper", [anchor(), anchor((FOO, ("3",))), anchor((f"{'Rare words. ' * 60}[1]", ("1",)))]
)
def test_no_sentence_that_cites_a_paper_of_the_cluster_gives_nothing(paper: Paper) -> None:
    assert rank_by_citing_sentences("rare words", paper) == {}
