"""A folder is watched by polling: a change is noticed when it is complete."""

from pathlib import Path

from citehop.cli.watch import take_snapshot, wait_for_change


def test_a_change_is_reported_when_nothing_changes_any_more(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"1")
    (tmp_path / ".hidden").write_bytes(b"1")
    before = take_snapshot(tmp_path)
    steps = iter(["", ".hidden", "b.pdf", "b.pdf", "b.pdf", ""])
    done = []

    def sleep(_: float) -> None:
        name = next(steps)
        done.append(name)
        if name:
            with (tmp_path / name).open("ab") as stream:
                stream.write(b"more")

    wait_for_change(tmp_path, before, sleep)
    assert done == ["", ".hidden", "b.pdf", "b.pdf", "b.pdf", ""]


def test_a_deleted_file_is_a_change(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"1")
    before = take_snapshot(tmp_path)
    (tmp_path / "a.pdf").unlink()
    wait_for_change(tmp_path, before, lambda _: None)
    assert take_snapshot(tmp_path / "a.pdf") == frozenset()


def test_one_file_is_watched_alone(tmp_path: Path) -> None:
    (tmp_path / "a.pdf").write_bytes(b"1")
    ((path, size, _),) = take_snapshot(tmp_path / "a.pdf")
    assert (path, size) == (str(tmp_path / "a.pdf"), 1)
