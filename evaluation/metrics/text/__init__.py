"""Metrics of written answers, one per file: values that compare by content and print as they parse.

EM           exact_match    the same words in the same order, after SQuAD's normalisation
F1           token_f1       words in common, after the same
ROUGE-n, -L  rouge          by the rouge-score package; precision, recall or F1, stemmed or not
ROUGE-L[coco] coco_rouge   as pycocoevalcap computes it (SPIQA)
BLEU-n       bleu           corpus-level BLEU by NLTK, with pycocoevalcap's constants (SPIQA)
CIDEr-D      cider          consensus of n-grams weighted by rarity (SPIQA)
METEOR       meteor         by NLTK with WordNet (MMSci)
METEOR-1.5   meteor15       by its Java program (SPIQA)
BERTScore    bertscore      embeddings of words, by a model of the user's
BLEURT       bleurt         a trained rating, by a model of the user's
"""

from __future__ import annotations

from .base import Overlap, ScoredText, TextMetric, score_texts
from .parse import parse_text_metric

__all__ = ["Overlap", "ScoredText", "TextMetric", "parse_text_metric", "score_texts"]
