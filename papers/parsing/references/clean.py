"""Clean up extracted bibliography text: detached accents, ligatures, words broken at line ends."""

from __future__ import annotations

import re
import unicodedata

# Old TeX fonts draw accents as separate glyphs, which text extraction returns as spacing characters.
_COMBINING = {
    "\u00b4": "\u0301",
    "\u02ca": "\u0301",
    "\u0060": "\u0300",
    "\u02cb": "\u0300",
    "\u00a8": "\u0308",
    "\u02c6": "\u0302",
    "\u02dc": "\u0303",
    "\u00b8": "\u0327",
    "\u02c7": "\u030c",
    "\u02da": "\u030a",
    "\u02d8": "\u0306",
    "\u02dd": "\u030b",
    "\u02d9": "\u0307",
    "\u02db": "\u0328",
}
_SPACING = "".join(_COMBINING)
# An accent precedes its letter ("J¨urgen", "ad´ ar"), or follows it if it is drawn below the letter ("c¸").
_ABOVE = re.compile(rf"( ?)([{_SPACING}])( ?)([^\W\d_])")
_BELOW = re.compile("([^\\W\\d_])([\u00b8\u02db])")
_STRAY = re.compile("(?<= )` |[\u00b4\u00a8\u00b8\u02c7\u02da\u02d8\u02dd\u02d9\u02db\u02cb\u02ca]")
_LIGATURE = re.compile("[\ufb00-\ufb06]")
_LOOSE_STOP = re.compile(r"(?<=\b[A-Z]) \.|(?<=\b[A-Z]\.) \.(?=,)")
_BULLETS = re.compile(r"(?:(?<=\s)|^)[•●\ufffd]+(?=\s)")
# A DOI broken at a line end: after its prefix, a slash or a hyphen; after a full stop only if its second part ends
# the text.
_DOI_HOST = re.compile(r"\bdoi\.\s?org/\s?(?=10\.)")
_BROKEN_DOI = re.compile(
    r"\b10\.\s?(\d{4,9})/\s?(?=\S*\d|\S*/)(\S*)(?:(?<=[/_(-])\s(\S*\d\S*))?(?:(?<=\.)\s(?!(?:19"
    r"|20)\d\d\.?$)(\d[\w/.()-]*\.?)$)?"
)
_SPACE = re.compile(r"[\s\u200b]+")
_DASHES = str.maketrans({"\u2010": "-", "\u2011": "-", "\u2012": "–", "\u2212": "-"})


def clean_text(text: str) -> str:
    """Return `text` on one line, with accents joined to their letters, ligatures expanded and spaces single.

    Soft hyphens are removed.
    """
    text = text.replace("\u00ad", "").translate(_DASHES)
    if any(mark in text for mark in _SPACING):
        text = _BELOW.sub(lambda m: _compose(m[1], m[2]), text)
        text = _ABOVE.sub(_attach_accent, text)
        text = _STRAY.sub("", text)
    text = _LIGATURE.sub(lambda m: unicodedata.normalize("NFKC", m[0]), text)
    text = _BULLETS.sub(
        "", _LOOSE_STOP.sub(lambda match: "." if match.string[match.start() - 1] != "." else "", text)
    )
    if "10." in text:
        text = _DOI_HOST.sub("doi.org/", text)
        text = _BROKEN_DOI.sub(lambda m: f"10.{m[1]}/{m[2]}{m[3] or ''}{m[4] or ''}", text)
    return _SPACE.sub(" ", unicodedata.normalize("NFC", text)).strip()


def join_lines(lines: list[str]) -> str:
    """Join lines into one text.

    Words broken at a line end are joined; a hyphen before a capital or digit is kept.
    """
    text = ""
    for line in lines:
        line = line.replace("\u00ad", "-").replace("\x02", "-").strip()
        if text.endswith("-") and len(text) > 1 and text[-2].isalpha() and line[:1].islower():
            text = text[:-1] + line
        elif text.endswith(("-", "/")) and line:
            text += line
        else:
            text = f"{text} {line}" if text else line
    return text


def _attach_accent(match: re.Match[str]) -> str:
    left, mark, right, letter = match.groups()
    before = match.string[max(0, match.start() - 2) : match.start()]
    if mark == "`" and (left or before.endswith("`")):
        return match[0]  # an opening quotation mark of TeX, not an accent
    if left and right and not re.fullmatch(r"\W?\w", before):
        return f" {letter}"  # an accent from another line, unless it follows a single letter ("K ´ ad")
    joined = _compose("i" if letter == "ı" else letter, mark)
    return f" {joined}" if left and letter.isupper() else joined


def _compose(letter: str, mark: str) -> str:
    """Return the accented letter if Unicode has it.

    Otherwise return the bare letter, because the accent belonged elsewhere.
    """
    composed = unicodedata.normalize("NFC", letter + _COMBINING[mark])
    return composed if len(composed) == 1 else letter
