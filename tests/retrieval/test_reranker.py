"""Reranking by a cross-encoder of sentence-transformers, made here with weights set by hand."""

import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from citehop.agent.search import search
from citehop.agent.session import open_session
from citehop.cli.main import main
from citehop.errors import ConfigurationError
from citehop.evaluation.retrieval.options import parse_strategy
from citehop.indexes.build.build import build
from citehop.indexes.cluster_index import ClusterIndex, open_index
from citehop.indexes.embedding import cross_encoder
from citehop.indexes.embedding.torchvision_guard import guard_torchvision
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.locate import open_cluster
from citehop.retrieval.reranker import RERANKED
from citehop.retrieval.search import search_chunks
from citehop.settings import Settings

WORDS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "robots", "weed", "moss", "snow", "glow"]
QUERY = "robots weed"


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cross-encoder that likes a text the more, the more often it says "glow"."""
    return write_cross_encoder(tmp_path_factory.mktemp("reranker") / "tiny")


def write_cross_encoder(folder: Path, labels: int = 1) -> Path:
    guard_torchvision()
    import torch
    from sentence_transformers import CrossEncoder
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors
    from transformers import BertConfig, BertForSequenceClassification, PreTrainedTokenizerFast

    raw = Tokenizer(models.WordLevel({word: n for n, word in enumerate(WORDS)}, "[UNK]"))
    raw.normalizer = normalizers.Lowercase()
    raw.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    raw.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    tokenizer = PreTrainedTokenizerFast(
        tokenizer_object=raw,
        pad_token="[PAD]",
        unk_token="[UNK]",
        cls_token="[CLS]",
        sep_token="[SEP]",
        model_max_length=128,
    )
    config = BertConfig(
        vocab_size=len(WORDS),
        hidden_size=8,
        num_hidden_layers=1,
        num_attention_heads=1,
        intermediate_size=8,
        max_position_embeddings=128,
        num_labels=labels,
    )
    net: Any = BertForSequenceClassification(config)
    with torch.no_grad():
        for name, values in net.named_parameters():
            if "LayerNorm.weight" not in name:
                values.zero_()
        bert, attention = net.bert, net.bert.encoder.layer[0].attention
        # Attention weighs all words alike, so that [CLS] gets the share of "glow" in the text.
        bert.embeddings.word_embeddings.weight[WORDS.index("glow"), 0] = 1.0
        attention.self.value.weight.copy_(torch.eye(8))
        attention.output.dense.weight.copy_(torch.eye(8))
        bert.pooler.dense.weight.copy_(0.1 * torch.eye(8))
        net.classifier.weight[:, 0] = 1.0
        # Layer normalization would hide how much there is of one direction: another, larger one is there in all words.
        bert.embeddings.LayerNorm.bias[1] = 9.0
    net.eval().save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    assert CrossEncoder(str(folder), local_files_only=True).num_labels == labels
    return folder


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cluster of papers of which a later one says "glow" more often."""
    folder = tmp_path_factory.mktemp("home")
    rows = [
        {
            "id": f"p{n:02}",
            "title": f"Paper {n}",
            "sections": [
                {"heading": "1", "paragraphs": [f"Robots weed moss.{' glow' * n}{' snow' * (30 - n)} end."]}
            ],
        }
        for n in range(RERANKED + 5)
    ]
    path = folder / "papers.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    build(path, "moss", None, settings_of(folder))
    return folder


def settings_of(home: Path, **values: Any) -> Settings:
    return Settings(home=str(home), offline=True, embedding_model="none", **values)


def open_with(home: Path, **values: Any) -> ClusterIndex:
    settings = settings_of(home, **values)
    return open_index(open_cluster("moss", settings), settings)


@pytest.fixture
def plain(home: Path) -> Iterator[ClusterIndex]:
    index = open_with(home)
    yield index
    index.close()


