"""Follow-up questions that leave something out."""

from __future__ import annotations

import pytest

from citehop.agent.conversation.conversation import Conversation
from citehop.agent.conversation.ellipsis import complete_question
from citehop.agent.session import Session

UNITS = "How many units does RillNet have?"
BOTH = "What optimizer do RillNet and SnowLedger use?"
TWO_CLAUSES = "How large is RillNet and how many layers does SnowLedger have?"
AUTHORS = "How many units does the network of Castellanos et al. have?"
ON = "What NSE does RillNet reach on CRESTA?"


@pytest.mark.parametrize(
    ("followup", "previous", "complete"),
    [
        ("and which optimizer?", UNITS, "Which optimizer does RillNet use?"),
        ("on which GPU?", UNITS, "On which GPU, in RillNet?"),
        ("who are the authors?", UNITS, "Who are the authors of RillNet?"),
        ("what do they train on?", UNITS, "What does RillNet train on?"),
        ("its slope?", "What error have Linear Reservoirs?", "What is Linear Reservoirs' slope?"),
        ("learning rate?", UNITS, "What is the learning rate of RillNet?"),
        ("What about its batch size?", UNITS, "What is RillNet's batch size?"),
        ("and its authors?", UNITS, "What are RillNet's authors?"),
        ("Does it use dropout?", UNITS, "Does RillNet use dropout?"),
        ("Who wrote this paper?", UNITS, "Who wrote RillNet?"),
        ("and how many layers are there?", UNITS, "How many layers are there, in RillNet?"),
        ("and for SnowLedger?", UNITS, "How many units does SnowLedger have?"),
        ("And BERT?", UNITS, "How many units does BERT have?"),
        ("and HIM?", UNITS, "How many units does HIM have?"),
        ("SnowLedger's?", UNITS, "How many units does SnowLedger have?"),
        ("same for SnowLedger", UNITS, "How many units does SnowLedger have?"),
        ("and how many layers?", UNITS, "How many layers does RillNet have?"),
        ("and gauges?", UNITS, "How many gauges does RillNet have?"),
        ("what offsets are used?", UNITS, ""),
        ("and the learning rate?", BOTH, "What learning rate do RillNet and SnowLedger use?"),
        ("by how much?", "Why is RillNet faster?", "By how much is RillNet faster?"),
        ("why?", "What is RillNet's dropout?", "Why does RillNet use this dropout?"),
        ("why?", "What is the dropout of RillNet?", "Why does RillNet use this dropout?"),
        ("when?", "Who wrote the RillNet paper?", "When was RillNet published?"),
        ("in which year was the paper published?", UNITS, "In which year was RillNet published?"),
        (
            "and when?",
            "Who wrote Castellanos et al.?",
            "When was the paper of Castellanos et al. 2021 published?",
        ),
        ("who wrote that paper?", AUTHORS, "Who wrote the paper of Castellanos et al. 2021?"),
        ("and its authors?", AUTHORS, "What are the authors of the paper of Castellanos et al. 2021?"),
        ("and the learning rates?", BOTH, "What learning rates do RillNet and SnowLedger use?"),
        ("what about TwinGauge?", BOTH, "What optimizer do TwinGauge use?"),
        ("and on MossGauge?", ON, "What NSE does RillNet reach on MossGauge?"),
        ("and on MossGauge?", UNITS, "How many units does RillNet have on MossGauge?"),
        ("Why?", "What delay does RillNet use?", "Why does RillNet use this delay?"),
        ("why?", "What optimizer is used for RillNet?", "Why is this optimizer used for RillNet?"),
        ("why?", "Which data is RillNet trained on?", "Why is RillNet trained on this data?"),
        ("why?", ON, "Why does RillNet reach this NSE on CRESTA?"),
        ("why?", "Which corpus does RillNet use?", "Why does RillNet use this corpus?"),
        ("why?", "Which gauges does RillNet use?", "Why does RillNet use these gauges?"),
        ("why so?", UNITS, "Why does RillNet have this many units?"),
        ("when did they propose it?", UNITS, "When did the authors of RillNet propose RillNet?"),
        ("Learning rate?", UNITS, "What is the learning rate of RillNet?"),
        ("does it use dropout?", TWO_CLAUSES, "Does SnowLedger use dropout?"),
        ("and on MossGauge?", "Which papers train on CRESTA?", "Which papers train on MossGauge?"),
        ("what about MossGauge?", "Which papers use CRESTA?", "Which papers use MossGauge?"),
    ],
)
def test_what_is_left_out_comes_from_the_question_before(
    followup: str, previous: str, complete: str, by_words: Session
) -> None:
    assert complete_question(followup, previous, by_words.subjects) == complete


