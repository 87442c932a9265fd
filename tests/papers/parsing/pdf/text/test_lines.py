"""Lines of tokens, with scripts that are drawn with the text or after it."""

from pathlib import Path

import pytest
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen import canvas

from citehop.papers.parsing.pdf.pages import page_text

PARTS = (
    *(("The acid H", 0), ("2", -2), ("SO", 0), ("4", -2), (" reacts with CO", 0), ("2", -2)),
    *((" at 10", 0), ("-3", 3.5), (" Pa and Na", 0), ("+", 3.5), (" ions.", 0)),
)


@pytest.mark.parametrize("later", [False, True])
def test_scripts_belong_to_their_words(tmp_path: Path, later: bool) -> None:
    pdf = canvas.Canvas(str(tmp_path / "acid.pdf"), pagesize=(500, 300))
    for y in (250, 236, 222):
        x, scripts = 50.0, []
        for text, rise in PARTS:
            size = 6.5 if rise else 10
            if rise and later:
                scripts.append((x, y + rise, text))
            else:
                pdf.setFont("Times-Roman", size)
                pdf.drawString(x, y + rise, text)
            x += stringWidth(text, "Times-Roman", size)
        pdf.setFont("Times-Roman", 6.5)
        for script in scripts:
            pdf.drawString(*script)
    pdf.save()
    line = "The acid H2SO4 reacts with CO2 at 10⁻³ Pa and Na⁺ ions."
    assert page_text(tmp_path / "acid.pdf", 1) == " ".join([line] * 3)
