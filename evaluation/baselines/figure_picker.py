"""Figures found and options chosen without a language model: by captions, by the words in figures, or by a page
model.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np

from ...errors import ConfigurationError
from ...figures.image import load_image
from ...indexes.pages.types import PageEncoder
from ...indexes.text.analysis import analyze
from ...indexes.types import Hit
from ...retrieval.fusion import reciprocal_rank_fusion
from ...settings import Settings
from ..common.pictures import read_words
from ..common.text_vectors import text_vectors
from ..retrieval.corpus import CorpusPassage
from ..retrieval.options import StrategySpec
from ..types import Example, Picture
from .rankers import ranker

KINDS = ("caption", "ocr", "both", "visual")
Rank = Callable[[str, Sequence[Picture]], list[str]]


def picker(kind: str, settings: Settings) -> Rank:
    """A function from question and pictures to the ids of the pictures, best first; all of them, ties by id.

    `kind`: by the caption, by the words in the picture (OCR), by both, fused, or by a visual model. Texts are
    compared by stems and, where there is an embedding model, by sentences. Raises ConfigurationError for "visual"
    without a visual model.
    """
    if kind == "visual":
        return by_looks(page_encoder(settings))

    def rank(question: str, pictures: Sequence[Picture]) -> list[str]:
        rankings = []
        if kind in ("caption", "both"):
            rankings.append(_by_text(question, pictures, [picture.caption for picture in pictures], settings))
        if kind in ("ocr", "both"):
            rankings.append(
                _by_text(question, pictures, [read_words(p, settings) for p in pictures], settings)
            )
        return [hit.id for hit in reciprocal_rank_fusion(rankings)]

    return rank


def _by_text(
    question: str, pictures: Sequence[Picture], texts: Sequence[str], settings: Settings
) -> list[Hit]:
    passages = [CorpusPassage(picture.id, text) for picture, text in zip(pictures, texts, strict=True)]
    if settings.embedding_model == "none":
        return ranker(StrategySpec("baseline:bm25-stems"), passages)(question)
    return ranker(StrategySpec("baseline:hybrid"), passages, text_vectors(settings))(question)


def page_encoder(settings: Settings) -> PageEncoder:
    """The page model of the settings. Raises ConfigurationError where none is named or it is not to be had."""
    if settings.visual_model in ("off", "auto"):
        raise ConfigurationError("this needs a page model; set visual_model to its name or folder")
    from ...indexes.pages.checkpoint import find_checkpoint
    from ...indexes.pages.colpali import ColpaliEncoder

    checkpoint = find_checkpoint(settings.visual_model, settings.offline)
    return ColpaliEncoder(checkpoint, settings.threads, settings.visual_untrained)


def likeness(encoder: PageEncoder, text: str, picture: Picture) -> float:
    """-1..1: MaxSim of a text with a picture, as the mean over the text's tokens, so that texts of any length
    compare.
    """
    (page,) = encoder.encode(encoder.prepare([load_image(Path(picture.path))]))
    return float(np.max(encoder.query(text).vectors @ page.vectors.T, axis=1).mean())


def by_looks(encoder: PageEncoder) -> Rank:
    """A picker that looks at the pictures alone."""

    def rank(question: str, pictures: Sequence[Picture]) -> list[str]:
        scores = {picture.id: likeness(encoder, question, picture) for picture in pictures}
        return sorted(scores, key=lambda key: (-scores[key], key))

    return rank


def choose_by_words(example: Example, letters: str, settings: Settings) -> str:
    """The letter of the caption most like the words of the one picture, or of the picture whose words are most like
    the caption.

    Likeness is the cosine of embeddings, or where there is no embedding model the share of common stems; a tie goes
    to the first letter. Words are read by OCR and kept below the home folder. "" where no picture has words.
    """
    words = [read_words(picture, settings) for picture in example.pictures]
    if len(words) == 1:
        query, choices = words[0], list(example.options)
    else:
        query, choices = example.question, words
    if not query.strip() or not any(choices):
        return ""
    likeness = _likenesses(query, choices, settings)
    return letters[max(range(len(choices)), key=lambda n: (likeness[n], -n))]


def _likenesses(query: str, choices: Sequence[str], settings: Settings) -> list[float]:
    if settings.embedding_model != "none":
        encode = text_vectors(settings)
        return [float(value) for value in encode(choices) @ encode([query])[0]]
    wanted = set(analyze(query))
    return [len(wanted & set(analyze(text))) / (len(wanted | set(analyze(text))) or 1) for text in choices]
