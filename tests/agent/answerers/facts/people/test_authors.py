"""Authors: parsed, as other papers cite them, or as a signature."""

from __future__ import annotations

from dataclasses import replace

from citehop.agent.answerers.facts.as_cited import citing_entries
from citehop.agent.answerers.facts.people.authors import _SIGNATURE, find_authors
from citehop.agent.session import Session

RILLNET = "castellanos-2021-rillnet"


def test_authors_are_those_of_the_paper(by_words: Session) -> None:
    paper = by_words.cluster.paper(RILLNET)
    found = find_authors(by_words, paper)
    assert found is not None
    assert found.names == paper.authors
    assert found.citation is not None
    assert (found.citation.paper_id, found.citation.page) == (RILLNET, 1)


def test_authors_that_the_page_prints_with_marks_are_found_beside_the_title(by_words: Session) -> None:
    paper = by_words.cluster.paper(RILLNET)
    marked = find_authors(by_words, replace(paper, authors=tuple(f"{name}x" for name in paper.authors)))
    assert marked is not None
    assert marked.citation is not None
    assert marked.citation.quote == paper.title


def test_a_bibliography_gives_the_authors_that_were_not_parsed(by_words: Session) -> None:
    paper = replace(by_words.cluster.paper(RILLNET), authors=())
    cited = {reference.authors for reference, _ in citing_entries(by_words, paper)}
    found = find_authors(by_words, paper)
    assert found is not None
    assert found.names in cited


def test_a_signature_stands_before_an_address() -> None:
    text = "This ends the letter. Ada B. Falk Department of Hydrology, University of Ekby"
    match = _SIGNATURE.search(text)
    assert match is not None
    assert match[1] == "Ada B. Falk"
    assert _SIGNATURE.search("We thank the Department of Hydrology.") is None
