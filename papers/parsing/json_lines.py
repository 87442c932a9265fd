"""Papers as JSON lines: text that was never a PDF, one paper per line, as distributed by corpora and services.

    {"id": "raffel2020", "title": "Exploring the Limits of Transfer Learning", "authors": ["Colin Raffel"], "year": 2020,
     "abstract": "...", "ids": {"arxiv": "1910.10683"},
     "sections": [{"heading": "2 Setup > 2.1 Model", "paragraphs": ["...", "..."]}],
     "figures": [{"label": "Table 1", "caption": "..."}],
     "references": [{"key": "Devlin et al., 2019", "title": "BERT", "authors": ["Jacob Devlin"], "year": 2019}, "..."]}

"id" and "title" are required. A paper without "sections" is known by title and abstract alone. A reference may also
be the text of its entry. Its key is its citation in the paragraphs, so that citing sentences are found as in a PDF.
Other keys are ignored. Paragraphs are on page 0, without a box.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from ..serialization import replace_surrogates
from ..types import BBox, Block, Figure, FigureKind, Paper, Reference
from .citations.read import read_mentions
from .paper_ids import build_paper_id
from .references.keys import build_reference_key
from .references.parse import parse_reference

SUFFIX = ".jsonl"
_LINE_NAME = re.compile(r"(.+\.jsonl):(\d+)", re.IGNORECASE | re.DOTALL)
_EMPTY = BBox(0.0, 0.0, 0.0, 0.0)
_KINDS: dict[type, str] = {dict: "objects", str: "texts"}
_CAPTIONS = "Figures and tables"  # the section of captions, whose position among the paragraphs is unknown


@dataclass(frozen=True, slots=True)
class JsonLine:
    """A line of a file: its number from 1, the paper's id and the hash of the text, or the `problem` with the line."""

    number: int
    paper_id: str
    sha256: str
    problem: str = ""


def is_json_lines(path: Path) -> bool:
    """True if `path` has the suffix of a file with papers as JSON lines."""
    return path.suffix.lower() == SUFFIX


def match_json_line(name: str) -> re.Match[str] | None:
    """Match the name of a paper in a .jsonl file ("corpus.jsonl:7"); None for other names.

    The groups are the file and the number of the line.
    """
    return _LINE_NAME.fullmatch(name)


def list_json_lines(path: Path) -> Iterator[JsonLine]:
    """Yield the lines of the file at `path` that are not blank. Raise OSError if the file cannot be read."""
    for number, raw in _lines(path):
        digest = sha256(raw).hexdigest()
        try:
            row = _row(raw)
            _text(row, "title")
            yield JsonLine(number, build_paper_id(_text(row, "id")), digest)
        except ValueError as error:
            yield JsonLine(number, "", digest, f"{path.name}:{number}: {error}")


def read_json_papers(path: Path, numbers: Collection[int]) -> Iterator[tuple[int, Paper | str]]:
    """Yield (number, paper) for the lines `numbers` of the file at `path`.

    For an invalid line, the paper is replaced by a message with file:line and the fix. Raise OSError if the file cannot
    be read.
    """
    for number, raw in _lines(path):
        if number in numbers:
            try:
                yield number, _paper(_row(raw), f"{path.name}:{number}", sha256(raw).hexdigest())
            except ValueError as error:
                yield number, f"{path.name}:{number}: {error}"


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    with path.open("rb") as stream:
        for number, raw in enumerate(stream, 1):
            if raw.strip():
                yield number, raw.strip()


def _row(raw: bytes) -> Mapping[str, Any]:
    try:
        row = json.loads(raw)
        if b"\\ud" in raw.lower():  # an escaped surrogate, which cannot be encoded as UTF-8
            row = json.loads(replace_surrogates(json.dumps(row, ensure_ascii=False)))
    except (ValueError, RecursionError) as error:
        raise ValueError(f"not JSON ({error})") from None
    if not isinstance(row, dict):
        raise ValueError('not a JSON object; a paper is {"id": ..., "title": ...}')
    return row


