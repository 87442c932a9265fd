"""Material for prompts: pictures encoded for models, and texts cut to a number of tokens."""

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
    """Write the encoded picture `data` to a file below `folder`, unless it exists, and return its path.

    The file is named after a hash of the content.
    """
    ending = "jpg" if data.startswith(_JPEG) else "png"
    path = folder / f"{hashlib.sha256(data).hexdigest()[:24]}.{ending}"
    if not path.exists():
        write_atomic(path, data)
    return path


def shown(pictures: Sequence[Picture]) -> tuple[Image, ...]:
    """Return `pictures` encoded for a model, as large as providers accept. Raises UsageError for a missing or damaged
    picture.
    """
    return tuple(encoded(load_image(Path(picture.path))) for picture in pictures)


def read_words(picture: Picture, settings: Settings) -> str:
    """Return the words in a picture, recognized by OCR. The result is cached in the home folder."""
    cache = settings.home_path / "cache" / "ocr"
    return " ".join(word.text for word in recognize_words(load_image(Path(picture.path)), settings, cache))


def tokens_of(text: str) -> int:
    """Return the number of tokens of a prompt that consists of `text`."""
    return count_tokens(Request((Message("user", text),)))


def cut_to_tokens(text: str, limit: int) -> str:
    """Return the beginning of `text`, cut between words to at most `limit` tokens.

    " ..." is appended if the text was cut and the cut is not at the end of a sentence.
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
