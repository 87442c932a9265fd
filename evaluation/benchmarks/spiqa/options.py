"""Options of SPIQA."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..options import option

_AT_ONCE = ("direct", "full-paper", "reasoned")  # all figures in one request
_ANSWERS = (*_AT_ONCE, "one-figure")


@dataclass(frozen=True, slots=True)
class SpiqaOptions:
    set: Literal["A", "B", "C", "val", "train"] = option("A", "Test set, or the validation or training set.")
    inputs: Literal["both", "captions", "images"] = option(
        "both", "What the model gets: images with captions, or one of them.", tasks=_AT_ONCE, needs="model"
    )
    figures: int = option(
        0,
        "Most figures that are shown, the gold ones among them (0: all; 8: as the reference).",
        tasks=(*_AT_ONCE, "pick"),
    )
    fit: Literal["no", "yes"] = option(
        "no",
        "Show as many figures as the model's context holds, the right ones first.",
        tasks=_AT_ONCE,
        needs="model",
    )
    each: Literal["gold", "all"] = option(
        "gold",
        "Figures asked about one by one: the right ones (as their code), or all (as their paper).",
        tasks=("one-figure",),
    )
    seed: int = option(
        0,
        "Seed of the choice of figures.",
        tasks=(*_AT_ONCE, "pick"),
        condition=lambda o: o.figures > 0,
        condition_text="--figures",
    )
    size: Literal["full", "224"] = option("full", "Full images, or the release's of 224 pixels.")
    parser: Literal["robust", "strict"] = option(
        "robust", "Parser of replies: ours, or as the reference code.", tasks=_ANSWERS, needs="model"
    )
    picker: Literal["caption", "ocr", "both", "visual"] = option(
        "caption", "Find the figure by its caption, its words, both, or a page model.",
        tasks=("reasoned", "pick"), needs="no model",
    )  # fmt: skip
    meteor: Literal["nosynonyms", "wordnet", "1.5"] = option(
        "nosynonyms", "NLTK's METEOR without or with WordNet, or the paper's 1.5.", tasks=_ANSWERS
    )
    bertscore: str = option(
        "", "Local model for BERTScore, such as bert-base-uncased (the paper's).", tasks=_ANSWERS
    )
