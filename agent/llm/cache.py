"""Replies on disk, keyed by everything that decides them."""

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

FORMAT = 1  # raise when the layout of the files or of the key changes


class ReplyCache:
    """One JSON file per reply below `folder`. Files are whole or absent; one that cannot be read counts as absent."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def get(self, key: str) -> Reply | None:
        """The reply kept under `key`, marked as cached and without usage; None if there is none."""
        try:
            reply = from_json(Reply, self._path(key).read_text(encoding="utf-8"))
        except (OSError, ValueError):
            return None
        return replace(reply, usage=Usage(cached=1), cached=True)

    def put(self, key: str, reply: Reply) -> None:
        """Keep `reply`. What cannot be written (disk full, read-only, no valid text) costs the entry, never the answer."""
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
    """SHA-256 over model, address and the whole request, images by their bytes."""
    parts: Mapping[str, Any] = {"format": FORMAT, "model": model, "base": api_base, **to_openai(request)}
    return hashlib.sha256(json.dumps(parts, sort_keys=True, ensure_ascii=False).encode()).hexdigest()
