"""Clusters travel as one file, and nothing in a file of a stranger reaches outside its own folder."""

import errno
import hashlib
import io
import json
import shutil
import stat
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from filelock import FileLock

from citehop.errors import ConfigurationError, UnavailableError, UsageError
from citehop.papers.clusters.archive import LIST, export_cluster
from citehop.papers.clusters.locate import list_clusters, open_cluster
from citehop.papers.clusters.manage import hold_locks
from citehop.papers.clusters.unpack_archive import import_cluster
from citehop.settings import Settings


@pytest.fixture(scope="module")
def exported(word_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("exported") / "sample.citehop"
    export_cluster("sample", path, word_settings)
    return path


@pytest.fixture
def settings(word_settings: Settings, tmp_path: Path) -> Settings:
    """An empty home."""
    return replace(word_settings, home=str(tmp_path / "home"))


def contents(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_an_imported_cluster_equals_the_exported_one(
    word_settings: Settings, settings: Settings, exported: Path
) -> None:
    original = open_cluster("sample", word_settings)
    cluster = import_cluster(exported, None, settings)
    assert open_cluster("sample", settings).papers() == original.papers()
    assert (cluster.manifest.folder, cluster.manifest.files) == ("", original.manifest.files)
    before, after = contents(original.path), contents(cluster.path)
    del before["manifest.json"], after["manifest.json"]
    assert after == before
    assert not [path for path in settings.home_path.iterdir() if path.name.startswith(".import")]


def test_an_imported_cluster_answers_and_is_intact(settings: Settings, exported: Path) -> None:
    from citehop.agent.ask import ask
    from citehop.agent.session import open_session
    from citehop.cli.sample_cluster import QUESTION
    from citehop.indexes.build.verify import verify_cluster

    cluster = import_cluster(exported, "copy", settings)
    assert verify_cluster(cluster, settings) == []
    with open_session("copy", settings) as session:
        assert "13.1 hours" in ask(session, QUESTION).text


def test_a_file_of_zeros_takes_no_space(settings: Settings, exported: Path) -> None:
    """The embedded engine maps files of 32 MB, most of which is empty."""
    cluster = import_cluster(exported, None, settings)
    files = [path.stat() for path in cluster.path.rglob("*") if path.is_file()]
    assert exported.stat().st_size < 20e6
    assert sum(file.st_blocks * 512 for file in files) < sum(file.st_size for file in files) / 3


def test_exporting_twice_gives_the_same_bytes(
    word_settings: Settings, exported: Path, tmp_path: Path
) -> None:
    export_cluster("sample", tmp_path / "again", word_settings)
    assert (tmp_path / "again").read_bytes() == exported.read_bytes()


def test_a_name_that_is_taken_is_refused_and_another_accepted(settings: Settings, exported: Path) -> None:
    import_cluster(exported, None, settings)
    with pytest.raises(UsageError, match="choose another name with --name"):
        import_cluster(exported, None, settings)
    import_cluster(exported, "rivers", settings)
    assert [cluster.name for cluster in list_clusters(settings)] == ["rivers", "sample"]
    with pytest.raises(UsageError, match="not a cluster name"):
        import_cluster(exported, "../rivers", settings)


def test_an_import_that_was_killed_can_be_repeated(
    settings: Settings, exported: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Path, "rename", lambda *_: (_ for _ in ()).throw(KeyboardInterrupt))
        patch.setattr(shutil, "rmtree", lambda *_, **__: None)  # no time to clean up
        with pytest.raises(KeyboardInterrupt):
            import_cluster(exported, None, settings)
    assert list_clusters(settings) == []
    import_cluster(exported, None, settings)
    assert [path.name for path in settings.home_path.iterdir()] == ["clusters"]


def test_a_cluster_in_work_is_not_exported(word_settings: Settings, tmp_path: Path) -> None:
    with (
        hold_locks(word_settings.home_path / "clusters" / "sample"),
        pytest.raises(UnavailableError, match="another process"),
    ):
        export_cluster("sample", tmp_path / "file", word_settings)
    assert list(tmp_path.iterdir()) == []


def test_a_cluster_in_a_home_that_cannot_be_written_is_exported(
    word_settings: Settings, exported: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: Any, **__: Any) -> None:
        raise OSError(errno.EROFS, "Read-only file system")

    monkeypatch.setattr(FileLock, "acquire", refuse)
    export_cluster("sample", tmp_path / "file", word_settings)
    assert (tmp_path / "file").read_bytes() == exported.read_bytes()


@pytest.mark.parametrize("target", [".", "missing/file"])
def test_a_target_that_cannot_be_written_is_named(
    word_settings: Settings, tmp_path: Path, target: str
) -> None:
    with pytest.raises(UsageError, match=r"exists already|cannot be written"):
        export_cluster("sample", tmp_path / target, word_settings)


def rewrite(
    source: Path,
    target: Path,
    change: Callable[[dict[str, bytes]], Any] = lambda _: None,
    listed: Callable[[dict[str, Any]], Any] | None = None,
    attributes: dict[str, int] | None = None,
) -> Path:
    """An archive with other entries; its list agrees with them unless `listed` changes it."""
    with zipfile.ZipFile(source) as archived:
        parts = {name: archived.read(name) for name in archived.namelist() if not name.startswith("store/")}
    contents = json.loads(parts.pop(LIST))
    change(parts)
    contents["files"] = [
        {"path": path, "size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
        for path, data in sorted(parts.items())
    ]
    if listed:
        listed(contents)
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as written:
        for path, data in [*parts.items(), (LIST, json.dumps(contents).encode())]:
            entry = zipfile.ZipInfo(path)
            entry.external_attr = (attributes or {}).get(path, 0) << 16
            written.writestr(entry, data)
    return target


def refused(source: Path, settings: Settings, match: str) -> None:
    with pytest.raises(UsageError, match=match):
        import_cluster(source, None, settings)
    assert list_clusters(settings) == []
    left = settings.home_path.rglob("*") if settings.home_path.exists() else ()
    assert [path for path in left if path.is_file() and not path.name.endswith(".lock")] == []


@pytest.mark.parametrize(
    "path",
    [
        "../../outside",
        "/etc/outside",
        "papers/../../outside",
        "C:/outside",
        "a\\..\\b",
        "papers//x",
        "./x",
        "x/",
    ],
)
def test_a_path_outside_the_cluster_is_refused(
    settings: Settings, exported: Path, tmp_path: Path, path: str
) -> None:
    hostile = rewrite(exported, tmp_path / "hostile", lambda parts: parts.update({path: b"x"}))
    refused(hostile, settings, "not a file inside a cluster|differs from its contents|damaged")
    assert not (tmp_path / "outside").exists()


def test_a_link_is_refused(settings: Settings, exported: Path, tmp_path: Path) -> None:
    def add_link(parts: dict[str, bytes]) -> None:
        parts["papers/link.json"] = b"/etc/passwd"

    hostile = rewrite(
        exported, tmp_path / "hostile", add_link, attributes={"papers/link.json": stat.S_IFLNK | 0o777}
    )
    refused(hostile, settings, "not a file inside a cluster")


def test_more_bytes_than_listed_are_refused(settings: Settings, exported: Path, tmp_path: Path) -> None:
    def add_bomb(parts: dict[str, bytes]) -> None:
        parts["papers/bomb.json"] = bytes(50 << 20)

    def hide_size(contents: dict[str, Any]) -> None:
        next(file for file in contents["files"] if file["path"] == "papers/bomb.json")["size"] = 10

    hostile = rewrite(exported, tmp_path / "hostile", add_bomb, hide_size)
    refused(hostile, settings, "papers/bomb.json differs from its checksum")


def test_more_than_fits_is_refused(settings: Settings, exported: Path, tmp_path: Path) -> None:
    hostile = rewrite(
        exported, tmp_path / "hostile", listed=lambda contents: contents["files"][0].update(size=1 << 60)
    )
    refused(hostile, settings, "MB are free")
    negative = rewrite(
        exported, tmp_path / "negative", listed=lambda contents: contents["files"][0].update(size=-1)
    )
    refused(negative, settings, "do not trust it")


@pytest.mark.parametrize("part", ["paper_id", "parsed", "chunked"])
def test_a_manifest_that_names_other_folders_is_refused(
    settings: Settings, exported: Path, tmp_path: Path, part: str
) -> None:
    def redirect(parts: dict[str, bytes]) -> None:
        manifest = json.loads(parts["manifest.json"])
        manifest["files"][0][part] = "../../../etc/passwd"
        parts["manifest.json"] = json.dumps(manifest, separators=(",", ":")).encode()

    refused(rewrite(exported, tmp_path / "hostile", redirect), settings, "outside the cluster")


def test_a_figure_outside_the_cluster_is_not_opened(
    settings: Settings, exported: Path, tmp_path: Path
) -> None:
    def redirect(parts: dict[str, bytes]) -> None:
        for path in [path for path in parts if path.startswith("papers/varnholt")]:
            paper = json.loads(parts[path])
            paper["figures"][0]["image"] = "../../../secret.png"
            parts[path] = json.dumps(paper, separators=(",", ":")).encode()
        manifest = json.loads(parts["manifest.json"])
        del manifest["checksums"]
        parts["manifest.json"] = json.dumps(manifest, separators=(",", ":")).encode()

    cluster = import_cluster(rewrite(exported, tmp_path / "hostile", redirect), None, settings)
    with pytest.raises(ConfigurationError, match="outside the cluster"):
        cluster.paper(str(cluster.anchor))


def test_a_server_named_by_an_archive_is_refused(settings: Settings, exported: Path, tmp_path: Path) -> None:
    def redirect(parts: dict[str, bytes]) -> None:
        manifest = json.loads(parts["manifest.json"])
        manifest["store"]["url"] = "http://198.51.100.1:6333"
        parts["manifest.json"] = json.dumps(manifest, separators=(",", ":")).encode()

    refused(rewrite(exported, tmp_path / "hostile", redirect), settings, "on a server")


def test_damage_is_named(settings: Settings, exported: Path, tmp_path: Path) -> None:
    def forget(contents: dict[str, Any]) -> None:
        contents["files"].pop()

    refused(rewrite(exported, tmp_path / "incomplete", listed=forget), settings, "differs from its contents")
    refused(
        rewrite(exported, tmp_path / "no-manifest", lambda parts: parts.pop("manifest.json")),
        settings,
        "contains no manifest.json",
    )
    damaged = bytearray(exported.read_bytes())
    damaged[len(damaged) // 2] ^= 0xFF
    (tmp_path / "damaged").write_bytes(damaged)
    refused(tmp_path / "damaged", settings, "damaged|differs from its checksum")
    (tmp_path / "cut").write_bytes(exported.read_bytes()[:-5000])
    refused(tmp_path / "cut", settings, "not an archive")
    (tmp_path / "text").write_text("nothing of the kind")
    refused(tmp_path / "text", settings, "not an archive")
    other = io.BytesIO()
    with zipfile.ZipFile(other, "w") as archived:
        archived.writestr("readme.txt", "hello")
    (tmp_path / "other.zip").write_bytes(other.getvalue())
    refused(tmp_path / "other.zip", settings, "not an archive")
    refused(tmp_path / "missing", settings, "cannot be read")
    refused(tmp_path, settings, "cannot be read")
