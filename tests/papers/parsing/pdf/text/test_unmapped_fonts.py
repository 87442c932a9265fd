"""Fonts without a mapping to Unicode: decoded from their codes if the result reads as a language."""

import struct
from pathlib import Path
from textwrap import wrap

import numpy as np
import pypdfium2
import pytest

from citehop.papers.parsing.ocr.pages import needs_ocr
from citehop.papers.parsing.pdf.text.font_program import read_glyph_characters
from citehop.papers.parsing.pdf.text.tokens import extract_tokens
from citehop.papers.parsing.pdf.text.unmapped_fonts import UNKNOWN, decode_unmapped

SENTENCE = (
    "In this paper we describe a method for the words of the text, and the results show that it is one of the best "
    "that we are aware of for this use of words in the office, which is not as efficient with flows on a small machine."
)


def decode(codes: list[int], *others: list[int], program: bytes = b"") -> list[tuple[str, int]]:
    """Text of fonts with these codes, none of them mapped, and their number of characters that remain unknown."""
    whole = np.array([code for group in (codes, *others) for code in group], np.int64)
    fonts = np.repeat(range(1 + len(others)), [len(group) for group in (codes, *others)]).astype(np.int64)
    programs = {0: program}
    nothing = np.zeros(len(whole), bool)
    found, remaining = decode_unmapped(
        whole, np.full(len(whole), UNKNOWN), fonts, nothing, ~nothing, lambda font: programs.get(font, b"")
    )
    return [
        (
            "".join(chr(code) if code else " " for code in found[fonts == font]),
            int(remaining[fonts == font].sum()),
        )
        for font in range(1 + len(others))
    ]


def test_codes_in_ascii_with_ligatures_of_tex() -> None:
    codes = [ord(char) for char in SENTENCE.replace("ffi", "\x0e").replace("fl", "\x0d")]
    ((text, remaining),) = decode(codes)
    assert (text, remaining) == (SENTENCE.replace("ffi", "\ufb03").replace("fl", "\ufb02"), 0)


def test_numbers_of_glyphs_in_the_usual_order() -> None:
    ((text, remaining),) = decode([ord(char) - 29 for char in SENTENCE])
    assert (text, remaining) == (SENTENCE, 0)


def test_a_font_with_few_words_is_decoded_as_the_largest_one() -> None:
    _, title, symbols = decode([ord(char) - 29 for char in SENTENCE], [36, 37, 38], [3, 4, 10, 11])
    assert title == ("ABC", 0)
    assert symbols[1] == 4


def test_codes_in_the_order_of_use_remain_unknown() -> None:
    order = {char: 33 + i for i, char in enumerate(dict.fromkeys(SENTENCE))}
    ((_, remaining),) = decode([order[char] for char in SENTENCE])
    assert remaining == len(SENTENCE)


def build_font(segments: list[tuple[int, int, int]]) -> bytes:
    """A TrueType font with nothing but a character map of format 4: (first, last, difference to the glyph)."""
    whole = [*segments, (0xFFFF, 0xFFFF, 1)]
    ends, starts = ([segment[i] for segment in whole] for i in (1, 0))
    deltas = [segment[2] % 0x10000 for segment in whole]
    count = len(whole)
    parts = [*ends, 0, *starts, *deltas, *[0] * count]
    subtable = struct.pack(f">7H{len(parts)}H", 4, 14 + 2 * len(parts), 0, 2 * count, 0, 0, 0, *parts)
    table = struct.pack(">HHHHI", 0, 1, 3, 1, 12) + subtable
    return (
        b"\0\1\0\0"
        + struct.pack(">4H", 1, 0, 0, 0)
        + struct.pack(">4sIII", b"cmap", 0, 28, len(table))
        + table
    )


def test_characters_of_an_embedded_font() -> None:
    found = read_glyph_characters(build_font([(0x41, 0x43, -0x31), (0x410, 0x411, -0x3F0)]))
    assert found == {0x10: 0x41, 0x11: 0x42, 0x12: 0x43, 0x20: 0x410, 0x21: 0x411}


@pytest.mark.parametrize(
    "data", [b"", b"%!PS-AdobeFont", b"\0\1\0\0\xff\xff", build_font([(65, 90, 0)])[:40]]
)
def test_other_and_damaged_fonts_have_no_characters(data: bytes) -> None:
    assert read_glyph_characters(data) == {}


def write_bitmap_font(names: str) -> bytes:
    """A PDF of SENTENCE in a font of drawn glyphs, sized in pixels, whose names have a prefix of their own."""
    codes = sorted({ord(char) for char in SENTENCE})
    glyphs = "".join(f"/{names}{code:02X} 10 0 R " for code in codes)
    differences = " ".join(f"{code} /{names}{code:02X}" for code in codes)
    widths = " ".join("25" for _ in range(32, 127))
    words = wrap(SENTENCE, 60)
    shown = " ".join(f"1 0 0 1 300 {3000 - 50 * i} Tm ({line}) Tj" for i, line in enumerate(words))
    content = f".24 0 0 .24 0 0 cm BT /F9 1 Tf {shown} ET".encode()
    glyph = b"25 0 0 0 20 20 d1 0 0 20 20 re f"
    font = (
        f"<</Type/Font/Subtype/Type3/FontBBox[0 0 25 25]/FontMatrix[1 0 0 1 0 0]/FirstChar 32/LastChar 126"
        f"/Widths[{widths}]/CharProcs<<{glyphs}>>/Encoding<</Type/Encoding/Differences[{differences}]>>/Resources<<>>>>"
    ).encode()
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F9 5 0 R>>>>>>",
        b"<</Length %d>>stream\n%s\nendstream" % (len(content), content),
        font,
    ]
    parts = [b"%d 0 obj" % number + body + b"\nendobj\n" for number, body in enumerate(objects, 1)]
    parts.append(b"10 0 obj<</Length %d>>stream\n%s\nendstream endobj\n" % (len(glyph), glyph))
    return b"%PDF-1.4\n" + b"".join(parts) + b"trailer<</Root 1 0 R/Size 11>>\n%%EOF"


def test_a_page_in_a_bitmap_font_needs_no_ocr(tmp_path: Path) -> None:
    (tmp_path / "bitmap.pdf").write_bytes(write_bitmap_font("B"))
    page = pypdfium2.PdfDocument(tmp_path / "bitmap.pdf")[0]
    text = extract_tokens(page)
    assert " ".join(token.text for token in text.tokens) == SENTENCE
    assert text.unmapped == 0
    assert needs_ocr(page, text) is None
    assert {token.font.size for token in text.tokens} <= {float(size) / 2 for size in range(8, 32)}


def test_signs_by_the_names_of_a_type_1_font() -> None:
    program = b"%!PS-AdobeFont-1.0: CMSY10\n/Encoding 256 array\ndup 0 /minus put\ndup 12 /circledot put\ndup 99 /own put\n"
    ((text, remaining),) = decode([0, 12, 99], program=program + b"currentfile eexec")
    assert (text, remaining) == ("−⊙\ufffd", 1)


@pytest.mark.parametrize(
    ("paper", "page", "words"),
    [("Hill2012", 2, ["is", "−8.5"]), ("Castillo2024", 3, ["2200", "cm", "−1", "and"])],
)
def test_a_flat_bar_at_the_height_of_a_minus_sign_is_one(
    shared: Path, paper: str, page: int, words: list[str]
) -> None:
    (file,) = shared.glob(f"fields/*/{paper}*.pdf")
    text = " ".join(token.text for token in extract_tokens(pypdfium2.PdfDocument(file)[page - 1]).tokens)
    assert " ".join(words) in text
