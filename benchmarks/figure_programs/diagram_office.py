"""Trees and flow diagrams as flat drawings of LibreOffice Draw."""

from __future__ import annotations

import html

from diagram_layout import TINTS, choose_style, place_nodes, wrap  # type: ignore[import-not-found]  # found beside this script
from diagram_specs import COLOURS, Diagram  # type: ignore[import-not-found]

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
Point = tuple[float, float]
SPACES = {
    "office": "office", "draw": "drawing", "text": "text", "style": "style", "fo": "xsl-fo-compatible",
    "svg": "svg-compatible",
}  # fmt: skip
STYLES = (
    '<style:style style:name="frame" style:family="graphic"><style:graphic-properties draw:fill="none" svg:stroke-color="#888888"/></style:style>'
    '<style:style style:name="bare" style:family="graphic"><style:graphic-properties draw:fill="none" draw:stroke="none"/></style:style>'
    '<style:style style:name="text" style:family="paragraph"><style:paragraph-properties fo:text-align="center"/><style:text-properties fo:font-size="10pt"/></style:style>'
)
PAGE = '<style:page-layout style:name="page"><style:page-layout-properties fo:page-width="45cm" fo:page-height="45cm"/></style:page-layout>'


def libreoffice(diagram: Diagram, base: str) -> str | None:
    """A flat drawing of LibreOffice Draw: boxes and connectors between their sides."""
    draw = choose_style(diagram, "libreoffice")
    level, elbow, round_by = draw.random() < 0.6, draw.random() < 0.5, draw.choice(("0cm", "0.2cm"))
    at, size = _place_tree(diagram) if diagram.is_tree else _place_flow(diagram, level)
    shades = [*draw.choice((TINTS, ("#ffffff",) * 4, ("#dae3f3",) * 4)), *COLOURS.values()]
    nodes = _draw_nodes(diagram, at, size, shades, round_by)
    links = _draw_links(diagram, level or diagram.is_tree, elbow)
    drawn = "".join([*_draw_groups(diagram, at), *reversed(nodes), *links])
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{urn}:1.0"' for name, urn in SPACES.items()
    )
    return (
        f'<?xml version="1.0" encoding="UTF-8"?><office:document {spaces} office:version="1.2" '
        'office:mimetype="application/vnd.oasis.opendocument.graphics"><office:styles>'
        '<draw:marker draw:name="Arrow" svg:viewBox="0 0 20 30" svg:d="M10 0l-10 30h20z"/></office:styles>'
        f'<office:automatic-styles>{_write_styles(diagram, shades)}</office:automatic-styles><office:master-styles><style:master-page style:name="m" style:page-layout-name="page"/></office:master-styles>'
        f'<office:body><office:drawing><draw:page draw:master-page-name="m">{drawn}</draw:page></office:drawing></office:body></office:document>'
    )


def _place_tree(diagram: Diagram) -> tuple[dict[int, Point], dict[int, Point]]:
    """The upper left corners and the sizes of the boxes of a tree, in cm, from left to right."""
    heights: dict[int, float] = {}
    for index in reversed(list(diagram.order())):
        below = [heights[child] for child in diagram.targets(index)]
        leaves = sum(not diagram.targets(i) for i in heights)
        heights[index] = sum(below) / len(below) if below else 2.2 * leaves
    top = max(heights.values())
    at = {i: (1 + 5.5 * diagram.level(i), 1 + top - heights[i]) for i in heights}
    high = 1.9 if diagram.kind == "survey" else 1.1
    size = {i: (9.0 if diagram.items[i] and len(diagram.names[i]) > 28 else 4.4, high) for i in heights}
    return at, size


def _place_flow(diagram: Diagram, level: bool) -> tuple[dict[int, Point], dict[int, Point]]:
    """The upper left corners and the sizes of the boxes of a flow, in cm, from left to right (`level`) or from the top down."""
    places = place_nodes(diagram, 5.5 if level else 2.4, 2.4 if level else 5.5, level)
    left, up = (1 - min(axis) for axis in zip(*places.values(), strict=True))
    at = {i: (x + left, y + up + 1) for i, (x, y) in places.items()}
    return at, dict.fromkeys(places, (4.0, 1.3))


def _draw_groups(diagram: Diagram, at: dict[int, Point]) -> list[str]:
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
    return out


def _draw_links(diagram: Diagram, level: bool, elbow: bool) -> list[str]:
    out_of, into = (1, 3) if level else (2, 0)  # glue points: 0 top, 1 right, 2 bottom, 3 left
    kind = "standard" if elbow else "line"
    return [
        f'<draw:connector draw:style-name="link" draw:type="{kind}" draw:start-shape="n{a}" draw:start-glue-point="{out_of}" draw:end-shape="n{b}" draw:end-glue-point="{into}"/>'
        for a, b in diagram.links
    ]


def _draw_nodes(
    diagram: Diagram, at: dict[int, Point], size: dict[int, Point], shades: list[str], round_by: str
) -> list[str]:
    fills = {node: COLOURS[colour] for node, colour in diagram.colours}
    out = []
    for i, (x, y) in at.items():
        plain = min(diagram.level(i), 3) if diagram.is_tree else 3
        shade = shades.index(fills[i], 4) if i in fills else plain
        lines = "<text:line-break/>".join(
            map(html.escape, wrap(diagram.names[i], 45 if size[i][0] > 5 else 21))
        )
        out.append(
            f'<draw:rect draw:style-name="s{shade}" draw:id="n{i}" draw:corner-radius="{round_by}" svg:x="{x}cm" svg:y="{y}cm" svg:width="{size[i][0]}cm" svg:height="{size[i][1]}cm"><text:p text:style-name="text">{lines}</text:p></draw:rect>'
        )
    return out


def _write_styles(diagram: Diagram, shades: list[str]) -> str:
    tip = "" if diagram.is_tree else 'draw:marker-end="Arrow" draw:marker-end-width="0.3cm"'
    boxes = "".join(
        f'<style:style style:name="s{i}" style:family="graphic"><style:graphic-properties draw:fill="solid" draw:fill-color="{shade}" svg:stroke-color="#44546a" draw:textarea-vertical-align="middle"/></style:style>'
        for i, shade in enumerate(shades)
    )
    link = f'<style:style style:name="link" style:family="graphic"><style:graphic-properties {tip} svg:stroke-color="#333333"/></style:style>'
    return f"{boxes}{STYLES}{link}{PAGE}"
