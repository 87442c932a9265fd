"""Last stage of a build: write chunks and vectors to the store. Only changed papers are written again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from ...errors import CitehopError
from ...papers.clusters.manifest import StoreState
from ...papers.files import check_free_space
from ...settings import Settings
from ..cache_paths import Vectors, read_vectors, text_key
from ..embedding.windows import sentence_windows
from ..stores.generations import allocated_bytes, copy_generation, generation_folder, next_location, prune
from ..stores.types import LAYOUT, Point, Store, Vector, check_quantization
from ..text.chunking import indexed_text
from ..text.document_frequencies import DocumentFrequencies
from ..text.sparse import document_vector
from .chunk import PaperPassages
from .server_store import (
    collection_name,
    create_server_store,
    describe_server_layout,
    has_layout,
    server_holds,
)

# Deleted points keep their space. If they would be a larger share of all points, a new store is written.
_MOST_STALE = 0.3
_TOGETHER = 200  # papers whose passages are in memory at a time
# Disk space in bytes of an embedded store: of an empty store (on a tmpfs, where a sparse file takes its full space once
# it is read; less on other file systems), per value
# of a vector, per byte of text with its words, and per point.
_STORE_BYTES, _VALUE_BYTES, _TEXT_FACTOR, _POINT_BYTES = 8_000_000, 2, 4, 1000


@dataclass(frozen=True, slots=True)
class StoreContent:
    """The content that a store must have.

    `keys` maps paper ids to the keys of their points, `load` returns the passages of a paper id, and `model` is the
    key of their vectors ("" without a model).
    """

    keys: Mapping[str, str]
    load: Callable[[str], PaperPassages]
    model: str
    dimension: int


def open_store(
    folder: Path, state: StoreState, settings: Settings, frequencies: DocumentFrequencies | None = None
) -> Store:
    """Open the store that the manifest state `state` names. On a server, words are weighted by `frequencies`.

    Raises ConfigurationError if the store is missing or damaged, and UnreachableError if its server does not reply.
    """
    if state.url:
        from ..stores.server import ServerStore
        from ..stores.server_calls import connect

        return ServerStore(connect(state.url, settings), state.location, frequencies)
    from ..stores.embedded import EdgeStore

    return EdgeStore.open(generation_folder(folder, state.location))


def store_exists(folder: Path, state: StoreState, settings: Settings) -> bool:
    """True if the store exists with the layout that `settings` ask for.

    On a server its contents are compared, too, because other users can change them. Raises what `call_server` raises
    if the server does not reply or refuses: that does not prove that the store is missing.
    """
    if state.url:
        return has_layout(state, settings) and _holds(folder, state, settings)
    dimension = int(state.layout.split("/")[1])
    return state.layout == _embedded_layout(dimension, settings) and (
        generation_folder(folder, state.location).is_dir()
    )


def update_store(
    folder: Path,
    wanted: StoreContent,
    previous: StoreState | None,
    settings: Settings,
    listen: Callable[[int, int], None],
    *,
    new: bool = False,
) -> tuple[StoreState, int]:
    """Make the store hold what is `wanted`. Return its new state, to be committed in the manifest, and the number of
    points written.

    The embedded store is changed in a copy (see `generations`). On a server, points of changed papers are replaced in
    place; a repeated attempt writes the same ids. A collection that is created anew is filled next to the old one.
    `listen` is called with (done, total) papers. With `new`, nothing of the previous store is kept.
    """
    if not new and previous and _same(wanted, previous, settings) and _holds(folder, previous, settings):
        return previous, 0
    continued = None if new else _continue(folder, wanted, previous, settings)
    store, state = continued or _begin(folder, wanted, previous, settings)
    kept = {paper_id: (key, count) for paper_id, key, count in state.papers}
    changed = [paper_id for paper_id, key in wanted.keys.items() if kept.get(paper_id, ("", 0))[0] != key]
    store.remove(_leaving(wanted, state))
    written = 0
    for start in range(0, len(changed), _TOGETHER):
        passages = [wanted.load(paper_id) for paper_id in changed[start : start + _TOGETHER]]
        if not state.url:
            check_free_space(folder, _estimate_bytes(passages, wanted.dimension))
        for done, item in enumerate(passages, start + 1):
            key = wanted.keys[item.paper_id] if state.url else ""
            store.upsert(_points(folder, item, wanted.model, key))
            written += len(item.chunks)
            kept[item.paper_id] = (wanted.keys[item.paper_id], len(item.chunks))
            listen(done, len(changed))
    papers = tuple((paper_id, *kept[paper_id]) for paper_id in sorted(wanted.keys))
    store.finish(sum(count for _, _, count in papers))
    store.close()
    if not state.url:
        open_store(
            folder, state, settings
        ).close()  # opening applies and deletes the engine's journals; after that, files do not change
    return replace(
        state, papers=papers, stale=state.stale + _points_of(state, _leaving(wanted, state))
    ), written


def _estimate_bytes(passages: Sequence[PaperPassages], dimension: int) -> int:
    """Return an upper estimate of the disk space in bytes that the points of `passages` take in the embedded store."""
    chunks = [chunk for item in passages for chunk in item.chunks]
    rows = sum(max(len(sentences), 1) + 1 for item in passages for sentences in item.sentences)
    texts = sum(len(indexed_text(chunk).encode("utf-8", "replace")) for chunk in chunks)
    return _STORE_BYTES + rows * dimension * _VALUE_BYTES + texts * _TEXT_FACTOR + len(chunks) * _POINT_BYTES


def _same(wanted: StoreContent, state: StoreState, settings: Settings) -> bool:
    keys = {paper_id: key for paper_id, key, _ in state.papers}
    return keys == dict(wanted.keys) and _fits(wanted, state, settings)


def _fits(wanted: StoreContent, state: StoreState, settings: Settings) -> bool:
    return state.url == settings.qdrant_url and state.layout == _layout(wanted, settings)


def _layout(wanted: StoreContent, settings: Settings) -> str:
    if not settings.qdrant_url:
        return _embedded_layout(wanted.dimension, settings)
    return describe_server_layout(wanted.dimension, settings)


def _embedded_layout(dimension: int, settings: Settings) -> str:
    check_quantization("qdrant_quantization", settings.qdrant_quantization)
    quantized = settings.qdrant_quantization != "off"
    return f"{LAYOUT}/{dimension}" + (f"/{settings.qdrant_quantization}" if quantized else "")


def _leaving(wanted: StoreContent, state: StoreState) -> list[str]:
    """Return the ids of the papers whose stored points must be deleted, because the paper is gone or has new points."""
    return [paper_id for paper_id, key, _ in state.papers if wanted.keys.get(paper_id) != key]


def _points_of(state: StoreState, paper_ids: list[str]) -> int:
    return sum(count for paper_id, _, count in state.papers if paper_id in set(paper_ids))


def _holds(folder: Path, state: StoreState, settings: Settings) -> bool:
    """True if the store has exactly the points of `state`.

    False only if that is disproved: the embedded store cannot be opened, the server replies that there is no such
    collection, or the points differ.
    """
    if state.url:
        return server_holds(state, settings)
    try:
        store = open_store(folder, state, settings)
        whole = store.size == state.points
        store.close()
    except CitehopError:
        return False
    return whole


def _continue(
    folder: Path, wanted: StoreContent, previous: StoreState | None, settings: Settings
) -> tuple[Store, StoreState] | None:
    """Open the previous store for changes; None if there is no usable store or a new one is better."""
    if previous is None or not _fits(wanted, previous, settings) or not _holds(folder, previous, settings):
        return None
    if previous.url:
        # The manifest of a copied cluster may name the collection of another cluster, which must not change.
        own = previous.location == collection_name(folder)
        return (open_store(folder, previous, settings), previous) if own else None
    if previous.stale + _points_of(previous, _leaving(wanted, previous)) > _MOST_STALE * previous.points:
        return None
    state = replace(previous, location=next_location(previous.location))
    prune(folder, keep=previous.location)
    check_free_space(folder, allocated_bytes(generation_folder(folder, previous.location)) + _STORE_BYTES)
    copy_generation(generation_folder(folder, previous.location), generation_folder(folder, state.location))
    return open_store(folder, state, settings), state


def _begin(
    folder: Path, wanted: StoreContent, previous: StoreState | None, settings: Settings
) -> tuple[Store, StoreState]:
    if settings.qdrant_url:
        state = StoreState(collection_name(folder), _layout(wanted, settings), settings.qdrant_url)
        return create_server_store(state, wanted.dimension, settings), state
    from ..stores.embedded import EdgeStore

    before = previous.location if previous and not previous.url else ""
    prune(folder, keep=before)
    state = StoreState(next_location(before), _layout(wanted, settings))
    check_free_space(folder, _STORE_BYTES)
    return EdgeStore.create(
        generation_folder(folder, state.location), wanted.dimension, settings.qdrant_quantization
    ), state


def _points(folder: Path, item: PaperPassages, model: str, key: str) -> list[Point]:
    vectors = read_vectors(folder, model, item.paper_id) if model else {}
    return [
        Point(
            chunk.id,
            chunk.paper_id,
            chunk.kind,
            document_vector(indexed_text(chunk)),
            _windows(sentences, vectors),
            chunk.text,
            key,
        )
        for chunk, sentences in zip(item.chunks, item.sentences, strict=True)
    ]


def _windows(sentences: Sequence[str], vectors: Vectors) -> Vector | None:
    rows = [vectors[key] for key in map(text_key, sentences) if key in vectors]
    return sentence_windows(np.stack(rows)) if rows else None
