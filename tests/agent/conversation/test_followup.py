"""Follow-ups as edits of the query before."""

from citehop.agent.conversation.conversation import Conversation
from citehop.agent.session import Session

RILLNET, BRAIDNET = "castellanos-2021-rillnet", "varnholt-2024-braidnet"


def test_another_paper_is_asked_the_same(by_words: Session) -> None:
    conversation = Conversation(by_words)
    conversation.ask("How many parameters does BraidNet have?")
    turn = conversation.ask("and RillNet?")
    assert turn.follows
    assert "RillNet" in turn.complete
    assert {citation.paper_id for citation in turn.answer.citations} <= {RILLNET}


def test_another_row_of_the_table(by_words: Session) -> None:
    conversation = Conversation(by_words)
    first = conversation.ask("What is the NSE of RillNet on CRESTA in Table 1?")
    turn = conversation.ask("and of KarstMix?")
    assert "0.713" in first.answer.text
    assert "0.735" in turn.answer.text


def test_the_record_of_the_paper_before(by_words: Session) -> None:
    conversation = Conversation(by_words)
    conversation.ask("How many parameters does BraidNet have?")
    turn = conversation.ask("who wrote it?")
    assert "Varnholt" in turn.answer.text


def test_a_question_that_stands_by_itself_is_not_edited(by_words: Session) -> None:
    conversation = Conversation(by_words)
    conversation.ask("How many parameters does BraidNet have?")
    turn = conversation.ask("Which optimizer is the network of RillNet trained with?")
    assert not turn.follows
