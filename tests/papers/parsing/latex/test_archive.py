import gzip
import io
import tarfile
from pathlib import Path

import pytest

from citehop.errors import UsageError
from citehop.papers.parsing.latex.archive import unpack_archive


def packed(path: Path, members: list[tuple[tarfile.TarInfo, bytes]]) -> Path:
    with tarfile.open(path, "w:gz") as bundle:
        for info, data in members:
            info.size = len(data)
            bundle.addfile(info, io.BytesIO(data))
    return path


def link(name: str, target: str, kind: bytes) -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def test_an_archive_stays_in_its_folder(tmp_path: Path) -> None:
    archive = packed(
        tmp_path / "evil.tar.gz",
        [
            (tarfile.TarInfo("good.tex"), b"good"),
            (tarfile.TarInfo("../outside.tex"), b"bad"),
            (tarfile.TarInfo("/absolute.tex"), b"bad"),
            (tarfile.TarInfo("a/../../up.tex"), b"bad"),
            (link("soft.tex", "/etc/passwd", tarfile.SYMTYPE), b""),
            (link("hard.tex", "/etc/passwd", tarfile.LNKTYPE), b""),
            (link("fifo", "", tarfile.FIFOTYPE), b""),
        ],
    )
    with unpack_archive(archive) as (folder, warnings):
        assert [path.name for path in folder.rglob("*")] == ["good.tex"]
        assert len(warnings) == 6
        kept = folder
    assert not kept.exists()
    assert not (tmp_path / "outside.tex").exists()


@pytest.mark.parametrize(
    ("limit", "value"), [("_MOST_FILES", 2), ("_LARGEST_FILE", 3), ("_LARGEST_TOTAL", 9)]
)
def test_archives_have_limits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limit: str, value: int
) -> None:
    archive = packed(tmp_path / "big.tar.gz", [(tarfile.TarInfo(f"{i}.tex"), b"four") for i in range(3)])
    monkeypatch.setattr(f"citehop.papers.parsing.latex.archive.{limit}", value)
    with pytest.raises(UsageError, match=r"^big\.tar\.gz: "), unpack_archive(archive):
        pass


def test_a_damaged_archive_is_one_line(tmp_path: Path) -> None:
    archive = tmp_path / "x.tar.gz"
    for content in (b"", b"nothing", gzip.compress(b"x" * 5000)[:30]):
        archive.write_bytes(content)
        with pytest.raises(UsageError, match=r"^x\.tar\.gz: [^\n]*$"), unpack_archive(archive):
            pass
