"""Letters of symbol fonts: Greek, arrows, ticks and bullets."""

import pypdfium2
import pytest

from citehop.papers.parsing.pdf.text.symbol_fonts import is_symbol_font, map_symbol
from citehop.papers.parsing.pdf.text.tokens import extract_tokens


@pytest.mark.parametrize(
    ("font", "declared", "printed"),
    [
        ("Symbol", "D", "Δ"),
        ("SymbolMT", "\uf061", "α"),
        ("Symbol,Italic", "l", "λ"),
        ("Symbol", "\uf0b7", "•"),
        ("Symbol", "∑", "∑"),
        ("Symbol", "=", "="),
        ("Wingdings-Regular", "z", "•"),
        ("Wingdings", "à", "→"),
        ("Wingdings", "\uf0fc", "✓"),
        ("Wingdings", "\ufffd", "\ufffd"),
    ],
)
def test_letters_of_symbol_fonts(font: str, declared: str, printed: str) -> None:
    assert is_symbol_font(font)
    assert chr(map_symbol(font, ord(declared))) == printed


@pytest.mark.parametrize("font", ["Times-Roman", "MathDesign-CH-Regular-Symbol-10", "SymbolicSans"])
def test_other_fonts_are_no_symbol_fonts(font: str) -> None:
    assert not is_symbol_font(font)


def test_a_bullet_of_wingdings_is_a_token_before_its_text() -> None:
    text = b"BT /F1 10 Tf 72 700 Td (z) Tj /F2 10 Tf 20 0 Td (Zeta zooms) Tj ET"
    tokens = extract_tokens(pypdfium2.PdfDocument(build_pdf(text, "Wingdings", "Times-Roman"))[0]).tokens
    assert [token.text for token in tokens] == ["•", "Zeta", "zooms"]


def build_pdf(stream: bytes, *fonts: str) -> bytes:
    """A PDF of one page with the content `stream`; the fonts are F1, F2, ... and not embedded."""
    names = "".join(
        f"/F{n} <</Type/Font/Subtype/TrueType/BaseFont/{name}/Encoding/WinAnsiEncoding>>"
        for n, name in enumerate(fonts, 1)
    )
    objects = [
        b"<</Type/Catalog/Pages 2 0 R>>",
        b"<</Type/Pages/Kids[3 0 R]/Count 1>>",
        f"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 4 0 R/Resources<</Font<<{names}>>>>>>".encode(),
        b"<</Length %d>>stream\n%s\nendstream" % (len(stream), stream),
    ]
    body = b"%PDF-1.4\n"
    for number, content in enumerate(objects, 1):
        body += b"%d 0 obj%s endobj\n" % (number, content)
    return body + b"trailer<</Root 1 0 R>>"
