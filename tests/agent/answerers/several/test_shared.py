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


@pytest.mark.parametrize(
    ("question", "start"),
    [
        ("Which two authors wrote on both RillNet and SnowLedger?", "Nobody is an author of "),
        ("Do RillNet and SnowLedger have an author in common?", "Nobody is an author of "),
        ("Which authors of RillNet also wrote SnowLedger?", "Nobody is an author of "),
    ],
)
def test_shared_authors_are_asked_for_in_many_words(by_words: Session, question: str, start: str) -> None:
    assert ask(by_words, question).text.startswith(start)


def test_the_authors_of_one_paper_who_did_not_write_the_other(by_words: Session) -> None:
    rill, snow = (by_words.paper_id(each) for each in ("castellanos-2021-rillnet", "thorvik-2023-snowledger"))
    authors, title = by_words.cluster.paper(rill).authors, by_words.cluster.summary(snow).title
    text = ask(by_words, "Name the authors who are on RillNet but not on SnowLedger").text
    assert all(author in text for author in authors), text
    assert f'but not of "{title}"' in text


def test_what_authors_do_is_no_record(by_words: Session) -> None:
    text = ask(by_words, "Which optimizer did the authors of RillNet and SnowLedger both use?").text
    assert "author" not in text.partition("\n")[0]
