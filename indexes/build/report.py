"""Progress and final report of a build."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from ...papers.plural import count_noun


@dataclass(frozen=True, slots=True)
class BuildProgress:
    """Progress of a stage: `done` of `total` units.

    The units are files of "parse", sentences of "embed", papers of "store", pages of "pages".
    """

    stage: str
    done: int
    total: int


@dataclass(frozen=True, slots=True)
class Damage:
    """Damage of a cluster: a file or folder (`part`, relative to the cluster's folder) and the `cause` in one line.

    The part is missing, damaged, or differs from the papers.
    """

    part: str
    cause: str


Listener = Callable[[BuildProgress], None]


@dataclass(frozen=True, slots=True)
class BuildReport:
    """The outcome of one build.

    `parsed`, `embedded` and `stored` count the work of this build. `chunks` is the number of chunks in the cluster,
    and `abstracts` the number of papers known by title and abstract alone. `pages` is the number of pages searched as
    images; this build encoded `pages_encoded` of them. If there are none, `note` says how to enable page images, only
    in the first build. `warnings` name a file that could not be read only in the first build that met it; `problems`
    pairs each file that is not in the cluster with the cause. `seconds` pairs stages with wall-clock time.
    """

    name: str
    path: Path
    anchor: str | None
    papers: int
    chunks: int
    abstracts: int = 0
    parsed: int = 0
    removed: int = 0
    embedded: int = 0
    stored: int = 0
    pages: int = 0
    pages_encoded: int = 0
    note: str = ""
    problems: tuple[tuple[str, str], ...] = ()
    warnings: tuple[str, ...] = ()
    seconds: tuple[tuple[str, float], ...] = ()

    @property
    def changed(self) -> bool:
        """True if this run changed anything."""
        return bool(self.parsed or self.removed or self.embedded or self.stored or self.pages_encoded)

    def summary(self, figures: int | None = None) -> str:
        """Return the report as one line for a person. `figures` is the number of images of figures and tables."""
        took = sum(seconds for _, seconds in self.seconds)
        alone = f" ({self.abstracts} by abstract only)" if self.abstracts else ""
        holds = f"cluster {self.name}: {count_noun(self.papers, 'paper')}{alone}, {count_noun(self.chunks, 'passage')}"
        holds += f", {figures} figures and tables" if figures is not None else ""
        holds += f", {count_noun(self.pages, 'page image')}" if self.pages else ""
        counts = (
            (self.parsed, "file", "parsed"),
            (self.embedded, "sentence", "embedded"),
            (self.pages_encoded, "page", "encoded"),
            (self.removed, "paper", "removed"),
        )
        done = [f"{count_noun(count, noun)} {verb}" for count, noun, verb in counts if count]
        otherwise = f"{count_noun(self.stored, 'passage')} stored" if self.stored else "no paper changed"
        return f"{holds}; {', '.join(done) or otherwise} ({took:.1f} s)"

    def as_fields(self) -> dict[str, object]:
        """Return the report as a dict for JSON."""
        return {
            "schema": 1,
            "cluster": self.name,
            "path": str(self.path),
            "anchor": self.anchor,
            "papers": self.papers,
            "abstracts": self.abstracts,
            "chunks": self.chunks,
            "parsed": self.parsed,
            "removed": self.removed,
            "embedded": self.embedded,
            "stored": self.stored,
            "pages": self.pages,
            "pages_encoded": self.pages_encoded,
            "problems": [{"file": file, "cause": cause} for file, cause in self.problems],
            "warnings": list(self.warnings),
            "seconds": {stage: round(seconds, 3) for stage, seconds in self.seconds},
        }


class Stopwatch:
    """Measures wall-clock seconds by stage: `with watch("parse"): ...`. The times of a repeated stage are added up."""

    def __init__(self) -> None:
        self._seconds: dict[str, float] = {}

    @contextmanager
    def __call__(self, stage: str) -> Iterator[None]:
        start = time.perf_counter()
        try:
            yield
        finally:
            self._seconds[stage] = self._seconds.get(stage, 0.0) + time.perf_counter() - start

    @property
    def seconds(self) -> tuple[tuple[str, float], ...]:
        return tuple(self._seconds.items())
