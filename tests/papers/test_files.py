"""Atomic writes."""

import os
import stat
import threading
from pathlib import Path

import pytest

from citehop.papers.files import write_atomic


def test_a_file_is_replaced_and_no_other_file_stays(tmp_path: Path) -> None:
    target = tmp_path / "new" / "file.json"
    write_atomic(target, "first")
    write_atomic(target, "é")
    assert target.read_bytes() == b"\xc3\xa9"
    assert [path.name for path in target.parent.iterdir()] == ["file.json"]


def test_a_device_is_written_to_and_not_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    # As root a rename over /dev/null succeeds, and then every program of the machine fills a file.
    monkeypatch.setattr(Path, "replace", lambda *_: pytest.fail("a device was replaced"))
    write_atomic(Path("/dev/null"), b"x")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    received: list[bytes] = []
    reader = threading.Thread(target=lambda: received.append(pipe.read_bytes()))
    reader.start()
    write_atomic(pipe, "text")
    reader.join(10)
    assert received == [b"text"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_link_is_replaced_and_its_target_stays(tmp_path: Path) -> None:
    # A folder from somebody else may contain links to the user's own files.
    kept, link = tmp_path / "kept", tmp_path / "link"
    kept.write_text("kept")
    link.symlink_to(kept)
    write_atomic(link, "new")
    assert (kept.read_text(), link.read_text(), link.is_symlink()) == ("kept", "new", False)


def test_an_error_names_the_target_and_leaves_it_as_it_was(tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "below").mkdir(parents=True)
    with pytest.raises(OSError, match="folder") as caught:
        write_atomic(folder, "text")
    assert caught.value.filename == str(folder)
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]
