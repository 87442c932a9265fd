"""Programs that draw a chart as PNG and PDF: the text of their script, and the command that runs it."""

from __future__ import annotations

import importlib
import importlib.util
import json
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import pypdfium2
from specs import Spec  # type: ignore[import-not-found]  # found beside this script

SIZE = (6.0, 4.0)  # inches
PAPER, MARGIN = 245, 8  # least lightness of empty paper; points around what is drawn


@dataclass(frozen=True, slots=True)
class Program:
    """`script` writes the input for a chart that is drawn at a path without its suffix; None for kinds it cannot draw.

    `command` may name the `{source}`, its `{folder}` and its path without suffix, `{base}`. With `is_trimmed` the page of the PDF
    becomes as large as what is drawn on it.
    """

    name: str
    needs: str
    suffix: str
    script: Callable[[Any, str], str | None]
    command: tuple[str, ...] = ()
    is_trimmed: bool = False

    @property
    def missing(self) -> str:
        """Name of the program or package that is missing, "" for none."""
        if not self.command or self.command[0] == sys.executable:
            found = importlib.util.find_spec(self.needs) is not None
        elif self.name == "ggplot2" and shutil.which("Rscript"):
            found = not subprocess.run(
                ["Rscript", "-e", "library(ggplot2)"], capture_output=True, check=False
            ).returncode
        elif self.command[0] == "python":
            found = importlib.util.find_spec(self.needs) is not None
        else:
            found = shutil.which(self.command[0]) is not None
        return "" if found else self.needs

    def draw(self, spec: Any, base: Path) -> bool:
        """Draw `base`.pdf and, if the program can, `base`.png; True if there is a PDF."""
        text = self.script(spec, str(base))
        if text is None:
            return False
        source = base.with_suffix(self.suffix)
        source.write_text(text, "utf-8")
        if not self.command:
            _convert_vega(text, base, spec.dpi)
            return True
        line = [part.format(source=source, folder=base.parent, base=base) for part in self.command]
        subprocess.run(line, capture_output=True, timeout=60, check=False)
        drawn = base.with_suffix(".pdf")
        if drawn.exists() and self.is_trimmed:
            _trim(drawn)
        return drawn.exists()


def _trim(path: Path) -> None:
    """Set the first page of a PDF to its ink and a margin."""
    document = pypdfium2.PdfDocument(path)
    page = document[0]
    ink = np.asarray(page.render().to_pil().convert("L")) < PAPER
    height = page.get_height()
    (top, *_, bottom), (left, *_, right) = (np.flatnonzero(ink.any(axis=axis)).tolist() for axis in (1, 0))
    box = left - MARGIN, height - bottom - MARGIN, right + MARGIN, height - top + MARGIN
    page.set_mediabox(*box)
    page.set_cropbox(*box)
    trimmed = path.with_suffix(".trimmed")
    document.save(trimmed)
    document.close()
    trimmed.replace(path)


def _convert_vega(text: str, base: Path, dpi: int) -> None:
    vl_convert = importlib.import_module("vl_convert")

    base.with_suffix(".png").write_bytes(vl_convert.vegalite_to_png(text, scale=dpi / 72))
    base.with_suffix(".pdf").write_bytes(vl_convert.vegalite_to_pdf(text))


