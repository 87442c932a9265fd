"""A small text-only PDF of a paper. Identical text gives identical bytes."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence

_LINES = 46  # lines on a page
_WIDTH = 92  # characters on a line


def paper_pdf(
    title: str, authors: Sequence[str], sections: Sequence[tuple[str, str]], entries: Sequence[str] = ()
) -> bytes:
    """Return a PDF with title, authors, numbered `sections` of (heading, text), and `entries` as a numbered
    bibliography.
    """
    lines = list(_lines(title, authors, sections, entries))
    pages = [lines[start : start + _LINES] for start in range(0, len(lines), _LINES)]
    fonts = "/F1 3 0 R /F2 4 0 R"
    kids = " ".join(f"{5 + 2 * n} 0 R" for n in range(len(pages)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(pages)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
    ]
    for number, page in enumerate(pages):
        drawn = _drawn(page)
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents {6 + 2 * number} 0 R "
            f"/Resources << /Font << {fonts} >> >> >>".encode()
        )
        objects.append(b"<< /Length %d >>\nstream\n%s\nendstream" % (len(drawn), drawn))
    return _file(objects)


Line = tuple[int, bool, str]  # size, bold, text


def _lines(
    title: str, authors: Sequence[str], sections: Sequence[tuple[str, str]], entries: Sequence[str]
) -> Iterator[Line]:
    for line in textwrap.wrap(title, 50):
        yield 17, True, line
    yield 11, False, ", ".join(authors)
    for number, (heading, text) in enumerate(sections):
        yield 10, False, ""
        yield 12, True, heading if heading == "Abstract" else f"{number} {heading}"
        for line in textwrap.wrap(text, _WIDTH):
            yield 10, False, line
    if entries:
        yield 10, False, ""
        yield 12, True, "References"
    for number, entry in enumerate(entries, 1):
        for line in textwrap.wrap(f"[{number}] {entry}", _WIDTH, subsequent_indent="     "):
            yield 10, False, line


def _drawn(lines: Sequence[Line]) -> bytes:
    drawn, y = [], 735
    for size, bold, text in lines:
        escaped = text.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        drawn.append(f"BT /F{2 if bold else 1} {size} Tf 72 {y} Td ({escaped}) Tj ET")
        y -= 22 if size > 12 else 14
    return "\n".join(drawn).encode("cp1252", "replace")


def _file(objects: Sequence[bytes]) -> bytes:
    raw, places = bytearray(b"%PDF-1.4\n"), []
    for number, content in enumerate(objects, 1):
        places.append(len(raw))
        raw += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % place for place in places)
    raw += b"xref\n0 %d\n0000000000 65535 f \n%s" % (len(objects) + 1, table)
    return bytes(raw) + b"trailer\n<< /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (
        len(objects) + 1,
        bytes(raw).rindex(b"xref\n0 "),
    )
