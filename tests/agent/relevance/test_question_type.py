"""The kind of answer asked for, and texts that have or lack one."""

import pytest

from citehop.agent.relevance.question_type import AnswerKind, answer_type, has_answer_type


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("Why do they freeze the embeddings?", "reason"),
        ("What motivated the second stage?", "reason"),
        ("How many layers does the encoder have?", "number"),
        ("what dropout rate was used", "number"),
        ("When was the corpus collected?", "year"),
        ("Who annotated the sentences?", "person"),
        ("Does the model use attention?", "yes_no"),
        ("Which parser did they run?", "name"),
        ("Describe the second stage.", "text"),
        ("", "text"),
    ],
)
def test_the_kind_follows_from_the_wording(question: str, kind: AnswerKind) -> None:
    assert answer_type(question) == kind


@pytest.mark.parametrize(
    ("kind", "text", "value"),
    [
        ("number", "The encoder has 12 layers.", 1.0),
        ("number", "The encoder has twelve layers.", 0.5),
        ("number", "The layers are listed in Table 3 (Le, 2014).", 0.0),  # these numbers only point somewhere
        ("year", "It appeared in 2016.", 1.0),
        ("year", "It has 3016 rows.", 0.0),
        ("reason", "We stop early because it overfits.", 1.0),
        ("reason", "We stop at night.", 0.0),
        ("name", "The parser is BitPar on TIGER.", 1.0),
        ("name", "the parser is fast.", 0.0),
        ("yes_no", "Anything.", 0.5),
        ("text", "Anything.", 0.5),
    ],
)
def test_a_text_has_an_answer_of_the_kind(kind: AnswerKind, text: str, value: float) -> None:
    assert has_answer_type(kind, text, "How so?") == value


def test_what_the_question_itself_says_does_not_count() -> None:
    assert has_answer_type("number", "With 12 layers it is slow.", "How slow is it with 12 layers?") == 0.0
    assert has_answer_type("name", "so BitPar was run.", "Which corpus was BitPar run on?") == 0.0
