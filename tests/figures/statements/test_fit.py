from __future__ import annotations

from citehop.figures.operations import Adjacent, Extreme
from citehop.figures.request import FigureRequest
from citehop.figures.statements.fit import list_cues, weigh_statement
from citehop.figures.statements.types import FigureStatement

ABOVE = FigureStatement("Right above Encoder is Softmax.", "near", "Softmax", "Encoder", relations=("above",))
BELOW = FigureStatement("Right below Encoder is Input.", "near", "Input", "Encoder", relations=("below",))
COUNT = FigureStatement("There are 3 boxes or nodes.", "count", "3")


def request(wording: str, **slots: object) -> FigureRequest:
    return FigureRequest(text=wording, wording=wording, **slots)  # type: ignore[arg-type]


def test_a_statement_of_the_relation_asked_for_fits_better_than_its_opposite() -> None:
    asked = request("Which layer is above the encoder?", cues=frozenset({"above"}))
    assert weigh_statement(ABOVE, asked) > weigh_statement(BELOW, asked) > weigh_statement(COUNT, asked)


def test_a_value_that_the_request_states_is_not_its_answer() -> None:
    asked = request("What is above the encoder, below the softmax?", cues=frozenset({"above"}))
    plain = request("What is above the encoder?", cues=frozenset({"above"}))
    assert weigh_statement(ABOVE, asked) < weigh_statement(ABOVE, plain)


def test_counts_answer_counts() -> None:
    assert weigh_statement(COUNT, request("how many boxes", wants="count")) > weigh_statement(
        COUNT, request("boxes")
    )


def test_operations_imply_cues_where_the_words_have_none_of_the_group() -> None:
    asked = request("which model is best", operations=(Extreme("best", 1, (0, 5)),))
    assert list_cues(asked) == {"top"}
    stated = request("left of A", cues=frozenset({"left of"}), operations=(Adjacent("above", "A", (0, 4)),))
    assert list_cues(stated) == {"left of"}
