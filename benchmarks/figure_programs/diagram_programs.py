"""Programs that draw a tree or a flow diagram as PDF: the text of their script, and the command that runs it."""

from __future__ import annotations

import html
import json
import os
import random
from pathlib import Path

from diagram_specs import COLOURS, Diagram  # type: ignore[import-not-found]  # found beside this script
from programs import Program  # type: ignore[import-not-found]

# Folder of npm packages: mermaid and d3-hierarchy.
NODE_MODULES = os.environ.get("NODE_MODULES", "node_modules")
TINTS = ("#fde2e2", "#e2f0d9", "#deebf7", "#fff2cc")
TEX = str.maketrans({"%": r"\%", "&": r"\&", "_": r"\_", "#": r"\#"})
LATEX = ("pdflatex", "-interaction=batchmode", "-output-directory={folder}", "{source}")
CHROMIUM = (
    "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
    "--no-pdf-header-footer", "--virtual-time-budget=6000", "--print-to-pdf={base}.pdf", "file://{source}",
)  # fmt: skip
PLANTUML = (
    "sh",
    "-c",
    "plantuml -tsvg '{source}' && "
    + " ".join(f"'{part}'" for part in CHROMIUM).replace("{source}", "{base}.html"),
)
SOFFICE = (
    "soffice",
    "--headless",
    "--infilter=OpenDocument Drawing Flat XML",
    "--convert-to",
    "pdf",
    "--outdir",
    "{folder}",
    "{source}",
)
PREAMBLE = r"""\documentclass[border=6pt]{standalone}\usepackage[T1]{fontenc}\usepackage[utf8]{inputenc}
\usepackage[edges]{forest}\usetikzlibrary{fit,arrows.meta,backgrounds,shapes.geometric}\begin{document}
"""


def _style(diagram: Diagram, program: str) -> random.Random:
    return random.Random(f"{program} {diagram.kind} {diagram.seed}")


def _wrapped(text: str, width: int) -> list[str]:
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + len(word) >= width:
            lines.append(word)
        else:
            lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def _layers(diagram: Diagram) -> dict[int, list[int]]:
    """Nodes by the length of the longest path to them; sources stand right before what they feed."""
    levels = [diagram.level(node) for node in range(len(diagram.names))]
    for node, level in enumerate(levels):
        if level == 0 and diagram.targets(node):
            levels[node] = min(levels[target] for target in diagram.targets(node)) - 1
    found: dict[int, list[int]] = {}
    for node, level in enumerate(levels):
        found.setdefault(level, []).append(node)
    return found


def _places(diagram: Diagram, along: float, across: float, level: bool) -> dict[int, tuple[float, float]]:
    """Middles of the nodes of a flow, from left to right (`level`) or from the top down."""
    found = {}
    for layer, members in sorted(_layers(diagram).items()):
        for number, node in enumerate(members):
            offset = (number - (len(members) - 1) / 2) * across
            found[node] = (layer * along, offset) if level else (offset, layer * along)
    return found


def forest(diagram: Diagram, base: str) -> str | None:
    """LaTeX with the package forest, in seven layouts of surveys."""
    if not diagram.is_tree:
        return None
    draw = _style(diagram, "forest")
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
    """TikZ with nodes at fixed places, joined by straight lines, bends, elbows or braces."""
    draw = _style(diagram, "tikz")
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
        colours = {"orange": "orange!40", "blue": "blue!30", "green": "green!30"}
        fills = {node: f",fill={colours[colour]}" for node, colour in diagram.colours}
        for index, (x, y) in _places(diagram, 3.5 if level else 1.7, 1.9 if level else 3.8, level).items():
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


