"""Files of the page images of a cluster.

pages.json                             the pages in the index: a build commits its pages by replacing this file
pages/<model>/<id>.<key>/<page>.safetensors     an encoded page, until its paper is complete
pages/<model>/<id>.<key>.safetensors   all pages of a paper
page_store/<key>/                      the vectors in the embedded engine, filled from the files above
thumbnails/<id>.<sha256>/<page>.jpg    small images of pages to show to users
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
from safetensors import SafetensorError, safe_open
from safetensors.numpy import load_file, save

from ...errors import ConfigurationError
from ...papers.clusters.manifest import SourceFile
from ...papers.files import write_atomic
from ...papers.serialization import from_json, to_json
from ..cache_paths import key_of
from .pooling import pooled
from .types import Array, PageVectors

PAGES, STORE = "pages.json", "page_store"
_LAYOUT = 1  # version of the layout in the embedded store; raise it when pages are stored differently
_UNIT = 65535  # boxes are stored as 16-bit fractions


@dataclass(frozen=True, slots=True)
class PagedPaper:
    """The pages of a paper in the index: `key` is the key of their inputs, and `pages` are the numbers of the
    rendered pages.
    """

    paper_id: str
    key: str
    pages: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PagesManifest:
    """The pages in the index.

    `model` is the requested name, and `vectors` the name of the folder of its vectors under pages/. `untrained` is
    true if a model without trained weights was accepted. `url` is the Qdrant server whose `collection` (an alias) is
    searched; "" if pages are searched in this process. `quantization` is the form of vectors in memory, and `copies`
    the shards and replicas of the collection ("" for the server's default).
    """

    model: str
    vectors: str
    untrained: bool
    papers: tuple[PagedPaper, ...]
    url: str = ""
    collection: str = ""
    quantization: str = ""
    copies: str = ""

    @property
    def place(self) -> tuple[str, ...]:
        """The identity of the collection. Pages with another model, layout or quantization need another collection."""
        return self.url, self.collection, self.quantization, self.copies, self.vectors


def page_id(paper_id: str, page: int) -> str:
    """Return the id by which search hits name a page."""
    return f"{paper_id}#page={page}"


def read_pages_manifest(folder: Path) -> PagesManifest | None:
    """Return the manifest of the page images of the cluster in `folder`; None if it has none.

    Raises ConfigurationError if the manifest is damaged.
    """
    path = folder / PAGES
    try:
        return from_json(PagesManifest, path.read_text("utf-8"))
    except FileNotFoundError:
        return None
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"{path}: damaged ({error}); delete it and index the folder again"
        ) from error


def write_pages_manifest(folder: Path, manifest: PagesManifest) -> None:
    write_atomic(folder / PAGES, to_json(manifest))


def pack_file(folder: Path, vectors: str, paper_id: str, key: str) -> Path:
    return folder / "pages" / vectors / f"{paper_id}.{key}.safetensors"


def open_pack(folder: Path, manifest: PagesManifest, paper: PagedPaper) -> Any:
    """Open the file with the pages of `paper` for reading, as a context manager.

    Raises ConfigurationError if the file is missing or damaged.
    """
    path = pack_file(folder, manifest.vectors, paper.paper_id, paper.key)
    try:
        return safe_open(path, "np")
    except (OSError, SafetensorError) as error:
        raise ConfigurationError(f"{path}: missing or damaged; index the folder again") from error


def part_file(folder: Path, vectors: str, paper_id: str, key: str, page: int) -> Path:
    return folder / "pages" / vectors / f"{paper_id}.{key}" / f"{page}.safetensors"


def store_folder(folder: Path, manifest: PagesManifest) -> Path:
    """Path of the embedded store for the pages of `manifest`. The name is a hash of the contents."""
    return folder / STORE / key_of(manifest.vectors, manifest.quantization, repr(manifest.papers), _LAYOUT)


def thumbnail_file(folder: Path, file: SourceFile, page: int) -> Path:
    return folder / "thumbnails" / f"{file.paper_id}.{file.sha256[:12]}" / f"{page}.jpg"


def write_part(path: Path, page: PageVectors) -> None:
    """Write the vectors of one page to the file `path`."""
    boxes = np.round(page.boxes * _UNIT).astype(np.uint16)
    write_atomic(path, save({"vectors": page.vectors.astype(np.float16), "boxes": boxes}))


def is_whole(path: Path) -> bool:
    """True if the file exists and is not truncated."""
    try:
        with safe_open(path, "np"):
            return True
    except (OSError, SafetensorError):
        return False


def write_pack(path: Path, parts: Sequence[Path], pages: Sequence[int], metadata: dict[str, Any]) -> None:
    """Write all `pages` of a paper to the file `path`, read from the files `parts` of single pages.

    `metadata` is stored in the header as JSON.
    """
    loaded = [load_file(part) for part in parts]
    vectors = [part["vectors"] for part in loaded]
    boxes = [part["boxes"] for part in loaded]
    means = [
        pooled(PageVectors(v.astype(np.float32), boxes_of(b))) for v, b in zip(vectors, boxes, strict=True)
    ]
    tensors = {
        "pages": np.array(pages, dtype=np.int64),
        "vectors": np.concatenate(vectors),
        "boxes": np.concatenate(boxes),
        "offsets": _offsets(vectors),
        "pooled": np.concatenate(means).astype(np.float16),
        "pooled_offsets": _offsets(means),
    }
    write_atomic(path, save(tensors, {"citehop": json.dumps(metadata, sort_keys=True)}))


def _offsets(parts: Sequence[npt.NDArray[Any]]) -> npt.NDArray[np.int64]:
    return np.cumsum([0, *(len(part) for part in parts)]).astype(np.int64)


def boxes_of(raw: npt.NDArray[np.uint16]) -> Array:
    """Convert boxes from 16-bit integers to fractions of the page."""
    return np.asarray(raw / _UNIT, dtype=np.float32)
