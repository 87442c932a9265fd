"""Baselines that find the figure that a question is about, without a language model."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from ....errors import ConfigurationError
from ....figures.image import load_image
from ....indexes.pages.types import PageEncoder
from ....indexes.types import Hit
from ....papers.parsing.ocr.words import recognise_words
from ....retrieval.fusion import reciprocal_rank_fusion
from ....settings import Settings
from ...models.text_vectors import text_vectors
from ...types import Picture
from ..retrieval.corpus import CorpusPassage
from ..retrieval.strategy_spec import StrategySpec
from .rankers import ranker

KINDS = ("caption", "ocr", "both", "visual")
Rank = Callable[[str, Sequence[Picture]], list[str]]


def picker(kind: str, settings: Settings) -> Rank:
    """A function from question and pictures to the ids of the pictures, best first; all of them, ties by id.

    `kind`: by the caption, by the words in the picture (OCR), by both, fused, or by a visual model. Texts are compared by stems
    and, where there is an embedding model, by sentences. Raises ConfigurationError for "visual" without a visual model.
    """
    if kind == "visual":
        return by_looks(page_encoder(settings))

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
    passages = [CorpusPassage(picture.id, text) for picture, text in zip(pictures, texts, strict=True)]
    if settings.embedding_model == "none":
        return ranker(StrategySpec("baseline:bm25-stems"), passages)(question)
    return ranker(StrategySpec("baseline:hybrid"), passages, text_vectors(settings))(question)


def _words(picture: Picture, settings: Settings) -> str:
    image = load_image(Path(picture.path))
    return " ".join(
        word.text for word in recognise_words(image, settings, settings.home_path / "cache" / "ocr")
    )


def page_encoder(settings: Settings) -> PageEncoder:
    """The page model of the settings. Raises ConfigurationError where none is named or it is not to be had."""
    if settings.visual_model in ("off", "auto"):
        raise ConfigurationError("this needs a page model; set visual_model to its name or folder")
    from ....indexes.pages.checkpoint import find_checkpoint
    from ....indexes.pages.colpali import ColpaliEncoder

    checkpoint = find_checkpoint(settings.visual_model, settings.offline)
    return ColpaliEncoder(checkpoint, settings.threads, settings.visual_untrained)


def likeness(encoder: PageEncoder, text: str, picture: Picture) -> float:
    """-1..1: MaxSim of a text with a picture, as the mean over the text's tokens, so that texts of any length compare."""
    (page,) = encoder.encode(encoder.prepare([load_image(Path(picture.path))]))
    return float(np.max(encoder.query(text).vectors @ page.vectors.T, axis=1).mean())


def by_looks(encoder: PageEncoder) -> Rank:
    """A picker that looks at the pictures alone."""

    def rank(question: str, pictures: Sequence[Picture]) -> list[str]:
        scores = {picture.id: likeness(encoder, question, picture) for picture in pictures}
        return sorted(scores, key=lambda key: (-scores[key], key))

    return rank