def dot(diagram: Diagram, base: str) -> str | None:
    """Graphviz in layers, with lines of five forms."""
    draw = _style(diagram, "dot")
    shape = draw.choice(("box", "box", "ellipse", "plaintext" if diagram.is_tree else "box"))
    look = draw.choice(("", "style=rounded,", 'style="rounded,filled",fillcolor="#eef3fb",'))
    head = [
        f"digraph G {{ rankdir={draw.choice(('LR', 'TB'))}; splines={draw.choice(('ortho', 'curved', 'line', 'spline', 'spline'))};",
        f'node [shape={shape},{look}fontname="{draw.choice(("Helvetica", "Times", "DejaVu Sans"))}",fontsize=14];',
        f"edge [fontsize=11,{'dir=none' if diagram.is_tree and draw.random() < 0.7 else draw.choice(('arrowhead=vee', 'style=dashed', 'color=gray40'))}];",
    ]
    return "\n".join([*head, *_graph(diagram, 30 if diagram.is_tree else draw.choice((12, 30)))])


def twopi(diagram: Diagram, base: str) -> str | None:
    """Graphviz in rings around the root of a tree, without boxes or with them."""
    if not diagram.is_tree:
        return None
    draw = _style(diagram, "twopi")
    head = f"digraph G {{ overlap=false; ranksep=2.2; node [shape={draw.choice(('box', 'ellipse', 'plaintext'))},fontsize=14]; edge [dir=none];"
    return "\n".join([head, *_graph(diagram, 24)])


def _graph(diagram: Diagram, width: int) -> list[str]:
    """Statements of Graphviz for nodes, groups and links."""
    fills = {node: f',style=filled,fillcolor="{COLOURS[colour]}"' for node, colour in diagram.colours}
    out = [
        'n{} [label="{}"{}];'.format(i, r"\n".join(_wrapped(name, width)), fills.get(i, ""))
        for i, name in enumerate(diagram.names)
    ]
    for number, (title, members) in enumerate(diagram.groups):
        out.append(f'subgraph cluster_{number} {{ label="{title}"; {" ".join(f"n{i};" for i in members)} }}')
    labels = {link: f' [label="{label}"]' for link, label in diagram.labels}
    return [*out, *(f"n{a} -> n{b}{labels.get((a, b), '')};" for a, b in diagram.links), "}"]


def plantuml(diagram: Diagram, base: str) -> str | None:
    """PlantUML: mind maps and work breakdowns, or components in packages."""
    draw = _style(diagram, "plantuml")
    look = ["skinparam monochrome true"] if draw.random() < 0.4 else []
    Path(f"{base}.html").write_text(page(f'<img src="{base}.svg">', "onload=fit"), "utf-8")
    if diagram.is_tree:
        form = draw.choice(("mindmap", "wbs"))
        nodes = ["*" * (diagram.level(i) + 1) + " " + diagram.names[i] for i in diagram.order()]
        return "\n".join([f"@start{form}", *look, *nodes, f"@end{form}"])
    kinds = draw.choice((("rectangle",), ("component",), ("rectangle", "database", "cloud", "node", "card")))
    fills = {node: f" {COLOURS[colour]}" for node, colour in diagram.colours}
    out = [
        "@startuml",
        *look,
        *draw.choice(((), ("left to right direction",), ("skinparam linetype ortho",))),
    ]
    boxes = [
        f'{draw.choice(kinds)} "{name}" as n{i}{fills.get(i, "")}' for i, name in enumerate(diagram.names)
    ]
    grouped = {i for _, members in diagram.groups for i in members}
    for title, members in diagram.groups:
        out += [f'package "{title}" {{', *(boxes[i] for i in members), "}"]
    labels = {link: f" : {label}" for link, label in diagram.labels}
    out += [box for i, box in enumerate(boxes) if i not in grouped]
    arrow = draw.choice(("-->", "-->", "..>"))
    return "\n".join(
        [*out, *(f"n{a} {arrow} n{b}{labels.get((a, b), '')}" for a, b in diagram.links), "@enduml"]
    )


