"""Trees and flow diagrams as LaTeX: forest and TikZ."""

from __future__ import annotations

from diagram_layout import choose_style, place_nodes  # type: ignore[import-not-found]  # found beside this script
from diagram_specs import Diagram  # type: ignore[import-not-found]

LATEX = ("pdflatex", "-interaction=batchmode", "-output-directory={folder}", "{source}")


TEX = str.maketrans({"%": r"\%", "&": r"\&", "_": r"\_", "#": r"\#"})


PREAMBLE = r"""\documentclass[border=6pt]{standalone}\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}
\usepackage[edges]{forest}\usetikzlibrary{fit,arrows.meta,backgrounds,shapes.geometric}\begin{document}
"""


def forest(diagram: Diagram, base: str) -> str | None:
    """Return a LaTeX document that draws a tree with the package forest in one of seven layouts; None for a flow."""
    if not diagram.is_tree:
        return None
    draw = choose_style(diagram, "forest")
    layout = draw.choice(("elbow", "forked", "turned", "folder", "down", "fan", "colour"))
    width = draw.choice((5, 6.5, 8))
    fills = draw.choice((("blue!10", "orange!15", "green!12", "gray!8"), ("white",) * 4, ("red!12", "purple!10", "cyan!12", "yellow!12")))  # fmt: skip
    levels = "".join(f",l{i}/.style={{fill={fill}}}" for i, fill in enumerate(fills))
    elbow = r"edge path={\noexpand\path[draw,\forestoption{edge}](!u.parent anchor)-- +(6pt,0)|-(.child anchor)\forestoption{edge label};}"
    ends = "anchor=west,child anchor=west,parent anchor=east"
    heads = {
        "elbow": rf"for tree={{grow'=0,draw,rounded corners,{ends},{elbow},l sep=14pt,s sep=4pt,font=\small}}",
        "forked": r"forked edges,for tree={grow'=0,draw,rounded corners,font=\small,edge+={darkgray,line width=.6pt},s sep=4pt}",
        "turned": rf"for tree={{grow'=0,draw,{ends},{elbow},l sep=12pt,s sep=4pt,font=\footnotesize}}",
        "folder": r"for tree={folder,grow'=0,font=\sffamily\small,draw}",
        "down": rf"for tree={{draw,align=center,font=\footnotesize,s sep=6pt,l sep=14pt,text width=2.3cm,edge={{-{draw.choice(('', 'Latex'))}}}}}",
        "fan": rf"for tree={{grow'=0,font=\small,{ends},l sep=26pt,s sep=5pt,edge={{gray}},edge path={{\noexpand\path[draw,\forestoption{{edge}}](!u.east) to[out=0,in=180] (.west)\forestoption{{edge label}};}}}}",
        "colour": rf"for tree={{grow'=0,{ends},fill=orange!25,draw=orange!80!black,rounded corners=3pt,l sep=18pt,s sep=5pt,edge={{thick,gray}}}}",
    }
    leaf = {"down": "2.6cm", "folder": ""}.get(layout, f"{width}cm")

    def node(index: int) -> str:
        styles = [f"l{min(diagram.level(index), 3)}"] + (["leaf"] if diagram.items[index] else [])
        if layout == "turned" and index == 0:
            styles.append("rotate=90,child anchor=north,parent anchor=south,anchor=center")
        below = " ".join(map(node, diagram.targets(index)))
        return f"[{{{diagram.names[index].translate(TEX)}}},{','.join(styles)} {below}]"

    wide = f"text width={leaf}" if leaf and diagram.kind == "survey" else ""
    return (
        PREAMBLE
        + rf"\begin{{forest}}{heads[layout]}{levels},leaf/.style={{{wide}}} {node(0)}\end{{forest}}\end{{document}}"
    )


def tikz(diagram: Diagram, base: str) -> str | None:
    """Return a TikZ document with nodes at fixed places, joined by straight, bent or elbow lines."""
    draw = choose_style(diagram, "tikz")
    shape = draw.choice(("draw,rounded corners", "draw", "draw,fill=teal!12", ""))
    out = []
    if diagram.is_tree:
        link = draw.choice(("--", "to[out=0,in=180]", "-- ++(.4,0) |-"))
        heights: dict[int, float] = {}
        for index in reversed(list(diagram.order())):
            below = [heights[child] for child in diagram.targets(index)]
            heights[index] = (
                sum(below) / len(below) if below else 1.1 * sum(not diagram.targets(i) for i in heights)
            )
        for index, name in enumerate(diagram.names):
            style = "leaf" if diagram.items[index] else "box"
            out.append(
                rf"\node[{style}] (n{index}) at ({(0, 4.4, 8.4, 12.6)[diagram.level(index)]},{heights[index]:.2f}) {{{name.translate(TEX)}}};"
            )
        out += [rf"\draw[gray] (n{a}.east) {link} (n{b}.west);" for a, b in diagram.links]
        leaf = "text width=7cm,font=\\footnotesize" if diagram.kind == "survey" else "font=\\footnotesize"
        head = f"box/.style={{{shape},anchor=west,align=left,text width=2.9cm,font=\\small}},leaf/.style={{anchor=west,align=left,{leaf}}}"
    else:
        level, tip = draw.random() < 0.5, draw.choice(("Latex", "Stealth", "To", "Triangle[open]"))
        colors = {"orange": "orange!40", "blue": "blue!30", "green": "green!30"}
        fills = {node: f",fill={colors[color]}" for node, color in diagram.colors}
        for index, (x, y) in place_nodes(
            diagram, 3.5 if level else 1.7, 1.9 if level else 3.8, level
        ).items():
            form = draw.choice(("", "", "", ",ellipse,inner sep=1pt", ",trapezium,trapezium stretches body"))
            out.append(
                rf"\node[box{form}{fills.get(index, '')}] (n{index}) at ({x:.2f},{-y:.2f}) {{{diagram.names[index]}}};"
            )
        for title, members in diagram.groups:
            fit = "".join(f"(n{i})" for i in members)
            frame = draw.choice(("draw,dashed", "fill=gray!12", "draw,rounded corners,fill=yellow!8"))
            out.append(
                rf"\begin{{scope}}[on background layer]\node[{frame},fit={fit},inner sep=8pt,label=above:{{{title}}}] {{}};\end{{scope}}"
            )
        labels = dict(diagram.labels)
        for a, b in diagram.links:
            bend = "to[bend left=40]" if abs(diagram.level(a) - diagram.level(b)) > 1 else "--"
            label = rf"node[auto,font=\scriptsize]{{{labels[a, b]}}}" if (a, b) in labels else ""
            out.append(
                rf"\draw[-{{{tip}}}{draw.choice((',thick', '', ',dashed'))}] (n{a}) {bend} {label} (n{b});"
            )
        head = (
            f"box/.style={{{shape or 'draw'},align=center,text width=2.2cm,minimum height=.9cm,font=\\small}}"
        )
    return PREAMBLE + rf"\begin{{tikzpicture}}[{head}]" + "\n".join(out) + r"\end{tikzpicture}\end{document}"
