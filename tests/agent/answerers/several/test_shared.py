"""Facts of the record that several papers share."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.relations import asks_for_shared
from citehop.agent.ask import ask
from citehop.agent.session import Session


@pytest.mark.parametrize(
    ("question", "shared"),
    [
        ("Which authors do RillNet and SnowLedger share?", True),
        ("What is common to RillNet and SnowLedger?", True),
        ("Who wrote RillNet?", False),
    ],
)
def test_words_that_ask_for_shared_things(question: str, shared: bool) -> None:
    assert asks_for_shared(question) is shared


def test_nobody_wrote_two_papers_of_other_people(by_words: Session) -> None:
    answer = ask(by_words, "Who are the authors of both RillNet and SnowLedger?")
    titles = [by_words.cluster.summary(c.paper_id).title for c in answer.citations]
    assert answer.text.startswith("Nobody is an author of ")
    assert all(f'"{title}"' in answer.text for title in titles)
    assert len(titles) == 2


def test_papers_that_cite_both(by_words: Session) -> None:
    cluster = by_words.cluster
    rill, snow = (by_words.paper_id("castellanos-2021-rillnet"), by_words.paper_id("thorvik-2023-snowledger"))
    expected = [c for c in cluster.citing(rill) if c in cluster.citing(snow)]
    text = ask(by_words, "Which papers cite both RillNet and SnowLedger?").text
    number = f"{len(expected)} paper{'' if len(expected) == 1 else 's'} of this cluster citing each of"
    assert text.startswith(number)
    assert all(cluster.summary(paper_id).title in text for paper_id in expected)
