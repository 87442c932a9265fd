"""Storage that workers share and that does not answer."""

import threading
from pathlib import Path

import pytest

pytest.importorskip("fsspec")

from citehop.errors import UnreachableError
from citehop.indexes.distributed import storage as module
from citehop.indexes.distributed.storage import SharedStorage


def test_objects_are_written_and_read(tmp_path: Path) -> None:
    storage = SharedStorage(str(tmp_path))
    storage.write("a/b", b"content")
    assert storage.has("a/b")
    assert storage.read("a/b") == b"content"
    with pytest.raises(FileNotFoundError):
        storage.read("a/c")


def test_a_storage_that_never_answers_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    end = threading.Event()
    monkeypatch.setattr(module, "_ANSWER_SECONDS", 0.2)
    with pytest.raises(UnreachableError, match="no answer"):
        SharedStorage(str(tmp_path))._call(end.wait)
    end.set()
