"""From the name of a text metric to the metric."""

from __future__ import annotations

import re

from ...errors import UsageError
from .coco import Bleu, CiderD, CocoRougeL, Meteor15
from .meteor import Meteor
from .model_metrics import BertScore, Bleurt
from .overlap import KINDS, ExactMatch, Part, RougeMetric, TokenF1
from .text import TextMetric

_PARTS: tuple[Part, ...] = ("f1", "precision", "recall")
_METRICS: tuple[TextMetric, ...] = (
    ExactMatch(),
    TokenF1(),
    *(RougeMetric(kind, part, stem) for kind in KINDS for part in _PARTS for stem in (True, False)),
    CocoRougeL(),
    *(Bleu(order) for order in range(1, 5)),
    CiderD(),
    Meteor(),
    Meteor(synonyms=False),
    Meteor15(),
)
_KNOWN = {str(metric): metric for metric in _METRICS}


_WITH_MODEL = re.compile(
    r"(?:BERTScore(?:-(?P<part>precision|recall))?|BLEURT)\[(?P<model>[^\]@]+)(?:@(?P<layer>[1-9]\d*))?\]"
)


def parse_text_metric(name: str) -> TextMetric:
    """The metric that prints as `name`. Raises UsageError, listing the families, for others."""
    if name in _KNOWN:
        return _KNOWN[name]
    match = _WITH_MODEL.fullmatch(name)
    if match and name.startswith("BERTScore"):
        part: Part = "f1" if match["part"] is None else match["part"]  # type: ignore[assignment]  # held by the pattern
        return BertScore(match["model"], int(match["layer"] or 0), part)
    if match and match["layer"] is None:
        return Bleurt(match["model"])
    raise UsageError(
        f"unknown metric {name!r}; known: EM, F1, ROUGE-1, -2, -L, -Lsum (each also [precision], [recall], [unstemmed]), "
        "ROUGE-L[coco], BLEU-1 to -4, CIDEr-D, METEOR, METEOR[nosynonyms], METEOR-1.5, BERTScore[MODEL], BLEURT[MODEL]"
    )
