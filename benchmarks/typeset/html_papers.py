"""Papers that look like web pages of journals, printed by a browser (`chromium --headless --print-to-pdf`)."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from html import escape
from pathlib import Path
from random import Random

from .papers import Content, Float, Formula, Heading, Item, Pair, Paragraph, describe_content, make_content

_FORMULAS = (
    "<i>y</i> = <i>α</i> + <i>βx</i> + <i>ε</i>",
    "<i>E</i>(<i>x</i>) = ∑ <i>p<sub>i</sub>x<sub>i</sub></i>",
    "<i>r</i> = (<i>b</i> − <i>d</i>) / <i>n</i>",
    "<i>σ</i><sup>2</sup> = <i>S</i> / (<i>n</i> − 1)",
)


@dataclass(frozen=True, slots=True)
class HtmlStyle:
    """The look of a journal: its CSS, and templates of captions with the fields {label}, {number} and {text}.

    `figure_word` is "Figure" or "Fig.".
    """

    name: str
    css: str
    table_caption: str
    figure_caption: str
    figure_word: str = "Figure"
    table_word: str = "Table"
    below: bool = False  # True if tables have their captions below
    numbered: bool = True
    note: str = ""
    head: str = "{venue} {year}; 12(3): 41–58"
    foot: str = ""
    roman: bool = False


_SERIF = "body{font:10.5pt 'Liberation Serif',serif;text-align:justify}"
_SANS = "body{font:9.5pt 'Liberation Sans',sans-serif}"
_TWO = ".body{column-count:2;column-gap:8mm}"
_BOOK = "table{border-top:1px solid;border-bottom:1px solid}thead{border-bottom:1px solid}"
_GRID = "td,th{border:1px solid #555}"
_ZEBRA = "tr:nth-child(even){background:#eee}thead{background:#ccd}"
STYLES = (
    HtmlStyle(
        "plain-word",
        _SERIF + "h1{text-align:center;font-size:16pt}" + _GRID,
        "{label}. {text}.",
        "{label}. {text}.",
    ),
    HtmlStyle(
        "open-access",
        _SANS + _ZEBRA + "h1{font-size:20pt}h2{color:#336}",
        "<b>{label}.</b> {text}.",
        "<b>{label}.</b> {text}.",
        "Fig",
        head="",
        foot="{venue} | https://doi.org/10.5555/office.{year} March 3, {year}",
    ),
    HtmlStyle(
        "letters-two",
        _SANS + _TWO + _BOOK + "h2{font-size:11pt}.cap{font-size:8pt}",
        "<b>{label} | {text}</b>",
        "<b>{label} | {text}.</b>",
        "Fig.",
        numbered=False,
    ),
    HtmlStyle(
        "apa-web",
        _SERIF
        + _BOOK
        + "h2{text-align:center;font-size:11pt}h3{font-size:11pt;font-style:italic}.cap{text-align:left}",
        "<b>{label}</b><br><i>{text}</i>",
        "<b>{label}</b><br><i>{text}</i>",
        numbered=False,
        note="<i>Note.</i> Numbers of the northern districts.",
    ),
    HtmlStyle(
        "old-two",
        _SERIF + _TWO + "h1{text-align:center;font-size:15pt}h2{font-size:11pt}" + _BOOK,
        "{label}: {text}",
        "{label}: {text}",
        below=True,
        head="",
        foot="Proceedings of the {venue}, pages 41–58, Northtown, {year}. © {year} Association of Offices",
    ),
    HtmlStyle(
        "capitals",
        _SERIF
        + _TWO
        + "h2{text-align:center;font-size:10.5pt;font-weight:normal;text-transform:uppercase}"
        "h3{font-style:italic;font-weight:normal;font-size:10.5pt}"
        + _BOOK
        + ".cap{text-align:center;font-size:8.5pt}",
        "TABLE {number}<br><span style='text-transform:uppercase'>{text}</span>",
        "{label}. {text}.",
        "Fig.",
        roman=True,
    ),
    HtmlStyle(
        "humanities-web",
        _SERIF + "h2{font-variant:small-caps;font-weight:normal;text-align:center}h3{font-style:italic;font-weight:normal}",
        "<span style='font-variant:small-caps'>{label}.</span> {text}",
        "<span style='font-variant:small-caps'>{label}.</span> {text}",
        numbered=False,
    ),
    HtmlStyle(
        "medical-web",
        _SANS
        + _TWO
        + "h2{font-size:10pt;text-transform:uppercase}h3{font-size:9.5pt}td{border-bottom:1px solid #bbb}"
        ".cap{font-size:8pt}",
        "<b>{label}</b> {text}",
        "<b>{label}</b> {text}.",
        foot="Cite as: Office Med {year};12:41. Copyright {year} The Authors. Published by {venue} Ltd.",
    ),
    HtmlStyle(
        "working-paper",
        "body{font:12pt 'Liberation Serif',serif;line-height:1.8}h2{font-size:12pt}" + _BOOK,
        "{label}: {text}",
        "{label}: {text}",
        head="",
        foot="Working Paper No. 17, {venue}, March {year}",
    ),
    HtmlStyle(
        "elsevier-web",
        _SERIF + _TWO + _BOOK + "h1{font-weight:normal;font-size:17pt}h2{font-size:10.5pt}"
        "h3{font-style:italic;font-weight:normal;font-size:10.5pt}"
        ".cap{font-size:8pt;text-align:left}",
        "<b>{label}</b><br>{text}.",
        "<b>{label}.</b> {text}.",
        "Fig.",
        foot="0000-0000/© {year} Offices B.V. All rights reserved.",
    ),
)  # fmt: skip
_PAGE = """<!doctype html><meta charset="utf-8"><title></title><style>
@page{{size:A4;margin:22mm 20mm}}h1,h2,h3{{line-height:1.2;break-after:avoid}}table{{border-collapse:collapse;margin:auto}}
td,th{{padding:1pt 5pt;text-align:left;font-size:.9em}}td:not(:first-child){{text-align:right}}th[colspan]{{text-align:center}}
figure{{margin:10pt 0;break-inside:avoid;text-align:center}}.pair{{display:flex;gap:8mm}}.pair figure{{flex:1}}
.formula{{text-align:center;margin:8pt}}.small{{font-size:8pt}}{css}</style>
<div class=small>{head}</div><h1>{title}</h1><p class=authors>{authors}</p><p class=small>Regional Office, Northtown</p>
<h2>Abstract</h2><p>{abstract}</p><p class=small>{foot}</p><div class=body>{body}</div>"""


def typeset_html_papers(out: Path, browser: str = "chromium") -> int:
    """Write <out>/papers<n>-<style>/paper.pdf and truth.json. Return the number of documents."""
    for style in STYLES:
        for number in (1, 2):
            content = make_content(Random(f"{style.name} {number}"))
            folder = out / f"papers{number}-{style.name}"
            folder.mkdir(parents=True, exist_ok=True)
            page, pdf = (folder / "paper.html").resolve(), (folder / "paper.pdf").resolve()
            page.write_text(_write_page(style, content), "utf-8")
            subprocess.run(
                [
                    browser,
                    "--headless",
                    "--no-sandbox",
                    "--disable-gpu",
                    "--no-pdf-header-footer",
                    f"--print-to-pdf={pdf}",
                    page.as_uri(),
                ],
                capture_output=True,
                check=True,
            )
            truth = describe_content(content, roman=style.roman, dated="{year}" in style.head + style.foot)
            (folder / "truth.json").write_text(json.dumps(truth, ensure_ascii=False, indent=1), "utf-8")
    return 2 * len(STYLES)


def _write_page(style: HtmlStyle, content: Content) -> str:
    numbers = [0, 0, 0]
    body = []
    for item in content.items:
        if isinstance(item, Heading):
            numbers = [
                *numbers[: item.level - 1],
                numbers[item.level - 1] + 1,
                *[0] * (3 - item.level),
            ]
            label = ".".join(str(n) for n in numbers[: item.level]) + " " if style.numbered else ""
            body.append(f"<h{item.level + 1}>{label}{item.text}</h{item.level + 1}>")
        else:
            body.append(_write_item(style, item))
    fields = {"venue": content.venue, "year": content.year}
    return _PAGE.format(
        css=style.css,
        title=escape(content.title),
        authors=", ".join(content.authors),
        abstract=content.abstract,
        head=style.head.format(**fields),
        foot=style.foot.format(**fields),
        body="\n".join(body),
    )


def _write_item(style: HtmlStyle, item: Item) -> str:
    match item:
        case Paragraph(text):
            return f"<p>{escape(text)}</p>"
        case Formula(shape):
            return f"<div class=formula>{_FORMULAS[shape]}</div>"
        case Pair(left, right):
            return f"<div class=pair>{_write_float(style, left)}{_write_float(style, right)}</div>"
        case Float():
            return _write_float(style, item)
        case Heading():
            raise AssertionError("headings are numbered where the page is written")


def _write_float(style: HtmlStyle, item: Float) -> str:
    from .papers import write_roman

    number = write_roman(item.number) if style.roman and item.kind == "table" else str(item.number)
    word = style.table_word if item.kind == "table" else style.figure_word
    form = style.table_caption if item.kind == "table" else style.figure_caption
    caption = f"<div class=cap>{form.format(label=f'{word} {number}', number=number, text=escape(item.caption))}</div>"
    thing = _write_table(item) if item.kind == "table" else _write_bars(item)
    above = item.kind == "table" and not style.below
    note = f"<div class='small cap'>{style.note}</div>" if style.note and item.kind == "table" else ""
    return f"<figure>{caption}{thing}{note}</figure>" if above else f"<figure>{thing}{caption}</figure>"


def _write_bars(item: Float) -> str:
    bars = "".join(
        f"<rect x='{10 + 22 * i}' y='{70 - 2 * height}' width='12' height='{2 * height}'/>"
        for i, height in enumerate(item.bars)
    )
    width = 22 * len(item.bars) + 14
    return f"<svg width='{width}' height='72' fill='#468'>{bars}<path d='M2 2V70H{width}' stroke='#000' fill='none'/></svg>"


def _write_table(item: Float) -> str:
    rows = [_write_row(row, "th" if i < item.header else "td") for i, row in enumerate(item.rows)]
    return f"<table><thead>{''.join(rows[: item.header])}</thead><tbody>{''.join(rows[item.header :])}</tbody></table>"


def _write_row(row: tuple[str, ...], tag: str) -> str:
    cells = []
    index = 0
    while index < len(row):
        end = index + 1
        while row[index] and end < len(row) and not row[end]:
            end += 1
        span = f" colspan={end - index}" if end - index > 1 else ""
        cells.append(f"<{tag}{span}>{escape(row[index])}</{tag}>")
        index = end
    return f"<tr>{''.join(cells)}</tr>"