def mermaid(diagram: Diagram, base: str) -> str | None:
    """A page with Mermaid's script: flowcharts of five curves, and mind maps."""
    draw = _style(diagram, "mermaid")
    curve = draw.choice(("basis", "linear", "step", "monotoneX"))
    if diagram.is_tree and draw.random() < 0.3:
        out = [
            "mindmap",
            *("  " * (diagram.level(i) + 1) + f'n{i}["{diagram.names[i]}"]' for i in diagram.order()),
        ]
    else:
        shapes = (
            ("[]",) if diagram.is_tree else ("[]", "[]", "()", ("([", "])"), "{}", ("[(", ")]"), ("[/", "/]"))
        )
        marks = [draw.choice(shapes) for _ in diagram.names]
        boxes = [
            f'n{i}{mark[0]}"{name}"{mark[1]}'
            for i, (mark, name) in enumerate(zip(marks, diagram.names, strict=True))
        ]
        out = [f"flowchart {draw.choice(('LR', 'TD'))}", *boxes]
        for number, (title, members) in enumerate(diagram.groups):
            out += [f'subgraph s{number}["{title}"]', *(f"n{i}" for i in members), "end"]
        labels = {link: f"|{label}|" for link, label in diagram.labels}
        arrow = draw.choice(("---", "-->")) if diagram.is_tree else draw.choice(("-->", "-.->", "==>"))
        out += [f"n{a} {arrow}{labels.get((a, b), '')} n{b}" for a, b in diagram.links]
        out += [f"style n{node} fill:{COLOURS[colour]}" for node, colour in diagram.colours]
    settings = json.dumps(
        {
            "startOnLoad": False,
            "theme": draw.choice(("default", "neutral", "forest", "base")),
            "flowchart": {"curve": curve},
        }
    )
    script = f"mermaid.initialize({settings}); mermaid.run().then(fit);"
    source = html.escape("\n".join(out))
    return page(
        f'<pre class="mermaid" style="width:{draw.choice((700, 900, 1300))}px">{source}</pre>',
        script,
        f"{NODE_MODULES}/mermaid/dist/mermaid.min.js",
    )


def page(body: str, script: str, library: str = "", css: str = "") -> str:
    """A page that is printed on a sheet of the size of its content, which the function `fit` sets."""
    load = f'<script src="{Path(library).resolve()}"></script>' if library else ""
    fit = (
        "const fit=()=>{const r=document.getElementById('all').getBoundingClientRect();"
        "document.getElementById('sheet').textContent=`@page{size:${Math.ceil(r.width)+30}px ${Math.ceil(r.height)+30}px;margin:0}`};"
    )
    return (
        f"<html><head><meta charset=utf-8><style id=sheet></style><style>body{{margin:10px;-webkit-print-color-adjust:exact}}"
        f"#all{{width:fit-content}}{css}</style></head><body><div id=all>{body}</div>{load}<script>{fit}{script}</script></body></html>"
    )


D3 = """const h=d3.hierarchy(DATA), down=STYLE=='down'; d3[STYLE=='cluster'?'cluster':'tree']().nodeSize(down?[128,110]:[30,250])(h);
let low=1e9,high=-1e9,deep=0,s=''; h.each(d=>{low=Math.min(low,d.x);high=Math.max(high,d.x);deep=Math.max(deep,d.y)});
const at=d=>down?[d.x-low+80,d.y+40]:[d.y+160,d.x-low+30], lines=t=>{const o=[''];t.split(' ').forEach(w=>{const l=o.length-1;
if(o[l]&&(o[l]+' '+w).length>17)o.push(w);else o[l]=(o[l]+' '+w).trim()});return o};
const text=(x,y,t,a)=>`<text x="${x}" y="${y}" text-anchor="${a}" font-size="12.5" stroke="white" stroke-width="3" paint-order="stroke">${t}</text>`;
h.links().forEach(l=>{const [x,y]=at(l.source),[u,v]=at(l.target),m=down?(y+v)/2:(x+u)/2;
s+=`<path d="${LINK=='line'?`M${x},${y}L${u},${v}`:LINK=='elbow'?(down?`M${x},${y}V${m}H${u}V${v}`:`M${x},${y}H${m}V${v}H${u}`):
down?`M${x},${y}C${x},${m} ${u},${m} ${u},${v}`:`M${x},${y}C${m},${y} ${m},${v} ${u},${v}`}" fill="none" stroke="#999" stroke-width="1.5"/>`});
h.descendants().forEach(d=>{const [x,y]=at(d),t=d.data.name; s+=`<circle cx="${x}" cy="${y}" r="4.5" fill="${d.children?'#555':'#69b3a2'}"/>`;
if(down&&!d.children)lines(t).forEach((q,i)=>s+=text(x,y+18+i*14,q,'middle'));else s+=down?text(x,y-10,t,'middle'):
d.children?(d.depth?text(x-8,y+4,t,'end'):text(x,y-10,t,'middle')):text(x+8,y+4,t,'start')});
document.getElementById('all').innerHTML=`<svg width=${down?high-low+200:deep+900} height=${down?deep+150:high-low+60}>${s}</svg>`;fit();"""


