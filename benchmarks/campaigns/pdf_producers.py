"""PDFs with one page of text, each made by a different program. Programs that are not installed are left out.

    pip install borb cairocffi fpdf2 pikepdf pymupdf typst weasyprint xhtml2pdf

pdflatex and chromium are used if they are on the path.
"""

from __future__ import annotations

import importlib.util
import shutil
import subprocess
from collections.abc import Callable, Mapping
from pathlib import Path

SEEN = "The annual survey recorded the number of visits in the districts."
LINES = 20
_TOP, _LEFT, _STEP = 90, 72, 12  # points

Producer = Callable[[Path], object]


def _reportlab(path: Path) -> None:
    from reportlab.pdfgen.canvas import Canvas

    canvas = Canvas(str(path))
    canvas.setFont("Helvetica", 10)
    for line in range(LINES):
        canvas.drawString(_LEFT, 750 - _STEP * line, SEEN)
    canvas.save()


def _pymupdf(path: Path) -> None:
    import pymupdf

    document = pymupdf.open()
    page = document.new_page()
    for line in range(LINES):
        page.insert_text((_LEFT, _TOP + _STEP * line), SEEN, fontsize=10)
    document.save(path)


def _fpdf(path: Path) -> None:
    from fpdf import FPDF

    document = FPDF(unit="pt", format="A4")
    document.add_page()
    document.set_font("Helvetica", size=10)
    for line in range(LINES):
        document.text(_LEFT, _TOP + _STEP * line, SEEN)
    document.output(str(path))


def _cairo(path: Path) -> None:
    import cairocffi

    surface = cairocffi.PDFSurface(str(path), 595, 842)
    context = cairocffi.Context(surface)
    context.set_font_size(10)
    for line in range(LINES):
        context.move_to(_LEFT, _TOP + _STEP * line)
        context.show_text(SEEN)
    surface.finish()


def _matplotlib(path: Path) -> None:
    from matplotlib import rc_context
    from matplotlib.figure import Figure

    figure = Figure(figsize=(8.27, 11.7))
    for line in range(LINES):
        figure.text(0.12, 0.9 - _STEP * line / 842, SEEN, size=10)
    with rc_context({"pdf.fonttype": 42}):
        figure.savefig(path, format="pdf")


def _pikepdf(path: Path) -> None:
    import pikepdf

    text = "".join(f"BT /F1 10 Tf {_LEFT} {750 - _STEP * line} Td ({SEEN}) Tj ET\n" for line in range(LINES))
    with pikepdf.new() as pdf:
        page = pdf.add_blank_page(page_size=(595, 842))
        font = {
            "/Type": pikepdf.Name.Font,
            "/Subtype": pikepdf.Name.Type1,
            "/BaseFont": pikepdf.Name.Helvetica,
        }
        page.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=pikepdf.Dictionary(font)))
        page.contents_add(text.encode())
        pdf.save(path)


def _borb(path: Path) -> None:
    from borb.pdf import PDF, Document, Page, Paragraph, SingleColumnLayout

    document, page = Document(), Page()
    document.append_page(page)
    layout = SingleColumnLayout(page)
    for _ in range(LINES):
        layout.append_layout_element(Paragraph(SEEN, font_size=10))
    PDF.write(what=document, where_to=str(path))


def _html() -> str:
    return f"<html><body style='font-size: 10pt'>{f'<div>{SEEN}</div>' * LINES}</body></html>"


def _weasyprint(path: Path) -> None:
    import weasyprint

    weasyprint.HTML(string=_html()).write_pdf(path)


def _xhtml2pdf(path: Path) -> None:
    from xhtml2pdf import pisa

    with path.open("wb") as stream:
        pisa.CreatePDF(_html(), dest=stream)


def _typst(path: Path) -> None:
    import typst

    source = path.with_suffix(".typ")
    source.write_text("\n\n".join([SEEN] * LINES))
    typst.compile(str(source), output=str(path))


def _latex(path: Path) -> None:
    source = path.with_suffix(".tex")
    body = "\n\n".join([SEEN] * LINES)
    source.write_text(f"\\documentclass{{article}}\\begin{{document}}{body}\\end{{document}}")
    _run("pdflatex", "-interaction=batchmode", f"-output-directory={path.parent}", str(source))


def _chromium(path: Path) -> None:
    source = path.with_suffix(".html")
    source.write_text(_html())
    flags = ("--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer")
    _run("chromium", *flags, f"--print-to-pdf={path}", str(source))


def _run(*command: str) -> None:
    subprocess.run(command, capture_output=True, timeout=300, check=True)


_PACKAGES: Mapping[str, tuple[str, Producer]] = {
    "reportlab": ("reportlab", _reportlab),
    "pikepdf": ("pikepdf", _pikepdf),
    "PyMuPDF": ("pymupdf", _pymupdf),
    "fpdf2": ("fpdf", _fpdf),
    "cairo": ("cairocffi", _cairo),
    "matplotlib": ("matplotlib", _matplotlib),
    "borb": ("borb", _borb),
    "WeasyPrint": ("weasyprint", _weasyprint),
    "xhtml2pdf": ("xhtml2pdf", _xhtml2pdf),
    "Typst": ("typst", _typst),
}
_PROGRAMS: Mapping[str, Producer] = {"pdflatex": _latex, "chromium": _chromium}


def list_producers() -> dict[str, Producer]:
    """Map the name of each installed program to the function that makes a PDF with it."""
    found = {name: make for name, (package, make) in _PACKAGES.items() if importlib.util.find_spec(package)}
    return found | {name: make for name, make in _PROGRAMS.items() if shutil.which(name)}
