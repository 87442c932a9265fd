from __future__ import annotations

import numpy as np
import pytest

from citehop.agent.answerers.own_work import is_about_others, own_work_first
from citehop.agent.relevance.features import AnswerCandidate
from citehop.agent.relevance.gate import GateVerdict
from citehop.agent.verification.sentences import Sentence
from citehop.indexes.types import Chunk
from citehop.papers.types import BBox


def candidate(text: str, section: str = "5 Results") -> AnswerCandidate:
    chunk = Chunk("a#1", "a", "text", text, section, 1, BBox(0, 0, 1, 1))
    return AnswerCandidate(Sentence(text, chunk, 0), np.zeros(1))


OTHERS = candidate("It achieves 52.8 on the 24 subtypes.", "2 Related Work")
OWN = candidate("Our system achieves 55.5 on the 24 subtypes.")
VERDICT = GateVerdict((OTHERS, OWN), (6.8, 4.5), 0.7)


def test_a_sentence_about_another_work_comes_after_the_paper_s_own() -> None:
    verdict = own_work_first("What F-measure did it get?", VERDICT)
    assert [found.sentence.text for found in verdict.ranked] == [OWN.sentence.text, OTHERS.sentence.text]
    assert verdict.scores == (4.5, 3.8)
    assert verdict.probability == VERDICT.probability


def test_a_question_about_other_works_keeps_the_order() -> None:
    assert own_work_first("What F-measure does the related work report?", VERDICT) is VERDICT


@pytest.mark.parametrize(
    ("text", "section", "expected"),
    [
        ("Lunt (2004) employed trees.", "3 Method", True),
        ("Lunt and Ash [2004] employed trees.", "3 Method", True),
        ("We follow Lunt (2004).", "3 Method", False),
        ("Our system is better.", "2 Previous Work", False),
        ("The earlier systems need 24 hours.", "2 Previous Work", True),
    ],
)
def test_sentences_about_others(text: str, section: str, expected: bool) -> None:
    assert is_about_others(candidate(text, section)) is expected
