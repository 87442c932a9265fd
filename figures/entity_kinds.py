"""Word lists for kinds of things that questions ask for and column titles name, from general knowledge."""

from __future__ import annotations

import re

from .vocabulary import word_set

KINDS: dict[str, frozenset[str]] = {
    kind: word_set(words)
    for kind, words in {
        "method": "method methods model models approach approaches system systems algorithm algorithms technique"
        " techniques baseline baselines framework frameworks architecture architectures network networks encoder"
        " encoders backbone backbones llm llms lm lms plm plms strategy strategies classifier detector parser"
        " optimizer optimization loss decoder representation representations embedding embeddings agent agents"
        " retriever retrievers reranker solver solution variant variants tool tools configuration name team"
        " competitor competitors rival rivals contender contenders"
        " participant submission prompt prompting objective pipeline generator extractor tokenizer teacher student",
        "dataset": "dataset datasets data corpus corpora benchmark benchmarks collection collections testset source"
        " sources resource resources database",
        "task": "task tasks subtask subtasks problem",
        "metric": "metric metrics measure measures score scores evaluation criterion criteria",
        "language": "language languages lang pair",
        "setting": "setting settings setup scenario condition split fold domain domains category categories type class"
        " classes label group dimension size version",
        "paper": "paper papers work works study studies reference references author authors publication article",
    }.items()
}


def kind_of(phrase: str) -> str:
    """Return the kind of the last word in the phrase that has a kind, or ""."""
    for word in reversed(re.findall(r"[a-z]+", phrase.lower())):
        for kind, words in KINDS.items():
            if word in words:
                return kind
    return ""


METRICS = word_set(
    "bleu rouge meteor cider spice f1 f accuracy acc precision recall prec rec mrr map ndcg hits em auc auroc auprc ap"
    " wer cer ter ppl perplexity loss error mse rmse mae r2 psnr ssim lpips fid avg average mean overall total all"
    " score rank bertscore bleurt comet chrf iou miou dice kappa pearson spearman micro macro top params parameters"
    " flops time latency speed memory size std p r ll ece"
)


def is_metric(label: str) -> bool:
    """True if the label consists only of metric names and numbers, with at least one metric name."""
    words = re.findall(r"[a-z]+|\d+", label.lower())
    return bool(words) and all(word.isdigit() or word in METRICS for word in words) and not label.isdigit()
