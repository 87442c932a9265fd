"""The sentence that says where an answer is from."""

from citehop.agent.types import Answer, Citation
from citehop.figures.types import Entity, Reading
from citehop.integrations.evidence.origin import describe_origin
from citehop.papers.types import BBox

QUOTE = Citation("falk-2019-snow", 1, BBox(0, 0, 9, 9), "It is 9.6.")


def test_only_an_answer_of_quotes_is_said_to_consist_of_quotes() -> None:
    quoted = describe_origin(Answer("It is 9.6. [1]", (QUOTE,), status="answered"))
    assert "the answer consists of quotes" in quoted
    for answer in (
        Answer("It is 9.6 [1]", (QUOTE,), reading=Reading(value="9.6", abstained=False), status="answered"),
        Answer(
            "RillNet", reading=Reading(entities=(Entity("RillNet", 0.9),), abstained=False), status="answered"
        ),
    ):
        origin = describe_origin(answer)
        assert "read from the cells or marks of the figure" in origin
        assert "consists of quotes" not in origin
        assert ("each quote was found word for word on its page" in origin) == bool(answer.citations)


def test_other_answers() -> None:
    assert "model-x" in describe_origin(
        Answer("It is 9.6. [1]", (QUOTE,), status="answered", model="model-x")
    )
    unread = Answer("It is 9.6. [1]", (QUOTE,), reading=Reading(abstained=True), status="answered")
    assert "consists of quotes" in describe_origin(unread)  # of the text beside a figure that was not read
    assert describe_origin(Answer("3 papers", status="answered")) == "Made without a language model."
    assert describe_origin(Answer("No sentence answers.")) == "Made without a language model."
