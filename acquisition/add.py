"""Build a cluster from identifiers: the requested papers and, if requested, everything that they cite.

Downloaded files and the ledger are in the cluster's folder under fetched/, which is indexed repeatedly, so the cluster
can be searched while papers still arrive. Every step is on disk before the next begins. After a kill, the next call
continues from there.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path

from filelock import FileLock, Timeout

from ..errors import ConfigurationError, UnavailableError, UnreachableError, UsageError
from ..indexes.build.report import BuildReport, Listener
from ..papers.clusters.ledger import FOLDER, SCHEMA, read_ledger
from ..papers.clusters.links import refuse_links
from ..papers.clusters.locate import cluster_folder
from ..papers.clusters.manifest import MANIFEST, is_built_here
from ..papers.clusters.origin import mark_unfinished
from ..papers.plural import count_noun
from ..papers.records import STATUSES, Ledger, Status
from ..settings import Settings, expand_user, load_settings
from .acquire import Acquisition
from .http.client import ServiceClient
from .ledger import LedgerStore
from .requests import default_cluster_name, parse_request


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
    """Fetch `papers`, and with `refs` also everything that they cite, and index them as the cluster `name`.

    Each of `papers` is an identifier (see `parse_identifier`), a local PDF or LaTeX sources, a .bib or CSL-JSON file, a
    folder exported from Zotero, "zotero:" with the name of a collection in Zotero, or the name of a cluster to
    continue. A single paper in a new cluster is its anchor and gives the default name. `tex` requests TeX sources of
    arXiv papers in addition to their PDFs. Entries with the status "wanted" or "failed" are always requested. Entries
    with a status in `retry` are requested again, regardless of the earlier answer.

    Returns the ledger and the report of the last build; the report is None if there is no file to index.

    Raises UsageError for a request that names no paper, and at the end if no file can be read; ConfigurationError if
    the settings forbid network access or a folder cannot be written; UnavailableError while another process adds to the
    cluster; UnreachableError without a network. A paper that cannot be fetched raises no error: its ledger entry gives
    the cause.
    """
    settings = settings or load_settings()
    if not papers:
        raise UsageError("nothing to add; give an arXiv id, a DOI, an address or a file")
    unknown = [status for status in retry if status not in STATUSES]
    if unknown:
        raise UsageError(f"no status {unknown[0]!r}; there are: {', '.join(STATUSES)}")
    continued = _cluster_to_continue(papers, settings)
    requests = [] if continued else [request for text in papers for request in parse_request(text, settings)]
    if settings.offline and (refs or continued or all(request.file is None for request in requests)):
        raise ConfigurationError(
            "citehop add fetches from the network, which --offline or CITEHOP_OFFLINE forbids"
        )
    name = name or continued or default_cluster_name(papers[0], requests)
    folder = cluster_folder(name, settings)
    with _lock_for_adding(folder):
        refuse_links(folder)
        ledger = read_ledger(folder) or _new_ledger(folder, name)
        if not is_built_here(folder):
            raise UsageError(
                f"cluster {name!r} was not built on this machine, or is damaged; add its papers under another name (--name)"
            )
        if not (folder / MANIFEST).exists():
            mark_unfinished(folder)
        deadline = time.monotonic() + (settings.fetch_total_seconds or math.inf)
        with (
            closing(LedgerStore(folder, ledger)) as store,
            ServiceClient(settings, folder / FOLDER / ".answers", deadline, fresh=not retry) as client,
        ):
            acquisition = Acquisition(store, client, settings, progress, tex or ledger.tex)
            try:
                return acquisition.run(requests, refs=refs, retry=tuple(retry))
            except UnreachableError as error:
                raise UnreachableError(f"{error}{_describe_present(folder, store.ledger)}") from error


def _describe_present(folder: Path, ledger: Ledger) -> str:
    """Return the end of an error message that counts the papers already in the cluster; "" if none is indexed."""
    fetched = ledger.count("fetched")
    if not fetched or not (folder / MANIFEST).exists():
        return ""
    return f"; cluster {folder.name} has {count_noun(fetched, 'paper')} already and can be asked"


def _new_ledger(folder: Path, name: str) -> Ledger:
    """Return an empty ledger. Raises UsageError if the cluster was indexed from a folder of the user."""
    if (folder / MANIFEST).exists():
        raise UsageError(
            f"cluster {name!r} holds the papers of a folder of yours; add under another name (--name)"
        )
    return Ledger(SCHEMA, name)


def _cluster_to_continue(papers: Sequence[str], settings: Settings) -> str:
    """Return the cluster name in `papers` if it is the only entry and names a cluster with a ledger; otherwise ""."""
    if len(papers) != 1 or expand_user(papers[0]).exists():
        return ""
    try:
        folder = cluster_folder(papers[0], settings)
    except UsageError:
        return ""
    return papers[0] if read_ledger(folder) else ""


@contextmanager
def _lock_for_adding(folder: Path) -> Iterator[None]:
    """Hold the lock for adding to the cluster in `folder`. Indexing has a lock of its own."""
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
