"""The papers that a follow-up may refer to, and its readings."""

from __future__ import annotations

from citehop.agent.conversation.conversation import Conversation
from citehop.agent.conversation.named_papers import find_named_papers
from citehop.agent.conversation.readings import FollowupReading, read_among, read_in_paper
from citehop.agent.conversation.referents import Referents, find_referents
from citehop.agent.session import Session

RILLNET, SNOWLEDGER = "castellanos-2021-rillnet", "thorvik-2023-snowledger"


def test_papers_asked_the_same_one_after_the_other_are_a_group(by_words: Session) -> None:
    talk = Conversation(by_words)
    talk.ask("Who wrote the RillNet paper?")
    talk.ask("and SnowLedger?")
    referents = find_referents(talk.turns, by_words.subjects)
    assert referents.paper == SNOWLEDGER
    assert referents.group == (RILLNET, SNOWLEDGER)
    oldest = talk.ask("which of them is the oldest?")
    assert "RillNet" in oldest.answer.text
    assert "2021" in oldest.answer.text
    first = talk.ask("when was the second one published?")
    assert "2023" in first.answer.text


def test_a_question_without_a_paper_is_asked_of_the_last_one(by_words: Session) -> None:
    referents = Referents(RILLNET, (), {RILLNET: "RillNet"})
    reading = read_in_paper("how many units are there?", "", referents, by_words.subjects)
    assert reading is not None
    assert (reading.complete, reading.papers) == ("How many units are there, in RillNet?", (RILLNET,))
    assert read_in_paper("how deep is SnowLedger?", "", referents, by_words.subjects) is None
    assert read_in_paper("thanks!", "", referents, by_words.subjects) is None
    assert read_among("which of them is best?", "", referents, by_words.subjects) is None


def test_a_question_that_names_a_paper_is_not_asked_of_another_nor_completed_with_its_name(
    by_words: Session,
) -> None:
    referents = Referents(RILLNET, (), {RILLNET: "RillNet"})
    index = by_words.subjects
    assert read_in_paper("Which model is best in Table 2 of SnowLedger?", "", referents, index) is None
    reading = read_in_paper("what does Figure 1 show in RillNet?", "", referents, index)
    assert reading is not None
    assert reading == FollowupReading("What does Figure 1 show in RillNet?", "", (RILLNET,))
    talk = Conversation(by_words)
    talk.ask("Who wrote the RillNet paper?")
    turn = talk.ask("How many authors does RillNet have?")
    assert not any(note.startswith("understood as") for note in turn.answer.notes)


def test_one_word_of_the_language_names_no_paper(by_words: Session) -> None:
    named = find_named_papers("the routing of RillNet", by_words.subjects)
    assert [mention.paper_id for mention in named] == [RILLNET]
    assert find_named_papers("its routing", by_words.subjects) == []
