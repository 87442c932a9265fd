"""Reports with tables in many styles, most of them without a caption, between paragraphs, lists, formulas and drawings."""

from __future__ import annotations

import json
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from random import Random

from .words import HEADS, NOTES, NOUNS, make_number, make_paragraph

_RULES = ("grid", "rows", "booktabs", "header", "frame", "none")
_SHADES = ("none", "header", "zebra")
_TITLES = ("caption", "plain", "none")
_NUMBERS = ("decimal", "percent", "thousands", "spaced", "plain")


@dataclass(frozen=True, slots=True)
class TableStyle:
    """Appearance of the tables of one document: rules, shading, kind of title, and columns of the page."""

    rules: str
    shade: str
    title: str
    columns: int

    @property
    def name(self) -> str:
        """Name of the document's folder."""
        return f"tables-{self.rules}-{self.shade}-{self.title}-{self.columns}"


def list_styles() -> list[TableStyle]:
    """All combinations, one column and two."""
    return [TableStyle(*parts) for parts in product(_RULES, _SHADES, _TITLES, (1, 2))]


def typeset_tables(out: Path) -> int:
    """Write <out>/<style>/paper.pdf and truth.json, the tables' rows of cell texts; returns the number of documents."""
    import typst  # installed for this alone

    styles = list_styles()
    for style in styles:
        folder = out / style.name
        folder.mkdir(parents=True, exist_ok=True)
        source, tables = _build_document(style, Random(style.name))
        (folder / "paper.typ").write_text(source, "utf-8")
        typst.compile(str(folder / "paper.typ"), output=str(folder / "paper.pdf"))
        (folder / "truth.json").write_text(json.dumps({"tables": tables}, indent=1), "utf-8")
    return len(styles)


def _build_document(style: TableStyle, random: Random) -> tuple[str, list[list[list[str]]]]:
    size = random.choice((9, 10, 11))
    parts = [
        f'#set page(paper: "a4", columns: {style.columns}, margin: 22mm, numbering: "1")',
        f"#set text(size: {size}pt, hyphenate: true)",
        f"#set par(justify: {'true' if random.random() < 0.6 else 'false'})",
        "#show figure.where(kind: table): set figure.caption(position: top)",
        "= Report on Made-Up Sectors",
    ]
    tables: list[list[list[str]]] = []
    for section in range(5):
        parts += [f"== {section + 1} Findings of part {section + 1}", make_paragraph(random, 6)]
        parts.append(_build_distractor(section, random))
        parts.append(make_paragraph(random, 4))
        rows = _make_rows(style, random)
        tables.append(rows)
        parts += [_build_table(style, rows, section + 1, random), "", make_paragraph(random, 5), ""]
    return "\n\n".join(parts), tables


def _make_rows(style: TableStyle, random: Random) -> list[list[str]]:
    width = random.randrange(3, 5 if style.columns == 2 else 8)
    form = random.choice(_NUMBERS)
    notes = random.random() < 0.35
    head = [HEADS[0], *random.sample(HEADS[1:], width - 1)]
    rows = [head]
    for name in random.sample(NOUNS, random.randrange(4, 12)):
        cells = [name, *(make_number(random, form) for _ in range(width - 1))]
        if notes:
            cells[-1] = random.choice(NOTES)
        rows.append(cells)
    if random.random() < 0.3:
        rows.append(["Total", *(make_number(random, form) for _ in range(width - 1))])
    return rows


def _build_table(style: TableStyle, rows: list[list[str]], number: int, random: Random) -> str:
    cells = ", ".join(f"[{_escape(cell)}]" for row in rows for cell in row)
    last = len(rows)
    stroke = {"grid": "0.5pt", "rows": "(x, y) => (bottom: 0.5pt, top: if y == 0 { 0.5pt })"}.get(
        style.rules, "none"
    )
    rules = {
        "booktabs": f"table.hline(y: 0), table.hline(y: 1, stroke: 0.5pt), table.hline(y: {last}),",
        "header": "table.hline(y: 1, stroke: 0.7pt),",
        "frame": f"table.hline(y: 0), table.hline(y: {last}), table.vline(x: 0), table.vline(x: {len(rows[0])}),",
    }.get(style.rules, "")
    fill = {
        "header": "(x, y) => if y == 0 { luma(215) }",
        "zebra": "(x, y) => if calc.odd(y) { luma(235) }",
    }.get(style.shade, "none")
    widths = ", ".join(["auto", *["1fr" if random.random() < 0.5 else "auto"] * (len(rows[0]) - 1)])
    align = random.choice(("(x, y) => if x == 0 { left } else { right }", "center", "left"))
    table = f"table(columns: ({widths}), stroke: {stroke}, fill: {fill}, align: {align}, {rules} {cells})"
    match style.title:
        case "caption":
            return f"#figure(caption: [Numbers of part {number} by sector.], {table})"
        case "plain":
            return f"#block(sticky: true)[*Numbers of part {number} by sector*]\n#{table}"
        case _:
            return f"#{table}"


def _build_distractor(section: int, random: Random) -> str:
    """Something that a finder of tables may mistake for one."""
    match section:
        case 0:
            return "\n".join(
                f"+ {make_paragraph(random, 1)}" if i % 2 else f"- {make_paragraph(random, 1)}"
                for i in range(5)
            )
        case 1:
            return "$ x_1 = a + b/c quad y_2 = sum_(i=1)^n i^2 $\n\n$ z = integral_0^1 f(t) dif t $"
        case 2:
            bars = "".join(
                f"#place(bottom + left, dx: {12 * i + 4}mm, rect(width: 8mm, height: {random.randrange(8, 34)}mm))"
                for i in range(5)
            )
            return f"#figure(caption: [Bars of part 3.], kind: image, box(width: 66mm, height: 40mm, stroke: 0.5pt)[{bars}])"
        case 3:
            return "\n".join(f"/ {random.choice(NOUNS)}: {make_paragraph(random, 1)}" for _ in range(4))
        case _:
            return "```\nfor item in items:\n    total = total + item.cost\n    print(item.name, total)\n```"


def _escape(text: str) -> str:
    return text.replace("#", "\\#").replace("*", "\\*").replace("_", "\\_")
