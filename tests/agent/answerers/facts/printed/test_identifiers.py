"""The DOI and the arXiv number of a paper."""

from __future__ import annotations

from dataclasses import replace

import pytest

from citehop.agent.answerers.facts.printed import identifiers
from citehop.agent.ask import ask
from citehop.agent.session import Session
from citehop.papers.parsing.references.ids import Stamp

TITLE = '"RillNet: Message Passing along Drainage Lines"'


@pytest.mark.parametrize(
    ("stamp", "text"),
    [
        (
            Stamp("2101.00001", 3, "cs.LG", "4 Feb 2021"),
            "is arXiv:2101.00001v3 [cs.LG], version 3 of 4 February 2021.",
        ),
        (Stamp("cs/9905001", 1, "", "17 May 1999"), "is arXiv:cs/9905001v1, version 1 of 17 May 1999."),
        (None, "has no arXiv number on its first page."),
    ],
)
def test_the_arxiv_number_is_that_of_the_stamp(
    stamp: Stamp | None, text: str, by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identifiers, "_read_stamp", lambda *_: stamp)
    for question in (
        "What is the arXiv number of RillNet?",
        "Which version of the RillNet paper is in the library, and of what date is it on arXiv?",
        "When was RillNet posted on arXiv?",
    ):
        assert ask(by_words, question).text == f"{TITLE} {text}"


@pytest.mark.parametrize(
    ("page", "text"),
    [
        (
            "DOI:10.5555/RILL.1 Rills. References 1. Ek. doi:10.5555/9",
            f"The DOI of {TITLE} is 10.5555/rill.1.",
        ),
        ("Rills. References 1. Ek. doi:10.5555/9", f"{TITLE} has no DOI of its own on its first page."),
    ],
)
def test_a_doi_of_the_references_is_not_the_paper_s_own(
    page: str, text: str, by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(identifiers, "read_page", lambda *_: page)
    monkeypatch.setattr(identifiers, "_as_cited", lambda *_: None)
    for question in ("DOI of Pla et al., RillNet?", "RillNet doi", "What is the DOI of RillNet?"):
        assert ask(by_words, question).text == text


def test_an_identifier_may_be_known_from_a_bibliography(
    by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    citing = by_words.cluster.paper(by_words.cluster.citing("castellanos-2021-rillnet")[0])
    entry = replace(citing.references[0], ids=(("doi", "10.5555/7"),))
    monkeypatch.setattr(identifiers, "citing_entries", lambda *_: [(entry, citing)])
    monkeypatch.setattr(identifiers, "read_page", lambda *_: "")
    answer = ask(by_words, "What is the DOI of RillNet?").text
    assert answer == f'The DOI of {TITLE} is 10.5555/7, as "{citing.title}" cites it.'


@pytest.mark.parametrize(
    ("question", "text"),
    [
        ("What is the article number of RillNet?", f"{TITLE} has article number 111."),
        ("Which ISBN has the RillNet paper?", f"{TITLE} has ISBN 978-1-4503-9421-5."),
        (
            "ISSN and article no. of RillNet?",
            f"{TITLE} has article number 111 and no ISSN on its first page.",
        ),
    ],
)
def test_the_numbers_that_a_publisher_gives(
    question: str, text: str, by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = "Rills. ACM, Article 111, 15 pages. ISBN 978-1-4503-9421-5. References 1. Ek. ISSN 1234-5678"
    monkeypatch.setattr(identifiers, "read_page", lambda *_: page)
    assert ask(by_words, question).text == text
