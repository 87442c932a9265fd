"""Papers of the sample cluster with the most or the fewest parts."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.facts.record_extremes import find_extreme
from citehop.agent.ask import ask
from citehop.agent.session import Session


@pytest.mark.parametrize(
    ("question", "noun", "largest"),
    [
        ("Which paper has the most references?", "references", True),
        ("Which of these papers has the fewest authors?", "authors", False),
        ("what is the longest paper here?", "pages", True),
        ("Which paper cites the most papers?", "references", True),
        ("Which paper is cited most?", "citations", True),
        ("the least cited paper", "citations", False),
        ("Which paper has the largest number of tables?", "tables", True),
    ],
)
def test_extremes_of_counts_are_recognized(question: str, noun: str, largest: bool) -> None:
    extreme = find_extreme(question)
    assert extreme is not None
    assert (extreme.noun, extreme.largest) == (noun, largest)


@pytest.mark.parametrize("question", ["Which model has the most parameters?", "Most papers use Adam. Why?"])
def test_other_superlatives_are_left_alone(question: str) -> None:
    assert find_extreme(question) is None


def test_the_papers_with_an_extreme_are_named_with_its_value(by_words: Session) -> None:
    counts = {paper.id: len(paper.authors) for paper in by_words.cluster.summaries}
    most = [paper.title for paper in by_words.cluster.summaries if counts[paper.id] == max(counts.values())]
    answer = ask(by_words, "Which paper has the most authors?")
    assert answer.status == "answered"
    assert all(f'"{title}"' in answer.text for title in most)
    assert f"{max(counts.values())} author" in answer.text
    cited = {paper.id: len(by_words.cluster.citing(paper.id)) for paper in by_words.cluster.summaries}
    text = ask(by_words, "Which of these papers is cited most often?").text
    assert f"cited by {max(cited.values())} paper" in text


def test_a_superlative_of_something_else_than_the_papers_is_not_answered_from_the_record(
    by_words: Session,
) -> None:
    assert "in this cluster" not in ask(by_words, "Which paper with the most references uses Adam?").text
