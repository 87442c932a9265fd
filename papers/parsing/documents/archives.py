"""Read files that are ZIP archives: Word documents and EPUB books."""

from __future__ import annotations

import io
import posixpath
from typing import Any
from urllib.parse import unquote
from zipfile import BadZipFile, ZipFile

from ....errors import MissingExtraError, UsageError
from .html import find_year, read_html
from .markup import inner_text, local_name
from .types import MarkedText

_MOST_BYTES = 200 * 1024 * 1024  # most bytes of all unpacked files
_MOST_CHAPTERS = 1000
_STYLES = "\n".join(
    f"p[style-name='{style}'] => {element}:fresh"
    for style, element in (("Title", "h1"), ("caption", "figcaption"), ("Caption", "figcaption"))
)


def read_word(data: bytes) -> MarkedText:
    """Read a Word file (.docx): headings by their styles, lists and tables. Raise UsageError for a damaged file."""
    try:
        import mammoth
    except ImportError as error:
        raise MissingExtraError("Reading Word documents", "documents") from error
    archive = _open(data)
    html = mammoth.convert_to_html(
        io.BytesIO(data), style_map=_STYLES, convert_image=mammoth.images.img_element(lambda _: {"src": ""})
    ).value
    properties = (
        _read_metadata(archive, "docProps/core.xml") if "docProps/core.xml" in archive.namelist() else {}
    )
    page = read_html(f"<body>{html}</body>".encode()) if html else MarkedText(())
    return _with_metadata(page.parts, properties)


def read_epub(data: bytes) -> MarkedText:
    """Read an EPUB book, with its chapters in order. Raise UsageError for a damaged file."""
    archive = _open(data)
    container = _parse(archive, "META-INF/container.xml")
    path = next((each.get("full-path") for each in container.iter() if local_name(each) == "rootfile"), None)
    if not path:
        raise UsageError("an EPUB without a list of its chapters")
    package = _parse(archive, path)
    files = {each.get("id"): each.get("href") for each in package.iter() if local_name(each) == "item"}
    order = [files.get(each.get("idref")) for each in package.iter() if local_name(each) == "itemref"]
    chapters = [
        posixpath.normpath(posixpath.join(posixpath.dirname(path), unquote(href))) for href in order if href
    ]
    known = set(archive.namelist())
    pages = [read_html(archive.read(name)) for name in chapters[:_MOST_CHAPTERS] if name in known]
    return _with_metadata(tuple(part for page in pages for part in page.parts), _read_metadata(archive, path))


def _with_metadata(parts: Any, properties: dict[str, list[str]]) -> MarkedText:
    return MarkedText(
        parts,
        title=" ".join(properties.get("title", [])[:1]),
        authors=tuple(
            name for each in properties.get("creator", []) for name in each.split(";") if name.strip()
        ),
        year=find_year(" ".join(properties.get("date", properties.get("created", [])))),
    )


def _open(data: bytes) -> ZipFile:
    try:
        archive = ZipFile(io.BytesIO(data))
    except BadZipFile as error:
        raise UsageError("damaged, or of another kind than its name says") from error
    if sum(each.file_size for each in archive.infolist()) > _MOST_BYTES:
        raise UsageError(f"more than {_MOST_BYTES >> 20} MB when unpacked")
    return archive


def _parse(archive: ZipFile, name: str) -> Any:
    from lxml import etree

    try:
        return etree.fromstring(
            archive.read(name),
            parser=etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=False),
        )
    except (KeyError, etree.XMLSyntaxError) as error:
        raise UsageError(f"damaged: {name} is missing or broken") from error


def _read_metadata(archive: ZipFile, name: str) -> dict[str, list[str]]:
    """Map the names of the elements of an XML file, such as Dublin Core elements, to their texts."""
    found: dict[str, list[str]] = {}
    for each in _parse(archive, name).iter():
        if len(each) == 0 and (text := inner_text(each)):
            found.setdefault(local_name(each), []).append(text)
    return found