def gnuplot(spec: Spec, base: str) -> str | None:
    """A gnuplot script."""
    if spec.kind in ("hbar", "pie"):
        return None
    key = "top right" if spec.legend == "inside" else "outside right"
    lines = [f"set key {key}", f"set ylabel '{spec.y_title}'", *(["set grid"] if spec.grid else [])]
    lines += _blocks(_rows(spec))
    colours = [f"lc rgb '{colour}'" for colour in spec.palette]
    if spec.kind == "line":
        lines += [f"set xlabel '{spec.x_title}'", "set offsets graph .02,graph .02,graph .3,graph .05"]
        style = "linespoints pt 7" if spec.markers else "lines"
        plots = [f"$d{i} u 1:2 w {style} lw 2 {colours[i]} t '{name}'" for i, name in enumerate(spec.rows)]
    elif spec.kind in ("bar", "stacked"):
        stacked = "rowstacked" if spec.kind == "stacked" else "clustered gap 1"
        lines += [
            "set style data histograms",
            f"set style histogram {stacked}",
            "set style fill solid border -1",
        ]
        lines += ["set boxwidth .9", "set yrange [0:*]", "set offsets graph 0,0,graph .3,0"]
        plots = [f"$d{i} u 2:xtic(1) {colours[i]} t '{name}'" for i, name in enumerate(spec.rows)]
    elif spec.kind == "scatter":
        lines += [
            f"set xlabel '{spec.x_title}'",
            "unset key",
            "set offsets graph .1,graph .25,graph .1,graph .1",
        ]
        plots = [f"$d0 u 2:3 w points pt 7 {colours[0]}", "$d0 u 2:3:1 w labels left offset .7,.4"]
    elif spec.kind == "box":
        ticks = ",".join(f"'{name}' {i}" for i, name in enumerate(spec.rows))
        lines += [
            "unset key",
            "set style fill solid .4 border -1",
            "set boxwidth .5",
            f"set xtics ({ticks}) scale 0",
        ]
        plots = [f"$d{i} u ({i}):2 w boxplot {colours[i]}" for i in range(len(spec.rows))]
    else:
        across, down = len(spec.columns), len(spec.rows)
        xs, ys = (",".join(f"'{n}' {i}" for i, n in enumerate(names)) for names in (spec.columns, spec.rows))
        lines += ["unset key", "unset ylabel", "unset grid", f"set xtics ({xs})", f"set ytics ({ys})"]
        lines += [f"set xrange [-.5:{across - 0.5}]", f"set yrange [{down - 0.5}:-.5]"]
        plots = ["$d0 matrix w image pixels", "$d0 matrix u 1:2:(sprintf('%g',$3)) w labels"]
    width, height = (round(side * spec.dpi) for side in SIZE)
    plot = "plot " + ", ".join(plots)
    png = [
        f"set terminal pngcairo size {width},{height} fontscale {spec.dpi / 96:.2f}",
        f"set output '{base}.png'",
    ]
    pdf = [f"set terminal pdfcairo size {SIZE[0]},{SIZE[1]}", f"set output '{base}.pdf'"]
    return "\n".join([*lines, *png, plot, *pdf, "replot"])


def _rows(spec: Spec) -> list[list[tuple[object, ...]]]:
    """Data blocks of gnuplot: one per series, or one for all points or cells."""
    if spec.kind == "scatter":
        return [[(f'"{name}"', *row) for name, row in zip(spec.rows, spec.values, strict=True)]]
    if spec.kind == "heatmap":
        return [[tuple(row) for row in spec.values]]
    names = [f'"{name}"' if spec.kind in ("bar", "stacked") else name for name in spec.columns]
    return [list(zip(names, row, strict=True)) for row in spec.values]


def _blocks(blocks: Iterable[Iterable[tuple[object, ...]]]) -> list[str]:
    return [
        f"$d{i} << E\n" + "\n".join(" ".join(map(str, row)) for row in rows) + "\nE"
        for i, rows in enumerate(blocks)
    ]


def base_r(spec: Spec, base: str) -> str | None:
    """A script of R's own graphics."""
    names, columns = _r(spec.rows), _r(spec.columns)
    colours = f"col={_r(spec.palette)}"
    matrix = (
        f"m <- matrix(c({','.join(str(v) for row in spec.values for v in row)}),{len(spec.rows)},byrow=TRUE)"
    )
    titles = f"xlab='{spec.x_title}',ylab='{spec.y_title}'"
    legend = f"legend('topright',{names},fill={_r(spec.palette[: len(spec.rows)])})"
    if spec.kind == "line":
        mode = "type='o',pch=1:8" if spec.markers else "type='l'"
        body = f"matplot(c({','.join(spec.columns)}),t(m),{mode},lty=1,lwd=2,{colours},{titles},ylim=range(m)*c(1,1.3))"
        keys = "lty=1,lwd=2,pch=1:8" if spec.markers else "lty=1,lwd=2"
        body += f";legend('topright',{names},{keys},{colours})"
    elif spec.kind in ("bar", "hbar", "stacked"):
        how = "beside=FALSE" if spec.kind == "stacked" else "beside=TRUE"
        level = ",horiz=TRUE,las=1" if spec.kind == "hbar" else ""
        title = f"{'xlab' if spec.kind == 'hbar' else 'ylab'}='{spec.y_title}'"
        top = "sum(apply(m,2,max))" if spec.kind == "stacked" else "max(m)"
        limit = f"{'xlim' if spec.kind == 'hbar' else 'ylim'}=c(0,1.4*{top})"
        body = f"barplot(m,names.arg={columns},{how}{level},col={_r(spec.palette[: len(spec.rows)])},{title},{limit});{legend}"
    elif spec.kind == "scatter":
        wide = "xlim=c(0,450)"
        body = f"plot(m[,1],m[,2],pch=19,{wide},{titles});text(m[,1],m[,2],{names},pos=4)"
    elif spec.kind == "pie":
        body = f"pie(m[1,],labels={columns},{colours})"
    elif spec.kind == "box":
        body = f"boxplot(t(m),names={names},{colours},ylab='{spec.y_title}')"
    else:
        return None
    width, height = SIZE
    png = f"png('{base}.png',{width},{height},units='in',res={spec.dpi})"
    return "\n".join(
        [
            matrix,
            *(f"{dev}\n{body}\ninvisible(dev.off())" for dev in (png, f"pdf('{base}.pdf',{width},{height})")),
        ]
    )


