"""A paper's file from the network: looked at before it is believed, and in place at once or not at all."""

from __future__ import annotations

import gzip
import hashlib
import os
import tarfile
import tempfile
import time
import zlib
from collections import Counter
from pathlib import Path

from ..papers.records import OpenCopy
from .http.client import ServiceClient
from .http.errors import FetchError, PaywallError, TransientFetchError, UnsafeUrlError, WrongFileError
from .http.rate_limit import pace_key

_HEAD, _TAIL = 1024, 4096  # bytes in which a PDF has its "%PDF-" and its "%%EOF"
_MOSTLY = 3  # web pages among all attempts that make a login page, whatever else went wrong
_AS_IT_IS = 3  # times that the very same damaged bytes come until they are taken for the file
_LARGEST_UNPACKED = 400 * 1024 * 1024


def download(web: ServiceClient, place: OpenCopy, stem: Path) -> Path:
    """Fetch `place` to `stem` with the suffix that its content asks for: ".pdf" or ".tar.gz"; the file's path.

    Content is told by its bytes, never by name or type. A damaged file is fetched again; one that comes three times
    with the very same damage is how the server has it, and is taken. Raises FetchError: Walled for a web page instead.
    """
    deadline = min(web.deadline, time.monotonic() + web.settings.fetch_seconds)
    damaged: Counter[str] = Counter()

    pages: list[WrongFileError] = []

    def once() -> Path:
        try:
            return _attempt(web, place, stem, deadline, damaged)
        except WrongFileError as error:
            pages.append(error)
            raise

    try:
        return web.tried(once, deadline)
    except TransientFetchError as error:
        if isinstance(error, WrongFileError) or len(pages) >= _MOSTLY:
            raise PaywallError(str(pages[-1])) from error
        raise


def _attempt(web: ServiceClient, place: OpenCopy, stem: Path, deadline: float, damaged: Counter[str]) -> Path:
    stem.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{stem.name[:60]}.", suffix=".part", dir=stem.parent)
    part = Path(name)
    try:
        digest = hashlib.sha256()
        with os.fdopen(handle, "wb") as out, web.file(place.url, deadline) as reply:
            limit = web.settings.max_file_mb << 20
            size = 0
            for piece in reply.body:
                size += len(piece)
                if size > limit:
                    raise UnsafeUrlError(
                        f"{pace_key(place.url)}: larger than {limit >> 20} MB (setting max_file_mb)"
                    )
                digest.update(piece)
                out.write(piece)
            out.flush()
            os.fsync(out.fileno())
        suffix = _suffix(part, place, digest.hexdigest(), damaged)
        target = stem.with_name(stem.name + suffix)
        part.replace(target)
        return target
    finally:
        part.unlink(missing_ok=True)


def _suffix(part: Path, place: OpenCopy, digest: str, damaged: Counter[str]) -> str:
    """What the file is by its bytes."""
    host = pace_key(place.url)
    with part.open("rb") as file:
        head = file.read(_HEAD)
        file.seek(max(0, part.stat().st_size - _TAIL))
        tail = file.read()
    if b"%PDF-" in head:
        _whole(b"%%EOF" in tail, "PDF", host, digest, damaged)
        return ".pdf"
    if head.startswith(b"\x1f\x8b") and place.kind == "tex":
        _whole(_unpacks(part), "archive", host, digest, damaged)
        return ".tar.gz"
    if not head.strip():
        raise TransientFetchError(f"{host}: an empty file")
    if b"<" in head[:512] and (
        b"<html" in head.lower() or b"<!doctype html" in head.lower() or b"<head" in head.lower()
    ):
        raise WrongFileError(f"{host}: a web page came instead of the file, likely a login page")
    if place.kind == "tex":
        raise FetchError(f"{host}: neither a gzip archive nor a PDF")
    raise WrongFileError(f"{host}: something else than a PDF came")


def _whole(whole: bool, kind: str, host: str, digest: str, damaged: Counter[str]) -> None:
    if whole:
        return
    damaged[digest] += 1
    if damaged[digest] < _AS_IT_IS:
        raise TransientFetchError(f"{host}: a {kind} without its end")


def _unpacks(path: Path) -> bool:
    """Whether the gzip stream is whole and, of a tar, every member is there."""
    try:
        with gzip.open(path) as file:
            while file.read(1 << 20):
                if file.tell() > _LARGEST_UNPACKED:
                    raise UnsafeUrlError(f"unpacks to more than {_LARGEST_UNPACKED >> 20} MB")
        with tarfile.open(path, "r:gz") as bundle:
            for _ in bundle:
                pass
    except tarfile.ReadError:
        return True  # a single gzipped .tex
    except (EOFError, OSError, zlib.error):
        return False
    return True
