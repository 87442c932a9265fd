"""Options of MMSci."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..options import option

TEMPERATURE = 0.7  # of all tasks, the reference code's
_CAPTION = ("caption",)
_MATCHING = ("matching", "fig2cap", "subfig2cap", "subcap2fig")
_FIGURES = (*_MATCHING, "caption", "figure-type")


_DRAWN = "--sample, --shots or --materials infill"


def _draws(options: MMSciOptions) -> bool:
    return options.sample > 0 or options.shots > 0 or options.materials == "infill"


@dataclass(frozen=True, slots=True)
class MMSciOptions:
    split: Literal["dev", "test", "train"] = option(
        "dev", "Part of the data; the test set has no answers.", tasks=_FIGURES
    )
    sample: int = option(0, "Number of examples drawn at random; 0: all (the paper judges 100 captions).")
    shots: int = option(0, "Worked examples before each question.", tasks=_MATCHING, needs="model")
    shots_from: Literal["train", "dev"] = option(
        "train", "Part of the data that worked examples are drawn from.", tasks=_MATCHING,
        condition=lambda o: o.shots > 0, condition_text="--shots",
    )  # fmt: skip
    seed: int = option(0, "Seed of what is drawn.", condition=lambda o: _draws(o), condition_text=_DRAWN)
    labels: str = option(
        "", "Types of figures by people, as JSON lines of image, panel and type.", tasks=("figure-type",),
        decides=False,
    )  # fmt: skip
    materials: Literal["unconditional", "formula", "infill"] = option(
        "unconditional",
        "Generate any structure, one of a given formula, or the element that is masked.",
        tasks=("materials",),
    )
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
    side: int = option(
        0, "Longest side of images in pixels; 0: as large as providers take.", tasks=_FIGURES, needs="model"
    )
