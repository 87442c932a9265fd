"""Print comparisons of papers on a terminal."""

from __future__ import annotations

from rich.table import Table
from rich.text import Text

from ....agent.types import Comparison
from ....papers.clusters.cluster import Cluster
from ....papers.clusters.ids import describe_location
from ..console import out


def print_comparison(comparison: Comparison, cluster: Cluster) -> None:
    """Print the verdict and a table: paper, value (if any paper has one), answer, and the pages of its quotes."""
    if not comparison.rows:
        out().print("No paper of this cluster answers this question.")
        return
    if comparison.verdict:
        out().print(Text(comparison.verdict, style="bold"))
    has_values = any(row.value for row in comparison.rows)
    table = Table(box=None, padding=(0, 2, 0, 0))
    for heading in ("paper", *(["value"] if has_values else []), "answer", "page"):
        table.add_column(heading, overflow="fold")
    for row in comparison.rows:
        paper = cluster.summary(row.paper_id)
        pages = dict.fromkeys(describe_location(paper, citation.page) for citation in row.citations)
        answer = Text(row.answer) if row.answer else Text("no answer found", style="dim")
        values = [Text(row.value)] if has_values else []
        table.add_row(Text(paper.title), *values, answer, Text(", ".join(pages)))
    out().print(table)
