"""Charts as scripts for gnuplot, R and Python. Each function returns None for kinds of charts that it cannot draw."""

from __future__ import annotations

from collections.abc import Iterable

from specs import Spec  # type: ignore[import-not-found]  # found beside this script

SIZE = (6.0, 4.0)  # inches


def gnuplot(spec: Spec, base: str) -> str | None:
    """Return a gnuplot script."""
    if spec.kind in ("hbar", "pie"):
        return None
    key = "top right" if spec.legend == "inside" else "outside right"
    lines = [f"set key {key}", f"set ylabel '{spec.y_title}'", *(["set grid"] if spec.grid else [])]
    lines += _blocks(_rows(spec))
    colors = [f"lc rgb '{color}'" for color in spec.palette]
    if spec.kind == "line":
        lines += [f"set xlabel '{spec.x_title}'", "set offsets graph .02,graph .02,graph .3,graph .05"]
        style = "linespoints pt 7" if spec.markers else "lines"
        plots = [f"$d{i} u 1:2 w {style} lw 2 {colors[i]} t '{name}'" for i, name in enumerate(spec.rows)]
    elif spec.kind in ("bar", "stacked"):
        stacked = "rowstacked" if spec.kind == "stacked" else "clustered gap 1"
        lines += [
            "set style data histograms",
            f"set style histogram {stacked}",
            "set style fill solid border -1",
        ]
        lines += ["set boxwidth .9", "set yrange [0:*]", "set offsets graph 0,0,graph .3,0"]
        plots = [f"$d{i} u 2:xtic(1) {colors[i]} t '{name}'" for i, name in enumerate(spec.rows)]
    elif spec.kind == "scatter":
        lines += [
            f"set xlabel '{spec.x_title}'",
            "unset key",
            "set offsets graph .1,graph .25,graph .1,graph .1",
        ]
        plots = [f"$d0 u 2:3 w points pt 7 {colors[0]}", "$d0 u 2:3:1 w labels left offset .7,.4"]
    elif spec.kind == "box":
        ticks = ",".join(f"'{name}' {i}" for i, name in enumerate(spec.rows))
        lines += [
            "unset key",
            "set style fill solid .4 border -1",
            "set boxwidth .5",
            f"set xtics ({ticks}) scale 0",
        ]
        plots = [f"$d{i} u ({i}):2 w boxplot {colors[i]}" for i in range(len(spec.rows))]
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
    """Return the data blocks of a gnuplot script: one per series, or a single one for scatter plots and heatmaps."""
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
    """Return a script for R's base graphics."""
    names, columns = _r(spec.rows), _r(spec.columns)
    colors = f"col={_r(spec.palette)}"
    matrix = (
        f"m <- matrix(c({','.join(str(v) for row in spec.values for v in row)}),{len(spec.rows)},byrow=TRUE)"
    )
    titles = f"xlab='{spec.x_title}',ylab='{spec.y_title}'"
    legend = f"legend('topright',{names},fill={_r(spec.palette[: len(spec.rows)])})"
    if spec.kind == "line":
        mode = "type='o',pch=1:8" if spec.markers else "type='l'"
        body = f"matplot(c({','.join(spec.columns)}),t(m),{mode},lty=1,lwd=2,{colors},{titles},ylim=range(m)*c(1,1.3))"
        keys = "lty=1,lwd=2,pch=1:8" if spec.markers else "lty=1,lwd=2"
        body += f";legend('topright',{names},{keys},{colors})"
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
        body = f"pie(m[1,],labels={columns},{colors})"
    elif spec.kind == "box":
        body = f"boxplot(t(m),names={names},{colors},ylab='{spec.y_title}')"
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
    """Return a ggplot2 script over a table with a row per value."""
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


def seaborn(spec: Spec, base: str) -> str | None:
    """Return a Python script that draws with seaborn in its own themes."""
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
