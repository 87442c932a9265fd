"""Charts: axes, legends and marks read by geometry, and questions over them."""

from __future__ import annotations

from .answer import answer_chart
from .read import read_chart
from .types import Chart

__all__ = ["Chart", "answer_chart", "read_chart"]
