"""Cache replies on disk under a key of everything that determines a reply."""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...papers.serialization import from_json, to_json
from ..types import Usage
from .openai_format import to_openai
from .types import Reply, Request

FORMAT = 1  # increase this number when the format of the files or of the key changes


class ReplyCache:
    """Stores one JSON file per reply below `folder`.

    A file is never half-written; an unreadable file counts as absent.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str) -> Reply | None:
        """Return the reply stored under `key`, marked as cached and without usage; None if no reply is stored."""
        try:
            reply = from_json(Reply, self._path(key).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return replace(reply, usage=Usage(cached=1), cached=True)

    def put(self, key: str, reply: Reply) -> None:
        """Store `reply` under `key`. No error is raised if it cannot be written (disk full, invalid text)."""
        path = self._path(key)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            handle, name = tempfile.mkstemp(dir=path.parent, suffix=".tmp")
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(to_json(reply))
            Path(name).replace(path)
        except (OSError, ValueError):
            return

    def _path(self, key: str) -> Path:
        return self._folder / key[:2] / f"{key}.json"


def cache_key(model: str, api_base: str, request: Request) -> str:
    """Return the SHA-256, in hex, of model, address and the whole request, including the bytes of its images."""
    parts: Mapping[str, Any] = {"format": FORMAT, "model": model, "base": api_base, **to_openai(request)}
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
