"""Parse the name of a text metric.

ROUGE-1, -2, -L     F1 of the rouge-score package, stemmed or [unstemmed]     ROUGE-L[coco]   as in SPIQA
BLEU-1 .. -4        corpus-level BLEU (SPIQA)       CIDEr-D             consensus of n-grams weighted by rarity (SPIQA)
METEOR              by NLTK with WordNet (MMSci)    METEOR-1.5          by its Java program (SPIQA)
BERTScore, BLEURT   by a model of the user's
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial

from ...errors import UsageError
from .coco import bleu, cider, coco_rouge, meteor15
from .model_metrics import bert_score, bleurt
from .overlap import KINDS, meteor, rouge_f1
from .text import References, ScoredText, TextMetric, best_of

KNOWN: dict[str, Callable[[Sequence[str], References], ScoredText]] = {
    **{f"ROUGE-{kind}": partial(best_of, partial(rouge_f1, kind=kind, stem=True)) for kind in KINDS},
    **{
        f"ROUGE-{kind}[unstemmed]": partial(best_of, partial(rouge_f1, kind=kind, stem=False))
        for kind in KINDS
    },
    "ROUGE-L[coco]": coco_rouge,
    **{f"BLEU-{order}": partial(bleu, order=order) for order in range(1, 5)},
    "CIDEr-D": cider,
    "METEOR": meteor,
    "METEOR[nosynonyms]": partial(meteor, synonyms=False),
    "METEOR-1.5": meteor15,
}
_BERTSCORE = re.compile(r"BERTScore(?:-(precision|recall))?\[([^\]@]+)(?:@([1-9]\d*))?\]")
_BLEURT = re.compile(r"BLEURT\[([^\]@]+)\]")


def parse_text_metric(name: str) -> TextMetric:
    """Return the metric that prints as `name`, such as "BERTScore-recall[FOLDER@5]".

    Raises UsageError, listing the known names, for other names.
    """
    if name in KNOWN:
        return TextMetric(name, KNOWN[name])
    if match := _BERTSCORE.fullmatch(name):
        part, model, layer = match.groups()
        return TextMetric(name, partial(bert_score, model=model, layer=int(layer or 0), part=part or "f1"))
    if match := _BLEURT.fullmatch(name):
        return TextMetric(name, partial(bleurt, model=match[1]))
    raise UsageError(
        f"unknown metric {name!r}; known: {', '.join(KNOWN)}, BERTScore[MODEL], BERTScore-precision[MODEL], "
        "BERTScore-recall[MODEL], BLEURT[MODEL]"
    )
