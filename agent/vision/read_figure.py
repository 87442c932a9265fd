"""Read a figure with a vision model."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image as Picture

from ...figures.table.lines import find_lines, text_height
from ...papers.types import Word
from ..llm.prompting import fence, request
from ..llm.structured import first_object
from ..llm.types import LLM, Image

LONGEST_SIDE = 1568  # pixels; the large providers scale larger images down to this
_MOST_BYTES = 4_000_000  # largest PNG that is sent; larger images, mostly photographs, are sent as JPEG
_MOST_WORDS = 600
_LOOK_TOKENS = 200


@dataclass(frozen=True, slots=True)
class ModelReading:
    """A model's reading of a figure: `entity` is the name that answers, or "".

    `value` is the value that decides for this name, and `confidence` is the model's confidence, 0..1.
    """

    entity: str
    value: str = ""
    confidence: float = 0.0


def look(
    llm: LLM, picture: Picture.Image, words: Sequence[Word], caption: str, question: str
) -> ModelReading:
    """Ask a vision model to answer `question` from `picture`, and return its reading; an empty reading for a malformed
    reply.

    `words` are the words of the picture, with boxes in its pixels.
    """
    values = {"question": question, "words": fence(f"{caption}\n\n{as_lines(words)}")}
    asked = request("look", values, _LOOK_TOKENS, schema=_SCHEMA, images=(encoded(picture),))
    fields = first_object(llm.complete(asked).text)
    entity, value, confidence = (fields.get(name) for name in ("entity", "value", "confidence"))
    if not isinstance(entity, str) or not entity.strip() or isinstance(confidence, bool):
        return ModelReading("")
    sure = float(confidence) if isinstance(confidence, int | float) else 0.5
    text = str(value).strip() if isinstance(value, str | int | float) else ""
    return ModelReading(" ".join(entity.split()), text, min(1.0, max(0.0, sure)))


def encoded(picture: Picture.Image) -> Image:
    """Encode `picture` as PNG, or as JPEG if the PNG is too large.

    The longest side is reduced to at most 1,568 pixels.
    """
    scale = LONGEST_SIDE / max(picture.size)
    if scale < 1:
        size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
        picture = picture.resize(size, Picture.Resampling.LANCZOS)
    for form, options in (("PNG", {}), ("JPEG", {"quality": 90})):
        buffer = io.BytesIO()
        picture.save(buffer, form, **options)
        if buffer.tell() <= _MOST_BYTES:
            break
    return Image(buffer.getvalue(), f"image/{form.lower()}")


def as_lines(words: Sequence[Word]) -> str:
    """Return the words line by line from the top, with " | " for gaps between columns; words after the 600th are left
    out."""
    few = list(words[:_MOST_WORDS])
    if not few:
        return ""
    lines = find_lines(few, text_height(few))
    return "\n".join(" | ".join(segment.text for segment in line.segments) for line in lines)


_SCHEMA = {
    "type": "object",
    "properties": {
        "entity": {"type": "string"},
        "value": {"type": "string"},
        "confidence": {"type": "number"},
    },
    "required": ["entity", "value", "confidence"],
    "additionalProperties": False,
}
