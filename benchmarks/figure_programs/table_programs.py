"""Programs that typeset a table as PDF, each with its script and the command that runs it."""

from __future__ import annotations

import html
import random

from diagram_pages import CHROMIUM, page  # type: ignore[import-not-found]  # found beside this script
from diagram_tex import LATEX  # type: ignore[import-not-found]
from program import Program  # type: ignore[import-not-found]
from table_specs import Cell, Table  # type: ignore[import-not-found]

SIGNS = {
    "±": r"$\pm$", "✓": r"\ding{51}", "✗": r"\ding{55}", "–": "--", "%": r"\%", "&": r"\&", "_": r"\_", "#": r"\#",
}  # fmt: skip
SHADE = "e6e9f2"


def _style(table: Table, program: str) -> random.Random:
    return random.Random(f"{program} {table.kind} {table.seed}")


def _tex(text: str) -> str:
    return "".join(SIGNS.get(character, character) for character in text)


def latex(table: Table, base: str) -> str | None:
    """Return a LaTeX table in one of several layouts: booktabs, ruled, tabularx, longtable, shaded rows, or narrow
    columns.
    """
    draw = _style(table, "latex")
    layout = draw.choice(
        ("booktabs", "booktabs", "booktabs", "hline", "grid", "tabularx", "shaded", "narrow", "longtable")
    )
    ruled = layout in ("hline", "grid")
    top, middle, bottom = (r"\hline",) * 3 if ruled else (r"\toprule", r"\midrule", r"\bottomrule")
    leads = table.width - len(table.columns) - len(table.features)
    first = {"tabularx": "X", "narrow": "p{1.6cm}"}.get(layout, "l")
    spec = "l" * (leads - 1) + first + draw.choice("ccr") * (table.width - leads)
    if layout == "grid":
        spec = "|" + "|".join(spec.replace("p{1.6cm}", "l")) + "|"
    bold_head, left = draw.random() < 0.4, draw.random() < 0.6

    def show(cell: Cell) -> str:
        text = _tex(cell.text)
        if "best" in cell.look or ("head" in cell.look and bold_head and text):
            text = rf"\textbf{{{text}}}"
        if "group" in cell.look:
            text = rf"\textit{{{text}}}"
        if "turned" in cell.look:
            text = rf"\rotatebox{{90}}{{{text}}}"
        if "shade" in cell.look and layout == "shaded":
            text = rf"\cellcolor[HTML]{{{SHADE.upper()}}}{text}"
        if cell.columns > 1:
            align = "l" if "group" in cell.look and left else "c"
            return (
                rf"\multicolumn{{{cell.columns}}}{{{f'|{align}|' if layout == 'grid' else align}}}{{{text}}}"
            )
        return rf"\multirow{{{cell.rows}}}{{*}}{{{text}}}" if cell.rows > 1 else text

    out = [top]
    covered = [0] * table.width
    for number, line in enumerate(table.grid()):
        if number == table.head or (
            number > table.head and any(cell and "rule" in cell.look for cell in line)
        ):
            out.append(middle)
        elif layout == "grid" and number > table.head and not any(covered):
            out.append(r"\hline")
        covered = [
            cell.rows - 1 if cell else max(0, left - 1) for cell, left in zip(line, covered, strict=True)
        ]
        wide = {c + x for c, cell in enumerate(line) if cell for x in range(1, cell.columns)}
        out.append(
            " & ".join(show(cell) if cell else "" for c, cell in enumerate(line) if c not in wide) + r" \\"
        )
        if number < table.head and not ruled:
            spans = ((c + 1, cell.columns) for c, cell in enumerate(line) if cell and cell.columns > 1)
            out += [rf"\cmidrule(lr){{{c}-{c + columns - 1}}}" for c, columns in spans]
    name, width = ("tabularx", "{14cm}") if layout == "tabularx" else ("tabular", "")
    font = draw.choice(
        ("", "", r"\usepackage{times}", r"\usepackage{helvet}\renewcommand{\familydefault}{\sfdefault}")
    )
    start = rf"\begin{{{name}}}{width}{{{spec}}}" + "\n"
    body = start + "\n".join([*out, bottom]) + rf"\end{{{name}}}"
    if layout == "longtable":
        body = body.replace("{tabular}", "{longtable}")
    kind = (
        r"\documentclass{article}\pagestyle{empty}"
        if layout == "longtable"
        else r"\documentclass[border=6pt]{standalone}"
    )
    return (
        kind
        + r"\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}\usepackage{booktabs,multirow,tabularx,longtable,graphicx,pifont}"
        r"\usepackage[table]{xcolor}" + font + r"\begin{document}"
        rf"\setlength{{\tabcolsep}}{{{draw.choice((4, 6, 6, 10))}pt}}\renewcommand{{\arraystretch}}{{{draw.choice((1, 1, 1.25, 1.6))}}}"
        rf"{body}\end{{document}}"
    )


