"""Find the pages of a PDF whose compressed streams are damaged.

PDFium reads such a stream up to the damage and reports nothing. Therefore this module reads the file without PDFium,
whose interface gives no access to streams. The checksum at the end of compressed data shows the damage. Images and
encrypted files are not checked.
"""

from __future__ import annotations

import base64
import re
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

_OBJECT = re.compile(rb"(\d{1,10})\s+\d{1,5}\s+obj\b")
_STREAM = re.compile(rb"stream\r?\n")
_FILTERS = re.compile(rb"/Filter\s*(\[[^\]]*\]|/\w+)")
_IMAGE = re.compile(rb"/Subtype\s*/Image\b")
_OBJECT_STREAM = re.compile(rb"/Type\s*/ObjStm\b")
_FIRST = re.compile(rb"/First\s+(\d{1,9})")
_REFERENCE = re.compile(rb"(\d{1,10})\s+\d{1,5}\s+R\b")
_CONTENTS = re.compile(rb"/Contents\s*(\[[^\]]*\]|\d+\s+\d+\s+R\b)")
_KIDS = re.compile(rb"/Kids\s*\[([^\]]*)\]")
_PAGE_TREE = re.compile(rb"/Type\s*/Pages\b")
_LONGEST_DICTIONARY = 1 << 20
_MOST_BYTES = 1 << 28  # limit on decompressed data; the rest of the file is not checked
_BLOCK = 1 << 20
_DEFLATE, _ASCII85 = b"/FlateDecode", b"/ASCII85Decode"


@dataclass(frozen=True, slots=True)
class StreamDamage:
    """The damaged streams of a PDF file.

    `pages` are the numbers (from 1) of the pages with damaged contents. `others` counts the damaged streams that belong
    to no known page, such as fonts.
    """

    pages: tuple[int, ...] = ()
    others: int = 0


def find_damaged_streams(data: bytes) -> StreamDamage:
    """Find the damaged compressed streams in the PDF file `data`; an encrypted file has no findings."""
    if b"/Encrypt" in data:
        return StreamDamage()
    objects: dict[int, bytes] = {}
    damaged: set[int] = set()
    budget = _MOST_BYTES
    for number, dictionary, raw in _list_objects(data):
        objects[number] = dictionary
        damaged.discard(number)
        filters = _find_filters(dictionary)
        if raw is None or filters is None or _IMAGE.search(dictionary):
            continue
        keep = _OBJECT_STREAM.search(dictionary) is not None
        content, size, whole = _decompress(raw, filters, budget, keep=keep)
        budget -= size
        if not whole:
            damaged.add(number)
        elif keep:
            objects |= _unpack_objects(content, dictionary)
        if budget <= 0:
            break
    if not damaged:
        return StreamDamage()
    contents = {number: page for page, numbers in enumerate(_list_contents(objects), 1) for number in numbers}
    pages = {contents[number] for number in damaged if number in contents}
    return StreamDamage(tuple(sorted(pages)), sum(number not in contents for number in damaged))


def _list_objects(data: bytes) -> Iterator[tuple[int, bytes, bytes | None]]:
    """Yield (number, dictionary, raw stream) for each object in file order.

    The stream is None if the object has none.
    """
    position = 0
    while match := _OBJECT.search(data, position):
        limit = match.end() + _LONGEST_DICTIONARY
        end = data.find(b"endobj", match.end(), limit)
        end = min(limit, len(data)) if end < 0 else end
        stream = _STREAM.search(data, match.end(), end)
        if stream is None:
            yield int(match[1]), data[match.end() : end], None
            position = end
            continue
        last = data.find(b"endstream", stream.end())
        last = len(data) if last < 0 else last
        yield int(match[1]), data[match.end() : stream.start()], data[stream.end() : last]
        position = last


def _find_filters(dictionary: bytes) -> tuple[bytes, ...] | None:
    """Return the filters of a stream compressed by Deflate, with or without ASCII85 around it.

    Return None for other streams.
    """
    match = _FILTERS.search(dictionary)
    names = tuple(re.findall(rb"/\w+", match[1])) if match else ()
    return names if names in ((_DEFLATE,), (_ASCII85, _DEFLATE)) else None


def _decompress(raw: bytes, filters: tuple[bytes, ...], most: int, *, keep: bool) -> tuple[bytes, int, bool]:
    """Decompress a stream; return its content, its size in bytes and whether it is undamaged.

    The content is empty unless `keep`. A stream of more than `most` bytes is read no further and counts as undamaged.
    """
    parts, size, engine = [], 0, zlib.decompressobj()
    try:
        if _ASCII85 in filters:
            raw = base64.a85decode(raw.partition(b"~>")[0])
        while raw and not engine.eof and size <= most:
            part = engine.decompress(raw, _BLOCK)
            raw, size = engine.unconsumed_tail, size + len(part)
            if keep:
                parts.append(part)
    except (ValueError, zlib.error):
        return b"", size, False
    return b"".join(parts), size, engine.eof or size > most


def _unpack_objects(content: bytes, dictionary: bytes) -> Mapping[int, bytes]:
    """Map the number of each object in a decompressed object stream to the object's bytes."""
    first = _FIRST.search(dictionary)
    start = int(first[1]) if first else 0
    numbers = [int(number) for number in re.findall(rb"\d{1,10}", content[:start])]
    ids, offsets = numbers[::2], [start + offset for offset in numbers[1::2]]
    ends = [*offsets[1:], len(content)]
    return {number: content[begin:end] for number, begin, end in zip(ids, offsets, ends, strict=False)}


def _list_contents(objects: Mapping[int, bytes]) -> Iterator[list[int]]:
    """Yield, for each page in order, the object numbers of the streams with its contents."""
    trees = {number for number, text in objects.items() if _PAGE_TREE.search(text)}
    below = {kid for number in trees for kid in _find_kids(objects[number])}
    waiting, seen = sorted(trees - below, reverse=True), set[int]()
    while waiting:
        number = waiting.pop()
        if number in seen or number not in objects:
            continue
        seen.add(number)
        if number in trees:
            waiting += reversed(_find_kids(objects[number]))
        else:
            match = _CONTENTS.search(objects[number])
            yield _find_references(match[1]) if match else []


def _find_kids(tree: bytes) -> list[int]:
    match = _KIDS.search(tree)
    return _find_references(match[1]) if match else []


def _find_references(text: bytes) -> list[int]:
    return [int(number) for number in _REFERENCE.findall(text)]
