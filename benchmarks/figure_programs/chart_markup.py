"""Charts as LaTeX (pgfplots) and as JSON (Vega-Lite)."""

from __future__ import annotations

import json
from collections.abc import Iterable

from chart_scripts import SIZE  # type: ignore[import-not-found]  # found beside this script
from specs import Spec  # type: ignore[import-not-found]


def pgfplots(spec: Spec, base: str) -> str | None:  # noqa: ARG001  # all scripts are asked for in one way
    """Return a LaTeX document with a pgfplots axis; None for kinds that it cannot draw."""
    colors = "".join(f"\\definecolor{{c{i}}}{{HTML}}{{{c[1:]}}}" for i, c in enumerate(spec.palette))
    place = (
        "legend pos=north east" if spec.legend == "inside" else "legend style={at={(1.03,.5)},anchor=west}"
    )
    axis = [
        f"ylabel={{{_tex(spec.y_title)}}}",
        place,
        "width=13cm",
        "height=8cm",
        *(["grid=major"] if spec.grid else []),
    ]
    marks = ("*", "square*", "triangle*", "diamond*")
    body = ""
    if spec.kind == "line":
        axis += [
            f"xlabel={{{spec.x_title}}}",
            "enlarge y limits={upper,value=.35}",
            "x tick label style={/pgf/number format/1000 sep=}",
        ]
        for i, (name, row) in enumerate(zip(spec.rows, spec.values, strict=True)):
            style = f"c{i},thick,mark={marks[i] if spec.markers else 'none'}"
            body += _plot(style, zip(spec.columns, row, strict=True)) + f"\\addlegendentry{{{name}}}"
    elif spec.kind in ("bar", "stacked", "hbar"):
        level = spec.kind == "hbar"
        one, other = ("y", "x") if level else ("x", "y")
        axis += [
            f"{other}bar{' stacked' if spec.kind == 'stacked' else ''}",
            f"symbolic {one} coords={{{','.join(spec.columns)}}}",
        ]
        axis += [
            f"{one}tick=data",
            f"{other}min=0",
            f"enlarge {one} limits=.2",
            f"enlarge {other} limits={{upper,value=.4}}",
        ]
        axis[0] = f"{other}label={{{_tex(spec.y_title)}}}"
        for i, (name, row) in enumerate(zip(spec.rows, spec.values, strict=True)):
            pairs = zip(row, spec.columns, strict=True) if level else zip(spec.columns, row, strict=True)
            body += _plot(f"fill=c{i},draw=black", pairs) + f"\\addlegendentry{{{name}}}"
    elif spec.kind == "scatter":
        axis += [f"xlabel={{{spec.x_title}}}", "xmin=0", "xmax=450"]
        body = _plot("only marks,c0", spec.values)
        body += "".join(
            f"\\node[right] at (axis cs:{x},{y}) {{{n}}};"
            for n, (x, y) in zip(spec.rows, spec.values, strict=True)
        )
    else:
        return None
    head = "\\documentclass[border=4pt]{standalone}\\usepackage{pgfplots}\\pgfplotsset{compat=1.16}"
    drawing = f"\\begin{{axis}}[{','.join(axis)}]{body}\\end{{axis}}"
    picture = f"\\begin{{tikzpicture}}{drawing}\\end{{tikzpicture}}"
    return f"{head}{colors}\\begin{{document}}{picture}\\end{{document}}"


def _plot(style: str, pairs: Iterable[tuple[object, ...]]) -> str:
    return f"\\addplot[{style}] coordinates {{{' '.join(f'({x},{y})' for x, y in pairs)}}};"


def _tex(text: str) -> str:
    return text.replace("%", "\\%")


def vega(spec: Spec, base: str) -> str | None:  # noqa: ARG001  # all scripts are asked for in one way
    """Return a Vega-Lite specification."""
    cells = [
        {"r": r, "c": c, "v": v}
        for r, row in zip(spec.rows, spec.values, strict=True)
        for c, v in zip(spec.columns, row, strict=True)
    ]
    if spec.kind == "scatter":
        cells = [{"r": r, "x": x, "v": y} for r, (x, y) in zip(spec.rows, spec.values, strict=True)]
    value = {"field": "v", "type": "quantitative", "title": spec.y_title}
    color = {"field": "r", "title": None, "sort": list(spec.rows), "scale": {"range": list(spec.palette)}}
    place = {"field": "c", "title": None, "sort": None, "axis": {"labelAngle": 0}}
    number = {"field": "c", "type": "quantitative", "title": spec.x_title, "axis": {"format": "d"}}
    marks: dict[str, tuple[object, dict[str, object]]] = {
        "line": (
            {"type": "line", "point": spec.markers},
            {"x": number, "y": {**value, "scale": {"zero": False}}, "color": color},
        ),
        "bar": ("bar", {"x": place, "xOffset": {"field": "r"}, "y": value, "color": color}),
        "hbar": ("bar", {"y": place, "yOffset": {"field": "r"}, "x": value, "color": color}),
        "stacked": ("bar", {"x": place, "y": value, "color": color}),
        "box": (
            "boxplot",
            {
                "x": {"field": "r", "title": None, "axis": {"labelAngle": 0}},
                "y": {**value, "scale": {"zero": False}},
            },
        ),
        "heatmap": ("rect", {"x": place, "y": {"field": "r", "title": None}, "color": value}),
        "pie": ("arc", {"theta": value, "color": {**color, "field": "c", "sort": None}}),
    }
    if spec.kind == "scatter":
        axes = {
            "x": {"field": "x", "type": "quantitative", "title": spec.x_title},
            "y": {**value, "scale": {"zero": False}},
        }
        text = {
            "mark": {"type": "text", "align": "left", "dx": 6},
            "encoding": {**axes, "text": {"field": "r"}},
        }
        view: dict[str, object] = {
            "layer": [{"mark": {"type": "point", "filled": True}, "encoding": axes}, text]
        }
    else:
        mark, encoding = marks[spec.kind]
        view = {"mark": mark, "encoding": encoding}
    size = {"width": 60 * SIZE[0], "height": 60 * SIZE[1], "background": "white"}
    return json.dumps({"data": {"values": cells}, **size, **view})
