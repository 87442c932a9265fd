"""Readings of questions as ones for works that a paper cites."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.facts.cited_works.wordings import find_sought


def years_of(question: str) -> list[tuple[int | None, int | None, bool | None]]:
    return [
        (each.years.first, each.years.last, each.years.newest) for each in find_sought(question) if each.years
    ]


@pytest.mark.parametrize(
    ("question", "years"),
    [
        ("How many references from the year 2013 has the RillNet paper of Pla?", (2013, 2013, None)),
        ("How many of the works cited in RillNet appeared in 2017?", (2017, 2017, None)),
        ("Which 2012 papers does RillNet cite?", (2012, 2012, None)),
        ("How many references older than 2000 does RillNet have?", (None, 1999, None)),
        ("How many references in RillNet date from between 2010 and 2013?", (2010, 2013, None)),
        ("How many of the references of RillNet are from 2016 or later?", (2016, None, None)),
        ("How many entries in the bibliography of RillNet are from the 1990s?", (1990, 1999, None)),
        ("Does RillNet cite anything from before 1980?", (None, 1979, None)),
        ("Which references of RillNet predate 1990?", (None, 1989, None)),
        ("Oldest work cited by Pla et al., RillNet?", (None, None, False)),
        ("What is the most recent reference of RillNet?", (None, None, True)),
    ],
)
def test_works_of_some_years(question: str, years: tuple[int | None, int | None, bool | None]) -> None:
    assert years in years_of(question)


@pytest.mark.parametrize(
    "question",
    [
        "How many references does Pla 2014 have?",
        "How many references are there in the paper of Pla from 2014?",
        "How many references are in the paper published in 2014?",
        "How many references are in Pla's 2014 paper?",
        "Which papers from 2016 cite RillNet?",
        "What is the most recent paper that cites RillNet?",
        "What does the oldest work cited in RillNet propose?",
        "How many storms of 2013 does the RillNet data set have?",
        "In what year was RillNet published?",
    ],
)
def test_the_year_of_a_paper_is_none_of_its_references(question: str) -> None:
    assert years_of(question) == []


@pytest.mark.parametrize(
    ("question", "author", "role"),
    [
        ("How many of the listed references of RillNet have Falk as first author?", "Falk", "first"),
        ("In how many references of RillNet is Falk the first author?", "Falk", "first"),
        ("How many of the references of RillNet are by Falk?", "Falk", ""),
        ("Does RillNet cite anything by Falk?", "Falk", ""),
        ("Number of Falk's papers in the bibliography of RillNet", "Falk", ""),
        ("Does RillNet cite Falk?", "Falk", ""),
    ],
)
def test_works_of_an_author(question: str, author: str, role: str) -> None:
    assert (author, role) in [(each.name, each.role) for each in find_sought(question)]


def test_the_authors_of_the_citing_paper_are_not_those_of_its_works() -> None:
    question = "Which references from 2013 does the drainage paper by Pla, Ek and Falk have?"
    assert [each.name for each in find_sought(question)] == [""]


@pytest.mark.parametrize(
    ("question", "venue"),
    [
        ("Which journal articles does RillNet cite?", "journal"),
        ("How many arXiv preprints does RillNet cite?", "arXiv"),
        ("Which EMNLP papers does RillNet cite?", "EMNLP"),
        ("Which works cited by RillNet appeared in Water Letters?", "Water Letters"),
        ("How many references in the EMNLP paper of Pla are there?", None),
    ],
)
def test_works_of_a_venue(question: str, venue: str | None) -> None:
    venues = [each.venue for each in find_sought(question) if each.venue]
    assert venues == ([venue] if venue else [])
