"""Works that a question cites, by surnames and year or by the name that others cite them by."""

import pytest

from citehop.agent.relevance.cited_works import find_cited_names, find_cited_works
from citehop.indexes.subjects import PaperFacts, SubjectIndex
from citehop.indexes.text.term_statistics import count_terms

PAPERS = (
    PaperFacts("a", "Parsing", ("Ada Falk", "Bo Ekman"), 2005),
    PaperFacts("b", "Tagging", ("Cy Berg", "Ada Falk"), 2005),
    PaperFacts("c", "Chunking", ("Dee Berg", "Eve Lund"), 2010),
    PaperFacts("d", "Ranking", ("Dee Berg", "Gus Moor"), 2015),
)
INDEX = SubjectIndex(PAPERS, {}, count_terms({}))


@pytest.mark.parametrize(
    ("question", "places"),
    [
        ("What did Falk et al. (2005) parse?", {0}),  # not the paper of which Falk is the second author
        ("What did Falk & Ekman parse?", {0}),
        ("What did Berg, 2010 chunk?", {2}),
        ("What did Berg (2016) rank?", {3}),  # no paper of that year, one of the year before
        ("What did Berg and Moor rank?", {3}),
        ("What did Berg et al. do?", set()),  # fits three papers
        ("What did Lund et al. (2010) chunk?", set()),  # no first author
        ("What did Falk et al. (1998) parse?", set()),  # another work
        ("What did Falk & Ekman 1998 parse?", set()),
    ],
)
def test_a_work_is_cited_by_its_first_author_and_its_year_or_all_named_authors(
    question: str, places: set[int]
) -> None:
    assert set(find_cited_works(question, INDEX)) == places


def test_a_name_refers_to_a_paper_by_its_share_of_the_citations_by_that_name() -> None:
    counts = {"rain cast": {"a": 8, "b": 2}, "cast": {"b": 4}}
    found = find_cited_names("How deep is Rain Cast?", counts)
    assert {paper_id: terms for paper_id, (_, terms) in found.items()} == dict.fromkeys(
        "ab", frozenset({"rain", "cast"})
    )
    assert found["a"][0] == pytest.approx(0.8)  # 8 of 10 citations, often enough to be sure
    assert found["b"][0] == pytest.approx(0.2 * 0.8)  # "cast" alone is cited too seldom for a plain word


def test_a_seldom_cited_word_is_a_name_where_it_is_rare() -> None:
    counts = {"raincast": {"a": 2}, "mixed": {"b": 2}}
    assert find_cited_names("how deep is raincast, and is it mixed", counts) == {}
    found = find_cited_names("how deep is raincast, and is it mixed", counts, lambda name: name != "mixed")
    assert {paper_id: terms for paper_id, (_, terms) in found.items()} == {"a": frozenset({"raincast"})}
