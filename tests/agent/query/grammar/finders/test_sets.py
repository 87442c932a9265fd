"""Names that a question chooses between."""

from __future__ import annotations

import pytest

from citehop.agent.query.grammar.parser import parse_question
from citehop.figures.operations import Extreme


@pytest.mark.parametrize(
    ("text", "among", "want"),
    [
        ("Is WER higher for Conformer or for RNN-T?", ("Conformer", "RNN-T"), "max"),
        ("On Gold, is CER lower for Canary or Zipformer?", ("Canary", "Zipformer"), "min"),
        ("In May, does Al 6061 or Invar 36 have the higher hardness?", ("Al 6061", "Invar 36"), "max"),
        (
            "Between Combo A and Combo B, which has higher expression at day 12?",
            ("Combo A", "Combo B"),
            "max",
        ),
        ("Which backbone has the lower mAP, LeViT or MobileViT?", ("LeViT", "MobileViT"), "min"),
        ("Whose rent is smaller in May, that of Graz or that of Brno?", ("Graz", "Brno"), "min"),
        ("Graz or Brno: which has the higher rent?", ("Graz", "Brno"), "max"),
        ("Which city is ahead in rent on Mondays, Graz or Brno?", ("Graz", "Brno"), "best"),
        ("Considering just Graz and Brno, which has the higher rent?", ("Graz", "Brno"), "max"),
        ("Is Delay or Infection the larger slice?", ("Delay", "Infection"), "max"),
    ],
)
def test_one_of_the_names_is_asked_for(text: str, among: tuple[str, ...], want: str) -> None:
    question = parse_question(text)
    assert question.among == among
    assert [op.want for op in question.operations if isinstance(op, Extreme)] == [want]
    assert question.wants == "name"


@pytest.mark.parametrize(
    "text",
    [
        "Does BERT have 1 or 2 layers?",
        "Is the accuracy of BERT higher than that of GPT?",
        "Is BERT better at QA?",
    ],
)
def test_verdicts_have_no_set(text: str) -> None:
    assert parse_question(text).wants == "verdict"