def d3(diagram: Diagram, base: str) -> str | None:
    """Trees of dots by d3-hierarchy, their names beside the dots."""
    if not diagram.is_tree:
        return None
    draw = _style(diagram, "d3")

    def node(index: int) -> dict[str, object]:
        return {"name": diagram.names[index], "children": [node(child) for child in diagram.targets(index)]}

    values = {
        "DATA": node(0),
        "STYLE": draw.choice(("cluster", "tree", "down")),
        "LINK": draw.choice(("curve", "elbow", "line")),
    }
    set_values = "".join(f"const {name}={json.dumps(value)};" for name, value in values.items())
    css = f"text{{font-family:{draw.choice(('Arial', 'Georgia', 'DejaVu Sans'))}}}"
    return page("", set_values + D3, f"{NODE_MODULES}/d3-hierarchy/dist/d3-hierarchy.min.js", css)


def boxes(diagram: Diagram, base: str) -> str | None:
    """A page with nested boxes for a tree, or an SVG drawing with elbow connectors for a flow, as diagram editors make."""
    draw = _style(diagram, "boxes")
    css = f"body{{font:15px {draw.choice(('Arial', 'Georgia', 'DejaVu Sans'))}}}"
    if diagram.is_tree:
        css += ".b{border:1.5px solid #557;padding:6px 10px;margin:6px}.l0>.k{display:flex}.l1{background:#f1f5ff}.l2{background:#fff}"
        css += f".b{{border-radius:{draw.choice((0, 6))}px}}.k{{flex-direction:{draw.choice(('row', 'column'))}}}.leaf{{border:1px solid #999;padding:4px 8px;margin:5px;max-width:330px}}"

        def node(index: int) -> str:
            name = html.escape(diagram.names[index])
            if diagram.items[index]:
                return f"<div class=leaf>{name}</div>"
            below = "".join(map(node, diagram.targets(index)))
            return f'<div class="b l{diagram.level(index)}"><b>{name}</b><div class=k>{below}</div></div>'

        return page(node(0), "fit()", css=css)
    return page(_svg(diagram, draw), "fit()", css=css)