LOOKS = {
    "plain": "td,th{border:1px solid #999;padding:4px 9px}",
    "github": "th,td{border:1px solid #d0d7de;padding:6px 13px} tr:nth-child(2n){background:#f6f8fa}",
    "lines": "table{border-top:2px solid;border-bottom:2px solid} td,th{padding:4px 12px;text-align:center} thead tr:last-child th{border-bottom:1px solid}",
    "airy": "td,th{padding:14px 26px;border-top:1px solid #dee2e6;text-align:left} thead th{border-bottom:2px solid #dee2e6}",
    "dark": "thead th{background:#2c3e50;color:#fff} td,th{padding:5px 12px} tbody tr:nth-child(odd){background:#ecf0f1}",
    "bare": "td,th{padding:3px 14px;text-align:right} td:first-child,th:first-child{text-align:left}",
    "cards": "th{background:#eef2ff;color:#334} td,th{padding:9px 16px;border-bottom:1px solid #eee;text-align:center} td:first-child{font-weight:600;text-align:left}",
    "narrow": "td,th{border:1px solid #bbb;padding:4px 6px;max-width:90px;text-align:center}",
}
FONTS = ("Arial", "Georgia", "DejaVu Sans", "Liberation Serif", "Verdana")


def _table_element(table: Table) -> str:
    def show(cell: Cell, tag: str) -> str:
        text = html.escape(cell.text)
        if "best" in cell.look:
            text = f"<b>{text}</b>"
        if "turned" in cell.look:
            text = f'<span style="writing-mode:vertical-rl;transform:rotate(180deg)">{text}</span>'
        look = f"background:#{SHADE};" if "shade" in cell.look else ""
        look += "font-style:italic;text-align:left" if "group" in cell.look else ""
        return f'<{tag} colspan="{cell.columns}" rowspan="{cell.rows}" style="{look}">{text}</{tag}>'

    def rows(cells: tuple[tuple[Cell, ...], ...], tag: str) -> str:
        return "".join("<tr>" + "".join(show(cell, tag) for cell in row) + "</tr>" for row in cells)

    head, body = rows(table.cells[: table.head], "th"), rows(table.cells[table.head :], "td")
    return f"<table><thead>{head}</thead><tbody>{body}</tbody></table>"


def css(table: Table, base: str) -> str | None:
    """Return a page with the table in one of eight looks."""
    draw = _style(table, "css")
    look = LOOKS[draw.choice(sorted(LOOKS))]
    font = f"table{{border-collapse:collapse;font:{draw.choice((13, 15))}px {draw.choice(FONTS)}}}"
    return str(page(_table_element(table), "fit()", css=font + look))


def writer(table: Table, base: str) -> str | None:
    """Return a page for LibreOffice Writer to typeset."""
    draw = _style(table, "writer")
    look = LOOKS[draw.choice(("plain", "lines", "github"))]
    font = f"table{{border-collapse:collapse;font-size:9pt;font-family:{draw.choice(FONTS)}}}@page{{size:420mm 297mm}}"
    return f"<html><head><meta charset=utf-8><style>{font}{look}</style></head><body>{_table_element(table)}</body></html>"


