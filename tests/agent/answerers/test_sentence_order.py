from __future__ import annotations

import numpy as np
import pytest

from citehop.agent.answerers.sentence_order import (
    is_about_others,
    mentions_first,
    own_work_first,
)
from citehop.agent.relevance.features import AnswerCandidate
from citehop.agent.relevance.gate import GateVerdict
from citehop.agent.verification.sentences import Sentence
from citehop.indexes.types import Chunk
from citehop.papers.types import BBox, Figure


def candidate(text: str, section: str = "5 Results") -> AnswerCandidate:
    chunk = Chunk("a#1", "a", "text", text, section, 1, BBox(0, 0, 1, 1))
    return AnswerCandidate(Sentence(text, chunk, 0), np.zeros(1))


OTHERS = candidate("It achieves 52.8 on the 24 subtypes.", "2 Related Work")
OWN = candidate("Our system achieves 55.5 on the 24 subtypes.")
VERDICT = GateVerdict((OTHERS, OWN), (6.8, 4.5), 0.7)


def test_a_sentence_about_another_work_comes_after_the_paper_s_own() -> None:
    verdict = own_work_first(VERDICT)
    assert [found.sentence.text for found in verdict.ranked] == [OWN.sentence.text, OTHERS.sentence.text]
    assert verdict.scores == (4.5, 3.8)
    assert verdict.probability == VERDICT.probability


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
    assert is_about_others(candidate(text, section).sentence) is expected


FIGURE = Figure("p3:figure2", "figure", "Figure 2", "Figure 2: Speed.", 3, BBox(0, 0, 1, 1))


def passage_candidate(text: str, kind: str = "text", chunk: str = "", page: int = 3) -> AnswerCandidate:
    passage = Chunk("a#1", "a", kind, chunk or text, "5 Results", page, BBox(0, 0, 1, 1))
    return AnswerCandidate(Sentence(text, passage, 0), np.zeros(1))


def test_sentences_about_the_figure_come_first_and_those_about_others_last() -> None:
    other = passage_candidate("Table 4 lists the speed.")
    prefix = passage_candidate("As Figure 21 shows, it is fast.")
    plain = passage_candidate("The parser is fast.")
    near = passage_candidate(
        "It is the fastest of all.", chunk="Fig. 2 shows the speed. It is the fastest of all."
    )
    caption = passage_candidate("The best speed is 8.", "caption", "Figure 2: Speed. The best speed is 8.")
    elsewhere = passage_candidate(
        "The best recall is 8.", "caption", "Figure 3: Recall. The best recall is 8."
    )
    given = (other, elsewhere, prefix, plain, near, caption)
    ranked = mentions_first(FIGURE, GateVerdict(given, (1.0, 0.9, 0.8, 0.7, 0.6, 0.5), 0.4))
    assert ranked.ranked == (caption, near, plain, other, elsewhere, prefix)
    assert ranked.probability == 0.4
    assert list(ranked.scores) == sorted(ranked.scores, reverse=True)
