"""Campaign of cluster archives from strangers."""

from __future__ import annotations

import hashlib
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from random import Random

from citehop.errors import CitehopError
from citehop.papers.clusters.archive import LIST, export_cluster
from citehop.papers.clusters.manifest import MANIFEST, is_built_here
from citehop.papers.clusters.unpack_archive import import_cluster

from .campaign import LOST, Case
from .mutations import mutate_bytes, mutate_json
from .small_cluster import NAME, SmallCluster, read_all, settings_for

Entries = dict[str, bytes]
_MUTATED = 1 << 20  # bytes of a file that are mutated; the store has files of many megabytes of zeros
_PATHS = (
    "../x", "/tmp/x", "a/../../x", "..\\x", "C:\\x", "C:x", "\\\\host\\x", "papers/..", "./x", "a//b", "CON", "x\x00y",
    "x\ny", "papers/dew.json/x", " ", "x.", "\u202ex", "n" * 300, "/".join("d" * 400),
)  # fmt: skip


@contextmanager
def imports(work: Path) -> Iterator[Case]:
    """Yield a case in which an archive is damaged or made to do harm.

    Either `import` refuses it in one line and leaves no files, or the cluster is imported. An imported cluster is
    read, or is named as damaged. No file may be written outside it, and it must not count as built here.
    """
    small = SmallCluster(work)
    archive = work / "small.citehop"
    export_cluster(NAME, archive, settings_for(small.home))
    with zipfile.ZipFile(archive) as opened:
        entries = {name: opened.read(name) for name in opened.namelist()}

    def run(folder: Path, random: Random) -> str:
        kind = random.choice(list(_KINDS))
        source = folder / "received.citehop"
        _KINDS[kind](source, dict(entries), random)
        settings = settings_for(folder / "home")
        before = {path for path in folder.parent.rglob("*") if path.is_relative_to(folder)}
        try:
            cluster = import_cluster(source, "received", settings)
        except CitehopError as error:
            left = {path for path in folder.rglob("*") if path.is_file() and path.suffix != ".lock"} - before
            return (
                f"{LOST}: {kind} leaves {sorted(left)}" if left or "\n" in str(error) else f"{kind}: refused"
            )
        outside = [path for path in folder.rglob("*") if path.is_file() and not _is_expected(path, folder)]
        if outside or is_built_here(cluster.path):
            return f"{LOST}: {kind}: {outside}, built here: {is_built_here(cluster.path)}"
        try:
            same = read_all(settings, "received") == small.expected
        except CitehopError:
            return f"{kind}: imported, and named as damaged"
        return f"{kind}: imported, " + ("same results" if same else "other results of a stranger")

    yield run


def _is_expected(path: Path, folder: Path) -> bool:
    clusters = folder / "home" / "clusters"
    return path.is_relative_to(clusters) or path == folder / "received.citehop"


def _mutate_archive(target: Path, entries: Entries, random: Random) -> None:
    _write(target, entries)
    target.write_bytes(mutate_bytes(target.read_bytes(), random))


def _mutate_list(target: Path, entries: Entries, random: Random) -> None:
    _write(target, entries | {LIST: mutate_json(entries[LIST], random)})


def _mutate_listed_file(target: Path, entries: Entries, random: Random) -> None:
    """Change a file and make the list agree with the change."""
    name = random.choice([MANIFEST, *sorted(set(entries) - {LIST})])
    mutate = mutate_json if name.endswith(".json") else mutate_bytes
    raw = entries[name]
    entries[name] = mutate(raw[:_MUTATED], random) + raw[_MUTATED:]
    _write(target, _list_anew(entries))


def _add_path(target: Path, entries: Entries, random: Random) -> None:
    _write(target, _list_anew(entries | {random.choice(_PATHS): b"x"}))


def _add_link(target: Path, entries: Entries, random: Random) -> None:
    name = random.choice(["papers/link", "sources/link", "store"])
    entries = _list_anew(entries | {name: random.choice([b"/etc/passwd", b"../../other", b"/"])})
    _write(target, entries, {name: random.choice((0o120777, 0o010666, 0o020666, 0o040755)) << 16})


def _add_bomb(target: Path, entries: Entries, random: Random) -> None:
    """Add a file of many megabytes of zeros. The list gives its true size or a false one."""
    listed = _list_anew(entries | {"papers/bomb.json": bytes(random.choice((1, 16)) << 20)})
    if random.random() < 0.5:
        content = json.loads(listed[LIST])
        for file in content["files"]:
            file["size"] = random.choice((0, 10, -1, 10**15)) if "bomb" in file["path"] else file["size"]
        listed[LIST] = json.dumps(content).encode()
    _write(target, listed)


def _add_many(target: Path, entries: Entries, random: Random) -> None:
    _write(
        target,
        _list_anew(entries | {f"papers/{number}.json": b"{}" for number in range(random.randrange(400))}),
    )


_KINDS: Mapping[str, Callable[[Path, Entries, Random], None]] = {
    "changed archive": _mutate_archive,
    "changed list": _mutate_list,
    "changed file": _mutate_listed_file,
    "hostile path": _add_path,
    "link or device": _add_link,
    "bomb": _add_bomb,
    "many files": _add_many,
}


def _list_anew(entries: Entries) -> Entries:
    """Return `entries` with a list that agrees with them."""
    files = [
        {"path": name, "size": len(raw), "sha256": hashlib.sha256(raw).hexdigest()}
        for name, raw in sorted(entries.items())
        if name != LIST
    ]
    return entries | {LIST: json.dumps(json.loads(entries[LIST]) | {"files": files}).encode()}


def _write(target: Path, entries: Entries, attributes: Mapping[str, int] | None = None) -> None:
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, raw in entries.items():
            entry = zipfile.ZipInfo(name.replace("\x00", "%00"))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (attributes or {}).get(name, 0)
            archive.writestr(entry, raw)
