"""Names by where they stand in the drawing."""

from __future__ import annotations

import re

import numpy as np

from ...chart.types import Chart
from ...question.operations import Adjacent, AtPosition
from ...question.parser import Question
from .label_mentions import mentions
from .scope import ChartScope
from .scores import Scores, normalised


def placed(scope: ChartScope, op: AtPosition, question: Question) -> Scores:
    """The name at a counted place: bars and categories from the left, legend entries from the top."""
    order = list(scope.names)
    if op.item == "panel" and scope.key != "panel":
        return {}
    listed = re.search(r"\b(?:legend|list\w*|key|entry)\b", question.wording, re.I) is not None
    if scope.key == "series" and not listed and len({f.place for f in scope.facts}) > 1:
        return {}
    index = op.index - 1 if op.index > 0 else op.index
    return {order[index]: 1.0} if -len(order) <= index < len(order) else {}


def beside(chart: Chart, scope: ChartScope, op: Adjacent) -> Scores:
    """The name that stands on the given side of another one."""
    boxes = {n.text: n.box for n in chart.names if n.text in scope.names}
    order = list(scope.names)
    found = mentions(op.name, order)
    if not found:
        return {}
    start = boxes.get(order[found[0].name])
    if start is None:
        return {}
    scores: Scores = {}
    for name, box in boxes.items():
        dx, dy = (box.x0 + box.x1 - start.x0 - start.x1) / 2, (box.y0 + box.y1 - start.y0 - start.y1) / 2
        along = {"left": -dx, "right": dx, "above": -dy, "below": dy}.get(op.side, float(np.hypot(dx, dy)))
        if name != order[found[0].name] and along > 0:
            across = 0.0 if op.side == "next" else abs(dy if op.side in {"left", "right"} else dx)
            scores[name] = 1.0 / (1.0 + along + 2.0 * across) ** 4
    return normalised(scores)
