"""All rankings of M3SciQA's first hop in one table, by the command."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.m3sciqa.options import RankingSpec, parse_ranking, parse_rankings
from citehop.testing import ModelServer

pytestmark = pytest.mark.usefixtures("one_at_a_time")


@pytest.fixture(autouse=True)
def search_by_words(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CITEHOP_EMBEDDING_MODEL", "none")


def scripted(body: Mapping[str, Any]) -> str:
    asked = body["messages"][-1]["content"]
    text = (
        next(part["text"] for part in asked if part["type"] == "text") if isinstance(asked, list) else asked
    )
    if "Write a caption" in text:
        return "BarNet and its F1, on trees"
    if '"score"' in text:
        return '{"score": 9}' if "BarNet" in text else '{"score": 1}'
    return '{"ranking": ["s2"]}' if "Id: " in text else "[1]"


def table(
    release: Path, server: ModelServer, capsys: pytest.CaptureFixture[str], *more: str
) -> dict[str, dict[str, Any]]:
    model = ["--model", "openai/scripted", "--api-base", server.url, "--no-cache"]
    assert main(["bench", "m3sciqa", "--data", str(release), "--json", *model, *more]) == 0
    return {row["strategy"]: row for row in json.loads(capsys.readouterr().out)["rows"]}


RANKINGS = (
    "ours[model=none],ours,gold,baseline:bm25,baseline:bm25[query=words],baseline:bm25[query=caption],"
    "baseline:embedding[model=openai/vectors],baseline:multimodal,baseline:multimodal[scheme=one-by-one],"
    "baseline:multimodal[scheme=window,size=2],baseline:multimodal[scheme=tournament,size=2]"
)


def test_one_table_holds_every_ranking(release: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with ModelServer(scripted) as server:
        more = ["--questions", "val", "--limit", "2", "--protocol", "paper", "--ranking", RANKINGS]
        rows = table(release, server, capsys, *more)
        embedded = [text for request in server.received for text in request.body.get("input", ())]
        asked = len(server.received)
        assert table(release, server, capsys, *more) == rows
        assert len(server.received) == asked  # all is there
    assert list(rows) == [str(spec) for spec in parse_rankings(RANKINGS)]
    assert all({"MRR", "recall@1", "recall@5", "nDCG@3"} <= set(row) for row in rows.values())
    assert rows["gold"]["MRR"] == 1.0
    # "s2" is gold in the first of two questions; the model never names the gold paper of the second
    assert rows["baseline:multimodal"]["MRR"] == 0.5
    assert rows["baseline:multimodal[scheme=one-by-one]"]["recall@1"] == 0.5
    assert rows["baseline:multimodal[scheme=window,size=2]"]["recall@1"] == 0.5
    assert rows["baseline:bm25[query=words]"]["MRR"] > 0  # both names are in the figure
    assert "BarNet for Trees. We propose BarNet for trees." in embedded
    assert rows["ours"]["differences"]["MRR"]["mean"] == rows["ours"]["MRR"] - rows["ours[model=none]"]["MRR"]


@pytest.mark.usefixtures("provider_key")
def test_what_the_user_writes_is_what_the_model_reads(
    release: Path, home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    prompts = tmp_path / "prompts"
    prompts.mkdir()
    (prompts / "rank.txt").write_text("MY WORDS $question\n$papers")
    command = ["--ranking", "baseline:multimodal", "--limit", "1", "--prompts", str(prompts)]
    with ModelServer(scripted) as server:
        base = ["bench", "m3sciqa", "--data", str(release), "--json", "--model", "openai/scripted"]
        assert main([*base, "--api-base", server.url, "--no-cache", *command]) == 0
        text = json.dumps(server.received[0].body["messages"])
        assert "MY WORDS Which method has the highest F1?" in text
        assert "<<material" not in text
    run = json.loads(capsys.readouterr().out)
    assert run["n"] == 1
    (prompts / "rank.txt").write_text("$question")
    assert main([*base, *command]) == 2
    assert "rank.txt lacks the placeholder $papers" in capsys.readouterr().err


@pytest.mark.usefixtures("provider_key")
def test_settings_that_no_ranking_uses_are_refused(
    release: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    base = ["bench", "m3sciqa", "--data", str(release), "--questions", "val"]
    assert main([*base, "--ranking", "baseline:bm25,gold", "--model", "openai/gpt-4o"]) == 2
    assert "--model: this run of bench m3sciqa --task rank does not use it" in capsys.readouterr().err
    assert main([*base, "--ranking", "baseline:embedding", "--json"]) == 3
    assert "baseline:embedding needs a model" in capsys.readouterr().err


def test_rankings_print_as_they_parse() -> None:
    for text in (*RANKINGS.split(",baseline:multimodal[scheme=w")[0].split(","), "released"):
        assert str(parse_ranking(text)) == text
    assert parse_ranking("baseline:multimodal[size=20, scheme=window]") == RankingSpec(
        "baseline:multimodal", scheme="window"
    )
    for wrong, told in (
        ("bm25", "known: ours, released, gold, baseline:bm25"),
        ("gold[model=x]", "unknown option"),
        ("ours[model=gpt]", "model must be none"),
        ("baseline:bm25[query=title]", "query must be question, words, caption"),
        ("baseline:multimodal[size=5]", "size is of scheme window or tournament alone"),
        ("baseline:multimodal[scheme=window,size=1]", "size must be a number from 2"),
        ("baseline:dense[model=]", "unknown option"),
    ):
        with pytest.raises(UsageError, match=told):
            parse_ranking(wrong)
