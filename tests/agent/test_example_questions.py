"""Questions to begin with: each was answered, from the paper that it is about."""

from citehop.agent.ask import ask
from citehop.agent.example_questions import suggest_questions
from citehop.agent.query.restrict import restrict
from citehop.agent.session import Session

CITED = "castellanos-2021-rillnet"


def test_a_cluster_suggests_a_table_of_its_anchor_and_papers_that_it_cites(by_words: Session) -> None:
    questions = suggest_questions(by_words)
    assert len(questions) == 3
    answers = [ask(by_words, question) for question in questions]
    assert [answer.status for answer in answers] == ["answered"] * 3
    assert answers[0].citations[0].paper_id == by_words.cluster.anchor
    assert len({answer.citations[0].paper_id for answer in answers}) == 3


def test_a_paper_suggests_questions_that_it_answers(by_words: Session) -> None:
    questions = suggest_questions(by_words, CITED)
    assert len(questions) >= 2
    for question in questions:
        answer = ask(restrict(by_words, papers=(CITED,)), question)
        assert {citation.paper_id for citation in answer.citations} == {CITED}
