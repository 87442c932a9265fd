"""Trees and flow diagrams as source of Graphviz, PlantUML and Mermaid."""

from __future__ import annotations

import html
import json
from pathlib import Path

from diagram_layout import choose_style, wrap  # type: ignore[import-not-found]  # found beside this script
from diagram_pages import CHROMIUM, NODE_MODULES, page  # type: ignore[import-not-found]
from diagram_specs import COLORS, Diagram  # type: ignore[import-not-found]

PLANTUML = (
    "sh",
    "-c",
    "plantuml -tsvg '{source}' && "
    + " ".join(f"'{part}'" for part in CHROMIUM).replace("{source}", "{base}.html"),
)


def dot(diagram: Diagram, base: str) -> str | None:
    """Return a layered Graphviz graph, with one of several forms of lines."""
    draw = choose_style(diagram, "dot")
    shape = draw.choice(("box", "box", "ellipse", "plaintext" if diagram.is_tree else "box"))
    look = draw.choice(("", "style=rounded,", 'style="rounded,filled",fillcolor="#eef3fb",'))
    head = [
        f"digraph G {{ rankdir={draw.choice(('LR', 'TB'))}; splines={draw.choice(('ortho', 'curved', 'line', 'spline', 'spline'))};",
        f'node [shape={shape},{look}fontname="{draw.choice(("Helvetica", "Times", "DejaVu Sans"))}",fontsize=14];',
        f"edge [fontsize=11,{'dir=none' if diagram.is_tree and draw.random() < 0.7 else draw.choice(('arrowhead=vee', 'style=dashed', 'color=gray40'))}];",
    ]
    return "\n".join([*head, *_graph(diagram, 30 if diagram.is_tree else draw.choice((12, 30)))])


def twopi(diagram: Diagram, base: str) -> str | None:
    """Return a Graphviz graph of a tree in rings around its root; None for a flow."""
    if not diagram.is_tree:
        return None
    draw = choose_style(diagram, "twopi")
    head = f"digraph G {{ overlap=false; ranksep=2.2; node [shape={draw.choice(('box', 'ellipse', 'plaintext'))},fontsize=14]; edge [dir=none];"
    return "\n".join([head, *_graph(diagram, 24)])


def _graph(diagram: Diagram, width: int) -> list[str]:
    """Return the Graphviz statements for nodes, groups and links."""
    fills = {node: f',style=filled,fillcolor="{COLORS[color]}"' for node, color in diagram.colors}
    out = [
        'n{} [label="{}"{}];'.format(i, r"\n".join(wrap(name, width)), fills.get(i, ""))
        for i, name in enumerate(diagram.names)
    ]
    for number, (title, members) in enumerate(diagram.groups):
        out.append(f'subgraph cluster_{number} {{ label="{title}"; {" ".join(f"n{i};" for i in members)} }}')
    labels = {link: f' [label="{label}"]' for link, label in diagram.labels}
    return [*out, *(f"n{a} -> n{b}{labels.get((a, b), '')};" for a, b in diagram.links), "}"]


def plantuml(diagram: Diagram, base: str) -> str | None:
    """Return PlantUML source: a mind map or work breakdown for a tree, components in packages for a flow."""
    draw = choose_style(diagram, "plantuml")
    look = ["skinparam monochrome true"] if draw.random() < 0.4 else []
    Path(f"{base}.html").write_text(page(f'<img src="{base}.svg">', "onload=fit"), "utf-8")
    if diagram.is_tree:
        form = draw.choice(("mindmap", "wbs"))
        nodes = ["*" * (diagram.level(i) + 1) + " " + diagram.names[i] for i in diagram.order()]
        return "\n".join([f"@start{form}", *look, *nodes, f"@end{form}"])
    kinds = draw.choice((("rectangle",), ("component",), ("rectangle", "database", "cloud", "node", "card")))
    fills = {node: f" {COLORS[color]}" for node, color in diagram.colors}
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
    """Return a page with a Mermaid flowchart in one of several curves, or a mind map."""
    draw = choose_style(diagram, "mermaid")
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
        out += [f"style n{node} fill:{COLORS[color]}" for node, color in diagram.colors]
    settings = json.dumps(
        {
            "startOnLoad": False,
            "theme": draw.choice(("default", "neutral", "forest", "base")),
            "flowchart": {"curve": curve},
        }
    )
    script = f"mermaid.initialize({settings}); mermaid.run().then(fit);"
    source = html.escape("\n".join(out))
    text: str = page(
        f'<pre class="mermaid" style="width:{draw.choice((700, 900, 1300))}px">{source}</pre>',
        script,
        f"{NODE_MODULES}/mermaid/dist/mermaid.min.js",
    )
    return text
