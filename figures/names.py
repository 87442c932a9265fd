"""Parse names as figures print them: separate them from citations, footnote marks and values."""

from __future__ import annotations

import re

from .types import FigureName

CITATION = re.compile(
    r"\([^()]*\((?:19|20)\d\d[a-z]?\)[^()]*\)|[\(\[][^()\[\]]*\b(?:19|20)\d\d[a-z]?[^()\[\]]*[\)\]]|\[[\d,;\s–-]+\]"
    r"|\bet al\.?,?\s*(?:\(?(?:19|20)\d\d[a-z]?\)?)?"
)
NOTE_MARK = re.compile(r"[†‡§¶*♦♢◇◆★☆⋆•]+")
_PERCENTAGE = re.compile(r"[\s:,;–-]*[(\[]?\s*\d+(?:\.\d+)?\s?%\s*[)\]]?$")
# A single accented letter or superscript digit after a name is a footnote mark that OCR misread:
# "Transformer base à".
_MISREAD_MARK = re.compile(r"\s+[à-öø-ÿÀ-ÖØ-ß¹²³⁰-⁹]$")
_BRACKETED = re.compile(r"\s*\([^()]*\)")
_LETTERS = re.compile(r"[^\W\d_]")


def parse_name(text: str) -> FigureName:
    """Parse a printed label into its name, variants and markers.

    A label that is only a citation or a mark is kept unchanged. A percentage after letters is a value and is
    dropped: "Other (4.7%)".
    """
    printed = " ".join(text.split())
    markers = tuple(match.strip() for match in CITATION.findall(printed) + NOTE_MARK.findall(printed))
    plain = " ".join(NOTE_MARK.sub(" ", CITATION.sub(" ", printed)).split())
    plain = _MISREAD_MARK.sub("", _PERCENTAGE.sub("", plain) if _LETTERS.search(plain) else plain)
    if not re.search(r"\w", plain):
        return FigureName(printed)
    unbracketed = _BRACKETED.sub("", plain).strip()
    variants = (unbracketed,) if unbracketed and unbracketed != plain else ()
    return FigureName(plain, variants, markers)
