"""Multiple choice between captions and figures without a language model: by the words in the figures, or by their looks."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from ....figures.image import load_image
from ....indexes.pages.types import PageEncoder
from ....indexes.text.analysis import analyse
from ....papers.parsing.ocr.words import recognise_words
from ....settings import Settings
from ...models.text_vectors import text_vectors
from ...types import Example, Picture
from .figure_picker import likeness


def choose_by_words(example: Example, letters: str, settings: Settings) -> str:
    """The letter of the caption most like the words of the one picture, or of the picture whose words are most like the caption.

    Likeness is the cosine of embeddings, or where there is no embedding model the share of common stems; a tie goes to the
    first letter. Words are read by OCR and kept below the home folder. "" where no picture has words.
    """
    words = [_words(picture, settings) for picture in example.pictures]
    if len(words) == 1:
        query, choices = words[0], list(example.options)
    else:
        query, choices = example.question, words
    if not query.strip() or not any(choices):
        return ""
    likeness = _likeness(query, choices, settings)
    return letters[max(range(len(choices)), key=lambda n: (likeness[n], -n))]


def choose_by_looks(example: Example, letters: str, encoder: PageEncoder) -> str:
    """The letter of the caption that a page model finds most like the one picture, or of the picture most like the caption.

    A tie goes to the first letter.
    """
    if len(example.pictures) == 1:
        found = [likeness(encoder, text, example.pictures[0]) for text in example.options]
    else:
        found = [likeness(encoder, example.question, picture) for picture in example.pictures]
    return letters[max(range(len(found)), key=lambda n: (found[n], -n))]


def _words(picture: Picture, settings: Settings) -> str:
    cache = settings.home_path / "cache" / "ocr"
    return " ".join(word.text for word in recognise_words(load_image(Path(picture.path)), settings, cache))


def _likeness(query: str, choices: Sequence[str], settings: Settings) -> list[float]:
    if settings.embedding_model != "none":
        encode = text_vectors(settings)
        return [float(value) for value in encode(choices) @ encode([query])[0]]
    wanted = set(analyse(query))
    return [len(wanted & set(analyse(text))) / (len(wanted | set(analyse(text))) or 1) for text in choices]
