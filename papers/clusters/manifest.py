"""manifest.json, the one file that says what a cluster folder holds. Replacing it is what commits a build."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ...errors import ConfigurationError
from ..files import write_atomic
from ..serialization import from_json, to_json

SCHEMA = 2  # of everything in a cluster folder
MANIFEST = "manifest.json"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """A paper of the indexed folder: a file, or a folder of LaTeX sources. `name` is relative to the indexed folder with
    "/"; `problem` says why it is not in the cluster.

    `parsed` and `chunked` are the keys of what was made of it: hashes of the file, the settings and the version that
    did it, which are part of the names of the files that hold it.
    """

    name: str
    size: int
    mtime_ns: int
    sha256: str
    paper_id: str
    problem: str = ""
    parsed: str = ""
    chunked: str = ""


@dataclass(frozen=True, slots=True)
class StoreState:
    """What the vector store holds: `papers` gives paper id, key of the points stored for it, and their number.

    `location` is the folder under store/ for the embedded engine, the collection's name for a server at `url`.
    `stale` counts points deleted since the store was begun, whose space it still takes.
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
    """A finished build: its files, what it made of the whole cluster, the store it committed.

    `folder` is where the files were, for telling apart two folders of one name; nothing is read from there.
    `citations` is the key of the resolved references. `model` is the embedding model as it was asked for and `vectors`
    the folder of its vectors under vectors/; both are empty where there was none. `bib` names the copy of the .bib file
    whose entries are papers, too, "" where there is none.
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

    @property
    def paper_ids(self) -> tuple[str, ...]:
        """Ids of the papers that are in the cluster, sorted."""
        return tuple(sorted(file.paper_id for file in self.files if not file.problem))

    def is_entry(self, file: SourceFile) -> bool:
        """Whether `file` stands for an entry of the .bib file."""
        return bool(self.bib) and file.name.startswith(f"{self.bib}#")


def read_manifest(folder: Path) -> Manifest | None:
    """The manifest of the cluster in `folder`, None where there is none yet.

    Raises ConfigurationError when it is damaged or of another format.
    """
    path = folder / MANIFEST
    try:
        text = path.read_text("utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigurationError(f"{path}: cannot be read ({error}); index the folder again") from error
    if not text.startswith(f'{{"schema":{SCHEMA},'):
        raise ConfigurationError(
            f"{path}: not of format {SCHEMA}, written by another version; index the folder again"
        )
    try:
        return from_json(Manifest, text)
    except ValueError as error:
        raise ConfigurationError(f"{path}: damaged ({error}); index the folder again") from error


def write_manifest(folder: Path, manifest: Manifest) -> None:
    """Commit `manifest` to the cluster in `folder`."""
    write_atomic(folder / MANIFEST, to_json(manifest))
