"""Material of prompts: pictures as models get them, and texts by their length in tokens."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path

from ...agent.llm.models import count_tokens
from ...agent.llm.types import Image, Message, Request
from ...agent.vision.read_figure import encoded
from ...figures.image import load_image
from ...papers.files import write_atomic
from ...papers.parsing.ocr.words import recognize_words
from ...settings import Settings
from ..types import Picture

_JPEG = b"\xff\xd8"


def keep_picture(folder: Path, data: bytes) -> Path:
    """The file below `folder` that holds the encoded picture `data`, written unless it is there; named after its
    content.
    """
    ending = "jpg" if data.startswith(_JPEG) else "png"
    path = folder / f"{hashlib.sha256(data).hexdigest()[:24]}.{ending}"
    if not path.exists():
        write_atomic(path, data)
    return path


def shown(pictures: Sequence[Picture]) -> tuple[Image, ...]:
    """`pictures` as a model gets them, as large as providers take. Raises UsageError for one that is missing or
    damaged.
    """
    return tuple(encoded(load_image(Path(picture.path))) for picture in pictures)


def read_words(picture: Picture, settings: Settings) -> str:
    """The words in a picture, by OCR, which are kept below the home folder."""
    cache = settings.home_path / "cache" / "ocr"
    return " ".join(word.text for word in recognize_words(load_image(Path(picture.path)), settings, cache))


def tokens_of(text: str) -> int:
    """Tokens of a prompt that is `text`."""
    return count_tokens(Request((Message("user", text),)))


def cut_to_tokens(text: str, limit: int) -> str:
    """The first words of `text` that are `limit` tokens at most, with " ..." where that is not the end of a
    sentence.
    """
    if tokens_of(text) <= limit:
        return text
    words = text.split(" ")
    low, high = 0, len(words)
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if tokens_of(" ".join(words[:middle])) <= limit else (low, middle - 1)
    cut = " ".join(words[:low])
    return cut if cut.endswith((".", "!", "?")) else f"{cut} ..."
