"""Lists of papers: .bib files, CSL-JSON, and what Zotero exports, with the files that they name."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ..errors import UsageError
from ..papers.files import read_whole
from ..papers.parsing.latex.bibliography import bib_fields, bib_reference
from ..papers.parsing.latex.text import plain
from ..papers.records import PaperRecord
from ..papers.titles import folded
from .merge import work_of
from .services.json_access import at, ids, ids_in, items, text, year

_LARGEST = 100 * 1024 * 1024
_TELLING, _CUT = 12, 60  # letters of a title that tell it in a file's name, and that such a name holds
_EXPORTS = (".bib", ".json")


def is_list(path: Path) -> bool:
    """Whether `path` is a list of papers: a .bib or .json file, or a folder with one of these and no .tex."""
    if path.is_dir():
        return bool(_exports(path)) and not any(path.glob("*.tex"))
    return path.suffix.lower() in _EXPORTS


def read_list(path: Path) -> list[tuple[PaperRecord, Path | None]]:
    """The papers of the list at `path`, each with its PDF where the list names one that is there, or where one in the
    `storage` folder beside it bears its title. Raises UsageError for a file that is no list, or an empty one."""
    export = _exports(path)[0] if path.is_dir() else path
    found = list(_from_bib(export) if export.suffix.lower() == ".bib" else _from_json(export))
    if not found:
        raise UsageError(f"{export}: no entry with a title or an identifier")
    stored = sorted((export.parent / "storage").rglob("*.pdf"))
    titles = [(folded(pdf.stem), pdf) for pdf in stored]
    return [(work, file or _titled(work, titles)) for work, file in found]


def _exports(folder: Path) -> list[Path]:
    return sorted(path for path in folder.iterdir() if path.suffix.lower() in _EXPORTS and path.is_file())


def _read(path: Path) -> str:
    return read_whole(path, _LARGEST).decode("utf-8-sig", "replace")


def _from_bib(path: Path) -> Iterator[tuple[PaperRecord, Path | None]]:
    for fields in bib_fields(_read(path)).values():
        known = work_of(bib_reference(fields))
        pairs = (("arxiv", _eprint(fields)), ("doi", fields.get("doi", "")), *known.ids)
        if known.title or ids(pairs):
            work = PaperRecord(
                known.title,
                known.authors,
                known.year,
                known.venue,
                plain(fields.get("abstract", "")),
                ids(pairs),
            )
            yield work, _first(path.parent, _bib_files(fields.get("file", "")))


def _eprint(fields: dict[str, str]) -> str:
    kind = fields.get("archiveprefix", fields.get("eprinttype", "arxiv")).lower()
    return fields.get("eprint", "") if kind == "arxiv" else ""


def _bib_files(field: str) -> list[str]:
    """Paths in a "file" field: plain ones, and JabRef's and Zotero's "title:path:type", several set apart by ";"."""
    names = []
    for part in re.split(r"(?<!\\);", field):
        pieces = [re.sub(r"\\([:;\\_{}])", r"\1", piece) for piece in re.split(r"(?<!\\):(?![\\/])", part)]
        names += [piece.strip() for piece in (part, *pieces)]
    return [name for name in names if name.lower().endswith(".pdf")]


def _from_json(path: Path) -> Iterator[tuple[PaperRecord, Path | None]]:
    try:
        value = json.loads(_read(path))
    except (ValueError, RecursionError) as error:
        raise UsageError(f"{path}: not JSON ({error}); export it as CSL JSON or BibTeX") from error
    listed = items(at(value, "items")) or items(value) or ([value] if isinstance(value, dict) else [])
    for item in listed:
        if isinstance(item, dict) and (work := _csl(item)).title + "".join(name for _, name in work.ids):
            yield work, _first(path.parent, [text(at(a, "path")) for a in items(item.get("attachments"))])


def _csl(item: dict[str, Any]) -> PaperRecord:
    """An item of CSL-JSON (https://docs.citationstyles.org), or of Zotero's and Better BibTeX's own JSON."""
    people = items(item.get("author")) or items(item.get("creators"))
    names = [
        " ".join(
            filter(
                None, (text(at(p, "given") or at(p, "firstName")), text(at(p, "family") or at(p, "lastName")))
            )
        )
        or text(at(p, "literal") or at(p, "name"))
        for p in people
    ]
    dated = (
        at(item, "issued", "date-parts", 0, 0) or text(at(item, "issued", "raw")) or text(item.get("date"))
    )
    spelled = " ".join(
        text(item.get(name)) for name in ("note", "extra", "URL", "url", "number", "archiveID", "archive_id")
    )
    return PaperRecord(
        title=text(item.get("title")),
        authors=tuple(filter(None, names)),
        year=year(dated) or year(next(iter(re.findall(r"\b(?:19|20)\d\d\b", str(dated))), None)),
        venue=text(item.get("container-title") or item.get("publicationTitle")),
        abstract=text(item.get("abstract") or item.get("abstractNote")),
        ids=ids([("doi", item.get("DOI")), *ids_in(spelled)]),
    )


def _first(folder: Path, names: list[str]) -> Path | None:
    """The first of the named PDFs that is there. These are the user's own paths, absolute or from the list's folder."""
    for name in names:
        path = folder / Path(name).expanduser()
        if path.suffix.lower() == ".pdf" and path.is_file():
            return path
    return None


def _titled(work: PaperRecord, stored: list[tuple[str, Path]]) -> Path | None:
    """The file that Zotero named after the work, "Lee and Kim - 2019 - Title.pdf", or whose name holds its title; long
    titles are cut in names."""
    title = folded(work.title)
    if not title:
        return None
    same = [path for _, path in stored if folded(path.stem.split(" - ", 2)[-1]) == title]
    near = same or [path for name, path in stored if len(title) >= _TELLING and title[:_CUT] in name]
    return near[0] if len(near) == 1 else None
