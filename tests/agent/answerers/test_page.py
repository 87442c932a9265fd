"""Answers to questions for a page by its number."""

from __future__ import annotations

import citehop
from citehop.agent.session import Session


def test_a_page_is_quoted(by_words: Session) -> None:
    paper = next(paper for paper in by_words.cluster.papers() if paper.pages > 1)
    answer = citehop.ask(by_words, f"What is on page 2 of {paper.title}?")
    assert answer.citations
    assert {(citation.paper_id, citation.page) for citation in answer.citations} == {(paper.id, 2)}


def test_a_page_that_the_paper_lacks_is_refused(by_words: Session) -> None:
    paper = next(paper for paper in by_words.cluster.papers() if paper.pages > 1)
    answer = citehop.ask(by_words, f"What is on page 999 of {paper.title}?")
    assert not answer.citations
    assert "no page 999" in answer.text
