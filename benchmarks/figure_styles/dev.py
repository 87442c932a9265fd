"""Styles of tables and charts to develop readers on. Seeds are below 10,000."""

from __future__ import annotations

from .charts.style import Style as Chart
from .tables.model import Shape
from .tables.style import Style

TABLES = (
    Style("booktabs-cites", Shape(form="datasets-metrics"), cites="blue", arrows=True),
    Style(
        "booktabs-groups",
        Shape(form="datasets-metrics", groups=3, rows=(8, 14), missing="-", missing_share=0.06),
    ),
    Style(
        "grey-groups",
        Shape(form="datasets", leaves=5, groups=3, rows=(8, 14), citations="number"),
        group="grey-row",
        font="Helvetica",
        size=8.0,
    ),
    Style(
        "label-groups", Shape(form="metrics", leaves=3, groups=3, rows=(8, 12)), group="label", font="Stix"
    ),
    Style(
        "rotated-groups",
        Shape(form="metrics", leaves=2, groups=3, rows=(9, 14)),
        group="rotated",
        cites="blue",
        marks=0.2,
    ),
    Style("unruled", Shape(form="datasets", leaves=4, citations="none"), rules="none", emphasis=False),
    Style(
        "grid",
        Shape(form="metrics", leaves=4),
        rules="grid",
        font="DejaVuSans",
        size=8.0,
        centred_names=True,
        dpi=110,
    ),
    Style(
        "dashed",
        Shape(form="datasets", leaves=4, groups=3, text_columns=2, missing="-", missing_share=0.1),
        rules="dashed",
        group="rule",
    ),
    Style(
        "zebra",
        Shape(form="metrics", leaves=5, citations="number"),
        fill="zebra",
        font="Helvetica",
        marks=0.15,
    ),
    Style("deviations", Shape(form="datasets", leaves=5, deviations=0.9), font="Times", cites="none"),
    Style(
        "sub-deviations",
        Shape(form="datasets-metrics", deviations=0.4, missing="-", missing_share=0.1),
        deviation="subscript",
        cites="blue",
    ),
    Style("three-levels", Shape(form="splits", leaves=2), font="Stix", size=8.5),
    Style("cite-column", Shape(form="metrics", leaves=4), cites="column", font="Helvetica", dpi=130),
    Style("transposed", Shape(form="datasets-metrics", rows=(4, 6), citations="none"), transposed=True),
    Style("small-caps", Shape(form="datasets", leaves=3), small_caps=True, cites="blue"),
    Style(
        "empty-cells",
        Shape(form="datasets-metrics", missing="", missing_share=0.15),
        font="DejaVuSerif",
        size=8.0,
        dpi=120,
    ),
    Style(
        "percent",
        Shape(form="datasets", leaves=4, percent=True, missing="–", missing_share=0.06),
        font="Stix",
        dpi=200,
    ),
    Style("sizes", Shape(sizes=True, leaves=3, rows=(5, 9)), cites="blue"),
    Style(
        "typewriter",
        Shape(form="metrics", leaves=4, citations="none"),
        font="DejaVuMono",
        size=7.5,
        rules="ruled",
    ),
    Style(
        "marks",
        Shape(form="metric-over-datasets", leaves=5),
        marks=0.5,
        value_marks=0.3,
        cites="cell",
        dpi=180,
    ),
    Style(
        "grey-text",
        Shape(form="datasets", leaves=5, groups=2),
        grey_text=True,
        fill="last-rows",
        group="rule",
        font="Times",
    ),
    Style(
        "tight",
        Shape(form="datasets", leaves=7, rows=(10, 16), citations="year"),
        gap=5.0,
        leading=1.15,
        size=7.5,
        dpi=170,
    ),
)

