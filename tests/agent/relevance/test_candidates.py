"""The sentences that are considered: fragments are left out, a paper that is named is searched by itself."""

import pytest

from citehop.agent.relevance.candidates import find_sentences, is_acknowledgement, is_sentence
from citehop.agent.relevance.subject import Subject
from citehop.agent.session import Session
from citehop.indexes.types import Hit, SearchQuery

RILLNET = "castellanos-2021-rillnet"


@pytest.mark.parametrize(
    "text",
    [
        "Related Work",
        "12.3 44.1 0.7 81.2 9.9 model",
        "[12] A. Smith, B. Jones. Parsing of trees. 2004.",
        "Le, Q. and Mikolov, T. Vectors of sentences and documents. 2014.",
        "1 Introduction . . . . . . . . . . . . 3",
        "Selector (Reason First) 0.94 0.76 0.84",
        "The following models were compared here:",
        "Proceedings of the 22nd Conference on Gauges, pages 697–704 Manchester, August 2008",
        "�c 2013 Association for Computational Linguistics",
        "The lemma of \ufffd\ufffd is the form in a dictionary.",
        "Licensed under the Creative Commons Attribution 3.0 licence.",
    ],
)
def test_fragments_are_no_sentences(text: str) -> None:
    assert not is_sentence(text)


def test_each_sentence_comes_once_from_the_scope(by_words: Session) -> None:
    sentences = find_sentences(by_words.index, "How large is the timing error?", (), (RILLNET,))
    assert sentences
    assert {s.chunk.paper_id for s in sentences} == {RILLNET}
    assert len({(s.chunk.paper_id, s.text) for s in sentences}) == len(sentences)


def test_the_likeliest_paper_is_searched_by_itself(by_words: Session) -> None:
    question = "streamflow discharge basins"
    subject = Subject(RILLNET, 0.9, 0.9)

    def count(*subjects: Subject) -> int:
        return sum(s.chunk.paper_id == RILLNET for s in find_sentences(by_words.index, question, subjects))

    assert count(subject) > count()


def test_no_other_paper_answers_a_question_that_clearly_names_one(by_words: Session) -> None:
    question = "streamflow discharge basins"
    sure = find_sentences(by_words.index, question, (Subject(RILLNET, 0.9, 0.9),))
    unsure = find_sentences(by_words.index, question, (Subject(RILLNET, 0.9, 0.2),))
    assert {s.chunk.paper_id for s in sure} == {RILLNET}
    assert len({s.chunk.paper_id for s in unsure}) > 1


def test_a_question_without_words_finds_nothing(by_words: Session) -> None:
    assert find_sentences(by_words.index, "", ()) == []


def test_acknowledgements_are_recognized_by_their_beginning() -> None:
    assert is_acknowledgement("We would like to thank Ada Ek for answers about her system.")
    assert is_acknowledgement("This work was partly supported by a grant of the Foo Fund.")
    assert is_acknowledgement("Acknowledgments The authors thank Ada Ek for her help.")
    assert not is_acknowledgement("We acknowledged each packet once it had arrived.")
    assert not is_acknowledgement("This work shows how trees are supported by frames.")


def test_a_named_paper_is_searched_without_its_name(
    by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    queries: list[tuple[str, tuple[str, ...]]] = []

    def search(index: object, query: SearchQuery, k: int) -> list[Hit]:
        queries.append((query.text, query.papers))
        return []

    monkeypatch.setattr("citehop.agent.relevance.candidates.search_chunks", search)
    subject = Subject(RILLNET, 0.9, 0.9, frozenset({"rillnet"}))
    find_sentences(by_words.index, "How fast is RillNet training?", (subject,))
    assert queries == [("How fast is RillNet training?", ()), ("How fast is training?", (RILLNET,))]


def test_a_number_in_groups_of_three_is_no_row_of_a_table() -> None:
    assert is_sentence("We identified 2 290 011 distinct statin initiators.")
    assert not is_sentence("Mean age in all groups 56.4 12.0 48.7")


def test_a_short_statement_behind_a_heading_is_a_sentence() -> None:
    assert is_sentence("Retrospective observational study.", "DESIGN")
    assert not is_sentence("Retrospective observational study.")
    assert not is_sentence("Retrospective study", "DESIGN")


def test_all_passages_of_a_paper_that_alone_is_in_scope_are_considered(by_words: Session) -> None:
    alone = find_sentences(by_words.index, "How large is the timing error?", (), (RILLNET,))
    passages = {chunk.id for chunk in by_words.index.chunks(RILLNET)}
    assert len({sentence.chunk.id for sentence in alone}) > 0.8 * len(passages)
