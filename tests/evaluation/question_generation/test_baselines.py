"""Baselines that see no figure."""

from __future__ import annotations

import re

from citehop.agent.session import Session
from citehop.evaluation.question_generation.baselines import TextBaselines


def test_a_number_of_an_axis_is_not_answered_by_any_number_of_the_prose(by_words: Session) -> None:
    paper = next(p for p in by_words.cluster.papers() if p.title.startswith("RillNet"))
    prose = " ".join(block.text for block in paper.blocks if block.kind == "paragraph")
    number = next(match[0] for match in re.finditer(r"(?<![\w.,])\d{1,3}(?![\w.,%])", prose))
    baselines = TextBaselines(by_words)
    question = "Zzyzx?"
    assert "prose" in baselines.find_stating(paper, question, number, ())
    assert "prose" not in baselines.find_stating(paper, question, number, (), chosen=True)
