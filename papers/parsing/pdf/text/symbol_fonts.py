"""Map characters of the fonts Symbol and Wingdings that a PDF declares as Latin letters."""

from __future__ import annotations

import re

_SYMBOL = re.compile(r"Symbol(?:MT|PS|Std)?(?:[,-]|$)")
_WINGDINGS = re.compile(r"Wingdings(?:-Regular)?(?:,|$)")

# Adobe Symbol Encoding Vector, the letters only: other codes differ between the encodings of Windows and the Macintosh.
# https://www.unicode.org/Public/MAPPINGS/VENDORS/ADOBE/symbol.txt
_GREEK = dict(
    zip(
        map(ord, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"),
        map(ord, "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖαβχδεφγηιϕκλμνοπθρστυϖωξψζ"),
        strict=True,
    )
)
# The arrows and ticks of Wingdings. https://www.unicode.org/L2/L2012/12368-n4384.pdf
_PICTURES = dict(
    zip(
        map(ord, "ßàáâãäåæçèéêëìíîØüûþý"),
        map(ord, "←→↑↓↖↗↙↘←→↑↓↖↗↙↘➢✓✗☑☒"),
        strict=True,
    )
)
_BULLET = ord("•")
_SYMBOL_BULLET = 0xB7  # in the encoding of Windows
_LATIN = 0x250  # the end of Unicode's Latin letters


def is_symbol_font(name: str) -> bool:
    """True if `name` is a PostScript name of Symbol or Wingdings, in any style."""
    return bool(_SYMBOL.match(name) or _WINGDINGS.match(name))


def map_symbol(font: str, code: int) -> int:
    """Return the Unicode code of a character declared as `code` in the symbol font named `font`.

    Return `code` itself if it is a symbol already, or if its symbol is unknown. Letters of Wingdings other than arrows
    and ticks become bullets.
    """
    private = 0xF000 <= code < 0xF100  # the range in which Windows declares the codes of symbol fonts
    if code >= _LATIN and not private:
        return code
    sign = code & 0xFF if private else code
    if _SYMBOL.match(font):
        return _BULLET if private and sign == _SYMBOL_BULLET else _GREEK.get(sign, code)
    return _PICTURES.get(sign, _BULLET)
