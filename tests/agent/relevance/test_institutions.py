"""Institutions that name a paper: where its authors work, as the lines around its title have it."""

from __future__ import annotations

import pytest

from citehop.agent.relevance.institutions import find_institutions
from citehop.agent.relevance.subject import find_subjects
from citehop.indexes.subjects import PaperFacts, SubjectIndex
from citehop.indexes.text.term_statistics import count_terms

PAPERS = (
    PaperFacts("foo", "Parsing Trees", ("Ada Ek",), 2019, "", ("oslo", "university")),
    PaperFacts(
        "rain", "Antecedent Rainfall", ("Bo Lund",), 2020, "", ("ek", "rainfall", "tartu", "university")
    ),
    PaperFacts("zoo", "A Survey", ("Dee Muir",), 2021, "", ("nijmegen", "university")),
)
INDEX = SubjectIndex(PAPERS, {}, count_terms({paper.id: ["We use trees."] for paper in PAPERS}))


@pytest.mark.parametrize(
    ("question", "found"),
    [
        ("How many trees does the Nijmegen group use?", {"nijmegen"}),
        ("What do the people from Tartu use?", {"tartu"}),
        ("How fast is Oslo's parser?", {"oslo"}),
        ("Why did the Nijmegen tree survey authors stop?", {"nijmegen"}),
        ("Who wrote the Oslo/Tartu paper?", {"oslo", "tartu"}),
        ("How large is the Stanford Treebank?", set()),  # a name that only begins with one
        ("what does oslo's parser do?", set()),
    ],
)
def test_an_institution_is_named_before_its_people_or_behind_a_preposition(
    question: str, found: set[str]
) -> None:
    assert find_institutions(question) - {"who", "what", "how", "why"} == found


def test_a_paper_is_the_subject_by_the_institution_of_its_authors() -> None:
    first, second, _ = find_subjects("Which trees does the Tartu team use?", INDEX)
    assert first.paper_id == "rain"
    assert first.is_clear
    assert first.probability > 2 * second.probability
    assert "tartu" in first.terms


def test_words_of_many_papers_surnames_and_words_of_titles_name_no_institution() -> None:
    assert set(INDEX.front_places) == {"oslo", "tartu", "nijmegen"}
