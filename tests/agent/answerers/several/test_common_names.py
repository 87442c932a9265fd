"""Names of what several papers have in common."""

from __future__ import annotations

from citehop.agent.answerers.several.common_names import find_common_names
from citehop.agent.answerers.several.paper_lists import find_paper_list
from citehop.agent.ask import ask
from citehop.agent.session import Session


def test_data_that_two_papers_share_are_named_with_a_sentence_of_each(by_words: Session) -> None:
    listed = find_paper_list("Which benchmarks do both RillNet and SnowLedger use?", by_words.subjects)
    assert listed is not None
    assert listed.relation == "common"
    found = find_common_names(by_words, listed.part, listed.papers)
    assert found is not None
    first, rows = found
    assert first == "In common: CRESTA."
    assert [row.paper_id for row in rows] == [paper.paper_id for paper in listed.papers]
    assert all("CRESTA" in row.answer and row.citations[0].quote == row.answer for row in rows)


def test_the_answer_begins_with_what_is_shared(by_words: Session) -> None:
    text = ask(by_words, "What benchmarks do RillNet and SnowLedger have in common?").text
    assert text.startswith("In common: CRESTA.")


def test_papers_that_share_nothing_of_the_kind_have_no_names_in_common(by_words: Session) -> None:
    listed = find_paper_list("Which optimizers do both RillNet and SnowLedger use?", by_words.subjects)
    assert listed is not None
    assert find_common_names(by_words, listed.part, listed.papers) is None
