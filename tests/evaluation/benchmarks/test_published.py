"""Published rows: their arithmetic, their table, runs beside them."""

import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from citehop.agent.llm.types import TokenLogprob
from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.benchmarks.published import load_published, published_tables, run_row
from citehop.evaluation.benchmarks.registry import BENCHMARKS, find_benchmark
from citehop.evaluation.reports.report import Estimate, Report, ReportPart
from citehop.evaluation.scidqa.answer import average
from citehop.testing import ModelServer, ScriptedTurn

NAMES = [one.name for one in BENCHMARKS]


PAPERS = [name for name in NAMES if name != "retrieval"]
# (rows, rows that the commands measure alike) of each file, counted in the papers' tables
COUNTS = {
    "m3sciqa": (92, 24),
    "scifibench": (209, 122),
    "spiqa": (209, 124),
    "scidqa": (82, 56),
    "mmsci": (76, 8),
}


@pytest.mark.parametrize("name", PAPERS)
def test_every_row_has_known_columns_a_source_and_a_reason(name: str) -> None:
    found = load_published(name)
    columns = {column.name for column in found.columns}
    assert "arXiv" in found.source
    assert all(row.values and set(row.values) <= columns for row in found.rows)
    assert all(re.fullmatch(r"Table [A-Z.\d]+|Figure \d+|text|leaderboard", row.table) for row in found.rows)
    assert all(
        re.fullmatch(r"page \d+|section \d(\.\d)?|appendix [A-F](\.\d)*|the benchmark's site", row.place)
        for row in found.rows
    )
    assert all(len(row.reason) > 10 for row in found.rows)
    keys = [(row.setting, row.table, row.model) for row in found.rows]
    assert len(set(keys)) == len(keys)
    assert (len(found.rows), sum(row.comparable for row in found.rows)) == COUNTS[name]


@pytest.mark.parametrize("name", PAPERS)
def test_numbers_are_in_the_range_of_their_column(name: str) -> None:
    limits = {"G-Eval": (1, 5), "CIDEr": (0, 1000), "wdist density": (0, 10), "wdist elements": (0, 10)}
    limits |= dict.fromkeys(("composition diversity", "structure diversity"), (0, 20))
    columns = {column.name: column for column in load_published(name).columns}
    for row in load_published(name).rows:
        for column, value in row.values.items():
            # what is printed as a share of 1 has factor 1; Table 7 of MMSci counts panels
            share = columns[column].metric and columns[column].times == 1
            low, high = limits.get(column, (0, 1 if share else 100))
            assert low <= value <= (high if row.setting != "figure-type, panels of the test set" else 6000), (
                row
            )


def test_scidqas_average_is_that_of_its_six_columns() -> None:
    rows = [row for row in load_published("scidqa").rows if "Avg" in row.values]
    assert len(rows) == 77
    assert len({row.model for row in rows if row.setting == "rag"}) == 19
    texts, judges = ("ROUGE", "BLEURT", "BERTScore"), ("Llama-3.1-70B", "GPT-4o", "GPT-4o-mini")
    for row in rows:
        judged = [row.values[name] for name in judges]
        assert average([row.values[name] for name in texts], judged) == pytest.approx(
            row.values["Avg"], abs=0.11
        )
        assert sum(judged) / 3 == pytest.approx(row.values["ALS"], abs=0.1)
    undivided = [row for row in rows if row.values["BERTScore"] < 1]
    assert len(undivided) == 9  # printed as fractions of 1, and averaged so
    assert not any(row.comparable for row in undivided)


def test_a_report_shows_published_rows_with_source_and_reason() -> None:
    tables = published_tables("m3sciqa", "rank, test")
    assert [table.title for table in tables] == [
        "Published: rank, test (Table 2, section 3.3)",
        "Published: rank, test (Table 8, appendix D)",
        "Published: rank, test (Table 9, appendix D)",
    ]
    assert dict(tables[0].rows)["GPT-4o"][:2] == (1.0, 0.5)  # comparable, MRR
    assert dict(tables[0].rows)["Random"][0] == 0.0
    assert "Not comparable (Qwen-VL-Plus): only valid rankings are counted" in tables[0].note
    assert published_tables("m3sciqa", "no such setting") == ()


def test_only_what_is_comparable_stands_in_a_published_column() -> None:
    estimates = tuple(
        (name, Estimate(1, 0, 0.5, 0.5, 0.5))
        for name in (
            "METEOR[nosynonyms]",
            "BERTScore[roberta-large]",
            "ROUGE-1[unstemmed]",
            "G-Eval by a/b",
            "G-Eval",
        )
    )
    report = Report("run", "", "G-Eval", (), (), (ReportPart("", "", 1, estimates),))
    row = run_row(load_published("mmsci"), report)
    assert row.values == {"ROUGE-1": 50, "BERTScore": 50, "G-Eval": 0.5}


