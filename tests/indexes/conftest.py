"""Small papers and a small embedding model, made here in milliseconds."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from reportlab.lib.pagesizes import letter
from reportlab.lib.utils import simpleSplit
from reportlab.pdfgen.canvas import Canvas
from safetensors.numpy import save_file
from tokenizers import Tokenizer
from tokenizers.models import WordPiece
from tokenizers.normalizers import BertNormalizer
from tokenizers.pre_tokenizers import BertPreTokenizer
from tokenizers.processors import TemplateProcessing

from citehop.indexes.build.build import build
from citehop.indexes.build.report import BuildReport
from citehop.indexes.stores.generations import copy_generation
from citehop.settings import Settings

WritePdf = Callable[[Path, str, str], None]


def _write_pdf(path: Path, title: str, text: str) -> None:
    """One page: a large title, the heading "1 Findings" and `text`; the same bytes for the same words."""
    canvas = Canvas(str(path), pagesize=letter, invariant=1)
    canvas.setFont("Helvetica-Bold", 18)
    canvas.drawString(72, 700, title)
    canvas.setFont("Helvetica-Bold", 12)
    canvas.drawString(72, 660, "1 Findings")
    canvas.setFont("Helvetica", 10)
    for number, line in enumerate(simpleSplit(text, "Helvetica", 10, 450)):
        canvas.drawString(72, 640 - 12 * number, line)
    canvas.save()


TOPICS = {
    "anchor": (
        "A Survey of Garden Robots",
        "Weeding robots are compared. The robot Mola weeds 91.4 rows per hour.",
    ),
    "bees": (
        "Counting Bees by Sound",
        "Microphones in the hive hear the wings. The error is 7.42 percent on warm days.",
    ),
    "compost": (
        "Compost Heat as a Sensor",
        "A warm heap is a working heap. Thermistors log one value per minute.",
    ),
    "dew": (
        "Dew Harvesting with Meshes",
        "Steel meshes collect water at night. Yield grows with wind up to a limit.",
    ),
}


@pytest.fixture(scope="session")
def write_pdf() -> WritePdf:
    """Writes a one-page paper: path, title, text."""
    return _write_pdf


@pytest.fixture(scope="session")
def topics() -> dict[str, tuple[str, str]]:
    """Id to title and text of the papers of `corpus`."""
    return TOPICS


@pytest.fixture
def corpus(tmp_path: Path, first_corpus: Path) -> Path:
    """A folder of four one-page papers."""
    return Path(shutil.copytree(first_corpus, tmp_path / "papers"))


@pytest.fixture(scope="session")
def first_corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `corpus` is a copy of; not to be changed."""
    folder = tmp_path_factory.mktemp("papers")
    for name, (title, text) in TOPICS.items():
        _write_pdf(folder / f"{name}.pdf", title, f"{text} " * 6)
    return folder


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A BERT of two layers and 16 dimensions with seeded weights, in the files of a sentence-transformers model."""
    folder = tmp_path_factory.mktemp("model") / "tiny"
    write_model(folder)
    return folder


def write_model(folder: Path, layers: int = 2, hidden: int = 16) -> None:
    (folder / "1_Pooling").mkdir(parents=True)
    vocabulary = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *"abcdefghijklmnopqrstuvwxyz0123456789.,%"]
    vocabulary += [f"##{letter}" for letter in "abcdefghijklmnopqrstuvwxyz0123456789"]
    tokenizer = Tokenizer(WordPiece({token: n for n, token in enumerate(vocabulary)}, unk_token="[UNK]"))
    tokenizer.normalizer = BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = BertPreTokenizer()
    tokenizer.post_processor = TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[("[CLS]", 2), ("[SEP]", 3)]
    )
    tokenizer.save(str(folder / "tokenizer.json"))
    config = {
        "model_type": "bert",
        "architectures": ["BertModel"],
        "hidden_act": "gelu",
        "hidden_size": hidden,
        "intermediate_size": 4 * hidden,
        "num_attention_heads": 2,
        "num_hidden_layers": layers,
        "layer_norm_eps": 1e-12,
        "max_position_embeddings": 128,
        "type_vocab_size": 2,
        "vocab_size": len(vocabulary),
        "pad_token_id": 0,
    }
    modules = [("0", "", "Transformer"), ("1", "1_Pooling", "Pooling"), ("2", "2_Normalize", "Normalize")]
    files = {
        "config.json": config,
        "modules.json": [
            {"idx": int(n), "name": n, "path": path, "type": f"sentence_transformers.models.{kind}"}
            for n, path, kind in modules
        ],
        "sentence_bert_config.json": {"max_seq_length": 64, "do_lower_case": False},
        "tokenizer_config.json": {"tokenizer_class": "BertTokenizer", "do_lower_case": True},
        "1_Pooling/config.json": {"word_embedding_dimension": hidden, "pooling_mode_mean_tokens": True},
    }
    for name, content in files.items():
        (folder / name).write_text(json.dumps(content))
    (folder / "vocab.txt").write_text("\n".join(vocabulary) + "\n")
    save_file(_weights(len(vocabulary), layers, hidden), str(folder / "model.safetensors"), {"format": "pt"})


def _weights(words: int, layers: int, hidden: int) -> dict[str, np.ndarray]:
    random = np.random.default_rng(7)
    shapes: dict[str, tuple[int, ...]] = {
        "embeddings.word_embeddings.weight": (words, hidden),
        "embeddings.position_embeddings.weight": (128, hidden),
        "embeddings.token_type_embeddings.weight": (2, hidden),
        "embeddings.LayerNorm.weight": (hidden,),
        "embeddings.LayerNorm.bias": (hidden,),
        "pooler.dense.weight": (hidden, hidden),
        "pooler.dense.bias": (hidden,),
    }
    for n in range(layers):
        sizes = {
            "attention.self.query": (hidden, hidden),
            "attention.self.key": (hidden, hidden),
            "attention.self.value": (hidden, hidden),
            "attention.output.dense": (hidden, hidden),
            "intermediate.dense": (4 * hidden, hidden),
            "output.dense": (hidden, 4 * hidden),
            "attention.output.LayerNorm": (hidden,),
            "output.LayerNorm": (hidden,),
        }
        for name, shape in sizes.items():
            shapes[f"encoder.layer.{n}.{name}.weight"] = shape
            shapes[f"encoder.layer.{n}.{name}.bias"] = shape[:1]
    return {name: random.normal(0, 0.5, shape).astype(np.float32) for name, shape in shapes.items()}


@pytest.fixture(scope="session")
def first_build(
    first_corpus: Path, tiny_model: Path, tmp_path_factory: pytest.TempPathFactory
) -> BuildReport:
    """`corpus` indexed as "garden"; not to be changed."""
    home = tmp_path_factory.mktemp("home")
    return build(first_corpus, "garden", None, _settings(home, tiny_model))


@pytest.fixture
def built(first_build: BuildReport, corpus: Path, settings: Settings) -> BuildReport:
    """`corpus` indexed as "garden" under this test's own `settings`."""
    path = Path(settings.home, "clusters", "garden")
    copy_generation(first_build.path, path)  # a plain copy fills the holes of its files: 100 MB
    return replace(first_build, path=path)


@pytest.fixture
def settings(home: Path, tiny_model: Path) -> Settings:
    return _settings(home, tiny_model)


def _settings(home: Path, model: Path) -> Settings:
    return Settings(home=str(home), embedding_model=str(model), offline=True, workers=1, threads=1)
