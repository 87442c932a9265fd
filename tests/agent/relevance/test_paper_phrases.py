"""Phrases that name a paper: where its authors work, as the lines around its title have it, and the words before "paper"."""

import pytest

from citehop.agent.relevance.paper_phrases import find_institutions, find_paper_phrases
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


@pytest.mark.parametrize(
    ("question", "phrases"),
    [
        ("Which optimizer is used in the slow trees paper?", ("slow trees",)),
        ("dropout, FooNet paper", ("FooNet",)),
        ("How deep is the net of the Oslo paper on small trees?", ("Oslo small trees",)),
        ("What accuracy has BarNet as listed by Falk?", ("Falk",)),
        ("What do the two authors of the original paper say?", ()),
        ("How many papers does the corpus have?", ()),
        ("Which articles about trees are there?", ()),
    ],
)
def test_the_words_before_paper_or_authors_call_a_paper(question: str, phrases: tuple[str, ...]) -> None:
    assert find_paper_phrases(question) == phrases


def test_the_words_that_call_a_paper_outweigh_those_of_what_is_asked_of_it() -> None:
    papers = (
        PaperFacts("slow", "Slow Growth of Conifers", ("Ada Ek",), 2019),
        PaperFacts("fast", "Sampling Rings with a Borer", ("Bo Lund",), 2020),
    )
    texts = {"slow": ["Conifers grow slowly. A borer is used."], "fast": ["A borer samples rings."] * 3}
    index = SubjectIndex(papers, {}, count_terms(texts))
    asked = "How deep does the borer go for sampling rings{}?"
    assert find_subjects(asked.format(""), index)[0].paper_id == "fast"
    called = find_subjects(asked.format(" in the slow growth paper"), index)[0]
    assert (called.paper_id, called.named) == ("slow", 0.8)
    assert called.terms >= {"slow", "growth"}
