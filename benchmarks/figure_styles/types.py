"""A drawn figure and what is asked about it."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from citehop.papers.types import Word


@dataclass(frozen=True, slots=True)
class Asked:
    """A question whose answer is one of the names that stand in the figure."""

    text: str
    answer: str
    operation: str  # value | max | min | rank | between | row | colour | ...


@dataclass(frozen=True, slots=True)
class Case:
    """One figure. `words` are exact born-digital words in image pixels, empty where a user would have OCR only.

    `names` are all strings that the questions of this kind may have as answer, in the order of the figure.
    """

    id: str
    style: str
    kind: str  # table | chart
    image: Image.Image
    words: tuple[Word, ...]
    caption: str
    names: tuple[str, ...]
    questions: tuple[Asked, ...]
