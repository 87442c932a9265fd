"""BLEURT (Sellam et al., ACL 2020): a model trained to rate how well a text expresses the meaning of its reference."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...models.cross_encoder import CrossEncoderModel
from .base import ScoredText, mean_of


@dataclass(frozen=True, slots=True)
class Bleurt:
    """The rating of a checkpoint in the format of transformers, about 0..1; the best reference counts.

    "BLEURT[FOLDER]": `model` is a folder or a name in the hub's local cache, of a class that transformers has. SciDQA prints
    BLEURT-20 x 100. Calling it raises ConfigurationError when the model is not on this machine or is no rater.
    """

    model: str

    def __str__(self) -> str:
        return f"BLEURT[{self.model}]"

    def __call__(self, answers: Sequence[str], references: Sequence[Sequence[str]]) -> ScoredText:
        rate = CrossEncoderModel(self.model, "BLEURT")
        return mean_of(
            [
                max(rate([(reference, answer) for reference in right]))
                for answer, right in zip(answers, references, strict=True)
            ]
        )
