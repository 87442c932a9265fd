"""Print bibliography entries in JATS and TEI, whose fields are elements, as text for the reference parser."""

from __future__ import annotations

from typing import Any

from .markup import inner_text, local_name

_WHOLE = ("mixed-citation", "note")  # elements that may contain the entry as printed
_TITLES, _SOURCES = ("article-title", "chapter-title", "title"), ("source", "title")
_NAMES, _GIVEN = ("name", "persname", "string-name"), ("given-names", "forename")


def print_entry(element: Any) -> str:
    """Return the entry as printed, or else its fields in the usual order with punctuation between them."""
    whole = [
        inner_text(each)
        for each in element.iter()
        if local_name(each) in _WHOLE and each.get("type") in (None, "raw_reference")
    ]
    if whole:
        return whole[0]
    names = [_print_name(each) for each in element.iter() if local_name(each) in _NAMES]
    if not names and not _find(element, *_TITLES):
        return inner_text(element)
    titles = _find(element, *_TITLES)
    sources = [text for text in _find(element, *_SOURCES) if text not in titles[:1]]
    dates = [
        each.get("when") or inner_text(each)
        for each in element.iter()
        if local_name(each) in ("year", "date")
    ]
    scopes = {
        each.get("unit"): f"{each.get('from') or inner_text(each)}–{each.get('to')}"
        if each.get("to")
        else inner_text(each)
        for each in element.iter()
        if local_name(each) == "biblscope"
    }
    pages = "–".join(_find(element, "fpage", "lpage")) or scopes.get("page", "")
    volume = "".join(_find(element, "volume")[:1]) or scopes.get("volume", "")
    year = f" ({dates[0][:4]})" if dates else ""
    place = ", ".join(filter(None, (" ".join([*sources[:1], volume]).strip(), pages)))
    return ". ".join(filter(None, (", ".join(names) + year, *titles[:1], place))) + "."


def _find(element: Any, *names: str) -> list[str]:
    return [text for each in element.iter() if local_name(each) in names and (text := inner_text(each))]


def _print_name(element: Any) -> str:
    parts = {local_name(each): inner_text(each) for each in element.iter()}
    given = " ".join(inner_text(each) for each in element.iter() if local_name(each) in _GIVEN)
    return " ".join(f"{given} {parts.get('surname', '')}".split()) or inner_text(element)
