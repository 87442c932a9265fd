"""Remove links from an answer unless a quote contains them, because a paper may inject links into the answer."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from html import unescape

_LINK_REMOVED = "(link removed)"
_MARKDOWN = re.compile(
    r"!?\[[^\]]{0,300}\]\s{0,9}\([^)]{0,2000}\)|<\s{0,9}(?:a|img|iframe|form|script)\b[^>]{0,2000}>",
    re.IGNORECASE,
)
_SCHEMES = (
    "mailto|javascript|vbscript|data|file|blob|about|tel|sms|callto|facetime|magnet|intent|ftp|ssh|git|ldap|jar|"
    "https?|wss?|hxxps?|view-source|ms-[a-z]+|x-[a-z]+"
)
_NAME = r"[^\W_](?:[\w-]{0,61}[^\W_])?"
_LINK = re.compile(
    rf"\b[a-z][a-z0-9+.-]{{0,30}}:/+\S+|\b(?:{_SCHEMES}):\S+"
    rf"|(?<![\w:/])//{_NAME}\S*|\\\\(?:[?.]\\)?{_NAME}\\\S*"
    rf"|\bwww\.\S+|(?<![\d.])\d{{1,3}}(?:\.\d{{1,3}}){{3}}(?!\.?\d)\S*"
    rf"|(?:{_NAME}\.){{1,9}}[^\W\d_]{{2,24}}[:/?#]\S+|[\w.+-]{{1,64}}@{_NAME}(?:\.{_NAME}){{1,9}}"
    rf"|(?P<host>(?<![\w.@-])(?:{_NAME}\.){{1,9}}(?:xn--[\w-]+|[^\W\d_]{{2,24}})(?![\w-]|\.\w))",
    re.IGNORECASE,
)
_DOTS = str.maketrans("\u3002\uff61\u2024\uff0e", "....")
_AROUND = ".,;:!?)]}>'\"”’»"


def without_unquoted_links(text: str, quotes: Iterable[str]) -> str:
    """Replace everything in `text` that a page or a terminal may show as a link, except links that are in one of
    `quotes`.

    A bare host name ("evil.example") counts as a link, because chat and mail programs turn such names into links.
    """
    quoted = " ".join(quotes)
    text = _MARKDOWN.sub(lambda match: match[0] if match[0] in quoted else _LINK_REMOVED, text)
    known = {link for word in quoted.split() for link in _find_links(_normalize(word))}
    return "".join(_clean_word(word, known) for word in re.split(r"(\s+)", text))


def _clean_word(word: str, known: set[str]) -> str:
    plain = _normalize(word)
    cleaned = _LINK.sub(lambda match: _replace_link(match, known), plain)
    return word if cleaned == plain else cleaned


def _replace_link(match: re.Match[str], known: set[str]) -> str:
    link = match[0].rstrip(_AROUND)
    return match[0] if _is_no_link(match) or link in known else _LINK_REMOVED + match[0][len(link) :]


def _find_links(word: str) -> list[str]:
    """Return the links in a word, without the punctuation after them."""
    return [match[0].rstrip(_AROUND) for match in _LINK.finditer(word) if not _is_no_link(match)]


def _is_no_link(match: re.Match[str]) -> bool:
    """True if the match is only a full stop without a space after it ("end.Next", "vs.BERT")."""
    last = (match["host"] or "").rpartition(".")[2]
    return bool(last) and last[0].isupper() and not match["host"].isupper()


def _normalize(word: str) -> str:
    """Return `word` as a program that detects links reads it.

    HTML entities and compatibility characters are replaced, and invisible characters are removed.
    """
    plain = unicodedata.normalize("NFKC", unescape(word).translate(_DOTS))
    return "".join(character for character in plain if unicodedata.category(character) != "Cf")
