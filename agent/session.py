"""A cluster opened for questions: its papers, its index and the names that questions may use for a paper."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from types import TracebackType

from ..errors import UsageError
from ..figures.types import FigureData
from ..indexes.cluster_index import ClusterIndex, open_index
from ..indexes.subject_files import open_subjects
from ..indexes.subjects import SubjectIndex
from ..papers.clusters.cluster import Cluster
from ..papers.clusters.ids import find_paper
from ..papers.clusters.locate import open_cluster
from ..papers.name_length import check_name_length
from ..papers.shared_results import SharedResults
from ..papers.types import Figure
from ..retrieval.linking.candidate_index import CandidateIndex
from ..retrieval.pages import page_warning
from ..settings import Settings, load_settings
from .relevance.subject import find_subjects

_ANCHORS = 4  # papers whose candidates are kept, a megabyte for each hundred
_FIGURES = 8  # figures whose data are kept
_SURE, _CLEAR = 0.6, 0.5  # probability and clearness from which a name identifies one paper


@dataclass(frozen=True)
class Session:
    """Everything a question needs. Safe to share between threads: nothing in it changes.

    `with` closes it at the end; where that does not fit, as in a notebook, call `close`.
    """

    cluster: Cluster
    index: ClusterIndex
    settings: Settings
    warnings: tuple[str, ...] = ()

    _candidates: SharedResults[CandidateIndex] = field(
        default_factory=lambda: SharedResults(_ANCHORS), init=False, repr=False, compare=False
    )
    _figures: SharedResults[FigureData | None] = field(
        default_factory=lambda: SharedResults(_FIGURES), init=False, repr=False, compare=False
    )

    @cached_property
    def subjects(self) -> SubjectIndex:
        """Names that questions may use for each paper, opened at first use."""
        return open_subjects(self.cluster)

    def candidate_index(self, anchor: str | None) -> CandidateIndex:
        """The papers that the figures of `anchor` may refer to, indexed by name; kept for the next question."""

        def build() -> CandidateIndex:
            candidates = [paper for paper in self.cluster.summaries if paper.id != anchor]
            return CandidateIndex(candidates, self.index.encoder())

        return self._candidates.get(anchor, build)

    def figure_data(self, paper_id: str, figure: Figure) -> FigureData | None:
        """The data read from a paper's figure, None if it cannot be read; kept for the next question."""

        def read() -> FigureData | None:
            from .figures.paper_figures import read_paper_figure  # imports that opening does not wait for

            return read_paper_figure(self.cluster, paper_id, figure, self.settings)

        return self._figures.get((paper_id, figure.id), read)

    def paper_id(self, text: str) -> str:
        """The paper that `text` denotes: as `find_paper`, else the one paper that is clearly named so in the others or in itself.

        Raises UsageError if there is none.
        """
        check_name_length(text, "paper")
        try:
            return find_paper(self.cluster, text)
        except UsageError:
            best = find_subjects(text, self.subjects, 2)
            alone = best and not any(other.named >= best[0].named for other in best[1:])
            if alone and best[0].probability >= _SURE and best[0].named >= _CLEAR:
                return best[0].paper_id
            raise

    def anchor_id(self, text: str | None) -> str | None:
        """The anchor to use: `text` resolved, else the cluster's own, else None."""
        return self.paper_id(text) if text else self.cluster.anchor

    def close(self) -> None:
        """Close the index; no question can be asked afterwards."""
        self.index.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_session(name: str, settings: Settings | None = None) -> Session:
    """Open cluster `name` (or a cluster folder's path) for asking; the session is a context manager that closes it.

    `settings` default to those of the environment and files. Raises UsageError for an unknown cluster,
    UnavailableError while another process is building it.
    """
    settings = settings or load_settings()
    cluster = open_cluster(name, settings)
    damage = cluster.find_damage()
    index = open_index(cluster, settings, damage)
    try:
        pages = page_warning(index)
    except BaseException:
        index.close()
        raise
    others = [each for each in (pages, _describe_damage(cluster, damage)) if each]
    return Session(cluster, index, settings, (*index.warnings, *others))


def _describe_damage(cluster: Cluster, damage: Mapping[str, str]) -> str:
    """A warning that names a missing or shortened file; "" if there is none."""
    if not damage:
        return ""
    name, cause = next(iter(damage.items()))
    more = f" and {len(damage) - 1} more" if len(damage) > 1 else ""
    return f"{cluster.path / name}: {cause}{more}; index the folder again"
