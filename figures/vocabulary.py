"""Words for numbers, markers and metrics, independent of any figure."""

from __future__ import annotations


def word_set(text: str) -> frozenset[str]:
    """Return the words of a text as a set. This keeps long word lists readable."""
    return frozenset(text.split())


ORDINALS = {
    "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8,
    "ninth": 9, "tenth": 10, "eleventh": 11, "twelfth": 12, "thirteenth": 13, "fourteenth": 14, "fifteenth": 15,
}  # fmt: skip
CARDINALS = {
    "zero": 0, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9,
    "ten": 10, "eleven": 11, "twelve": 12,
}  # fmt: skip

MARKERS = {
    "circle": "circle", "circles": "circle", "circular": "circle", "dot": "circle", "dots": "circle",
    "square": "square", "squares": "square", "triangle": "triangle", "triangles": "triangle",
    "triangular": "triangle", "diamond": "diamond", "diamonds": "diamond", "star": "star", "stars": "star",
    "cross": "cross", "crosses": "cross", "x": "cross", "plus": "plus", "pentagon": "pentagon",
    "hexagon": "hexagon", "asterisk": "star",
}  # fmt: skip

LOWER_IS_BETTER = word_set(
    "error errors loss perplexity ppl wer cer fid mse mae rmse mape latency runtime time distance cost costs eer ter"
    " nll bpc bpb ece hallucination toxicity memory flops macs params parameters regret violations der fpr fnr nmse"
    " epe lpips kid mpjpe nrmse msle brier kl divergence overhead delay seconds crps mcd jsd fad fvd wape smape mase aic bic nfe"
)
"""Words in the name of a metric for which smaller values are better."""
