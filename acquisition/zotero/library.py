"""Read the items of a Zotero data folder, with their metadata and PDFs."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote

from ...errors import UnavailableError, UsageError
from ...papers.records import PaperRecord
from ...settings import Settings, expand_user
from ..paper_lists import record_from_csl
from .base_folder import find_base_folder, locate_below

DATABASE = "zotero.sqlite"
_LINKED_FILE = 2  # linkMode of an attachment that stays where the user keeps it
_BELOW_BASE = "attachments:"  # prefix of the path of a linked file below the base folder
_STORED = "storage:"  # prefix of the path of a file in the storage folder


@dataclass(frozen=True, slots=True)
class ZoteroPdf:
    """A PDF attachment: its key in Zotero, and its path on this machine, which may not exist."""

    key: str
    path: Path


@dataclass(frozen=True, slots=True)
class ZoteroItem:
    """An item of Zotero, its metadata, and its PDFs sorted by key.

    `library` is "users/ID", with the ID 0 before the first sync, or "groups/ID". `key` is the key of the item there.
    """

    library: str
    key: str
    record: PaperRecord
    pdfs: tuple[ZoteroPdf, ...]


def read_items(settings: Settings, collection: str | None = None) -> list[ZoteroItem]:
    """Return the items that have a title or a PDF, sorted by key.

    They are the items of the whole data folder, or of `collection` and all collections below it. `collection` is a
    name, or a path of names such as "Thesis/Methods"; case does not matter. Items in the trash are left out. Raises
    UsageError if there is no database or no such collection, UnavailableError while Zotero is writing.
    """
    folder = expand_user(settings.zotero_folder)
    with _open(folder) as database:
        chosen = None if collection is None else _find_items(database, collection)
        base = find_base_folder(settings)
        return [
            item for item in _read_items(database, folder, base, chosen) if item.record.title or item.pdfs
        ]


@contextmanager
def _open(folder: Path) -> Iterator[sqlite3.Connection]:
    """Open the database for reading without its lock, which Zotero holds while it runs."""
    path = folder / DATABASE
    if not path.is_file():
        raise UsageError(f"{path}: no such file; set zotero_folder to Zotero's data folder")
    try:
        with closing(
            sqlite3.connect(f"file:{quote(str(path.absolute()))}?mode=ro&immutable=1", uri=True)
        ) as database:
            yield database
    except sqlite3.Error as error:
        raise UnavailableError(
            f"{path}: cannot be read ({error}); if Zotero is busy, try again or close it"
        ) from error


def _find_items(database: sqlite3.Connection, name: str) -> set[int]:
    """Return the item numbers of the collection `name` and of every collection below it."""
    rows = list(database.execute("SELECT collectionID, parentCollectionID, collectionName FROM collections"))
    names: dict[int, str] = {number: title for number, _, title in rows}
    parents: dict[int, int] = {number: parent for number, parent, _ in rows if parent in names}

    def ancestry(number: int) -> list[int]:
        line = [number]
        while line[-1] in parents and parents[line[-1]] not in line:
            line.append(parents[line[-1]])
        return line

    paths = {number: "/".join(names[n] for n in reversed(ancestry(number))) for number in names}
    wanted = name.strip().casefold()
    same = {n for n in names if wanted in (paths[n].casefold(), names[n].casefold())}
    if not same:
        known = ", ".join(sorted(paths.values())) or "none"
        raise UsageError(f"no collection {name!r} in Zotero; there are: {known}")
    inside = sorted(n for n in names if same.intersection(ancestry(n)))
    marks = ",".join("?" * len(inside))
    found = database.execute(f"SELECT itemID FROM collectionItems WHERE collectionID IN ({marks})", inside)
    return {number for (number,) in found}


def _read_items(
    database: sqlite3.Connection, folder: Path, base: Path | None, chosen: set[int] | None
) -> Iterator[ZoteroItem]:
    libraries = _library_paths(database)
    fields = _fields(database)
    creators = _creators(database)
    pdfs = _pdfs(database, folder, base)
    listed = database.execute(
        "SELECT itemID, key, libraryID FROM items WHERE itemID NOT IN (SELECT itemID FROM deletedItems)"
        " AND itemID NOT IN (SELECT itemID FROM itemAttachments WHERE parentItemID IS NOT NULL) ORDER BY key, itemID"
    )
    for number, key, library in listed:
        if chosen is None or number in chosen:
            record = record_from_csl({**fields.get(number, {}), "creators": creators.get(number, [])})
            yield ZoteroItem(libraries.get(library, "users/0"), key, record, tuple(pdfs.get(number, ())))


def _library_paths(database: sqlite3.Connection) -> dict[int, str]:
    """Map the number of each library to its path in Zotero's web API."""
    row = database.execute(
        "SELECT value FROM settings WHERE setting = 'account' AND key = 'userID'"
    ).fetchone()
    groups = dict(database.execute("SELECT libraryID, groupID FROM groups"))
    own = f"users/{row[0] if row else 0}"
    return {
        number: f"groups/{groups[number]}" if number in groups else own
        for (number,) in database.execute("SELECT libraryID FROM libraries")
    }


def _fields(database: sqlite3.Connection) -> dict[int, dict[str, str]]:
    fields: dict[int, dict[str, str]] = {}
    rows = database.execute(
        "SELECT itemID, fieldName, value FROM itemData JOIN fields USING (fieldID) JOIN itemDataValues USING (valueID)"
    )
    for number, name, value in rows:
        fields.setdefault(number, {})[name] = str(value)
    for known in fields.values():
        known.setdefault(
            "publicationTitle", known.get("proceedingsTitle", "") or known.get("conferenceName", "")
        )
    return fields


def _creators(database: sqlite3.Connection) -> dict[int, list[dict[str, str]]]:
    """Map each item to its authors, or to its other creators if it has no authors."""
    authors: dict[int, list[dict[str, str]]] = {}
    others: dict[int, list[dict[str, str]]] = {}
    rows = database.execute(
        "SELECT itemID, firstName, lastName, creatorType FROM itemCreators JOIN creators USING (creatorID)"
        " JOIN creatorTypes USING (creatorTypeID) ORDER BY itemID, orderIndex"
    )
    for number, first, last, kind in rows:
        into = authors if kind == "author" else others
        into.setdefault(number, []).append({"firstName": first or "", "lastName": last or ""})
    return others | authors


def _pdfs(database: sqlite3.Connection, folder: Path, base: Path | None) -> dict[int, list[ZoteroPdf]]:
    """Map each item to its PDFs; a PDF attachment without a parent item is an item itself."""
    pdfs: dict[int, list[ZoteroPdf]] = {}
    rows = database.execute(
        "SELECT itemID, parentItemID, key, linkMode, path FROM itemAttachments JOIN items USING (itemID)"
        " WHERE contentType = 'application/pdf' AND path IS NOT NULL"
        " AND itemID NOT IN (SELECT itemID FROM deletedItems) ORDER BY key"
    )
    for number, parent, key, mode, path in rows:
        if path.startswith(_STORED):
            # A group's members choose this name: only its last part counts, so that it cannot lead out of the folder.
            file = folder / "storage" / key / Path(path.removeprefix(_STORED)).name
        elif path.startswith(_BELOW_BASE):
            file = locate_below(base, path.removeprefix(_BELOW_BASE))
        elif mode == _LINKED_FILE and Path(path).is_absolute():
            file = Path(path)
        else:
            continue
        pdfs.setdefault(parent or number, []).append(ZoteroPdf(key, file))
    return pdfs