def ggplot2(spec: Spec, base: str) -> str | None:
    """A script of ggplot2 over a table with a row per value."""
    cells = [
        (r, c, v)
        for r, row in zip(spec.rows, spec.values, strict=True)
        for c, v in zip(spec.columns, row, strict=True)
    ]
    rows, columns, values = zip(*cells, strict=True)
    factors = f"r=factor({_r(rows)},{_r(spec.rows)}),c=factor({_r(columns)},{_r(spec.columns)})"
    data = f"d <- data.frame({factors},v=c({','.join(map(str, values))}))"
    scales = f"scale_fill_manual(values={_r(spec.palette)})+scale_colour_manual(values={_r(spec.palette)})"
    labels = f"labs(x='{spec.x_title if spec.kind == 'line' else ''}',y='{spec.y_title}',fill='',colour='')"
    at = "aes(as.numeric(as.character(c)),v,colour=r"
    points = f"+geom_point({at},shape=r),size=2)+labs(shape='')" if spec.markers else ""
    layers = {
        "line": f"geom_line({at})){points}",
        "bar": "geom_col(aes(c,v,fill=r),position='dodge')",
        "hbar": "geom_col(aes(c,v,fill=r),position='dodge')+coord_flip()",
        "stacked": "geom_col(aes(c,v,fill=r))",
        "box": "geom_boxplot(aes(r,v,fill=r))+guides(fill='none')",
        "heatmap": "geom_tile(aes(c,r,fill=v))+geom_text(aes(c,r,label=round(v,2)))",
        "pie": "geom_col(aes('',v,fill=c))+coord_polar('y')+theme_void()",
    }
    layer = layers.get(spec.kind)
    if layer is None:
        return None
    fill = "scale_fill_gradient(low='white',high='#3b6fb5')" if spec.kind == "heatmap" else scales
    theme = "theme_bw()" if spec.grid else "theme_classic()"
    plot = f"p <- ggplot(d)+{theme}+{layer}+{fill}+{labels}"
    save = f"ggsave('{base}.%s',p,width={SIZE[0]},height={SIZE[1]},dpi={spec.dpi})"
    return "\n".join(["library(ggplot2)", data, plot, save % "png", save % "pdf"])


def _r(names: Iterable[str]) -> str:
    return "c(" + ",".join(f"'{name}'" for name in names) + ")"


def pgfplots(spec: Spec, base: str) -> str | None:  # noqa: ARG001  # all scripts are asked for in one way
    """A LaTeX document with an axis of pgfplots."""
    colours = "".join(f"\\definecolor{{c{i}}}{{HTML}}{{{c[1:]}}}" for i, c in enumerate(spec.palette))
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
    return f"{head}{colours}\\begin{{document}}{picture}\\end{{document}}"


def _plot(style: str, pairs: Iterable[tuple[object, ...]]) -> str:
    return f"\\addplot[{style}] coordinates {{{' '.join(f'({x},{y})' for x, y in pairs)}}};"


def _tex(text: str) -> str:
    return text.replace("%", "\\%")


