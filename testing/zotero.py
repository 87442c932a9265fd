"""A Zotero data folder, and a server that takes notes like Zotero's web API.

The tables have those columns of Zotero's userdata.sql that the reader uses. Replies follow version 3 of the web API.
"""

from __future__ import annotations

import json
import sqlite3
import threading
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from types import TracebackType
from typing import Any, Self

_SCHEMA = """
CREATE TABLE libraries (libraryID INTEGER PRIMARY KEY, type TEXT);
CREATE TABLE groups (groupID INTEGER PRIMARY KEY, libraryID INT);
CREATE TABLE settings (setting TEXT, key TEXT, value);
CREATE TABLE items (itemID INTEGER PRIMARY KEY, libraryID INT, key TEXT);
CREATE TABLE deletedItems (itemID INTEGER PRIMARY KEY);
CREATE TABLE collections (collectionID INTEGER PRIMARY KEY, collectionName TEXT, parentCollectionID INT, key TEXT);
CREATE TABLE collectionItems (collectionID INT, itemID INT, orderIndex INT);
CREATE TABLE fields (fieldID INTEGER PRIMARY KEY, fieldName TEXT UNIQUE);
CREATE TABLE itemDataValues (valueID INTEGER PRIMARY KEY, value);
CREATE TABLE itemData (itemID INT, fieldID INT, valueID INT);
CREATE TABLE creatorTypes (creatorTypeID INTEGER PRIMARY KEY, creatorType TEXT);
CREATE TABLE creators (creatorID INTEGER PRIMARY KEY, firstName TEXT, lastName TEXT);
CREATE TABLE itemCreators (itemID INT, creatorID INT, creatorTypeID INT, orderIndex INT);
CREATE TABLE itemAttachments (itemID INTEGER PRIMARY KEY, parentItemID INT, linkMode INT, contentType TEXT, path TEXT);
INSERT INTO libraries VALUES (1, 'user'), (2, 'group');
INSERT INTO groups VALUES (77, 2);
INSERT INTO settings VALUES ('account', 'userID', 4711);
INSERT INTO creatorTypes VALUES (1, 'author'), (2, 'editor');
"""


@dataclass(frozen=True, slots=True)
class ZoteroEntry:
    """An item to write.

    `creators` are (first, last, type). `collections` are paths such as "Thesis/Methods". `pdf` is either bytes, which
    become the stored file `name`, or the path of a linked file.
    """

    key: str
    fields: Mapping[str, str] = field(default_factory=dict)
    creators: Sequence[tuple[str, str, str]] = ()
    collections: Sequence[str] = ()
    pdf: bytes | Path | None = None
    name: str = "paper.pdf"
    in_group: bool = False
    deleted: bool = False


def write_zotero(folder: Path, entries: Sequence[ZoteroEntry]) -> Path:
    """Write a data folder with `entries` to `folder` and return it. The attachment of item KEY has the key "PDF" +
    KEY[3:].
    """
    folder.mkdir(parents=True, exist_ok=True)
    with closing(sqlite3.connect(folder / "zotero.sqlite")) as database, database:
        database.executescript(_SCHEMA)
        for entry in entries:
            _write_entry(database, folder, entry)
    return folder


def _write_entry(database: sqlite3.Connection, folder: Path, entry: ZoteroEntry) -> None:
    library = 2 if entry.in_group else 1
    item = _insert(database, "items", libraryID=library, key=entry.key)
    if entry.deleted:
        database.execute("INSERT INTO deletedItems VALUES (?)", (item,))
    for name, value in entry.fields.items():
        database.execute("INSERT OR IGNORE INTO fields (fieldName) VALUES (?)", (name,))
        (number,) = database.execute("SELECT fieldID FROM fields WHERE fieldName = ?", (name,)).fetchone()
        stored = _insert(database, "itemDataValues", value=value)
        _insert(database, "itemData", itemID=item, fieldID=number, valueID=stored)
    for order, (first, last, kind) in enumerate(entry.creators):
        person = _insert(database, "creators", firstName=first, lastName=last)
        role = 1 if kind == "author" else 2
        _insert(database, "itemCreators", itemID=item, creatorID=person, creatorTypeID=role, orderIndex=order)
    for path in entry.collections:
        _insert(database, "collectionItems", collectionID=_collection(database, path), itemID=item)
    if entry.pdf is not None:
        key = "PDF" + entry.key[3:]
        linked = isinstance(entry.pdf, Path)
        _insert(
            database,
            "itemAttachments",
            itemID=_insert(database, "items", libraryID=library, key=key),
            parentItemID=item,
            linkMode=2 if linked else 0,
            contentType="application/pdf",
            path=str(entry.pdf) if linked else f"storage:{entry.name}",
        )
        if isinstance(entry.pdf, bytes):
            stored_file = folder / "storage" / key / Path(entry.name).name
            stored_file.parent.mkdir(parents=True)
            stored_file.write_bytes(entry.pdf)


def _collection(database: sqlite3.Connection, path: str) -> int:
    """Return the number of the collection at `path`. Missing collections on the path are created."""
    parent: int | None = None
    for name in path.split("/"):
        row = database.execute(
            "SELECT collectionID FROM collections WHERE collectionName = ? AND parentCollectionID IS ?",
            (name, parent),
        ).fetchone()
        parent = (
            row[0]
            if row
            else _insert(database, "collections", collectionName=name, parentCollectionID=parent)
        )
    assert parent is not None
    return parent


def _insert(database: sqlite3.Connection, table: str, **values: object) -> int:
    names, marks = ",".join(values), ",".join("?" * len(values))
    row = database.execute(
        f"INSERT INTO {table} ({names}) VALUES ({marks})", tuple(values.values())
    ).lastrowid
    assert row is not None
    return row


class ZoteroServer:
    """Context manager that takes notes at `url`.

    `notes` maps (library, key) to the written notes. An existing key is refused with code 412, a wrong API key with
    status 403.
    """

    def __init__(self, api_key: str = "secret") -> None:
        self.api_key = api_key
        self.notes: dict[tuple[str, str], dict[str, Any]] = {}
        self._server = _NotesHttpServer(("127.0.0.1", 0), _NotesHandler)
        self._server.zotero = self
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,), daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()

    def write(self, library: str, notes: Sequence[dict[str, Any]]) -> dict[str, Any]:
        """Store `notes` and return the API's reply."""
        success: dict[str, str] = {}
        failed: dict[str, dict[str, Any]] = {}
        for number, note in enumerate(notes):
            place = (library, note["key"])
            if place in self.notes:
                failed[str(number)] = {"key": note["key"], "code": 412, "message": "Item exists"}
            elif note["itemType"] != "note" or note["version"] != 0:
                failed[str(number)] = {"key": note["key"], "code": 400, "message": "Not a new note"}
            else:
                self.notes[place] = note
                success[str(number)] = note["key"]
        return {"success": success, "unchanged": {}, "failed": failed}


class _NotesHttpServer(ThreadingHTTPServer):
    daemon_threads = True
    zotero: ZoteroServer


class _NotesHandler(BaseHTTPRequestHandler):
    server: _NotesHttpServer

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing into the output of a test."""

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["content-length"]))
        library = self.path.removeprefix("/").removesuffix("/items")
        allowed = self.headers["zotero-api-key"] == self.server.zotero.api_key
        reply = self.server.zotero.write(library, json.loads(body)) if allowed else "Forbidden"
        raw = json.dumps(reply).encode()
        self.send_response(200 if allowed else 403)
        self.send_header("content-type", "application/json")
        self.send_header("content-length", str(len(raw)))
        self.end_headers()
        self.wfile.write(raw)
