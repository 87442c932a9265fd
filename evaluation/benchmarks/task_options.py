"""Options of SPIQA, SciDQA, SciFIBench and MMSci."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .options import option

_AT_ONCE = ("direct", "full-paper", "reasoned")  # all figures in one request
_SPIQA_ANSWERS = (*_AT_ONCE, "one-figure")


@dataclass(frozen=True, slots=True)
class SpiqaOptions:
    set: Literal["A", "B", "C", "val", "train"] = option("A", "Test set, or the validation or training set.")
    inputs: Literal["both", "captions", "images"] = option(
        "both", "What the model gets: images with captions, or one of them.", tasks=_AT_ONCE, needs="model"
    )
    figures: int = option(
        0,
        "Most figures that are shown, the gold ones among them (0: all; 8: as the reference).",
        tasks=(*_AT_ONCE, "pick"),
    )
    fit: Literal["no", "yes"] = option(
        "no",
        "Show as many figures as the model's context holds, the right ones first.",
        tasks=_AT_ONCE,
        needs="model",
    )
    each: Literal["gold", "all"] = option(
        "gold",
        "Figures asked about one by one: the right ones (as their code), or all (as their paper).",
        tasks=("one-figure",),
    )
    seed: int = option(
        0,
        "Seed of the choice of figures.",
        tasks=(*_AT_ONCE, "pick"),
        condition=lambda o: o.figures > 0,
        condition_text="--figures",
    )
    size: Literal["full", "224"] = option("full", "Full images, or the release's of 224 pixels.")
    picker: Literal["caption", "ocr", "both", "visual"] = option(
        "caption", "Find the figure by its caption, its words, both, or a page model.",
        tasks=("reasoned", "pick"), needs="no model",
    )  # fmt: skip
    meteor: Literal["nosynonyms", "wordnet", "1.5"] = option(
        "nosynonyms", "NLTK's METEOR without or with WordNet, or the paper's 1.5.", tasks=_SPIQA_ANSWERS
    )
    bertscore: str = option(
        "", "Local model for BERTScore, such as bert-base-uncased (the paper's).", tasks=_SPIQA_ANSWERS
    )


_RAG = ("rag",)
_SCORED = ("closed-book", "title-abs", "rag", "full-text", "ask", "responses", "preference")
SCIDQA_BASELINE = "baseline:bm25"


@dataclass(frozen=True, slots=True)
class SciDQAOptions:
    retriever: Literal["hybrid", "bm25", "dense", "baseline:bm25"] = option(
        "hybrid",
        "Search of the passages: a strategy of citehop search, or the paper's rank-bm25.",
        tasks=_RAG,
    )
    passages: int = option(3, "Number of passages that are read.", tasks=_RAG)
    words: int = option(
        150,
        "Words of a passage of the baseline; 0: the passages share the context of --model, as in the paper.",
        tasks=_RAG,
        condition=lambda options: options.retriever == SCIDQA_BASELINE,
        condition_text=f"--retriever {SCIDQA_BASELINE}",
    )
    window: int = option(
        0, "Tokens of a window; 0: the model's context.", tasks=("full-text",), needs="model"
    )
    selection_model: str = option(
        "", "The model that chooses among the answers of several windows; default: --model.",
        tasks=("full-text",), needs="model",
    )  # fmt: skip
    cited: str = option(
        "",
        "Papers as JSON lines; those in the bibliography of a question are read as well.",
        tasks=("title-abs", "rag", "full-text", "ask"),
        decides=False,
    )
    bleurt: str = option("", "Local BLEURT model; published: BLEURT-20.", tasks=_SCORED)
    bertscore: str = option(
        "", "Local model for BERTScore; published: microsoft/deberta-xlarge-mnli.", tasks=_SCORED
    )
    column: str = option(
        "", "Column of the answers; default: the one that ends in _ans_single or _ans.", tasks=("responses",)
    )


@dataclass(frozen=True, slots=True)
class SciFIBenchOptions:
    split: str = option("CS", "CS, General, or a split of citehop make scifibench: Gold, Silver, Bronze.")
    negatives: Literal["adversarial", "random"] = option(
        "adversarial", "Wrong options as released, or drawn from other items."
    )
    inputs: Literal["both", "options"] = option(
        "both",
        "What the model gets: figure and captions, or the captions alone.",
        tasks=("figure2caption",),
        needs="model",
    )
    sort: Literal["file", "difficulty"] = option(
        "file", "Order of the questions: as in the file, or the most difficult first."
    )
    per_category: int = option(
        0, "Only the first questions of each category, so that all weigh the same; 0: all."
    )
    orders: int = option(1, "Ask each question with its options in this many orders, rotated; at most 5.")
    mark: Literal["none", "true", "true+ignore", "wrong", "wrong+ignore"] = option(
        "none",
        "Tell the model that the true or a wrong option is right; +ignore: and to judge for itself.",
        needs="model",
    )
    reasoning: Literal["no", "yes"] = option("no", "Let the model write before the letter.", needs="model")
    extract: Literal["rule", "model"] = option(
        "rule", "Where the rule finds no letter in a reply, ask the model for it.", needs="model"
    )
    seed: int = option(
        0, "Seed of what is drawn.",
        condition=lambda o: o.negatives == "random" or o.mark != "none",
        condition_text="--negatives random or --mark",
    )  # fmt: skip


MMSCI_TEMPERATURE = 0.7  # for all tasks; the reference code's
_CAPTION = ("caption",)
_MATCHING = ("matching", "fig2cap", "subfig2cap", "subcap2fig")
_FIGURES = (*_MATCHING, "caption", "figure-type")


_DRAWN = "--sample, --shots or --materials infill"


def _draws(options: MMSciOptions) -> bool:
    return options.sample > 0 or options.shots > 0 or options.materials == "infill"


@dataclass(frozen=True, slots=True)
class MMSciOptions:
    split: Literal["dev", "test", "train"] = option(
        "dev", "Part of the data; the test set has no answers.", tasks=_FIGURES
    )
    sample: int = option(0, "Number of examples drawn at random; 0: all (the paper judges 100 captions).")
    shots: int = option(0, "Worked examples before each question.", tasks=_MATCHING, needs="model")
    shots_from: Literal["train", "dev"] = option(
        "train", "Part of the data that worked examples are drawn from.", tasks=_MATCHING,
        condition=lambda o: o.shots > 0, condition_text="--shots",
    )  # fmt: skip
    seed: int = option(0, "Seed of what is drawn.", condition=lambda o: _draws(o), condition_text=_DRAWN)
    labels: str = option(
        "", "Types of figures by people, as JSON lines of image, panel and type.", tasks=("figure-type",),
        decides=False,
    )  # fmt: skip
    materials: Literal["unconditional", "formula", "infill"] = option(
        "unconditional",
        "Generate any structure, one of a given formula, or the element that is masked.",
        tasks=("materials",),
    )
    grounding: Literal["none", "abstract", "content"] = option(
        "none", "Part of the article that is shown with the figure.", tasks=_CAPTION
    )
    tokens: int = option(
        3000, "Most tokens of the article.", tasks=_CAPTION,
        condition=lambda o: o.grounding != "none", condition_text="--grounding abstract or content",
    )  # fmt: skip
    ratings: int = option(10, "Ratings that G-Eval averages.", tasks=_CAPTION, needs="judge")
    meteor: Literal["nosynonyms", "wordnet"] = option(
        "nosynonyms", "METEOR without or with WordNet (the published one).", tasks=_CAPTION
    )
    bertscore: str = option(
        "", "Local model for BERTScore, such as roberta-large (the published one).", tasks=_CAPTION
    )
