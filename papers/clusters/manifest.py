"""manifest.json, which lists the contents of a cluster folder. Replacing it commits a build."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from ...errors import ConfigurationError
from ..files import write_atomic
from ..serialization import from_json, to_json
from ..user_record import UserFields, update_fields
from .checksums import seal, unseal
from .origin import is_begun_here, is_signed, sign

SCHEMA = 3  # version of the format of everything in a cluster folder
MANIFEST = "manifest.json"
_VERSIONED = re.compile(r'\{"schema":\d+,')


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A paper of the indexed folder: a file, or a folder of LaTeX sources.

    `name` is relative to the indexed folder, with "/". `problem` says why the paper is not in the cluster; "" if it is.
    `parsed` and `chunked` are the keys of the parsed paper and of its passages, which are part of file names. Such a
    key is a hash of the file, the settings and the version of the code. `stem` is the id derived from the file's name,
    or "" if that is `paper_id`. `listed` is the user's record of the paper in a .bib file, and `stated` the fields set
    by hand.
    """

    name: str
    size: int
    mtime_ns: int
    sha256: str
    paper_id: str
    problem: str = ""
    parsed: str = ""
    chunked: str = ""
    stem: str = ""
    listed: UserFields = ()
    stated: UserFields = ()

    @property
    def user_fields(self) -> UserFields:
        """The user's record of the paper: the fields in the .bib file, overridden by the fields set by hand."""
        return update_fields(self.listed, dict(self.stated))

    @property
    def stored_name(self) -> str:
        """The name of the parsed paper on disk. It was chosen before parsing, so it may differ from the id."""
        return f"{self.stem or self.paper_id}.{self.parsed}"


@dataclass(frozen=True, slots=True)
class StoreState:
    """The contents of the vector store.

    `papers` lists (paper id, key of the stored points, number of points). `location` is the folder under store/ for the
    embedded engine, or the collection's name on a server at `url`. `stale` counts deleted points, which take up space
    until the store is rebuilt.
    """

    location: str
    layout: str
    url: str = ""
    papers: tuple[tuple[str, str, int], ...] = ()
    stale: int = 0

    @property
    def points(self) -> int:
        return sum(count for _, _, count in self.papers)


@dataclass(frozen=True, slots=True)
class Manifest:
    """A complete build: its files, the results for the whole cluster, and the committed store.

    `folder` is the indexed folder. It only distinguishes folders with the same name; nothing is read from it.
    `citations` is the key of the resolved references. `model` is the requested embedding model and `vectors` the folder
    of its vectors under vectors/; both are empty without a model. `bib` is the name of the copied .bib file whose
    entries are also papers, or "". `precision` is the number format in which the vectors were computed, "float32" or
    "bfloat16". `reranker` is the cross-encoder that reranks passages of this cluster, or "". `checksums` is the key of
    the checksums of all files, or "" for a cluster that was built without checksums. `removed` are papers that builds
    leave out. `origin` is the signature of the machine that built the cluster (see `origin`), or "".
    """

    schema: int
    name: str
    folder: str
    anchor: str | None
    citations: str
    model: str
    vectors: str
    files: tuple[SourceFile, ...]
    store: StoreState
    bib: str = ""
    precision: str = ""
    reranker: str = ""
    checksums: str = ""
    removed: tuple[SourceFile, ...] = ()
    origin: str = ""

    @property
    def paper_ids(self) -> tuple[str, ...]:
        """The ids of the papers in the cluster, sorted."""
        return tuple(sorted(file.paper_id for file in self.files if not file.problem))

    def is_bib_entry(self, file: SourceFile) -> bool:
        """True if `file` is an entry of the cluster's .bib file."""
        return bool(self.bib) and file.name.startswith(f"{self.bib}#")


def read_manifest(folder: Path) -> Manifest | None:
    """Read the manifest of the cluster in `folder`; None if there is no manifest yet.

    Raises ConfigurationError if the manifest is damaged, has another format, or names a path outside the cluster.
    """
    path = folder / MANIFEST
    try:
        text = path.read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: cannot be read ({error}); index the folder again") from error
    if not text.startswith(f'{{"schema":{SCHEMA},'):
        cause = f"not of format {SCHEMA}, written by another version" if _VERSIONED.match(text) else "damaged"
        raise ConfigurationError(f"{path}: {cause}; index the folder again")
    try:
        manifest = from_json(Manifest, unseal(text))
    except (ValueError, RecursionError) as error:
        raise ConfigurationError(f"{path}: damaged ({error}); index the folder again") from error
    outside = next((part for part in _path_parts(manifest) if not _is_file_name(part)), None)
    if outside is not None:
        raise ConfigurationError(
            f"{path}: {outside!r} is outside the cluster, or no name; do not trust this cluster"
        )
    return manifest


def _is_file_name(part: str) -> bool:
    """True if `part` can be a file name, or a part of a file name, on every operating system. "" is a valid part."""
    return not any(c in "/\\" or c < " " for c in part) and (part == "" or part.strip(". ") != "")


def _path_parts(manifest: Manifest) -> Iterator[str]:
    """Yield every text of the manifest that becomes part of a path in the cluster's folder."""
    yield from (
        manifest.citations,
        manifest.vectors,
        manifest.store.location,
        manifest.bib,
        manifest.checksums,
    )
    for file in (*manifest.files, *manifest.removed):
        yield from (file.paper_id, file.stem, file.sha256[:12], file.parsed, file.chunked)


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Commit `manifest` to the cluster in `folder`, signed unless the folder came from another machine."""
    plain = replace(manifest, origin="")
    signature = sign(folder, to_json(plain)) if is_built_here(folder) else ""
    write_atomic(folder / MANIFEST, seal(to_json(replace(plain, origin=signature))))


def is_built_here(folder: Path) -> bool:
    """True if the cluster in `folder` was built on this machine.

    Without a manifest, True if the folder has no results of a build or its first build began on this machine. False if
    the manifest is damaged.
    """
    try:
        manifest = read_manifest(folder)
    except ConfigurationError:
        return False
    if manifest is None:
        return is_begun_here(folder)
    return is_signed(folder, to_json(replace(manifest, origin="")), manifest.origin)
