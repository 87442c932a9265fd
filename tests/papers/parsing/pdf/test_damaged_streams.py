"""Damage that PDFium reads over in silence is named with its pages."""

import re
import zlib
from pathlib import Path

import pytest
from reportlab.pdfgen import canvas

from citehop.cli.sample_cluster import FOLDER
from citehop.papers.parsing.pdf.damaged_streams import StreamDamage, find_damaged_streams
from citehop.papers.parsing.read import read_paper
from citehop.settings import Settings

LINES = [f"Line {number} of the page is a sentence about meshes and dew." for number in range(50)]


@pytest.fixture
def data(tmp_path: Path) -> bytes:
    """Three pages of compressed text."""
    pdf = canvas.Canvas(str(tmp_path / "whole.pdf"), pageCompression=1, invariant=1)
    for _ in range(3):
        for number, line in enumerate(LINES):
            pdf.drawString(72, 760 - 14 * number, line)
        pdf.showPage()
    pdf.save()
    return (tmp_path / "whole.pdf").read_bytes()


def cut_stream(data: bytes, which: int) -> bytes:
    """`data` with zeros in the second half of a stream."""
    stream = list(re.finditer(rb"(?<!end)stream\r?\n(.*?)endstream", data, re.DOTALL))[which]
    middle = (stream.start(1) + stream.end(1)) // 2
    return data[:middle] + bytes(stream.end(1) - middle) + data[stream.end(1) :]


def test_a_page_with_a_damaged_stream_is_named(data: bytes, tmp_path: Path) -> None:
    (tmp_path / "cut.pdf").write_bytes(cut_stream(cut_stream(data, 0), 2))
    paper = read_paper(tmp_path / "cut.pdf", Settings())
    assert "cut.pdf: damaged on pages 1 and 3: some of the text may be missing" in paper.warnings
    (tmp_path / "whole.pdf").write_bytes(data)
    assert "damaged" not in " ".join(read_paper(tmp_path / "whole.pdf", Settings()).warnings)


def test_one_flipped_bit_of_a_stream_is_found(data: bytes) -> None:
    stream = re.search(rb"(?<!end)stream\r?\n(.*?)~>", data, re.DOTALL)
    assert stream
    for position in range(stream.start(1), stream.end(1), 7):
        changed = bytearray(data)
        changed[position] = ord("!") if data[position] != ord("!") else ord("#")
        assert find_damaged_streams(bytes(changed)).pages == (1,), position


def make_pdf_of_object_streams(*, damaged: bool) -> bytes:
    """A page, in an object stream, with its contents in two streams, of which the second may be damaged."""
    objects = (
        b"<< /Type /Pages /Kids [3 0 R] /Count 1 >> << /Type /Page /Parent 2 0 R /Contents [4 0 R 5 0 R] >>"
    )
    second = objects.index(b"<< /Type /Page /")
    head = b"2 0 3 %d " % second
    packed = zlib.compress(head + objects)
    parts = [b"%PDF-1.5\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n"]
    for number, content in ((4, zlib.compress(b"first")), (5, zlib.compress(b"second"))):
        content = content[:-1] + b"x" if damaged and number == 5 else content
        parts.append(
            b"%d 0 obj << /Filter /FlateDecode >>\nstream\n%s\nendstream endobj\n" % (number, content)
        )
    kind = b"/Type /ObjStm /N 2 /First %d /Filter [/FlateDecode]" % len(head)
    return b"".join([*parts, b"6 0 obj << %s >>\nstream\n%s\nendstream endobj\n%%%%EOF" % (kind, packed)])


def test_pages_in_object_streams_are_found() -> None:
    assert find_damaged_streams(make_pdf_of_object_streams(damaged=False)) == StreamDamage()
    assert find_damaged_streams(make_pdf_of_object_streams(damaged=True)) == StreamDamage((1,))


def test_a_damaged_stream_of_no_page_is_counted() -> None:
    whole = make_pdf_of_object_streams(damaged=False)
    font = b"9 0 obj << /Filter /FlateDecode >> stream\nno deflate\nendstream endobj\n"
    assert find_damaged_streams(whole + font) == StreamDamage((), 1)


def test_images_encrypted_files_and_sound_papers_are_left_alone(data: bytes) -> None:
    image = b"9 0 obj << /Subtype /Image /Filter /FlateDecode >> stream\nno deflate\nendstream endobj\n"
    assert find_damaged_streams(data + image) == StreamDamage()
    assert find_damaged_streams(cut_stream(data, 0) + b"/Encrypt 7 0 R") == StreamDamage()
    for path in FOLDER.glob("*.pdf"):
        assert find_damaged_streams(path.read_bytes()) == StreamDamage(), path.name


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"1 0 obj", b"1 0 obj stream\n", b"1 0 obj << /Filter /FlateDecode >> stream\n",
        b"2 0 obj << /Type /Pages /Kids [2 0 R 3 0 R] >> endobj 3 0 obj << /Type /Pages /Kids [2 0 R] >> endobj "
        b"4 0 obj << /Filter /FlateDecode >> stream\nx\nendstream endobj",
    ],
)  # fmt: skip
def test_anything_ends(raw: bytes) -> None:
    assert find_damaged_streams(raw).pages == ()


@pytest.mark.timeout(60)  # a guard against endless work, not a measurement
def test_streams_that_unpack_to_gigabytes_are_not_unpacked() -> None:
    bomb = zlib.compress(bytes(1 << 26), 9)
    stream = b"%d 0 obj << /Filter /FlateDecode >> stream\n" + bomb + b"\nendstream endobj\n"
    assert find_damaged_streams(b"".join(stream % number for number in range(60))) == StreamDamage()
