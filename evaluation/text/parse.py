"""From the name of a text metric to the metric."""

from __future__ import annotations

from ...errors import UsageError
from .base import TextMetric
from .bleu import Bleu
from .cider import CiderD
from .coco_rouge import CocoRougeL
from .exact_match import ExactMatch
from .meteor import Meteor
from .rouge import KINDS, Part, RougeMetric
from .token_f1 import TokenF1

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
)
_KNOWN = {str(metric): metric for metric in _METRICS}


def parse_text_metric(name: str) -> TextMetric:
    """The metric that prints as `name`. Raises UsageError, listing the families, for others."""
    if name not in _KNOWN:
        raise UsageError(
            f"unknown metric {name!r}; known: EM, F1, ROUGE-1, -2, -L, -Lsum (each also [precision], [recall], [unstemmed]), "
            "ROUGE-L[coco], BLEU-1 to -4, CIDEr-D, METEOR, METEOR[nosynonyms]"
        )
    return _KNOWN[name]