def test_the_first_twenty_are_ordered_by_the_model(home: Path, model: Path, plain: ClusterIndex) -> None:
    index = open_with(home, reranker=str(model))
    before = [hit.id for hit in search_chunks(plain, SearchQuery(QUERY), 50)]
    hits = search_chunks(index, SearchQuery(QUERY), 50)
    found = [hit.id for hit in hits]
    assert found[:RERANKED] == sorted(before[:RERANKED], reverse=True) != before[:RERANKED]
    assert found[RERANKED:] == before[RERANKED:] != []
    scores = [hit.score for hit in hits]
    assert scores == sorted(scores, reverse=True)
    assert 0 < scores[-1] <= scores[RERANKED] <= 0.5 <= scores[0] < 1
    assert [hit.id for hit in search_chunks(index, SearchQuery(QUERY), 3)] == found[:3]
    assert search_chunks(index, SearchQuery("nothing of this"), 3) == []
    index.close()


def test_no_model_by_default(plain: ClusterIndex) -> None:
    assert plain.reranker is None


def test_index_records_it_and_search_may_do_without(home: Path, model: Path, tmp_path: Path) -> None:
    source = home / "papers.jsonl"
    settings = settings_of(tmp_path)
    build(source, "moss", None, replace(settings, reranker=str(model)))
    with open_session("moss", settings) as session:
        assert search(session, QUERY, 1)[0].chunk.paper_id == f"p{RERANKED - 1}"
    with open_session("moss", replace(settings, reranker="none")) as session:
        assert session.index.reranker is None
    assert build(source, "moss", None, settings).changed is False
    assert open_cluster("moss", settings).manifest.reranker == str(model)
    build(source, "moss", None, replace(settings, reranker="none"))
    assert open_cluster("moss", settings).manifest.reranker == ""


def test_a_model_that_is_not_here(home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cross_encoder, "download", lambda name: pytest.fail(f"{name} was fetched"))
    with pytest.raises(ConfigurationError, match=r"reranker 'no/model' is not on this machine; fetch it"):
        open_with(home, reranker="no/model")
    with pytest.raises(ConfigurationError, match=r"reranker 'no/model' is not on this machine; give a path"):
        build(home / "papers.jsonl", "moss", None, settings_of(tmp_path, reranker="no/model"))
    fetched: list[str] = []

    def fetch(name: str) -> Path:
        fetched.append(name)
        return tmp_path

    monkeypatch.setattr(cross_encoder, "download", fetch)
    online = replace(settings_of(tmp_path), offline=False, reranker="some/model")
    build(home / "papers.jsonl", "moss", None, online)
    assert fetched == ["some/model"], "a build may fetch what it is asked for"
    with open_session("moss", settings_of(tmp_path)) as session:
        assert "reranker some/model of this cluster is not on this machine" in session.warnings[0]
        assert search(session, QUERY, 1)


def test_what_is_no_reranker_is_refused_in_one_line(home: Path, tmp_path: Path) -> None:
    index = open_with(home, reranker=str(write_cross_encoder(tmp_path / "three", labels=3)))
    with pytest.raises(ConfigurationError, match="gives 3 numbers instead of one"):
        search_chunks(index, SearchQuery(QUERY), 3)
    index.close()
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty" / "config.json").write_text("{}")
    index = open_with(home, reranker=str(tmp_path / "empty"))
    with pytest.raises(ConfigurationError, match="no cross-encoder that can be loaded") as raised:
        search_chunks(index, SearchQuery(QUERY), 3)
    assert "\n" not in str(raised.value)
    index.close()


def test_the_command_line_takes_it(home: Path, model: Path, capsys: pytest.CaptureFixture[str]) -> None:
    common = ["search", "moss", QUERY, "-k", "1", "--home", str(home), "--offline", "--json"]
    main([*common, "--strategy", "bm25", "--reranker", str(model)])
    (hit,) = json.loads(capsys.readouterr().out)["hits"]
    assert hit["paper_id"] == f"p{RERANKED - 1}"
    main(common)
    (hit,) = json.loads(capsys.readouterr().out)["hits"]
    assert hit["paper_id"] != f"p{RERANKED - 1}"


def test_benchmarks_rerank_citehops_own_strategies() -> None:
    assert parse_strategy("hybrid[rerank=some/model]").rerank == "some/model"
    with pytest.raises(Exception, match="rerank=sentences is for baselines"):
        parse_strategy("hybrid[rerank=sentences]")
