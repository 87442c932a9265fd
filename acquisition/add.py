"""A paper by its identifier becomes a cluster of itself and of everything it cites.

Fetched files and the ledger lie in the cluster's own folder under fetched/, and adding is indexing that folder again as
it fills: the cluster can be asked while papers still come. Every step is on disk before the next begins; called again
after a kill, it goes on where it was.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from ..errors import ConfigurationError, UnavailableError, UsageError
from ..indexes.build.report import BuildReport, Listener
from ..papers.clusters.cluster import cluster_folder
from ..papers.clusters.ledger import FOLDER, SCHEMA, read_ledger
from ..papers.clusters.manifest import MANIFEST
from ..papers.records import STATUSES, Ledger, Status
from ..settings import Settings, load_settings
from .acquire import Acquisition
from .http.client import ServiceClient
from .ledger import LedgerStore
from .requests import cluster_name, read_wish


def add(
    papers: Sequence[str],
    *,
    refs: bool = False,
    name: str | None = None,
    tex: bool = False,
    retry: Sequence[Status] = (),
    settings: Settings | None = None,
    progress: Listener | None = None,
) -> tuple[Ledger, BuildReport | None]:
    """Fetch `papers`, with `refs` everything they cite, too, and index it all as the cluster `name`.

    Each of `papers` is an identifier (see `parse_identifier`), a local PDF or LaTeX sources, a .bib or CSL-JSON file, a
    folder exported from Zotero, or the name of a cluster to go on with. One paper in a new cluster is its anchor, and
    the cluster's default name. `tex` asks for TeX sources of arXiv papers beside their PDFs. Entries that are wanted or
    failed are always asked for; those of the statuses in `retry` anew, whatever was answered before. Returns the
    ledger and the report of the last indexing, None where there is no file to index.

    Raises UsageError for what names no paper, and at the end where none of the files can be read; ConfigurationError
    where settings forbid the network or a folder cannot be written; UnavailableError while another process adds to the
    cluster. What cannot be fetched raises nothing: the ledger says so.
    """
    settings = settings or load_settings()
    if not papers:
        raise UsageError("nothing to add; give an arXiv id, a DOI, an address or a file")
    wrong = [status for status in retry if status not in STATUSES]
    if wrong:
        raise UsageError(f"no status {wrong[0]!r}; there are: {', '.join(STATUSES)}")
    continued = _continued(papers, settings)
    wishes = [] if continued else [wish for text in papers for wish in read_wish(text)]
    if settings.offline and (refs or continued or any(wish.file is None for wish in wishes)):
        raise ConfigurationError(
            "citehop add fetches from the network, which --offline or CITEHOP_OFFLINE forbids"
        )
    name = name or continued or cluster_name(papers[0], wishes)
    folder = cluster_folder(name, settings)
    with _alone(folder):
        ledger = read_ledger(folder) or _new(folder, name)
        deadline = time.monotonic() + (settings.fetch_total_seconds or math.inf)
        answers = folder / FOLDER / ".answers"
        with (
            closing(LedgerStore(folder, ledger)) as book,
            ServiceClient(settings, answers, deadline, fresh=not retry) as web,
        ):
            filling = Acquisition(book, web, settings, progress, tex or ledger.tex)
            return filling.fill(wishes, refs=refs, retry=tuple(retry))


def _new(folder: Path, name: str) -> Ledger:
    """An empty ledger. Raises UsageError for a cluster that was indexed from a folder of the user's."""
    if (folder / MANIFEST).exists():
        raise UsageError(f"cluster {name!r} holds the papers of a folder of yours; add to another --name")
    return Ledger(SCHEMA, name)


def _continued(papers: Sequence[str], settings: Settings) -> str:
    """The cluster with a ledger that the only one of `papers` names, "" if it names none."""
    if len(papers) != 1 or Path(papers[0]).expanduser().exists():
        return ""
    try:
        folder = cluster_folder(papers[0], settings)
    except UsageError:
        return ""
    return papers[0] if read_ledger(folder) else ""


@contextmanager
def _alone(folder: Path) -> Iterator[None]:
    """Hold the lock of adding to the cluster in `folder`; indexing it has a lock of its own."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        lock = FileLock(f"{folder}.add.lock", timeout=0)
        lock.acquire()
    except Timeout:
        raise UnavailableError(f"another process adds to cluster {folder.name!r}; try again later") from None
    except OSError as error:
        raise ConfigurationError(
            f"{folder.parent}: cannot be written ({error.strerror}); set CITEHOP_HOME"
        ) from error
    try:
        yield
    finally:
        lock.release()
