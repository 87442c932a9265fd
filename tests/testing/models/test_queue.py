"""The language model that answers from a queue."""

import pytest

from citehop.agent.llm.types import Message, Reply, Request
from citehop.testing import QueueLLM


def ask(text: str = "question") -> Request:
    return Request((Message("user", text),))


def test_steps_are_answered_in_order_and_requests_are_recorded() -> None:
    llm = QueueLLM(["first", Reply("second"), lambda request: request.messages[-1].text.upper()])
    assert [llm.complete(ask(text)).text for text in ("a", "b", "c")] == ["first", "second", "C"]
    assert [request.messages[-1].text for request in llm.requests] == ["a", "b", "c"]
    assert llm.left == 0


def test_an_exception_is_raised_and_the_queue_goes_on() -> None:
    llm = QueueLLM([ValueError("broken"), "whole"])
    with pytest.raises(ValueError, match="broken"):
        llm.complete(ask())
    assert llm.complete(ask()).text == "whole"


def test_an_empty_queue_answers_with_the_default_or_fails() -> None:
    assert QueueLLM(default="again").complete(ask()).text == "again"
    with pytest.raises(AssertionError, match="empty at request 1: question"):
        QueueLLM().complete(ask())


def test_a_stream_ends_with_the_whole_reply() -> None:
    deltas = list(QueueLLM(["two words"]).stream(ask()))
    assert "".join(delta.text for delta in deltas).strip() == "two words"
    assert [delta.reply is not None for delta in deltas] == [False, False, True]
    assert deltas[-1].reply == Reply("two words")
