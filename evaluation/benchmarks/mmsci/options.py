"""Options of MMSci."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..options import option

_CAPTION = ("caption",)


@dataclass(frozen=True, slots=True)
class MMSciOptions:
    split: Literal["dev", "test", "train"] = option("dev", "Part of the data; the test set has no answers.")
    grounding: Literal["none", "abstract", "content"] = option(
        "none", "Part of the article that is shown with the figure.", tasks=_CAPTION
    )
    tokens: int = option(
        3000, "Most tokens of the article.", tasks=_CAPTION,
        condition=lambda o: o.grounding != "none", condition_text="--grounding abstract or content",
    )  # fmt: skip
    rules: Literal["robust", "strict"] = option(
        "robust",
        "Rules of the caption judges: ours, or as the reference code.",
        tasks=_CAPTION,
        needs="judge",
    )
    ratings: int = option(10, "Ratings that G-Eval averages.", tasks=_CAPTION, needs="judge")
    meteor: Literal["nosynonyms", "wordnet"] = option(
        "nosynonyms", "METEOR without or with WordNet (the published one).", tasks=_CAPTION
    )
    bertscore: str = option(
        "", "Local model for BERTScore, such as roberta-large (the published one).", tasks=_CAPTION
    )
    side: int = option(0, "Longest side of images in pixels; 0: as large as providers take.", needs="model")