CHARTS = (
    Chart("lines-plain", "line", markers=True),
    Chart("lines-dashes", "line", dashes=True, palette="pure", legend="inside", theme="grid"),
    Chart("lines-right", "line", legend="right", markers=True, palette="muted", series=(4, 7), dpi=120),
    Chart("lines-below", "line", legend="below", palette="bold", font="DejaVu Serif", series=(4, 6)),
    Chart("lines-direct", "line", legend="direct", theme="open", series=(3, 5)),
    Chart("lines-labels", "line", labels=True, markers=True, dashes=True, series=(3, 3), size=(5.6, 3.8)),
    Chart("lines-band", "line", band=True, theme="dark", palette="tab", legend="above", dpi=200),
    Chart("lines-log-x", "line", log="x", markers=True, legend="inside", theme="grid", frame=False),
    Chart("lines-log-y", "line", log="y", palette="bold", markers=True, legend="right"),
    Chart("lines-panels", "line", panels=2, markers=True, legend="below", size=(3.6, 3.0)),
    Chart("lines-cited", "line", cited=True, legend="right", dashes=True, series=(3, 4), size=(6.4, 3.4)),
    Chart("bars-grouped", "bars", series=(3, 4), categories=(3, 5)),
    Chart(
        "bars-values", "bars", series=(2, 3), categories=(3, 4), labels=True, legend="above", size=(6.0, 3.4)
    ),
    Chart(
        "bars-hatched", "bars", hatched=True, errors=True, series=(2, 3), categories=(3, 4), legend="inside"
    ),
    Chart(
        "bars-methods",
        "bars",
        entities="categories",
        series=(2, 2),
        categories=(5, 8),
        turned=True,
        palette="muted",
    ),
    Chart(
        "bars-single",
        "bars",
        entities="categories",
        series=(1, 1),
        categories=(5, 8),
        labels=True,
        turned=True,
        theme="open",
    ),
    Chart(
        "bars-horizontal",
        "bars",
        entities="categories",
        horizontal=True,
        series=(1, 1),
        categories=(5, 9),
        theme="grid",
    ),
    Chart(
        "bars-horizontal-two",
        "bars",
        entities="categories",
        horizontal=True,
        series=(2, 2),
        categories=(4, 6),
        legend="right",
    ),
    Chart(
        "bars-dark", "bars", theme="dark", palette="pastel", series=(4, 5), categories=(2, 4), legend="below"
    ),
    Chart("bars-panels", "bars", panels=2, series=(3, 4), categories=(2, 3), legend="above", size=(3.6, 3.0)),
    Chart(
        "stacked",
        "stacked",
        entities="categories",
        series=(3, 4),
        categories=(4, 6),
        legend="right",
        turned=True,
    ),
    Chart(
        "stacked-labels",
        "stacked",
        entities="series",
        series=(3, 4),
        categories=(3, 4),
        labels=True,
        legend="below",
    ),
    Chart("radar", "radar", series=(2, 4), categories=(5, 7), legend="right", size=(5.6, 3.8)),
    Chart(
        "radar-filled",
        "radar",
        band=True,
        palette="bold",
        series=(3, 4),
        categories=(5, 6),
        legend="below",
        size=(4.4, 4.4),
    ),
    Chart("scatter-direct", "scatter", legend="direct", series=(6, 10), size=(6.0, 4.2)),
    Chart("scatter-legend", "scatter", legend="right", markers=True, series=(4, 6)),
    Chart(
        "bubbles", "scatter", legend="direct", bubbles=True, series=(5, 7), palette="pastel", size=(6.2, 4.4)
    ),
    Chart("pie", "pie", legend="direct", labels=True, series=(4, 6), size=(4.6, 3.6)),
    Chart("ring-legend", "pie", legend="right", bubbles=True, labels=True, series=(4, 6), palette="pastel"),
    Chart("tree", "tree", series=(3, 4), size=(7.2, 4.0)),
    Chart(
        "tree-cited", "tree", series=(3, 4), cited=True, palette="muted", size=(8.2, 4.0), font="DejaVu Serif"
    ),
)
