"""Read lists of papers: .bib files, CSL-JSON, and Zotero exports, with the files that they name."""

from __future__ import annotations

import contextlib
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..papers.bibliography.bib_file import list_file_names
from ..papers.files import read_user_file
from ..papers.parsing.latex.bibliography import build_bib_reference, parse_bib_fields
from ..papers.parsing.latex.text import convert_to_text
from ..papers.records import PaperRecord
from ..papers.titles import fold_title
from ..settings import expand_user
from .merge import record_from_reference
from .services.json_access import as_list, as_text, find_record_ids, get_path, normalize_ids, parse_year

_MAX_BYTES = 100 * 1024 * 1024
# Least number of letters with which a title identifies a file by its name, and number of letters that are compared.
_MIN_TITLE, _TITLE_CUT = 12, 60
_EXPORTS = (".bib", ".json")


def is_paper_list(path: Path) -> bool:
    """True if `path` is a list of papers: a .bib or .json file, or a folder that has such a file and no .tex file."""
    if path.is_dir():
        return bool(_find_exports(path)) and not any(path.glob("*.tex"))
    return path.suffix.lower() in _EXPORTS


def read_paper_list(path: Path) -> list[tuple[PaperRecord, Path | None]]:
    """Read the papers of the list at `path`, each with its PDF or None.

    The PDF is a file that the list names, if it exists, or a file in the folder `storage` next to the list that is
    named after the paper's title. Raises UsageError if the file is not a list of papers or has no entries.
    """
    export = _find_exports(path)[0] if path.is_dir() else path
    entries = list(_from_bib(export) if export.suffix.lower() == ".bib" else _from_json(export))
    if not entries:
        raise UsageError(f"{export}: no entry with a title or an identifier")
    stored = sorted((export.parent / "storage").rglob("*.pdf"))
    titles = [(fold_title(pdf.stem), pdf) for pdf in stored]
    return [(record, file or _stored_pdf(record, titles)) for record, file in entries]


def _find_exports(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in _EXPORTS and path.is_file())


def _read(path: Path) -> str:
    return read_user_file(path, _MAX_BYTES).decode("utf-8-sig", "replace")


def _from_bib(path: Path) -> Iterator[tuple[PaperRecord, Path | None]]:
    for fields in parse_bib_fields(_read(path)).values():
        known = record_from_reference(build_bib_reference(fields))
        pairs = (("arxiv", _eprint(fields)), ("doi", fields.get("doi", "")), *known.ids)
        if known.title or normalize_ids(pairs):
            record = PaperRecord(
                known.title,
                known.authors,
                known.year,
                known.venue,
                convert_to_text(fields.get("abstract", "")),
                normalize_ids(pairs),
            )
            yield record, _existing_pdf(path.parent, list_file_names(fields.get("file", "")))


def _eprint(fields: dict[str, str]) -> str:
    kind = fields.get("archiveprefix", fields.get("eprinttype", "arxiv")).lower()
    return fields.get("eprint", "") if kind == "arxiv" else ""


def _from_json(path: Path) -> Iterator[tuple[PaperRecord, Path | None]]:
    try:
        value = json.loads(_read(path))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}: not JSON ({error}); export it as CSL JSON or BibTeX") from error
    listed = (
        as_list(get_path(value, "items")) or as_list(value) or ([value] if isinstance(value, dict) else [])
    )
    for item in listed:
        if isinstance(item, dict) and (record := record_from_csl(item)).title + "".join(
            name for _, name in record.ids
        ):
            yield (
                record,
                _existing_pdf(
                    path.parent, [as_text(get_path(a, "path")) for a in as_list(item.get("attachments"))]
                ),
            )


def record_from_csl(item: dict[str, Any]) -> PaperRecord:
    """Convert an item of CSL-JSON (https://docs.citationstyles.org), or of Zotero's and Better BibTeX's own JSON, to a
    record.
    """
    people = as_list(item.get("author")) or as_list(item.get("creators"))
    names = [
        " ".join(
            filter(
                None,
                (
                    as_text(get_path(p, "given") or get_path(p, "firstName")),
                    as_text(get_path(p, "family") or get_path(p, "lastName")),
                ),
            )
        )
        or as_text(get_path(p, "literal") or get_path(p, "name"))
        for p in people
    ]
    dated = (
        get_path(item, "issued", "date-parts", 0, 0)
        or as_text(get_path(item, "issued", "raw"))
        or as_text(item.get("date"))
    )
    spelled = " ".join(
        as_text(item.get(name))
        for name in ("note", "extra", "URL", "url", "number", "archiveID", "archive_id")
    )
    return PaperRecord(
        title=as_text(item.get("title")),
        authors=tuple(filter(None, names)),
        year=parse_year(dated) or parse_year(next(iter(re.findall(r"\b(?:19|20)\d\d\b", str(dated))), None)),
        venue=as_text(item.get("container-title") or item.get("publicationTitle")),
        abstract=as_text(item.get("abstract") or item.get("abstractNote")),
        ids=normalize_ids([("doi", item.get("DOI")), *find_record_ids(spelled)]),
    )


def _existing_pdf(folder: Path, names: list[str]) -> Path | None:
    """Return the first of the named PDFs that exists, or None.

    The names are the user's own paths, absolute or relative to the folder of the list.
    """
    for name in names:
        path = folder / expand_user(name)
        with contextlib.suppress(OSError, ValueError):  # a name that is too long or invalid
            if path.suffix.lower() == ".pdf" and path.is_file():
                return path
    return None


def _stored_pdf(record: PaperRecord, stored: list[tuple[str, Path]]) -> Path | None:
    """Return the file that Zotero named after the paper ("Lee and Kim - 2019 - Title.pdf").

    Otherwise, return the only file whose name contains the title, which is truncated in file names. None if no file or
    several files match.
    """
    title = fold_title(record.title)
    if not title:
        return None
    same = [path for _, path in stored if fold_title(path.stem.split(" - ", 2)[-1]) == title]
    near = same or [path for name, path in stored if len(title) >= _MIN_TITLE and title[:_TITLE_CUT] in name]
    return near[0] if len(near) == 1 else None
