"""Wordings of ranks and comparisons, and what they are read as."""

from __future__ import annotations

import pytest

from citehop.figures.question.operations import Extreme
from citehop.figures.question.parser import parse_question
from citehop.figures.question.rephrase import rephrase


@pytest.mark.parametrize(
    ("wording", "known"),
    [
        ("Is WER higher for Conformer or for RNN-T?", "Which of Conformer and RNN-T has the higher WER?"),
        ("On Gold, is CER lower for Canary or Zipformer?", "On Gold, which of Canary and Zipformer has the lower CER?"),
        ("Is runtime longer in MNN or in Seurat on 400 cells?",
         "Which of MNN and Seurat has the longer runtime on 400 cells?"),
        ("Between Combo A and Combo B, which has higher expression at day 12?",
         "Which of Combo A and Combo B has the higher expression at day 12?"),
        ("Which backbone has the lower mAP, LeViT or MobileViT?", "Which of LeViT and MobileViT has the lower mAP?"),
        ("Which strain ranks third from the bottom for survival?", "Which strain has the third lowest survival?"),
        ("Which strain is next to last in survival?", "Which strain has the second lowest survival?"),
        ("What strain is in third position for survival?", "What strain has the third highest survival?"),
        ("Which treatment takes second place by viability?", "Which treatment has the second highest viability?"),
    ],
)  # fmt: skip
def test_other_words_for_a_rank(wording: str, known: str) -> None:
    assert rephrase(wording) == known


@pytest.mark.parametrize(
    "wording",
    [
        "Which method has the highest F1?",
        "Is the accuracy of BERT higher than that of GPT?",
        "Which method is third from the left?",
        "Is BERT better at QA?",
    ],
)
def test_other_questions_stay(wording: str) -> None:
    assert rephrase(wording) == wording


def test_two_names_are_the_set_that_is_ranked() -> None:
    question = parse_question("Is WER lower for Conformer or for RNN-T?", one_hop=True)
    (operation,) = question.operations
    assert isinstance(operation, Extreme)
    assert (operation.want, operation.rank) == ("min", 1)
    assert question.among == ("Conformer", "RNN-T")
    assert question.wants == "name"
