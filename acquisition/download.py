"""Download the file of a paper. Its content is checked first, and it appears under its final name complete or not at
all.
"""

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
from .http.rate_limit import host_key

_HEAD_BYTES, _TAIL_BYTES = 1024, 4096  # where a PDF has its "%PDF-" and its "%%EOF"
_LOGIN_PAGES = 3  # this many web pages among all attempts mean a login page, regardless of other errors
_SAME_DAMAGE = 3  # a damaged file is accepted after the same bytes have arrived this many times
_MAX_UNPACKED = 400 * 1024 * 1024


def download(client: ServiceClient, copy: OpenCopy, stem: Path) -> Path:
    """Download `copy` to `stem` with a suffix that fits its content, ".pdf" or ".tar.gz", and return the path.

    The type is detected from the bytes, never from a name or a header. A damaged file is requested again. If it arrives
    three times with identical damage, it is damaged on the server, and is accepted. Raises FetchError; in particular,
    PaywallError if web pages arrive instead of the file.
    """
    deadline = min(client.deadline, time.monotonic() + client.settings.fetch_seconds)
    damaged: Counter[str] = Counter()
    pages: list[WrongFileError] = []

    def attempt() -> Path:
        try:
            return _attempt(client, copy, stem, deadline, damaged)
        except WrongFileError as error:
            pages.append(error)
            raise

    try:
        return client.retry(attempt, deadline)
    except TransientFetchError as error:
        if isinstance(error, WrongFileError) or len(pages) >= _LOGIN_PAGES:
            raise PaywallError(str(pages[-1])) from error
        raise


def _attempt(
    client: ServiceClient, copy: OpenCopy, stem: Path, deadline: float, damaged: Counter[str]
) -> Path:
    stem.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{stem.name[:60]}.", suffix=".part", dir=stem.parent)
    partial = Path(name)
    try:
        digest = hashlib.sha256()
        with os.fdopen(handle, "wb") as out, client.open_file(copy.url, deadline) as response:
            limit = client.settings.max_file_mb << 20
            size = 0
            for chunk in response.body:
                size += len(chunk)
                if size > limit:
                    raise UnsafeUrlError(
                        f"{host_key(copy.url)}: larger than {limit >> 20} MB (setting max_file_mb)"
                    )
                digest.update(chunk)
                out.write(chunk)
            out.flush()
            os.fsync(out.fileno())
        suffix = _detect_suffix(partial, copy, digest.hexdigest(), damaged)
        target = stem.with_name(stem.name + suffix)
        partial.replace(target)
        return target
    finally:
        partial.unlink(missing_ok=True)


def _detect_suffix(path: Path, copy: OpenCopy, digest: str, damaged: Counter[str]) -> str:
    """Return the suffix for the content of `path`.

    Raises FetchError if the content is neither a PDF nor, where TeX sources were requested, a gzip archive.
    """
    host = host_key(copy.url)
    with path.open("rb") as file:
        head = file.read(_HEAD_BYTES)
        file.seek(max(0, path.stat().st_size - _TAIL_BYTES))
        tail = file.read()
    if b"%PDF-" in head:
        _require_complete(b"%%EOF" in tail, "PDF", host, digest, damaged)
        return ".pdf"
    if head.startswith(b"\x1f\x8b") and copy.kind == "tex":
        _require_complete(_is_complete_archive(path), "archive", host, digest, damaged)
        return ".tar.gz"
    if not head.strip():
        raise TransientFetchError(f"{host}: an empty file")
    if b"<" in head[:512] and any(tag in head.lower() for tag in (b"<html", b"<!doctype html", b"<head")):
        raise WrongFileError(f"{host}: a web page came instead of the file, likely a login page")
    if copy.kind == "tex":
        raise FetchError(f"{host}: neither a gzip archive nor a PDF")
    raise WrongFileError(f"{host}: something else than a PDF came")


def _require_complete(complete: bool, kind: str, host: str, digest: str, damaged: Counter[str]) -> None:
    """Raise TransientFetchError for an incomplete file, unless the same bytes have arrived _SAME_DAMAGE times."""
    if complete:
        return
    damaged[digest] += 1
    if damaged[digest] < _SAME_DAMAGE:
        raise TransientFetchError(f"{host}: a {kind} without its end")


def _is_complete_archive(path: Path) -> bool:
    """True if the gzip stream is complete and, if it is a tar file, every member is complete."""
    try:
        with gzip.open(path) as file:
            while file.read(1 << 20):
                if file.tell() > _MAX_UNPACKED:
                    raise UnsafeUrlError(f"unpacks to more than {_MAX_UNPACKED >> 20} MB")
        with tarfile.open(path, "r:gz") as archive:
            for _ in archive:
                pass
    except tarfile.ReadError:
        return True  # a single gzipped .tex
    except (EOFError, OSError, zlib.error):
        return False
    return True
