"""Typesetting of one sample paper: title block, one or two columns, and floats at the places that its TOML file
names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.sax.saxutils import escape

from reportlab.lib.enums import TA_CENTER, TA_JUSTIFY, TA_LEFT
from reportlab.lib.pagesizes import A4, LETTER
from reportlab.lib.styles import ParagraphStyle
from reportlab.platypus import (
    BaseDocTemplate,
    Flowable,
    Frame,
    NextPageTemplate,
    PageTemplate,
    Paragraph,
    Spacer,
)

from .charts import Chart
from .citations import Bibliography
from .content import Float, SamplePaper
from .hyphens import soften
from .tables import draw_table

MAX_PAGES = 9
FLOAT_GAP = 11.0
GUTTER = 17.0


class Typesetter:
    """The styles and the page geometry of one paper."""

    def __init__(self, paper: SamplePaper, bibliography: Bibliography) -> None:
        self.paper, self.bibliography = paper, bibliography
        two = paper.two_columns
        self.page = A4 if two else LETTER
        self.margin = 52.0 if two else 88.0
        self.top, self.bottom = (62.0, 60.0) if two else (76.0, 72.0)
        self.text_width = self.page[0] - 2 * self.margin
        self.columns = 2 if two else 1
        self.column_width = (self.text_width - GUTTER * (self.columns - 1)) / self.columns
        size = 10.7 if two else 11.0
        self.family = "Times" if two or paper.numeric else "Helvetica" if paper.work.year >= 2023 else "Times"
        roman, bold = (
            ("Times-Roman", "Times-Bold") if self.family == "Times" else ("Helvetica", "Helvetica-Bold")
        )
        if self.family == "Helvetica":
            size -= 1.4
        body = ParagraphStyle(
            "body", fontName=roman, fontSize=size, leading=size * 1.21, alignment=TA_JUSTIFY,
            embeddedHyphenation=1, firstLineIndent=11, allowWidows=0, allowOrphans=0,
        )  # fmt: skip
        plain = {"parent": body, "firstLineIndent": 0}
        small = {**plain, "fontSize": size - 1, "leading": (size - 1) * 1.19}
        heading = {
            "parent": body,
            "fontName": bold,
            "firstLineIndent": 0,
            "alignment": TA_LEFT,
            "keepWithNext": 1,
        }
        self.styles = {
            "body": body,
            "first": ParagraphStyle("first", **plain),
            "title": ParagraphStyle("title", **{**heading, "alignment": TA_CENTER}, fontSize=15.5, leading=18.5),
            "author": ParagraphStyle("author", **{**plain, "alignment": TA_CENTER}, spaceBefore=9),
            "abstract": ParagraphStyle("abstract", **small, leftIndent=13, rightIndent=13),
            "abstract-head": ParagraphStyle("abstract-head", **{**heading, "alignment": TA_CENTER}, spaceAfter=4),
            "h1": ParagraphStyle("h1", **heading, fontSize=size + 1.4, leading=size + 4, spaceBefore=9, spaceAfter=4),
            "h2": ParagraphStyle("h2", **heading, fontSize=size + 0.2, spaceBefore=7, spaceAfter=3),
            "caption": ParagraphStyle("caption", **small),
            "reference": ParagraphStyle("reference", **{**small, "firstLineIndent": -10}, leftIndent=10, spaceAfter=2.2),
        }  # fmt: skip

    def write(self, path: Path) -> None:
        """Typeset the paper. Raises ValueError if a float is meant for a page that the text does not reach."""
        document = BaseDocTemplate(
            str(path), pagesize=self.page, title=self.paper.work.title, invariant=1, pageCompression=1,
            author=", ".join(self.paper.work.authors), leftMargin=0, rightMargin=0, topMargin=0, bottomMargin=0,
        )  # fmt: skip
        document.addPageTemplates([self._template(number) for number in range(1, MAX_PAGES + 1)])
        following = NextPageTemplate([f"page{number}" for number in range(2, MAX_PAGES + 1)])
        document.build([following, *self._story()])
        late = [item.label for item in self.paper.floats if item.page > document.page]
        if late:
            raise ValueError(f"{self.paper.id}: {document.page} pages, too few for {', '.join(late)}")

    def _story(self) -> Iterator[Flowable]:
        if self.columns == 2:
            yield from self._abstract()
        yield from self._sections(appendix=False)
        yield Paragraph("References", self.styles["h1"])
        for work in self.bibliography.works:
            yield Paragraph(escape(self.bibliography.entry(work)), self.styles["reference"])
        yield from self._sections(appendix=True)

    def _sections(self, appendix: bool) -> Iterator[Flowable]:
        for section in self.paper.sections:
            if section.appendix != appendix:
                continue
            level = "h2" if re.match(r"\d+\.\d", section.heading) else "h1"
            yield Paragraph(escape(section.heading), self.styles[level])
            for index, text in enumerate(section.paragraphs):
                rendered = soften(escape(self.bibliography.render(text)))
                yield Paragraph(rendered, self.styles["body" if index else "first"])

    def _abstract(self) -> Iterator[Flowable]:
        yield Paragraph("Abstract", self.styles["abstract-head"])
        yield Paragraph(soften(escape(self.paper.abstract)), self.styles["abstract"])

    def _title_block(self) -> list[Flowable]:
        work, styles = self.paper.work, self.styles
        block: list[Flowable] = [
            Spacer(1, 10),
            Paragraph(escape(work.title), styles["title"]),
            Spacer(1, 9),
            Paragraph(f"<b>{escape(', '.join(work.authors))}</b>", styles["author"]),
            Paragraph(f"<i>{escape(self.paper.affiliation)}</i>", styles["author"]),
            Spacer(1, 16),
        ]
        if self.columns == 1:
            block += [*self._abstract(), Spacer(1, 6)]
        return block

    def _float(self, item: Float, width: float) -> list[Flowable]:
        caption = Paragraph(
            f"{item.label}: {escape(self.bibliography.render(item.caption))}", self.styles["caption"]
        )
        if item.kind == "figure":
            return [Chart(item, width), Spacer(1, 4), caption]
        return [caption, Spacer(1, 4), draw_table(item, self.bibliography, width, self.family)]

    def _blocks(self, number: int) -> Iterator[tuple[int | None, bool, list[Flowable]]]:
        """Yield (column or None for full width, True if at the top, content) of everything placed on page `number`."""
        if number == 1:
            yield None, True, self._title_block()
        for item in self.paper.floats:
            if item.page == number:
                words = item.place.split()[1:]
                wide = "wide" in words or self.columns == 1
                column = None if wide else int("right" in words)
                yield (
                    column,
                    "top" in words,
                    self._float(item, self.text_width if wide else self.column_width),
                )

    def _template(self, number: int) -> PageTemplate:
        high = [self.page[1] - self.top] * self.columns
        low = [self.bottom] * self.columns
        drawn: list[tuple[list[Flowable], float, float, float]] = []
        for column, top, content in sorted(self._blocks(number), key=lambda block: block[0] is not None):
            width = self.text_width if column is None else self.column_width
            height = sum(flowable.wrap(width, 1000)[1] + _before(flowable) for flowable in content)
            within = range(self.columns) if column is None else (column,)
            x = self.margin + (0 if column is None else column * (self.column_width + GUTTER))
            y = high[within[0]] if top else low[within[0]] + height
            drawn.append((content, x, y, width))
            for index in within:
                if top:
                    high[index] = y - height - FLOAT_GAP
                else:
                    low[index] = y + FLOAT_GAP
        frames = [
            Frame(
                self.margin + index * (self.column_width + GUTTER), low[index],
                self.column_width, high[index] - low[index], 0, 0, 0, 0, id=f"{number}-{index}",
            )
            for index in range(self.columns)
        ]  # fmt: skip

        def decorate(canvas: Any, _document: Any) -> None:
            self._furniture(canvas, number)
            for content, x, y, width in drawn:
                _draw_column(canvas, content, x, y, width)

        return PageTemplate(f"page{number}", frames, onPage=decorate)

    def _furniture(self, canvas: Any, number: int) -> None:
        """Draw the venue on the first page, the running head on the others, and the page number as the venue counts
        pages.
        """
        roman = "Times-Roman" if self.family == "Times" else "Helvetica"
        canvas.setFont(roman, 8.2)
        printed = str(first_page(self.paper) + number - 1)
        work = self.paper.work
        head = self.paper.running if number > 1 else f"{work.venue}, {work.year}"
        canvas.drawString(self.margin, self.page[1] - self.top + 18, head)
        if self.columns == 2:
            canvas.drawCentredString(self.page[0] / 2, self.bottom - 26, printed)
        else:
            canvas.drawRightString(self.page[0] - self.margin, self.page[1] - self.top + 18, printed)


def first_page(paper: SamplePaper) -> int:
    """Return the page number that the venue gives to the first page; 1 if it names none."""
    found = re.search(r"(?:pages |:)(\d+)-\d+", paper.work.venue)
    return int(found[1]) if found else 1


def _before(flowable: Flowable) -> float:
    return float(flowable.getSpaceBefore())


def _draw_column(canvas: Any, content: list[Flowable], x: float, y: float, width: float) -> None:
    for flowable in content:
        own_width, height = flowable.wrap(width, 1000)
        y -= height + _before(flowable)
        flowable.drawOn(canvas, x + max(0.0, (width - own_width) / 2), y)
