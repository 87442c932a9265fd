"""Papers whose title a question has, in whole or in part."""

from citehop.agent.relevance.title_match import (
    find_identified,
    find_quoted_titles,
    match_initials,
)
from citehop.indexes.subjects import PaperFacts, SubjectIndex
from citehop.indexes.text.term_statistics import count_terms

PAPERS = (
    PaperFacts("a", "Deep Parsing Trees", ("Ada Falk",), 2005, file="N13-1099"),
    PaperFacts("b", "A Survey of Deep Parsing Trees", ("Bo Ek",), 2005, file="N13-10"),
)
INDEX = SubjectIndex(PAPERS, {}, count_terms({}))


def test_a_title_within_a_longer_one_that_is_quoted_does_not_count() -> None:
    assert set(find_quoted_titles("What is Deep Parsing Trees about?", INDEX, {0, 1})) == {0}
    assert set(find_quoted_titles("What is A Survey of Deep Parsing Trees about?", INDEX, {0, 1})) == {1}


def test_a_file_is_named_by_its_whole_identifier_only() -> None:
    assert set(find_identified("Table 2 of n13-1099?", INDEX)) == {0}
    assert set(find_identified("Table 2 of N13-10.", INDEX)) == {1}
    assert find_identified("Table 2 of XN13-1099?", INDEX) == {}


def test_initials_of_a_whole_title_are_surer_than_those_of_a_part() -> None:
    found = match_initials("How large is DPT?", INDEX)
    assert found[0] == (0.8, "DPT")
    assert found.get(1, (0.0, ""))[0] < 0.8
