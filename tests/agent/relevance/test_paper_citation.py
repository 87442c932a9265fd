"""Papers as a text cites them."""

import pytest

from citehop.agent.relevance.paper_citation import cite_authors


@pytest.mark.parametrize(
    ("authors", "cited"),
    [
        ((), ""),
        ((" ",), ""),
        (("Ada Falk",), "Falk"),
        (("Ada Falk", "B. Ek"), "Falk and Ek"),
        (("Ada Falk", "B. Ek", "Cy Meer"), "Falk et al."),
    ],
)
def test_three_authors_are_the_first_and_others(authors: tuple[str, ...], cited: str) -> None:
    assert cite_authors(authors) == cited
