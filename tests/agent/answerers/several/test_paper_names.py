"""Names of papers in a piece of a question."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.paper_names import find_named
from citehop.indexes.subjects import PaperFacts, SubjectIndex
from citehop.indexes.text.term_statistics import count_terms

PAPERS = (
    PaperFacts("alone", "Words or Characters?", ("Ines Wang", "Otto Falk"), 2007),
    PaperFacts("second", "Learning from Unlabelled Text", ("Bo Zhang", "Uli Wang", "Piet Eklund"), 2013),
    PaperFacts("third", "Treebanks of Two Languages", ("Uta Zhang",), 2006),
)
TEXTS = {"alone": ["words and characters"], "second": ["text of the web"], "third": ["trees of Zhang"]}
INDEX = SubjectIndex(PAPERS, {}, count_terms(TEXTS))


@pytest.mark.parametrize(
    ("phrase", "paper_id"),
    [
        ("Wang et al.", "alone"),  # the second author of another paper
        ("Eklund et al.", "second"),  # nobody's first author
        ("Falk's", "alone"),
        ("Wang's", "alone"),  # the only first author of this name
    ],
)
def test_the_paper_of_an_author(phrase: str, paper_id: str | None) -> None:
    named = find_named(phrase, INDEX)
    assert (named.paper_id if named else None) == paper_id