def _svg(diagram: Diagram, draw: random.Random) -> str:
    """Boxes of two lines at most, joined by straight or by elbow connectors."""
    width, height, level = 150.0, 50.0, draw.random() < 0.5
    places = _places(diagram, 220 if level else 110, 95 if level else 200, level)
    left, top = (40 - min(axis) for axis in zip(*places.values(), strict=True))
    at = {node: (x + left, y + top + 20) for node, (x, y) in places.items()}
    out = [
        '<defs><marker id="a" markerWidth="10" markerHeight="8" refX="9" refY="4" orient="auto"><path d="M0,0 L10,4 L0,8 z"/></marker></defs>'
    ]
    for title, members in diagram.groups:
        xs, ys = zip(*(at[i] for i in members), strict=True)
        x, y = min(xs) - 14, min(ys) - 26
        dashes = draw.choice(('stroke-dasharray="6 4"', ""))
        out.append(
            f'<rect x="{x}" y="{y}" width="{max(xs) - x + width + 14}" height="{max(ys) - y + height + 12}" fill="none" stroke="#888" {dashes}/><text x="{x + 6}" y="{y + 16}" font-weight="bold">{title}</text>'
        )
    labels, elbow = dict(diagram.labels), draw.random() < 0.6
    for a, b in diagram.links:
        (x, y), (u, v) = at[a], at[b]
        x, y, u, v = (
            (x + width, y + height / 2, u, v + height / 2)
            if level
            else (x + width / 2, y + height, u + width / 2, v)
        )
        middle = (x + u) / 2 if level else (y + v) / 2
        bent = f"M{x},{y}H{middle}V{v}H{u}" if level else f"M{x},{y}V{middle}H{u}V{v}"
        out.append(
            f'<path d="{bent if elbow else f"M{x},{y}L{u},{v}"}" fill="none" stroke="#333" stroke-width="1.6" marker-end="url(#a)"/>'
        )
        if (a, b) in labels:
            out.append(
                f'<text x="{(x + u) / 2 + 4}" y="{(y + v) / 2 - 5}" font-size="11">{labels[a, b]}</text>'
            )
    fills = {node: COLOURS[colour] for node, colour in diagram.colours}
    round_by = draw.choice((0, 6))
    for node, (x, y) in at.items():
        lines = _wrapped(diagram.names[node], 18)
        out.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round_by}" fill="{fills.get(node, "#fff")}" stroke="#333"/>'
        )
        for number, line in enumerate(lines):
            out.append(
                f'<text x="{x + width / 2}" y="{y + height / 2 + 5 + (number - (len(lines) - 1) / 2) * 17}" text-anchor="middle">{line}</text>'
            )
    wide, high = (max(place[axis] for place in at.values()) + 200 for axis in (0, 1))
    return f"<svg width={wide} height={high}>{''.join(out)}</svg>"


OFFICE = ("office", "draw", "text", "style", "fo", "svg")


