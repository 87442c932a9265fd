"""Normalize single characters: accents, superscripts, look-alikes."""

from __future__ import annotations

import unicodedata

# Spacing accents that TeX's 7-bit fonts draw as separate characters over plain letters.
ACCENTS = {
    "\u00b4": "\u0301",
    "`": "\u0300",
    "\u00a8": "\u0308",
    "\u02c6": "\u0302",
    "^": "\u0302",
    "\u02dc": "\u0303",
    "~": "\u0303",
    "\u02c7": "\u030c",
    "\u00b8": "\u0327",
    "\u00af": "\u0304",
    "\u02d8": "\u0306",
    "\u02d9": "\u0307",
    "\u02da": "\u030a",
    "\u02dd": "\u030b",
}
_DOTLESS = {"\u0131": "i", "\u0237": "j"}
_SUPERSCRIPTS = str.maketrans("0123456789+-\u2212", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻")
# Characters that look the same get one spelling, so that a typed quote can be found.
_PLAIN = str.maketrans(
    {
        "\u2010": "-",
        "\u2011": "-",
        "\u00ad": "-",
        "\u00a0": " ",
        "\ufb00": "ff",
        "\ufb01": "fi",
        "\ufb02": "fl",
        "\ufb03": "ffi",
        "\ufb04": "ffl",
        "\ufb05": "st",
        "\ufb06": "st",
        "\u200b": "",
        "\u200c": "",
        "\u200d": "",
        "\ufeff": "",
    }
)


def normalize_glyphs(text: str) -> str:
    """Expand ligatures, replace variants of the hyphen by "-", and drop zero-width characters.

    The soft hyphen counts as a hyphen.
    """
    if text.isascii():
        return text
    return text.replace("-\u00ad", "-").translate(_PLAIN)


def compose_accent(letter: str, accent: str) -> str:
    """Return `letter` with the spacing `accent`, as one character if Unicode has it; "" if `letter` is not a letter."""
    return (
        unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + ACCENTS[accent])
        if letter.isalpha()
        else ""
    )


def to_superscript(text: str) -> str:
    """Raise digits and signs ("12" -> "¹²"); other characters stay unchanged."""
    return text.translate(_SUPERSCRIPTS)
