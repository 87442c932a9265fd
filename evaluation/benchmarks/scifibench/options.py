"""Options of SciFIBench."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ..options import option


@dataclass(frozen=True, slots=True)
class SciFIBenchOptions:
    split: str = option("CS", "CS, General, or a split of citehop make scifibench: Gold, Silver, Bronze.")
    negatives: Literal["adversarial", "random"] = option(
        "adversarial", "Wrong options as released, or drawn from other items."
    )
    inputs: Literal["both", "options"] = option(
        "both",
        "What the model gets: figure and captions, or the captions alone.",
        tasks=("figure2caption",),
        needs="model",
    )
    sort: Literal["file", "difficulty"] = option(
        "file", "Order of the questions: as in the file, or the most difficult first."
    )
    per_category: int = option(
        0, "Only the first questions of each category, so that all weigh the same; 0: all."
    )
    orders: int = option(1, "Ask each question with its options in this many orders, rotated; at most 5.")
    mark: Literal["none", "true", "true+ignore", "wrong", "wrong+ignore"] = option(
        "none",
        "Tell the model that the true or a wrong option is right; +ignore: and to judge for itself.",
        needs="model",
    )
    reasoning: Literal["no", "yes"] = option("no", "Let the model write before the letter.", needs="model")
    extract: Literal["rule", "model"] = option(
        "rule", "Where the rule finds no letter in a reply, ask the model for it.", needs="model"
    )
    baseline: Literal["words", "looks"] = option(
        "words", "Choose by OCR and text embeddings, or by a page model.", needs="no model"
    )
    side: int = option(0, "Longest side of images in pixels; 0: as large as providers take.", needs="model")
    seed: int = option(
        0, "Seed of what is drawn.",
        condition=lambda o: o.negatives == "random" or o.mark != "none",
        condition_text="--negatives random or --mark",
    )  # fmt: skip