def _paper(row: Mapping[str, Any], source: str, digest: str) -> Paper:
    title, abstract = _text(row, "title"), _text(row, "abstract", required=False)
    sections = _list(row, "sections", dict)
    figures = tuple(_figure(item, n) for n, item in enumerate(_list(row, "figures", dict), 1))
    blocks = tuple(_blocks(abstract, sections, figures))
    references = tuple(map(_reference, _list(row, "references", dict, str)))
    return Paper(
        id=build_paper_id(_text(row, "id")),
        title=title,
        authors=_strings(row, "authors"),
        year=_year(row),
        abstract=abstract,
        blocks=blocks if sections else (),
        figures=figures,
        references=references,
        mentions=read_mentions(blocks, figures, references),
        source=source,
        sha256=digest,
        abstract_only=not sections,
        ids=_ids(row),
    )


def _blocks(
    abstract: str, sections: Sequence[Mapping[str, Any]], figures: Sequence[Figure]
) -> Iterator[Block]:
    if abstract:
        yield Block(abstract, 0, _EMPTY, section="Abstract")
    for section in sections:
        heading = _text(section, "heading", required=False)
        if heading:
            yield Block(heading.rsplit(" > ", 1)[-1], 0, _EMPTY, "heading", heading)
        for paragraph in _strings(section, "paragraphs"):
            yield Block(paragraph, 0, _EMPTY, section=heading)
    for figure in figures:
        if figure.caption:
            yield Block(figure.caption, 0, _EMPTY, "caption", _CAPTIONS)


def _figure(item: Mapping[str, Any], number: int) -> Figure:
    label = _text(item, "label", required=False)
    kind: FigureKind = "table" if label.lower().startswith("tab") else "figure"
    caption = _text(item, "caption", required=False)
    name = build_paper_id(label).replace("-", "") if label else f"figure{number}"
    return Figure(f"p0:{name}", kind, label, caption, 0, _EMPTY)


def _reference(item: Mapping[str, Any] | str) -> Reference:
    if isinstance(item, str):
        return parse_reference(item)
    title, authors, year = (
        _text(item, "title", required=False),
        _strings(item, "authors"),
        _year(item),
    )
    key = _text(item, "key", required=False) or build_reference_key("", authors, year, "", title)
    raw = _text(item, "raw", required=False) or ". ".join(
        part for part in (", ".join(authors), str(year or ""), title) if part
    )
    return Reference(key, raw, title, authors, year, _text(item, "venue", required=False), _ids(item))


def _text(row: Mapping[str, Any], key: str, *, required: bool = True) -> str:
    value = row.get(key)
    if isinstance(value, int) and not isinstance(value, bool) and key == "id":
        value = str(value)
    if value is None and not required:
        return ""
    if not isinstance(value, str) or (required and not value.strip()):
        raise ValueError(f'"{key}" must be a text{"" if required else " where it is given"}')
    return value.strip()


def _list(row: Mapping[str, Any], key: str, *kinds: type) -> list[Any]:
    value = row.get(key) or []
    if not isinstance(value, list) or not all(isinstance(item, kinds) for item in value):
        raise ValueError(f'"{key}" must be a list of {" or ".join(_KINDS[kind] for kind in kinds)}')
    return value


def _strings(row: Mapping[str, Any], key: str) -> tuple[str, ...]:
    return tuple(text.strip() for text in _list(row, key, str) if text.strip())


def _year(row: Mapping[str, Any]) -> int | None:
    value = row.get("year")
    if value is None:
        return None
    if isinstance(value, bool) or not isinstance(value, int):
        raise ValueError('"year" must be a whole number where it is given')
    return value


def _ids(row: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    value = row.get("ids") or {}
    if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
        raise ValueError('"ids" must be an object of texts, such as {"arxiv": "1910.10683"}')
    return tuple(sorted(value.items()))
