"""Check names of clusters, and open clusters by name or folder."""

from __future__ import annotations

import difflib
import unicodedata
from pathlib import Path

from ...errors import ConfigurationError, UnavailableError, UsageError
from ...settings import Settings, expand_user
from ..name_length import check_name_length
from ..plural import list_some
from .cluster import Cluster
from .links import refuse_links
from .manifest import read_manifest

_NAME_LENGTH = 64  # characters
_NAME_BYTES = 200  # a file name has at most 255 bytes, including the suffixes of locks

_ENDINGS = (".lock", ".tmp", ".")
_DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{digit}" for port in ("com", "lpt") for digit in range(10))}


def cluster_folder(name: str, settings: Settings) -> Path:
    """Return the folder of the cluster `name`, which need not exist.

    Raises UsageError for a name that is not portable.
    """
    check_name_length(name, "cluster")
    if not _is_name(name):
        raise UsageError(
            f"not a cluster name: {name!r}; use up to 64 letters, digits, '.', '_' and '-'; "
            "no name of a device such as CON, and no ending '.', '.lock' or '.tmp'"
        )
    return settings.home_path / "clusters" / unicodedata.normalize("NFC", name)


def build_cluster_name(text: str) -> str:
    """Turn `text` into a cluster name, which may be "": all characters except letters, digits, ".", "_" and "-" become
    "-".
    """
    signs = "".join(c if _is_name_sign(c) else " " for c in unicodedata.normalize("NFC", text))
    name = "-".join(signs.split()).strip(".-_")[:_NAME_LENGTH]
    name = name.encode("utf-8")[:_NAME_BYTES].decode("utf-8", "ignore").rstrip(".-_")
    name = name.replace(".", "-") if _is_reserved(name) else name
    return f"{name}-papers" if _is_reserved(name) else name


def _is_name(text: str) -> bool:
    """True if `text` begins with a letter or digit of any script, and is portable as the name of a folder."""
    name = unicodedata.normalize("NFC", text)
    fits = len(name) <= _NAME_LENGTH and len(name.encode("utf-8", "replace")) <= _NAME_BYTES
    return fits and name[:1].isalnum() and all(map(_is_name_sign, name)) and not _is_reserved(name)


def _is_reserved(name: str) -> bool:
    """True for a name that a cluster cannot have.

    Citehop gives such names to files next to clusters, Windows gives them to devices, or they end in a dot, which
    Windows drops.
    """
    lower = name.casefold()
    return lower.endswith(_ENDINGS) or unicodedata.normalize("NFKC", lower.partition(".")[0]) in _DEVICES


def _is_name_sign(sign: str) -> bool:
    return sign in "._-" or unicodedata.category(sign)[0] in "LMN"


def locate_cluster(name_or_path: str | Path, settings: Settings) -> Path:
    """Return the folder that `open_cluster` would open; it need not contain a cluster."""
    path = expand_user(name_or_path)
    if path.is_dir() or not _is_name(str(name_or_path)):
        return path
    return cluster_folder(str(name_or_path), settings)


def open_cluster(name_or_path: str | Path, settings: Settings) -> Cluster:
    """Open a cluster by its name under `settings.home_path` or by its folder, wherever the folder was copied from.

    "NAME" also opens a library as a whole, and "NAME/VIEW" a view of a library (see `library`). Raises UsageError if
    there is no such cluster; the message lists the existing clusters. Raises UnavailableError while the cluster is
    indexed for the first time. Raises ConfigurationError if its manifest is damaged, or if a link in its folder leads
    out of the folder.
    """
    if not isinstance(name_or_path, Path):
        check_name_length(name_or_path.rpartition("/")[2], "cluster")
    path = expand_user(name_or_path)
    manifest = read_manifest(path)
    if manifest is None and _is_name(str(name_or_path)):
        path = cluster_folder(str(name_or_path), settings)
        manifest = read_manifest(path)
    if manifest is None:
        from .library import open_library

        if library := open_library(str(name_or_path), settings):
            return library
        if path.is_dir() and _is_locked(path):
            raise UnavailableError(
                f"cluster {path.name!r} is being indexed by another process; try again later"
            )
        unfinished = (
            "its indexing was not finished; run citehop index again"
            if path.is_dir()
            else suggest_clusters(str(name_or_path), settings, libraries=True)
        )
        raise UsageError(f"no cluster {str(name_or_path)!r}; {unfinished}")
    refuse_links(path)
    return Cluster(path.resolve(), manifest)


def _is_locked(folder: Path) -> bool:
    """True while a process indexes the cluster in `folder`."""
    from filelock import FileLock, Timeout  # imported late because only an error message needs it

    lock = Path(f"{folder}.lock")
    try:
        if lock.exists():
            with FileLock(lock, timeout=0):
                pass
    except Timeout:
        return True
    except OSError:
        pass  # the lock belongs to another user
    return False


def suggest_clusters(wanted: str, settings: Settings, *, libraries: bool = False) -> str:
    """Return a hint for the message that there is no cluster `wanted`.

    The hint names the cluster with the most similar name, or else some clusters under `settings.home_path`. If
    `libraries` is true, libraries are included and marked "(library)".
    """
    names = [cluster.name for cluster in list_clusters(settings)]
    if libraries:
        from .library import list_libraries

        names += [f"{name} (library)" for name in list_libraries(settings)]
    near = difflib.get_close_matches(wanted, names, n=1, cutoff=0.7)
    if near:
        return f"did you mean {near[0]!r}?"
    return f"there are: {list_some(names) if names else 'none yet'}"


def list_clusters(settings: Settings) -> list[Cluster]:
    """Return the readable clusters under `settings.home_path`, sorted by name."""
    return find_clusters(settings)[0]


def find_clusters(settings: Settings) -> tuple[list[Cluster], list[ConfigurationError]]:
    """Return the readable clusters under `settings.home_path`, sorted by name, and the errors of the others."""
    found, damaged = [], []
    for path in sorted((settings.home_path / "clusters").glob("*/manifest.json")):
        try:
            manifest = read_manifest(path.parent)
        except ConfigurationError as error:
            damaged.append(error)
            continue
        if manifest is not None:
            found.append(Cluster(path.parent.resolve(), manifest))
    return found, damaged