def libreoffice(diagram: Diagram, base: str) -> str | None:
    """A flat drawing of LibreOffice Draw: boxes and connectors between their sides."""
    draw = _style(diagram, "libreoffice")
    level, elbow, round_by = draw.random() < 0.6, draw.random() < 0.5, draw.choice(("0cm", "0.2cm"))
    if diagram.is_tree:
        heights: dict[int, float] = {}
        for index in reversed(list(diagram.order())):
            below = [heights[child] for child in diagram.targets(index)]
            heights[index] = (
                sum(below) / len(below) if below else 2.2 * sum(not diagram.targets(i) for i in heights)
            )
        top = max(heights.values())
        at = {i: (1 + 5.5 * diagram.level(i), 1 + top - heights[i]) for i in heights}
        size = {
            i: (
                9.0 if diagram.items[i] and len(diagram.names[i]) > 28 else 4.4,
                1.9 if diagram.kind == "survey" else 1.1,
            )
            for i in heights
        }
        level = True
    else:
        places = _places(diagram, 5.5 if level else 2.4, 2.4 if level else 5.5, level)
        left, up = (1 - min(axis) for axis in zip(*places.values(), strict=True))
        at = {i: (x + left, y + up + 1) for i, (x, y) in places.items()}
        size = dict.fromkeys(places, (4.0, 1.3))
    fills = {node: COLOURS[colour] for node, colour in diagram.colours}
    shades = [*draw.choice((TINTS, ("#ffffff",) * 4, ("#dae3f3",) * 4)), *COLOURS.values()]
    out = []
    for title, members in diagram.groups:
        xs, ys = zip(*(at[i] for i in members), strict=True)
        x, y = min(xs) - 0.4, min(ys) - 0.9
        out.append(
            f'<draw:rect draw:style-name="frame" svg:x="{x}cm" svg:y="{y}cm" svg:width="{max(xs) - x + 4.4}cm" svg:height="{max(ys) - y + 1.7}cm"/>'
        )
        out.append(
            f'<draw:frame draw:style-name="bare" svg:x="{x}cm" svg:y="{y}cm" svg:width="5cm" svg:height="0.7cm"><draw:text-box><text:p text:style-name="text">{title}</text:p></draw:text-box></draw:frame>'
        )
    for a, b in diagram.links:
        sides = (1, 3) if level else (2, 0)  # glue points: 0 top, 1 right, 2 bottom, 3 left
        kind = "standard" if elbow else "line"
        out.append(
            f'<draw:connector draw:style-name="link" draw:type="{kind}" draw:start-shape="n{a}" draw:start-glue-point="{sides[0]}" draw:end-shape="n{b}" draw:end-glue-point="{sides[1]}"/>'
        )
    for i, (x, y) in at.items():
        shade = (
            shades.index(fills[i], 4) if i in fills else min(diagram.level(i), 3) if diagram.is_tree else 3
        )
        width = 45 if size[i][0] > 5 else 21
        lines = "<text:line-break/>".join(map(html.escape, _wrapped(diagram.names[i], width)))
        out.insert(
            0,
            f'<draw:rect draw:style-name="s{shade}" draw:id="n{i}" draw:corner-radius="{round_by}" svg:x="{x}cm" svg:y="{y}cm" svg:width="{size[i][0]}cm" svg:height="{size[i][1]}cm"><text:p text:style-name="text">{lines}</text:p></draw:rect>',
        )
    out = [part for part in out if "frame" in part] + [part for part in out if "frame" not in part]
    tip = "" if diagram.is_tree else 'draw:marker-end="Arrow" draw:marker-end-width="0.3cm"'
    styles = "".join(
        f'<style:style style:name="s{i}" style:family="graphic"><style:graphic-properties draw:fill="solid" draw:fill-color="{shade}" svg:stroke-color="#44546a" draw:textarea-vertical-align="middle"/></style:style>'
        for i, shade in enumerate(shades)
    )
    styles += (
        '<style:style style:name="frame" style:family="graphic"><style:graphic-properties draw:fill="none" svg:stroke-color="#888888"/></style:style>'
        '<style:style style:name="bare" style:family="graphic"><style:graphic-properties draw:fill="none" draw:stroke="none"/></style:style>'
        '<style:style style:name="text" style:family="paragraph"><style:paragraph-properties fo:text-align="center"/><style:text-properties fo:font-size="10pt"/></style:style>'
        f'<style:style style:name="link" style:family="graphic"><style:graphic-properties {tip} svg:stroke-color="#333333"/></style:style>'
        '<style:page-layout style:name="page"><style:page-layout-properties fo:page-width="45cm" fo:page-height="45cm"/></style:page-layout>'
    )
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{urn}:1.0"'
        for name, urn in zip(
            OFFICE, ("office", "drawing", "text", "style", "xsl-fo-compatible", "svg-compatible"), strict=True
        )
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {spaces} office:version="1.2" '
        'office:mimetype="application/vnd.oasis.opendocument.graphics"><office:styles>'
        '<draw:marker draw:name="Arrow" svg:viewBox="0 0 20 30" svg:d="M10 0l-10 30h20z"/></office:styles>'
        f'<office:automatic-styles>{styles}</office:automatic-styles><office:master-styles><style:master-page style:name="m" style:page-layout-name="page"/></office:master-styles>'
        f'<office:body><office:drawing><draw:page draw:master-page-name="m">{"".join(out)}</draw:page></office:drawing></office:body></office:document>'
    )


PROGRAMS = (
    Program("forest", "pdflatex", ".tex", forest, LATEX),
    Program("TikZ", "pdflatex", ".tex", tikz, LATEX),
    Program("dot", "dot", ".dot", dot, ("dot", "-Tpdf", "{source}", "-o{base}.pdf")),
    Program("twopi", "twopi", ".dot", twopi, ("twopi", "-Tpdf", "{source}", "-o{base}.pdf")),
    Program("PlantUML", "plantuml", ".puml", plantuml, PLANTUML),
    Program("Mermaid", "chromium", ".html", mermaid, CHROMIUM),
    Program("D3", "chromium", ".html", d3, CHROMIUM),
    Program("boxes", "chromium", ".html", boxes, CHROMIUM),
    Program("Draw", "soffice", ".fodg", libreoffice, SOFFICE, is_trimmed=True),
)
