"""The JSON fields of an answer: citations, and the closest passage of an abstention in the same shape."""

from citehop.agent.session import Session
from citehop.agent.types import Answer, Citation
from citehop.integrations.json_output import answer_fields
from citehop.papers.types import BBox

QUOTE = Citation("castellanos-2021-rillnet", 1, BBox(1, 2, 3.04, 4), "Some words.")


def test_the_closest_passage_has_the_shape_of_a_citation(by_words: Session) -> None:
    abstained = answer_fields(Answer("Nothing answers.", closest=QUOTE), by_words.cluster)
    answered = answer_fields(Answer("Some words. [1]", (QUOTE,), status="answered"), by_words.cluster)
    assert abstained["citations"] == []
    assert answered["closest"] is None
    assert (
        abstained["closest"]
        == answered["citations"][0]
        == {
            "paper_id": "castellanos-2021-rillnet",
            "title": "RillNet: Message Passing along Drainage Lines",
            "abstract_only": False,
            "page": 1,
            "bbox": [1, 2, 3.0, 4],
            "quote": "Some words.",
        }
    )


def test_an_answer_without_a_closest_passage_has_null(by_words: Session) -> None:
    assert answer_fields(Answer("Ask about the papers."), by_words.cluster)["closest"] is None
