"""Facts of the sample cluster's own list of papers."""

from __future__ import annotations

import pytest

from citehop.agent.ask import ask
from citehop.agent.session import Session


@pytest.mark.parametrize(
    "question",
    ["How many papers are in this cluster?", "How many papers do you have?", "How many PDFs are indexed?"],
)
def test_papers_are_counted(question: str, by_words: Session) -> None:
    answer = ask(by_words, question)
    assert (answer.status, answer.text) == ("answered", "This cluster has 13 papers.")


@pytest.mark.parametrize(
    "question",
    [
        "Which papers were published in 2021?",
        "List all papers from 2021",
        "How many papers appeared in 2021?",
        "How many of my papers are from 2021?",
        "Which papers in my collection appeared in 2021?",
    ],
)
def test_papers_of_a_year_are_listed(question: str, by_words: Session) -> None:
    titles = [paper.title for paper in by_words.cluster.summaries if paper.year == 2021]
    count, *lines = ask(by_words, question).text.splitlines()
    assert count.startswith(f"{len(titles)} paper")
    assert lines == [f'- "{title}"' for title in titles]


@pytest.mark.parametrize("question", ["List my papers", "Which papers do you have?", "Show all papers"])
def test_all_papers_are_listed(question: str, by_words: Session) -> None:
    count, *lines = ask(by_words, question).text.splitlines()
    assert count == "This cluster has 13 papers:"
    assert lines == [
        f'- "{p.title}"' + (f" ({p.year})" if p.year else "") for p in by_words.cluster.summaries
    ]


@pytest.mark.parametrize(
    ("question", "first", "last"),
    [
        ("papers before 2019", 0, 2018),
        ("Which of the papers came out after 2022?", 2023, 9999),
        ("How many papers were published between 2020 and 2021?", 2020, 2021),
        ("List the articles since 2023", 2023, 9999),
    ],
)
def test_papers_of_some_years_are_listed_with_their_years(
    question: str, first: int, last: int, by_words: Session
) -> None:
    papers = [paper for paper in by_words.cluster.summaries if first <= (paper.year or 0) <= last]
    count, *lines = ask(by_words, question).text.splitlines()
    assert count.startswith(f"{len(papers)} papers of this cluster")
    assert lines == [f'- "{paper.title}" ({paper.year})' for paper in papers]


@pytest.mark.parametrize(
    ("question", "title"),
    [
        ("What is the most recent paper, and from what year is it?", "BraidNet"),
        ("oldest paper?", "Linear Reservoirs"),
    ],
)
def test_the_newest_and_the_oldest_paper(question: str, title: str, by_words: Session) -> None:
    assert f'paper of this cluster is "{title}' in ask(by_words, question).text


def test_a_year_without_papers_is_said_to_have_none(by_words: Session) -> None:
    assert ask(by_words, "Which papers are from 1950?").text == "No paper of this cluster is from 1950."


@pytest.mark.parametrize(
    "question",
    [
        "Which papers are by Castellanos?",
        "Which papers did Ignacio Castellanos write?",
        "What is the title of the paper by castellanos?",
    ],
)
def test_papers_of_an_author_are_listed(question: str, by_words: Session) -> None:
    assert '- "RillNet: Message Passing along Drainage Lines"' in ask(by_words, question).text.splitlines()


@pytest.mark.parametrize(
    "question",
    [
        "How many papers are in the training set?",
        "Which papers by the same group use gauges?",
        "Which papers use data from 2021?",
    ],
)
def test_other_questions_are_left_to_the_text(question: str, by_words: Session) -> None:
    assert "of this cluster" not in ask(by_words, question).text
    assert "This cluster" not in ask(by_words, question).text


def test_papers_by_one_author_or_another_are_listed(by_words: Session) -> None:
    first, second = (by_words.cluster.summaries[place].authors[0].split()[-1] for place in (0, -1))
    titles = [
        paper.title
        for paper in by_words.cluster.summaries
        if {first, second} & {author.split()[-1] for author in paper.authors}
    ]
    lines = ask(by_words, f"Which papers were written by {first} or {second}?").text.splitlines()[1:]
    assert lines == [f'- "{title}"' for title in titles]


def test_papers_with_two_people_among_their_authors_are_listed(by_words: Session) -> None:
    paper = next(paper for paper in by_words.cluster.summaries if len(paper.authors) > 1)
    first, second = (author.split()[-1] for author in paper.authors[:2])
    for question in (
        f"Which papers have {first} and {second} among their authors?",
        f"Which papers did both {first} and {second} write?",
    ):
        assert f'- "{paper.title}"' in ask(by_words, question).text.splitlines()
