"""Find figures and choose options without a language model: by captions, by the words in figures, or by a page model."""

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
    """Return a function that ranks pictures for a question: it takes both and returns the ids of all pictures, best
    first.

    Ties are broken by id. `kind` says what is compared with the question: the caption ("caption"), the words in the
    picture ("ocr"), both rankings fused ("both"), or the picture itself by a page model ("visual"). Texts are
    compared by stems, and also by sentence embeddings if there is an embedding model. Raises ConfigurationError for
    "visual" without a page model.
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
    """Return the page model that the settings name. Raises ConfigurationError if they name none or it is not
    available.
    """
    if settings.visual_model in ("off", "auto"):
        raise ConfigurationError("this needs a page model; set visual_model to its name or folder")
    from ...indexes.pages.checkpoint import find_checkpoint
    from ...indexes.pages.colpali import ColpaliEncoder

    checkpoint = find_checkpoint(settings.visual_model, settings.offline)
    return ColpaliEncoder(checkpoint, settings.threads, settings.visual_untrained)


def likeness(encoder: PageEncoder, text: str, picture: Picture) -> float:
    """Return the similarity of `text` and `picture`, -1..1.

    This is MaxSim divided by the number of tokens of the text, so that scores of texts of different lengths are
    comparable.
    """
    (page,) = encoder.encode(encoder.prepare([load_image(Path(picture.path))]))
    return float(np.max(encoder.query(text).vectors @ page.vectors.T, axis=1).mean())


def by_looks(encoder: PageEncoder) -> Rank:
    """Return a function that ranks pictures by their pixels alone, without captions or recognized words."""

    def rank(question: str, pictures: Sequence[Picture]) -> list[str]:
        scores = {picture.id: likeness(encoder, question, picture) for picture in pictures}
        return sorted(scores, key=lambda key: (-scores[key], key))

    return rank


def choose_by_words(example: Example, letters: str, settings: Settings) -> str:
    """Return the letter of the option that fits the words in the pictures best; "" if no picture has words.

    If the example has one picture, the options are captions, and the caption most similar to the picture's words
    wins. If it has several, the picture whose words are most similar to the question (a caption) wins. Similarity is
    the cosine of embeddings or, without an embedding model, the share of common stems. The first letter wins a tie.
    Words are read by OCR and cached in the home folder.
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
