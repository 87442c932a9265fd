"""Prove that a cluster or library was built on this machine.

A manifest is signed with a key in the folder that holds all clusters. No cluster's own folder has the key, so somebody
who gets a cluster cannot sign another cluster. A first build has no manifest yet, so a signed file marks its folder
until the build is complete.
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
    """Return the signature of `text` for the cluster in `folder`, with the key of this machine, which is created if
    missing.
    """
    return _compute_code(_read_key(folder) or _create_key(folder), text)


def is_signed(folder: Path, text: str, signature: str) -> bool:
    """True if `sign` made `signature` for `text` on this machine."""
    key = _read_key(folder)
    return bool(key) and hmac.compare_digest(
        _compute_code(key, text).encode(), signature.encode("utf-8", "replace")
    )


def mark_unfinished(folder: Path) -> None:
    """Mark the cluster in `folder`, which has no manifest yet, as being built on this machine."""
    write_atomic(folder / _UNFINISHED, sign(folder, f"unfinished {folder.name}"))


def unmark_unfinished(folder: Path) -> None:
    """Remove the mark that `mark_unfinished` wrote, if there is one."""
    (folder / _UNFINISHED).unlink(missing_ok=True)


def is_begun_here(folder: Path) -> bool:
    """True if `folder`, which has no manifest, has no results of a build or was marked by `mark_unfinished` on this
    machine.
    """
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
    """Read the key of this machine; b"" if there is no key."""
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