def seaborn(spec: Spec, base: str) -> str | None:
    """A Python script that draws with seaborn, as its own themes look."""
    cells = [
        (r, c, v)
        for r, row in zip(spec.rows, spec.values, strict=True)
        for c, v in zip(spec.columns, row, strict=True)
    ]
    style = "darkgrid" if spec.grid else "ticks"
    head = [
        "import matplotlib; matplotlib.use('Agg')",
        "import matplotlib.pyplot as plt, pandas as pd, seaborn as sns",
        f"sns.set_theme(style={style!r}, palette={list(spec.palette)!r})",
        f"d = pd.DataFrame({cells!r}, columns=['r', 'c', 'v'])",
        f"figure, axes = plt.subplots(figsize={SIZE!r})",
    ]
    marks = ", style='r', markers=True" if spec.markers else ""
    bars = "sns.barplot(data=d, {}, hue='r', ax=axes)"
    layers = {
        "line": f"d.c = d.c.astype(int); sns.lineplot(data=d, x='c', y='v', hue='r', ax=axes{marks})",
        "bar": bars.format("x='c', y='v'"),
        "hbar": bars.format("y='c', x='v'"),
        "box": "sns.boxplot(data=d, x='r', y='v', hue='r', legend=False, ax=axes)",
        "heatmap": "sns.heatmap(d.pivot(index='r', columns='c', values='v')"
        f".loc[{list(spec.rows)!r}, {list(spec.columns)!r}], annot=True, fmt='g', ax=axes)",
        "scatter": "w = d.pivot(index='r', columns='c', values='v').reset_index();"
        "sns.scatterplot(data=w, x='x', y='y', hue='r', s=60, ax=axes)",
    }
    if spec.kind not in layers:
        return None
    titles = {"line": spec.x_title, "scatter": spec.x_title}.get(spec.kind, "")
    x, y = (spec.y_title, "") if spec.kind == "hbar" else (titles, spec.y_title)
    tail = [] if spec.kind == "heatmap" else [f"axes.set(xlabel={x!r}, ylabel={y!r})"]
    if spec.legend == "right" and spec.kind in ("line", "bar", "hbar", "scatter"):
        tail.append("sns.move_legend(axes, 'center left', bbox_to_anchor=(1.01, .5), title=None)")
    save = [
        f"figure.savefig('{base}.{form}', dpi={spec.dpi}, bbox_inches='tight')" for form in ("png", "pdf")
    ]
    return "\n".join([*head, layers[spec.kind], *tail, *save])


def vega(spec: Spec, base: str) -> str | None:  # noqa: ARG001  # all scripts are asked for in one way
    """A Vega-Lite specification."""
    cells = [
        {"r": r, "c": c, "v": v}
        for r, row in zip(spec.rows, spec.values, strict=True)
        for c, v in zip(spec.columns, row, strict=True)
    ]
    if spec.kind == "scatter":
        cells = [{"r": r, "x": x, "v": y} for r, (x, y) in zip(spec.rows, spec.values, strict=True)]
    value = {"field": "v", "type": "quantitative", "title": spec.y_title}
    colour = {"field": "r", "title": None, "sort": list(spec.rows), "scale": {"range": list(spec.palette)}}
    place = {"field": "c", "title": None, "sort": None, "axis": {"labelAngle": 0}}
    number = {"field": "c", "type": "quantitative", "title": spec.x_title, "axis": {"format": "d"}}
    marks: dict[str, tuple[object, dict[str, object]]] = {
        "line": (
            {"type": "line", "point": spec.markers},
            {"x": number, "y": {**value, "scale": {"zero": False}}, "color": colour},
        ),
        "bar": ("bar", {"x": place, "xOffset": {"field": "r"}, "y": value, "color": colour}),
        "hbar": ("bar", {"y": place, "yOffset": {"field": "r"}, "x": value, "color": colour}),
        "stacked": ("bar", {"x": place, "y": value, "color": colour}),
        "box": (
            "boxplot",
            {
                "x": {"field": "r", "title": None, "axis": {"labelAngle": 0}},
                "y": {**value, "scale": {"zero": False}},
            },
        ),
        "heatmap": ("rect", {"x": place, "y": {"field": "r", "title": None}, "color": value}),
        "pie": ("arc", {"theta": value, "color": {**colour, "field": "c", "sort": None}}),
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


R = ("Rscript", "{source}")
PROGRAMS = (
    Program("gnuplot", "gnuplot", ".gp", gnuplot, ("gnuplot", "{source}")),
    Program("R base", "Rscript", ".R", base_r, R),
    Program("ggplot2", "Rscript with ggplot2", ".R", ggplot2, R),
    Program(
        "pgfplots",
        "pdflatex",
        ".tex",
        pgfplots,
        ("pdflatex", "-interaction=batchmode", "-output-directory={folder}", "{source}"),
    ),
    Program("seaborn", "seaborn", ".py", seaborn, (sys.executable, "{source}")),
    Program("Vega-Lite", "vl_convert", ".json", vega),
)
