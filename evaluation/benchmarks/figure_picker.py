"""Which of a paper's figures a question is about, found without a language model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from ...errors import ConfigurationError
from ...figures.image import load_image
from ...indexes.types import Hit
from ...papers.ocr import ocr_words
from ...retrieval.fusion import reciprocal_rank_fusion
from ...settings import Settings
from ..corpus import Passage
from ..setups import Setup
from ..strategies import ranker
from ..types import Picture
from ..vectors import Vectors

KINDS = ("caption", "ocr", "both", "visual")
Rank = Callable[[str, Sequence[Picture]], list[str]]


def picker(kind: str, settings: Settings) -> Rank:
    """A function from question and pictures to the ids of the pictures, best first; all of them, ties by id.

    `kind`: by the caption, by the words in the picture (OCR), by both, fused, or by a visual model. Texts are compared by stems
    and, where there is an embedding model, by sentences. Raises ConfigurationError for "visual" without a visual model.
    """
    if kind == "visual":
        return _visual(settings)

    def rank(question: str, pictures: Sequence[Picture]) -> list[str]:
        rankings = []
        if kind in ("caption", "both"):
            rankings.append(_by_text(question, pictures, [picture.caption for picture in pictures], settings))
        if kind in ("ocr", "both"):
            rankings.append(_by_text(question, pictures, [_words(p, settings) for p in pictures], settings))
        return [hit.id for hit in reciprocal_rank_fusion(rankings)]

    return rank


def _by_text(
    question: str, pictures: Sequence[Picture], texts: Sequence[str], settings: Settings
) -> list[Hit]:
    passages = [Passage(picture.id, text) for picture, text in zip(pictures, texts, strict=True)]
    if settings.embedding_model == "none":
        return ranker(Setup("bm25-stems"), passages)(question)
    return ranker(Setup("hybrid"), passages, _encoder(settings))(question)


def _words(picture: Picture, settings: Settings) -> str:
    image = load_image(Path(picture.path))
    return " ".join(word.text for word in ocr_words(image, settings, settings.home_path / "cache" / "ocr"))


@cache
def _encoder(settings: Settings) -> Vectors:
    return Vectors(settings)


def _visual(settings: Settings) -> Rank:
    if settings.visual_model in ("off", "auto"):
        raise ConfigurationError("picker=visual needs a page model; set visual_model to its name or folder")
    from ...indexes.visual.checkpoint import find_checkpoint
    from ...indexes.visual.colpali import ColpaliEncoder

    checkpoint = find_checkpoint(settings.visual_model, settings.offline)
    encoder = ColpaliEncoder(checkpoint, settings.threads, settings.visual_untrained)

    def rank(question: str, pictures: Sequence[Picture]) -> list[str]:
        query = encoder.query(question).vectors
        scores = {}
        for picture in pictures:
            (page,) = encoder.encode(encoder.prepare([load_image(Path(picture.path))]))
            scores[picture.id] = float(np.max(query @ page.vectors.T, axis=1).sum())
        return sorted(scores, key=lambda key: (-scores[key], key))

    return rank
