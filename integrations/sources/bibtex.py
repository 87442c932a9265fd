"""BibTeX entries made from CSL-JSON items."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from .csl_types import Item, Name

_TYPES = {"article-journal": "article", "paper-conference": "inproceedings"}
_ARXIV = "https://arxiv.org/abs/"


def write_bibtex(items: Iterable[Item]) -> str:
    """Return one entry per item. Characters that LaTeX does not accept are written as commands."""
    encoder = _open_encoder()
    return "\n".join(_write_entry(item, encoder) for item in items)


def _open_encoder() -> Any:
    from pylatexenc.latexencode import UnicodeToLatexEncoder  # slow to import

    return UnicodeToLatexEncoder(unknown_char_policy="keep", unknown_char_warning=False)


def _write_entry(item: Item, encoder: Any) -> str:
    lines = [f"  {name} = {{{value}}}" for name, value in _list_fields(item, encoder.unicode_to_latex)]
    return f"@{_TYPES.get(item['type'], 'misc')}{{{item['id']},\n" + ",\n".join(lines) + "\n}\n"


def _list_fields(item: Item, encode: Any) -> Iterator[tuple[str, str]]:
    """Yield (field, value) in the usual order. The title has extra braces so that styles keep its capitals."""
    if authors := item.get("author"):
        yield "author", " and ".join(encode(_write_name(name)) for name in authors)
    yield "title", f"{{{encode(item.get('title', ''))}}}"
    in_book = item["type"] == "paper-conference"
    places = (("booktitle" if in_book else "journal", "container-title"), ("volume", "volume"))
    for field, name in (*places, ("number", "issue"), ("pages", "page"), ("publisher", "publisher")):
        if value := str(item.get(name, "")):
            yield field, encode(value).replace(r"{\textendash}", "--")
    if issued := item.get("issued"):
        yield "year", str(issued["date-parts"][0][0])
    if doi := item.get("DOI"):
        yield "doi", doi
    if url := item.get("URL"):
        if url.startswith(_ARXIV):
            yield "eprint", url.removeprefix(_ARXIV)
            yield "archiveprefix", "arXiv"
        yield "url", url
    if note := item.get("annote"):
        yield "annote", encode(note)


def _write_name(name: Name) -> str:
    return f"{name['family']}, {name['given']}" if "family" in name else name["literal"]
