import importlib.util
import json
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont


@pytest.fixture(scope="session")
def drawn() -> ModuleType:
    """The module that draws data sets; tests are no package, so it is loaded from its file."""
    spec = importlib.util.spec_from_file_location(
        "drawn_benchmarks", Path(__file__).with_name("drawn_benchmarks.py")
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def one_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """One model call at a time, so that replies come in the order of the examples."""
    monkeypatch.setenv("CITEHOP_MODEL_CONCURRENCY", "1")


@pytest.fixture(scope="session")
def tiny_encoder(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Folder of an encoder of two small layers with random weights, for metrics of embeddings."""
    import torch

    from citehop.indexes.embedding.torchvision_guard import guard_torchvision

    guard_torchvision()
    from transformers import AutoModel, BertConfig, BertTokenizer

    folder = tmp_path_factory.mktemp("encoder")
    words = [
        "[PAD]",
        "[UNK]",
        "[CLS]",
        "[SEP]",
        "[MASK]",
        *"abcdefghijklmnopqrstuvwxyz0123456789.",
        "the",
        "they",
    ]
    (folder / "vocab.txt").write_text("\n".join([*words, *(f"##{letter}" for letter in words[5:41])]))
    BertTokenizer(str(folder / "vocab.txt")).save_pretrained(folder)
    torch.manual_seed(0)
    config = BertConfig(
        vocab_size=len(words) + 36,
        hidden_size=16,
        num_hidden_layers=2,
        num_attention_heads=2,
        intermediate_size=16,
    )
    AutoModel.from_config(config).eval().save_pretrained(folder)
    return str(folder)


PAPERS: dict[str, list[tuple[str, str | None, str | None]]] = {
    "1234.00001": [
        ("s1", "FooNet: Parsing Trees", None),
        ("s2", "BarNet for Trees", "We propose BarNet for trees."),
        ("s3", "FooNet: parsing trees", "Twin."),
    ],
    "1234.00002": [("s4", "Quxing", "On quxes."), ("s5", None, None)],
}


def question(
    anchor: str, reference: str, answer: str, text: str = "Which method has the highest F1?", **more: Any
) -> dict[str, Any]:
    row = {"question_anchor": text, "answer_anchor": answer, "evidence_anchor": f"locality/{anchor}/t.png"}
    return (
        row
        | {"anchor_id": anchor, "reference_id": reference, "modal": "table", "anchor_reasoning_type": "1"}
        | more
    )


QUESTIONS = [
    question("1234.00001", "1900.1", "FooNet"),
    question("1234.00001", "1900.2", "BarNet", "Which method has the lowest F1?", anchor_reasoning_type="4"),
    question("1234.00002", "1900.3", "Qux", modal="figure"),  # no such image
    question("1234.00002", "1900.9", "Nobody"),  # gold unknown
]
GOLD = {"1234.00001": {"1900.1": "s1", "1900.2": ["s2", "s9"]}, "1234.00002": {"1900.3": "s4"}}


@pytest.fixture
def release(tmp_path: Path) -> Path:
    """A release of M3SciQA in miniature, faults included."""
    root = tmp_path / "release"
    (root / "data" / "locality" / "1234.00001").mkdir(parents=True)
    lines = [json.dumps(row) for row in QUESTIONS]
    (root / "data" / "locality.jsonl").write_text("\n".join([*lines, "{broken", ""]))
    ids = {anchor: [key for key, _, _ in papers] for anchor, papers in PAPERS.items()}
    texts: dict[str, list[Any]] = {
        anchor: [{"title": t, "abstract": a} for _, t, a in papers] for anchor, papers in PAPERS.items()
    }
    texts["1234.00002"].pop()
    (root / "paper_cluster_S2.json").write_text(json.dumps(ids))
    (root / "paper_cluster_S2_content.json").write_text(json.dumps(texts))
    (root / "gold_s2.json").write_text(json.dumps(GOLD))
    image = Image.new("RGB", (420, 180), "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(26)
    for row, (name, value) in enumerate([("Method", "F1"), ("FooNet", "91.2"), ("BarNet", "84.7")]):
        draw.text((20, 20 + 50 * row), name, "black", font)
        draw.text((280, 20 + 50 * row), value, "black", font)
    image.save(root / "data" / "locality" / "1234.00001" / "t.png")
    _combined(root)
    return root


def _combined(root: Path) -> None:
    """Two-hop questions over the same figures, and released rankings for their visual parts."""

    def row(anchor: str, reference: str, name: str, visual: str, detail: str, answer: str) -> dict[str, Any]:
        return {
            "question": f"Consider the paper that introduces the method that leads Table 1. {detail}",
            "answer": answer,
            "figure": f"locality/{anchor}/t.png",
            "anchor_arxiv_id": anchor,
            "reference_arxiv_id": reference,
            "modal": "table",
            "anchor_reasoning_type": "Comparison",
            "reference_reasoning_type": "Methodological Analysis",
            "question_anchor": visual,
            "answer_anchor": name,
            "evidence_reference": f"It says: {answer}",
        }

    rows = [
        row(
            "1234.00001",
            "1900.2",
            "BarNet",
            "Which is lowest?",
            "What do the authors propose?",
            "They propose BarNet.",
        ),
        row("1234.00001", "1900.1", "FooNet", "Which is highest?", "What is parsed?", "Trees are parsed."),
        row("1234.00002", "1900.3", "Qux", "Which is best?", "What is it on?", "It is on quxes."),
    ]
    released = {
        "Which is lowest?": ["1900.1", "1900.2", "1900.7"],
        "Which is highest?": ["1900.7"],
        "Which is best?": [],
    }
    data = root / "data"
    (data / "combined_val.jsonl").write_text("\n".join(json.dumps(one) for one in rows))
    (data / "combined_test.jsonl").write_text("\n".join(json.dumps(one | {"answer": ""}) for one in rows))
    (root / "retrieval_paper.json").write_text(json.dumps(released))


@pytest.fixture
def provider_key(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key, so that a command gets as far as its other arguments."""
    monkeypatch.setenv("OPENAI_API_KEY", "unused")
