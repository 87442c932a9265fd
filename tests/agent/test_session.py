"""Papers named by users of a session."""

import pytest

from citehop.agent import session as session_module
from citehop.agent.relevance.subject import Subject
from citehop.agent.session import Session
from citehop.errors import UsageError


def test_a_name_that_is_as_clear_of_two_papers_denotes_neither(
    by_words: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    def find(text: str, *_: object) -> tuple[Subject, ...]:
        return tuple(subjects[: 1 if text == "one" else 2])

    ids = [by_words.paper_id("castellanos"), by_words.paper_id("thorvik")]
    subjects = [Subject(ids[0], 0.9, 0.7), Subject(ids[1], 0.1, 0.7)]
    monkeypatch.setattr(session_module, "find_subjects", find)
    assert by_words.paper_id("one") == ids[0]
    with pytest.raises(UsageError, match="no paper 'two'"):
        by_words.paper_id("two")
