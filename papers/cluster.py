"""Clusters on disk: <home>/clusters/<name>/, self-contained and portable.

manifest.json               what the folder holds; see `manifest`
sources/<id>.<suffix>       a copy of each file, so that quotes can be checked wherever the folder is copied
papers/<id>.json            the parsed paper          figures/<id>/*.png    its figures and tables
chunks/<id>.json            its passages              vectors/<model>/<id>.npz    their embeddings
store/<generation>/         the vector store, derived from the above
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath

from ..errors import ConfigurationError, UsageError
from ..settings import Settings
from .codec import from_json, to_json
from .files import write_atomic
from .manifest import Manifest, SourceFile, read_manifest
from .types import Paper


@dataclass(frozen=True, slots=True)
class Parsed:
    """What papers/<id>.json holds: the paper or the problem that parsing ended with, and the key of what made it."""

    key: str
    paper: Paper | None = None
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Cluster:
    """A cluster as its last finished build left it. Papers are read on first use and kept."""

    path: Path
    manifest: Manifest
    _papers: dict[str, Paper] = field(default_factory=dict, init=False, repr=False, compare=False)

    @property
    def name(self) -> str:
        return self.manifest.name

    @property
    def anchor(self) -> str | None:
        """Id of the anchor, None where the cluster was indexed without one."""
        return self.manifest.anchor

    @property
    def paper_ids(self) -> tuple[str, ...]:
        """Ids of its papers, sorted."""
        return self.manifest.paper_ids

    @property
    def problems(self) -> tuple[tuple[str, str], ...]:
        """(file, cause) of the files that are not in the cluster, in the order of their names."""
        return tuple((file.name, file.problem) for file in self.manifest.files if file.problem)

    def paper(self, paper_id: str) -> Paper:
        """Raises UsageError for an id that is not in the cluster, ConfigurationError for a damaged file."""
        if paper_id not in self._papers:
            if paper_id not in self.paper_ids:
                raise UsageError(
                    f"no paper {paper_id!r} in cluster {self.name!r}; see: citehop papers {self.name}"
                )
            paper = read_parsed(self.path, paper_id).paper
            if paper is None:
                raise ConfigurationError(f"{self.path}: paper {paper_id!r} is gone; index the folder again")
            self._papers[paper_id] = paper
        return self._papers[paper_id]

    def papers(self) -> tuple[Paper, ...]:
        """All its papers, sorted by id."""
        return tuple(self.paper(paper_id) for paper_id in self.paper_ids)

    def source_path(self, paper_id: str) -> Path | None:
        """The cluster's own copy of the file that `paper_id` was read from; None for a paper without one."""
        for file in self.manifest.files:
            if file.paper_id == paper_id and not file.problem:
                path = source_file(self.path, file)
                return path if path.exists() else None
        return None


def source_file(folder: Path, file: SourceFile) -> Path:
    """Where the cluster in `folder` keeps its copy of `file`."""
    return folder / "sources" / (file.paper_id + PurePosixPath(file.name).suffix.lower())


def paper_file(folder: Path, paper_id: str) -> Path:
    """Where the outcome of parsing is kept."""
    return folder / "papers" / f"{paper_id}.json"


def read_parsed(folder: Path, paper_id: str) -> Parsed:
    """The stored outcome of parsing; an empty `Parsed` where there is none. Raises ConfigurationError when damaged."""
    path = paper_file(folder, paper_id)
    try:
        return from_json(Parsed, path.read_text("utf-8"))
    except FileNotFoundError:
        return Parsed("")
    except (OSError, ValueError) as error:
        raise ConfigurationError(
            f"{path}: damaged ({error}); delete it and index the folder again"
        ) from error


def write_parsed(folder: Path, paper_id: str, parsed: Parsed) -> None:
    write_atomic(paper_file(folder, paper_id), to_json(parsed))


_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def cluster_folder(name: str, settings: Settings) -> Path:
    """Where the cluster `name` is or would be. Raises UsageError for a name that cannot be a folder everywhere."""
    if not _NAME.fullmatch(name):
        raise UsageError(f"not a cluster name: {name!r}; use up to 64 letters, digits, '.', '_' and '-'")
    return settings.home_path / "clusters" / name


def open_cluster(name_or_path: str | Path, settings: Settings) -> Cluster:
    """The cluster of that name under `settings.home_path`, or the one in that folder, wherever it was copied from.

    Raises UsageError when there is none, saying which there are.
    """
    path = Path(name_or_path).expanduser()
    manifest = read_manifest(path)
    if manifest is None and _NAME.fullmatch(str(name_or_path)):
        path = cluster_folder(str(name_or_path), settings)
        manifest = read_manifest(path)
    if manifest is None:
        known = ", ".join(cluster.name for cluster in list_clusters(settings)) or "none yet"
        unfinished = (
            "its indexing was not finished; run citehop index again"
            if path.is_dir()
            else f"there are: {known}"
        )
        raise UsageError(f"no cluster {str(name_or_path)!r}; {unfinished}")
    return Cluster(path.resolve(), manifest)


def list_clusters(settings: Settings) -> list[Cluster]:
    """The clusters under `settings.home_path` that can be opened, by name."""
    found = []
    for path in sorted((settings.home_path / "clusters").glob("*/manifest.json")):
        try:
            manifest = read_manifest(path.parent)
        except ConfigurationError:
            continue  # opening it by name says what is wrong with it
        if manifest is not None:
            found.append(Cluster(path.parent.resolve(), manifest))
    return found
