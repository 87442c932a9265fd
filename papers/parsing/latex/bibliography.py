"""Read bibliographies of LaTeX sources by the key of \\cite{key}: .bbl and thebibliography as typeset, .bib as data."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...types import Reference
from ..references.ids import find_ids
from ..references.keys import build_reference_key
from ..references.parse import parse_reference
from .text import convert_to_text
from .tokens import find_option_end, parse_argument, skip_blank

if TYPE_CHECKING:
    from bibtexparser.library import Library

_ITEM = re.compile(r"\\(?:bibitem|lx@bibitem)(?![A-Za-z@])")
_NEWBLOCK = re.compile(r"\\newblock\b")
_NATBIB = re.compile(r"(?P<who>.*?)\((?P<year>(?:1[89]|20)\d\d[a-z]?)[^)]*\)", re.DOTALL)
_CITEAUTHORYEAR = re.compile(r"\\(?:protect\s*\\)?(?:citeauthoryear|astroncite)")
_NOT_TITLE = re.compile(r"^\(?(?:19|20)\d\d[a-z]?\)?[.,:]\s*|\s*https?://\S+")
_YEAR = re.compile(r"\b(?:19|20)\d\d")
_NUMBERED = re.compile(
    r"plain|unsrt|abbrv|ieeetr|acm|siam|IEEEtran\w*|splncs\w*|ACM-Reference-Format|elsarticle-num\w*|naturemag|apsrev\S*|numeric\S*"
)
_CITED_ORDER = re.compile(r"unsrt|ieee|naturemag|apsrev|numeric|elsarticle-num", re.IGNORECASE)
_ET_AL = re.compile(r"\s+and\s+others\b|\s*\bet\s+al\b\.?")


def parse_typeset_entries(tex: str) -> list[tuple[str, Reference]]:
    """Parse each \\bibitem of a .bbl file or thebibliography, in order, into (source key, reference).

    Entries without labels are numbered. natbib's labels give author and year; other labels are used unchanged.
    """
    found: list[tuple[str, Reference]] = []
    marks = list(_ITEM.finditer(tex))
    for number, (mark, after) in enumerate(zip(marks, [*marks[1:], None], strict=False), 1):
        body = tex[mark.end() : after.start() if after else _find_end(tex, mark.end())]
        place = skip_blank(body, 0)
        label = ""
        if body.startswith("[", place) and (end := find_option_end(body, place)) > 0:
            label, place = body[place + 1 : end - 1], end
        key, place = parse_argument(body, place)
        found.append(
            (
                convert_to_text(key) if "\\" in key else key.strip(),
                _parse_bibitem(body[place:], label, number),
            )
        )
    return found


def parse_bib_entries(bib: str, cited: Sequence[str], style: str) -> list[tuple[str, Reference]]:
    """Parse the `cited` entries of .bib text into (source key, reference), in the order in which `style` prints them.

    A cited key "*" means all entries. Citation keys follow the style: numbers for plain styles, author and year for
    others. Entries that cannot be parsed are skipped.
    """
    fields = parse_bib_fields(bib)
    wanted = list(fields) if "*" in cited else [key for key in dict.fromkeys(cited) if key in fields]
    known = [(key, build_bib_reference(fields[key])) for key in wanted]
    if not _CITED_ORDER.search(style):
        known.sort(key=lambda item: _sort_key(item[1]))
    if is_numbered(style):
        return [
            (key, replace(reference, key=str(number))) for number, (key, reference) in enumerate(known, 1)
        ]
    return _add_year_letters(known)


def parse_bib_fields(bib: str) -> dict[str, dict[str, str]]:
    """Map the key of each entry of .bib text to its fields, which map lower-case names to values in TeX.

    Broken entries are skipped.
    """
    return {
        entry.key: {field.key.lower(): str(field.value) for field in entry.fields}
        for entry in _parse_bib(bib).entries
    }


def list_broken_entries(bib: str) -> list[str]:
    """List the entries of .bib text that `parse_bib_fields` skips.

    Each is described by its line, its beginning and the reason.
    """
    reasons = {"DuplicateBlockKeyBlock": "repeats a key", "DuplicateFieldKeyBlock": "repeats a field"}
    return [
        f"line {(block.start_line or 0) + 1}, {(block.raw or '').strip()[:40]!r}: "
        f"{reasons.get(type(block).__name__, 'is not closed, or malformed')}"
        for block in _parse_bib(bib).failed_blocks
    ]


def _parse_bib(bib: str) -> Library:
    # The parser logs every mistake in a .bib file. These are the author's mistakes, and the entry is simply missing.
    logging.getLogger("bibtexparser").addHandler(logging.NullHandler())
    from bibtexparser.entrypoint import parse_string

    return parse_string(bib)


def _sort_key(reference: Reference) -> tuple[list[str], int]:
    """Return the key that sorts an alphabetical bibliography: surnames, or else the title; then the year."""
    names = [name.split()[-1].lower() for name in reference.authors]
    return names or [reference.title.lower()], reference.year or 0


def is_numbered(style: str) -> bool:
    """True if a bibliography style cites by number.

    Unknown styles count as author-year styles, because most styles of conferences and journals are.
    """
    return bool(_NUMBERED.fullmatch(style.strip()))


def _find_end(tex: str, start: int) -> int:
    end = tex.find("\\end{thebibliography}", start)
    return end if end >= 0 else len(tex)


def _parse_bibitem(body: str, label: str, number: int) -> Reference:
    blocks = [convert_to_text(block) for block in _NEWBLOCK.split(body)]
    text = " ".join(block for block in blocks if block)
    key, year = _parse_label(label, number)
    reference = parse_reference(text, key if not year else "")
    if (
        len(blocks) >= 3 and len(blocks[1]) > 3
    ):  # the style file divides entries into authors, title and the rest
        title = _NOT_TITLE.sub("", blocks[1]).strip(' .,“”"')
        reference = replace(reference, title=title)
    if year:
        reference = replace(reference, key=key, year=reference.year or int(year[:4]))
    return reference


def _parse_label(label: str, number: int) -> tuple[str, str]:
    """Return the citation key that a \\bibitem's label gives, and its year if the label is author and year."""
    if not label.strip():
        return str(number), ""
    old = _CITEAUTHORYEAR.search(label)
    if old:
        parts, place = [], old.end()
        while label.startswith("{", place := skip_blank(label, place)):
            part, place = parse_argument(label, place)
            parts.append(convert_to_text(part))
        if len(parts) >= 2:
            return f"{parts[-2]}, {parts[-1]}", parts[-1] if parts[-1][:4].isdigit() else ""
    shown = convert_to_text(label)
    natbib = _NATBIB.match(shown)
    if natbib:
        return f"{natbib['who'].strip()}, {natbib['year']}", natbib["year"]
    return shown, ""