def test_a_run_is_compared_by_type_as_well() -> None:
    def part(by: str, label: str, mrr: float) -> ReportPart:
        return ReportPart(by, label, 1, (("MRR", Estimate(1, 0, mrr, mrr, mrr)),))

    parts = (
        part("", "", 0.5),
        part("modal", "table", 0.4),
        part("type", "Comparison", 0.3),
        part("type", "x", 0.1),
    )
    row = run_row(load_published("m3sciqa"), Report("run", "", "MRR", (), (), parts))
    assert row.values == {"MRR": 0.5, "MRR table": 0.4, "MRR Comparison": 0.3}


def test_the_table_lists_what_can_be_run(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "list", "--json"]) == 0
    listed = json.loads(capsys.readouterr().out)["benchmarks"]
    assert [row["name"] for row in listed] == NAMES
    assert all(row["tasks"] and row["metrics"] and row["download"] and row["license"] for row in listed)
    assert all(row["coverage"] or row["name"] == "retrieval" for row in listed)
    assert main(["bench", "list"]) == 0
    assert "negatives=adversarial|random" in capsys.readouterr().out
    with pytest.raises(UsageError, match="spiqa"):
        find_benchmark("squad")


def test_rows_are_printed_with_their_source(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "published", "scidqa", "--setting", "rag"]) == 0
    told = capsys.readouterr().out
    assert "source: Singh et al., EMNLP 2024, arXiv 2411.05338" in told
    assert "46.6" in told
    assert "full-text" not in told
    assert main(["bench", "published", "scidqa", "--setting", "oral"]) == 2
    assert "closed-book; title-abs" in capsys.readouterr().err


def test_a_run_stands_beside_them_and_another_judge_is_told(
    home: Path, tmp_path: Path, drawn: ModuleType, capsys: pytest.CaptureFixture[str], one_at_a_time: None
) -> None:
    data = drawn.spiqa(tmp_path / "spiqa")
    sure = ScriptedTurn("Yes", logprobs=(TokenLogprob("Yes", -0.1, (("Yes", -0.1), ("No", -2.5))),))
    model = ["--model", "openai/gpt-4o-mini", "--set", "B", "--no-cache", "--judge", "--json"]
    with ModelServer(["{'Answer': 'Loss and accuracy.'}", sure]) as server:
        assert main(["bench", "spiqa", "--data", str(data), "--api-base", server.url, *model]) == 0
    run = json.loads(capsys.readouterr().out)["run"]
    assert main(["bench", "published", "spiqa", "--run", run, "--setting", "direct, test-B", "--json"]) == 0
    captured = capsys.readouterr()
    first, second, *_ = json.loads(captured.out)["rows"]
    assert first["model"] == "this run"
    assert first["L3Score"] == pytest.approx(91.683, abs=0.001)
    assert first["ROUGE-L"] == pytest.approx(100)
    assert second["model"] == "Gemini Pro Vision"
    assert "judged by openai/gpt-4o-mini" in captured.err
    assert "not comparable" in captured.err
    assert main(["bench", "published", "mmsci", "--run", run]) == 2
    capsys.readouterr()
    assert main(["bench", "replay", run, "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["overall"]["L3Score"] == pytest.approx(0.91683, abs=1e-5)


def test_two_runs_with_other_judges_are_told_apart(
    home: Path, tmp_path: Path, drawn: ModuleType, capsys: pytest.CaptureFixture[str], one_at_a_time: None
) -> None:
    data = drawn.spiqa(tmp_path / "spiqa")
    sure = ScriptedTurn("Yes", logprobs=(TokenLogprob("Yes", -0.1, (("Yes", -0.1), ("No", -2.5))),))
    runs = []
    for model, judge in (("gpt-4o", "gpt-4o"), ("gpt-4o-mini", "gpt-4o-mini")):
        options = [
            "--model",
            f"openai/{model}",
            "--judge-model",
            f"openai/{judge}",
            "--set",
            "B",
            "--json",
        ]
        with ModelServer(["{'Answer': 'Loss.'}", sure]) as server:
            assert main(["bench", "spiqa", "--data", str(data), "--api-base", server.url, *options]) == 0
        runs.append(json.loads(capsys.readouterr().out)["run"])
    assert main(["bench", "compare", *runs, "--json"]) == 0
    assert "L3Score: judged by openai/gpt-4o and by openai/gpt-4o-mini" in capsys.readouterr().err
