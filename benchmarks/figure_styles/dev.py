"""Styles of tables and charts to develop readers on. Seeds are below 10,000."""

from __future__ import annotations

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