@pytest.mark.parametrize(
    ("followup", "previous"),
    [
        ("And how deep is SnowLedger?", UNITS),
        ("And how deep is BERT?", UNITS),
        ("What does it cost to build a clock tower?", UNITS),
        ("What is a reach?", UNITS),
        ("thanks, that was helpful", UNITS),
        ("hello", UNITS),
        ("and which optimizer?", "How do snow and rain differ?"),
        ("Summarize the paper about probabilistic frame induction.", UNITS),
        ("list the data sets of SnowLedger", UNITS),
        ("show the hyperparameters of SnowLedger", UNITS),
        ("who proposed SnowLedger?", UNITS),
        ("who coined GRU?", UNITS),
        ("which gauges measure snow in SnowLedger?", UNITS),
        ("What corpus was used to train SnowLedger and how many books does it contain?", UNITS),
        ("What is a gauge, and how is it read?", UNITS),
        ("How many pairs does it have?", "Which corpus is RillNet trained on?"),
        ("Did the same authors measure rain?", UNITS),
        ("why?", "Who proposed RillNet?"),
        ("why?", "What optimizer does it use?"),
        ("and him?", UNITS),
    ],
)
def test_a_whole_question_or_one_without_a_topic_stays(
    followup: str, previous: str, by_words: Session
) -> None:
    assert complete_question(followup, previous, by_words.subjects) == ""


def test_a_conversation_keeps_its_topic_over_several_turns(by_words: Session) -> None:
    talk = Conversation(by_words)
    talk.ask("How many units does the recurrent cell of RillNet have?")
    authors = talk.ask("and who wrote it?")
    assert authors.follows
    assert "Castellanos" in authors.answer.text
    year = talk.ask("And when was it published?")
    assert "2021" in year.answer.text
    assert year.answer.notes[0] == "understood as: When was RillNet published?"
    other = talk.ask("and for SnowLedger?")
    assert other.complete == "When was SnowLedger published?"
    assert "2023" in other.answer.text
    assert {citation.paper_id for citation in other.answer.citations} <= {"thorvik-2023-snowledger"}


def test_what_no_paper_says_is_refused_in_a_follow_up_as_well(by_words: Session) -> None:
    talk = Conversation(by_words)
    talk.ask("How many units does the recurrent cell of RillNet have?")
    turn = talk.ask("and for BERT-large?")
    assert (turn.follows, turn.answer.status) == (True, "abstained")
    assert talk.ask("thanks").answer.status == "abstained"
    assert "Castellanos" in talk.ask("Who wrote the RillNet paper?").answer.text


def test_a_question_with_its_own_antecedent_leaves_the_paper_before(by_words: Session) -> None:
    talk = Conversation(by_words)
    talk.ask("How many units does the recurrent cell of RillNet have?")
    turn = talk.ask("Who wrote the SnowLedger paper and when was it published?")
    assert (turn.follows, turn.complete) == (False, "")
    assert {citation.paper_id for citation in turn.answer.citations} <= {"thorvik-2023-snowledger"}


def test_a_bare_why_is_answered_from_the_papers_of_the_last_answer(by_words: Session) -> None:
    talk = Conversation(by_words)
    first = talk.ask("How many units does the recurrent cell of RillNet have?")
    turn = talk.ask("why?")
    assert turn.complete == "Why does the recurrent cell of RillNet have this many units?"
    assert first.answer.citations
    assert {c.paper_id for c in turn.answer.citations} <= {c.paper_id for c in first.answer.citations}


@pytest.mark.parametrize("followup", ["why?", "and him?"])
def test_what_can_neither_be_completed_nor_searched_for_is_answered_by_one_line(
    followup: str, by_words: Session
) -> None:
    talk = Conversation(by_words)
    talk.ask("Who wrote the RillNet paper?")
    turn = talk.ask(followup)
    assert (turn.complete, turn.answer.status, turn.answer.citations) == ("", "abstained", ())
    assert "write the whole question" in turn.answer.text