def typst(table: Table, base: str) -> str | None:
    """Return a Typst table with a grid, three rules, or stripes."""
    draw = _style(table, "typst")
    stroke = {
        "grid": "stroke: 0.5pt",
        "rules": "stroke: none",
        "stripes": 'stroke: none, fill: (_, y) => if calc.odd(y) { rgb("eeeeee") }',
    }[draw.choice(("grid", "rules", "stripes"))]
    rule = "" if "0.5pt" in stroke else "table.hline(stroke: 0.8pt),"

    def show(cell: Cell) -> str:
        text = "".join("\\" + c if c in "#*_[]@$<>\\~`=+/-" else c for c in cell.text)
        text = f"#strong[{text}]" if cell.look & {"head", "best"} else text
        text = f"#emph[{text}]" if "group" in cell.look else text
        text = f"#rotate(-90deg, reflow: true)[{text}]" if "turned" in cell.look else text
        fill = f', fill: rgb("{SHADE}")' if "shade" in cell.look else ""
        return f"table.cell(colspan: {cell.columns}, rowspan: {cell.rows}{fill})[{text}],"

    lines = ["".join(map(show, row)) for row in table.cells]
    lines.insert(table.head, rule)
    return (
        f"#set page(width: auto, height: auto, margin: 10pt)\n#set text(size: {draw.choice((9, 10, 11))}pt)\n"
        f"#table(columns: {table.width}, align: (x, _) => if x == 0 {{ left }} else {{ center + horizon }}, {stroke},"
        f" inset: {draw.choice((4, 6, 9))}pt,\n{rule}" + "\n".join(lines) + f"{rule})\n"
    )


def matplotlib(table: Table, base: str) -> str | None:
    """Return a script with Matplotlib's table. It has no spanning cells, so the levels of the header are joined."""
    draw = _style(table, "matplotlib")
    texts = [[""] * table.width for _ in table.cells]
    for number, line in enumerate(table.grid()):
        for column, cell in enumerate(line):
            for y in range(cell.rows if cell and number >= table.head else 1):
                for x in range(cell.columns if cell and number < table.head else 1):
                    texts[number + y][column + x] = cell.text if cell else texts[number + y][column + x]
    head = [" ".join(filter(None, parts)) for parts in zip(*texts[: table.head], strict=True)]
    values = {
        "body": texts[table.head :],
        "head": head,
        "edges": draw.choice(("closed", "horizontal")),
        "out": f"{base}.pdf",
    }
    return f"""
import matplotlib; matplotlib.use("pdf"); import matplotlib.pyplot as plt
v = {values!r}
figure, axes = plt.subplots(figsize=({max(6.0, 1.5 * table.width)}, {0.35 * (len(texts) + 2)})); axes.axis("off")
table = axes.table(cellText=v["body"], colLabels=v["head"], loc="center", edges=v["edges"], cellLoc="{draw.choice(("center", "left"))}")
table.auto_set_font_size(False); table.set_fontsize(10); table.scale(1, {draw.choice((1.3, 2.0))})
table.auto_set_column_width(list(range({table.width})))
figure.savefig(v["out"], bbox_inches="tight")
"""


TYPST = (
    "python",
    "-c",
    "import sys, typst; typst.compile(sys.argv[1], output=sys.argv[2])",
    "{source}",
    "{base}.pdf",
)
WRITER = ("soffice", "--headless", "--infilter=HTML (StarWriter)", "--convert-to", "pdf:writer_pdf_Export", "--outdir", "{folder}", "{source}")  # fmt: skip
PROGRAMS = (
    Program("LaTeX", "pdflatex", ".tex", latex, LATEX, is_trimmed=True),
    Program("CSS", "chromium", ".html", css, CHROMIUM),
    Program("Writer", "soffice", ".html", writer, WRITER, is_trimmed=True),
    Program("Typst", "typst", ".typ", typst, TYPST),
    Program("Matplotlib", "matplotlib", ".py", matplotlib, ("python", "{source}")),
)
