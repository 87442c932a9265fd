import os
import time
from pathlib import Path

import pytest

from citehop.indexes.build.build import build
from citehop.indexes.build.report import BuildReport
from citehop.settings import Settings


def test_a_build_deletes_the_temporary_files_of_a_killed_one(
    built: BuildReport, corpus: Path, settings: Settings
) -> None:
    store = next((built.path / "store").glob("*"))
    engine = store / "segments" / ".atomicwriteAbCdEf" / "tmpfile.tmp"
    manifest = built.path / ".manifest.json.x1.tmp"
    download = built.path / "fetched" / ".paper.pdf.x2.tmp"
    for path in (engine, manifest, download):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(b"half")
    build(corpus, "garden", None, settings)
    assert not engine.parent.exists()
    assert not manifest.exists()
    assert download.exists(), "a download belongs to the process that writes it"


def test_a_temporary_file_that_is_being_written_is_given_time(
    built: BuildReport, corpus: Path, settings: Settings
) -> None:
    path = built.path / "store" / "new.tmp"
    path.write_bytes(b"")
    start = time.time()
    build(corpus, "garden", None, settings)
    assert not path.exists()
    assert time.time() - start >= 0.9


def test_an_old_temporary_file_is_not_waited_for(
    built: BuildReport, corpus: Path, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = built.path / "store" / "new.tmp"
    path.write_bytes(b"")
    os.utime(path, (time.time() - 60, time.time() - 60))
    waits: list[float] = []
    monkeypatch.setattr("citehop.indexes.build.clean_up.time.sleep", waits.append)
    build(corpus, "garden", None, settings)
    assert not path.exists()
    assert not any(waits)


def test_a_folder_that_a_killed_build_was_writing_is_deleted(
    built: BuildReport, corpus: Path, settings: Settings
) -> None:
    draft = built.path / "subjects" / "key" / "terms.1.tmp"
    draft.mkdir(parents=True)
    (draft / "terms.npy").write_bytes(b"cut")
    build(corpus, "garden", None, settings)
    assert not draft.exists()
