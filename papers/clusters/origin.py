"""Proof that a cluster or library was built on this machine.

A manifest is signed with a key in the folder that holds all clusters. No cluster's own folder has the key, so whoever gets
a cluster can't sign another. A first build has no manifest yet; a signed file marks its folder until it is complete.
"""

from __future__ import annotations

import hmac
import os
import secrets
from contextlib import suppress
from pathlib import Path

from ..files import write_atomic

_KEY = ".origin-key"
_UNFINISHED = "unfinished.txt"
_DERIVED = (
    "papers",
    "chunks",
    "figures",
    "problems",
    "sources",
    "vectors",
    "store",
    "citations",
    "summaries",
    "fetched",
)


def sign(folder: Path, text: str) -> str:
    """Signature of `text` for the cluster in `folder`, with the key of this machine, which is made if it is missing."""
    return _compute_code(_read_key(folder) or _create_key(folder), text)


def is_signed(folder: Path, text: str, signature: str) -> bool:
    """True if `signature` was made by `sign` on this machine."""
    key = _read_key(folder)
    return bool(key) and hmac.compare_digest(
        _compute_code(key, text).encode(), signature.encode("utf-8", "replace")
    )


def mark_unfinished(folder: Path) -> None:
    """Mark the cluster in `folder`, which has no manifest yet, as one that is built here."""
    write_atomic(folder / _UNFINISHED, sign(folder, f"unfinished {folder.name}"))


def unmark_unfinished(folder: Path) -> None:
    """Remove the mark of `mark_unfinished`, if there is one."""
    (folder / _UNFINISHED).unlink(missing_ok=True)


def is_begun_here(folder: Path) -> bool:
    """True if `folder`, which has no manifest, is empty or was marked by `mark_unfinished` on this machine."""
    if not any((folder / name).exists() for name in _DERIVED):
        return True
    try:
        signature = (folder / _UNFINISHED).read_text("utf-8")
    except (OSError, UnicodeDecodeError):
        return False
    return is_signed(folder, f"unfinished {folder.name}", signature)


def _compute_code(key: bytes, text: str) -> str:
    return hmac.digest(key, text.encode("utf-8", "surrogatepass"), "sha256").hex()


def _read_key(folder: Path) -> bytes:
    """The key of this machine; b"" if there is none."""
    try:
        return (folder.parent / _KEY).read_bytes()
    except OSError:
        return b""


def _create_key(folder: Path) -> bytes:
    path = folder.parent / _KEY
    temporary = path.with_name(f"{_KEY}.{os.getpid()}.tmp")
    write_atomic(temporary, secrets.token_bytes(32))
    with suppress(FileExistsError):  # another process was faster
        os.link(temporary, path)
    temporary.unlink(missing_ok=True)
    return path.read_bytes()
