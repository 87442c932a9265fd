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

_ANCHORS = 4  # number of anchors whose candidates are kept, which takes a megabyte per hundred candidates
_FIGURES = 8  # number of figures whose data are kept
# Least probability and clearness (`Subject.named`) with which a name identifies a paper.
_SURE, _CLEAR = 0.6, 0.5


@dataclass(frozen=True)
class Session:
    """An opened cluster with everything needed to answer questions. Threads may share a session.

    A session is a context manager that closes itself at the end of the block. Without a block, as in a notebook, call
    `close`.
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
        """The index of the names that questions may use for each paper, opened at first use."""
        return open_subjects(self.cluster)

    def candidate_index(self, anchor: str | None) -> CandidateIndex:
        """Return the index of the papers that figures of `anchor` may refer to. It is kept for the next question."""

        def build() -> CandidateIndex:
            candidates = [paper for paper in self.cluster.summaries if paper.id != anchor]
            return CandidateIndex(candidates, self.index.encoder())

        return self._candidates.get(anchor, build)

    def figure_data(self, paper_id: str, figure: Figure) -> FigureData | None:
        """Return the data read from a paper's figure, or None if it cannot be read.

        The data are kept for the next question.
        """

        def read() -> FigureData | None:
            from .figures.paper_figures import read_paper_figure  # slow imports, not needed to open a session

            return read_paper_figure(self.cluster, paper_id, figure, self.settings)

        return self._figures.get((paper_id, figure.id), read)

    def paper_id(self, text: str) -> str:
        """Return the id of the paper that `text` names.

        `find_paper` comes first (id or title). Otherwise it is the paper that `text` clearly names as a question would,
        by its authors, a system or the name that other papers use. Raises UsageError if no single paper is meant.
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
        """Return the id of the paper that `text` names or, without `text`, the cluster's anchor, which may be None."""
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

    `settings` default to the settings of the environment and files. Raises UsageError for an unknown cluster,
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
    """Return a warning that names a missing or truncated file; "" if no file is damaged."""
    if not damage:
        return ""
    name, cause = next(iter(damage.items()))
    more = f" and {len(damage) - 1} more" if len(damage) > 1 else ""
    return f"{cluster.path / name}: {cause}{more}; index the folder again"