def build_bib_reference(fields: Mapping[str, str]) -> Reference:
    """Build a reference from the fields of a .bib entry; `raw` is the entry as a plain style would print it."""
    authors = parse_bib_authors(fields.get("author") or fields.get("editor", ""))
    title = convert_to_text(fields.get("title", ""))
    year = _YEAR.search(fields.get("year", "") or fields.get("date", ""))
    venue = convert_to_text(
        next(
            (
                fields[name]
                for name in ("booktitle", "journal", "journaltitle", "publisher", "school", "howpublished")
                if fields.get(name)
            ),
            "",
        )
    )
    eprint = fields.get("eprint", "")
    spelled = [
        f"arXiv:{eprint}" if eprint else "",
        fields.get("doi", ""),
        convert_to_text(fields.get("url", "")),
        venue,
        fields.get("note", ""),
    ]
    parts = [
        ", ".join(authors),
        title,
        venue,
        year[0] if year else "",
        fields.get("doi", ""),
        f"arXiv:{eprint}" if eprint else "",
    ]
    raw = ". ".join(part for part in parts if part)
    number = int(year[0]) if year else None
    return Reference(
        build_reference_key("", authors, number, "", title),
        raw,
        title,
        authors,
        number,
        venue,
        find_ids(" ".join(spelled)),
    )


def parse_bib_authors(field: str) -> tuple[str, ...]:
    """Parse a .bib author field ("Last, Jr, First and First von Last") into names, given names first."""
    names = []
    for name in re.split(r"\s+and\s+", _ET_AL.sub("", field.strip())):
        parts = [convert_to_text(part) for part in name.split(",")]
        names.append(" ".join([*parts[1:][::-1], parts[0]]) if len(parts) > 1 else parts[0])
    return tuple(" ".join(name.split()) for name in names if name.strip())


def _add_year_letters(known: Iterable[tuple[str, Reference]]) -> list[tuple[str, Reference]]:
    """Add letters to the years of entries with the same key, in their order: 2013a, 2013b."""
    listed = list(known)
    counts: dict[str, int] = {}
    for _, reference in listed:
        counts[reference.key] = counts.get(reference.key, 0) + 1
    seen: dict[str, int] = {}
    result = []
    for key, reference in listed:
        if counts[reference.key] > 1 and reference.year and counts[reference.key] <= 26:
            letter = chr(ord("a") + seen.get(reference.key, 0))
            seen[reference.key] = seen.get(reference.key, 0) + 1
            reference = replace(reference, key=f"{reference.key}{letter}")
        result.append((key, reference))
    return result
