"""Checksums find every change of a file, whatever its holes, and are themselves untrusted input."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from citehop.errors import ConfigurationError
from citehop.papers.clusters.checksums import (
    FileChecksum,
    checksums_file,
    compute_bytes_digest,
    compute_checksum,
    find_changed_sizes,
    notice_damage,
    read_checksums,
    seal,
    unseal,
    write_checksums,
)

BLOCK = 1 << 16


def test_holes_are_zeros(tmp_path: Path) -> None:
    dense, sparse = tmp_path / "dense", tmp_path / "sparse"
    raw = bytes(3 * BLOCK) + b"x" + bytes(5 * BLOCK)
    dense.write_bytes(raw)
    with sparse.open("wb") as stream:
        stream.seek(3 * BLOCK)
        stream.write(b"x")
        stream.truncate(len(raw))
    assert compute_checksum(dense) == compute_checksum(sparse)
    assert compute_checksum(dense) == FileChecksum(len(raw), compute_bytes_digest(raw))


@given(raw=st.binary(min_size=1, max_size=300), bit=st.integers(0, 10_000), blocks=st.integers(0, 2))
def test_every_bit_counts(raw: bytes, bit: int, blocks: int) -> None:
    raw = bytes(blocks * BLOCK) + raw
    place = bit % (8 * len(raw))
    changed = bytearray(raw)
    changed[place // 8] ^= 1 << place % 8
    assert compute_bytes_digest(raw) != compute_bytes_digest(bytes(changed))


def test_content_that_moves_by_a_block_counts() -> None:
    one = b"y" * BLOCK
    assert compute_bytes_digest(one + bytes(BLOCK)) != compute_bytes_digest(bytes(BLOCK) + one)


def test_they_are_written_and_read(tmp_path: Path) -> None:
    checksums = {"a b\u2028.json": FileChecksum(3, "0" * 16), "store/x": FileChecksum(0, "1" * 16)}
    key = write_checksums(tmp_path, checksums)
    assert dict(read_checksums(tmp_path, key)) == checksums
    assert read_checksums(tmp_path, "") == {}


@pytest.mark.parametrize("name", ["/etc/passwd", "../../x", "a/../../x"])
def test_paths_out_of_the_cluster_are_damage(tmp_path: Path, name: str) -> None:
    key = write_checksums(tmp_path, {name: FileChecksum(1, "1" * 16)})
    with pytest.raises(ConfigurationError, match="damaged"):
        read_checksums(tmp_path, key)


def test_a_changed_or_missing_list_is_damage(tmp_path: Path) -> None:
    key = write_checksums(tmp_path, {"a": FileChecksum(1, "1" * 16), "b": FileChecksum(1, "1" * 16)})
    path = checksums_file(tmp_path, key)
    path.write_text(path.read_text().partition("\n")[0] + "\n")
    with pytest.raises(ConfigurationError, match=f"{key}.txt: damaged"):
        read_checksums(tmp_path, key)
    path.unlink()
    with pytest.raises(ConfigurationError, match=f"{key}.txt: cannot be read"):
        read_checksums(tmp_path, key)


def test_sizes_are_compared_below_a_subfolder(tmp_path: Path) -> None:
    (tmp_path / "store").mkdir()
    (tmp_path / "store/a").write_bytes(b"12")
    checksums = {"store/a": FileChecksum(3, "1" * 16), "papers/b": FileChecksum(1, "1" * 16)}
    assert find_changed_sizes(tmp_path, checksums) == {
        "store/a": "2 bytes instead of 3",
        "papers/b": "missing",
    }
    assert list(find_changed_sizes(tmp_path, checksums, "store/")) == ["store/a"]


def test_damage_is_noticed_in_clusters_only(tmp_path: Path) -> None:
    notice_damage(tmp_path)
    notice_damage(tmp_path / "nowhere")
    assert list(tmp_path.iterdir()) == []


def test_any_change_of_a_sealed_object_is_an_error() -> None:
    text = seal('{"schema":3,"name":"mine"}')
    assert unseal(text) == '{"schema":3,"name":"mine"}'
    assert unseal('{"schema":3}') == '{"schema":3}', "an object that was never sealed"
    for place in range(len(text)):
        changed = text[:place] + chr(ord(text[place]) ^ 1) + text[place + 1 :]
        try:
            assert unseal(changed) == changed, "its seal is no longer one: an unknown field for any reader"
            assert place >= text.index(',"checksum"')
        except ValueError as error:
            assert "checksum" in str(error)  # noqa: PT017
