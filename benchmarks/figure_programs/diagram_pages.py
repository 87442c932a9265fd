"""Trees and flow diagrams as web pages: by D3, or as boxes in HTML or SVG."""

from __future__ import annotations

import html
import json
import os
import random
from pathlib import Path

from diagram_layout import choose_style, place_nodes, wrap  # type: ignore[import-not-found]  # found beside this script
from diagram_specs import COLORS, Diagram  # type: ignore[import-not-found]

# Folder with the npm packages mermaid and d3-hierarchy.
NODE_MODULES = os.environ.get("NODE_MODULES", "node_modules")


CHROMIUM = (
    "chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--allow-file-access-from-files",
    "--no-pdf-header-footer", "--virtual-time-budget=6000", "--print-to-pdf={base}.pdf", "file://{source}",
)  # fmt: skip


def page(body: str, script: str, library: str = "", css: str = "") -> str:
    """Return a page that prints on a sheet as large as its content. Its function `fit` sets the size."""
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
    """Return a page with a tree of dots by d3-hierarchy, with names next to the dots; None for a flow."""
    if not diagram.is_tree:
        return None
    draw = choose_style(diagram, "d3")

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
    """Return a page with nested boxes for a tree or, for a flow, an SVG drawing such as diagram editors make."""
    draw = choose_style(diagram, "boxes")
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
    """Return an SVG of boxes joined by straight or elbow connectors."""
    width, height, level = 150.0, 50.0, draw.random() < 0.5
    places = place_nodes(diagram, 220 if level else 110, 95 if level else 200, level)
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
    fills = {node: COLORS[color] for node, color in diagram.colors}
    round_by = draw.choice((0, 6))
    for node, (x, y) in at.items():
        lines = wrap(diagram.names[node], 18)
        out.append(
            f'<rect x="{x}" y="{y}" width="{width}" height="{height}" rx="{round_by}" fill="{fills.get(node, "#fff")}" stroke="#333"/>'
        )
        for number, line in enumerate(lines):
            out.append(
                f'<text x="{x + width / 2}" y="{y + height / 2 + 5 + (number - (len(lines) - 1) / 2) * 17}" text-anchor="middle">{line}</text>'
            )
    wide, high = (max(place[axis] for place in at.values()) + 200 for axis in (0, 1))
    return f"<svg width={wide} height={high}>{''.join(out)}</svg>"
