"""Published rows: their arithmetic, their table, runs beside them."""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import ModuleType

import pytest

from citehop.agent.llm.types import TokenLogprob
from citehop.cli.main import main
from citehop.errors import UsageError
from citehop.evaluation.benchmarks.published import in_setting, load_published, published_tables, run_row
from citehop.evaluation.benchmarks.registry import BENCHMARKS, find_benchmark
from citehop.evaluation.metrics.ranking import score_ranking
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


def test_m3sciqas_judge_is_the_mean_of_its_types_over_400_questions() -> None:
    """90, 66, 72, 86 and 86 questions: each printed share is a whole number of them, and so is their mean of 400."""
    sizes = (90, 66, 72, 86, 86)
    rows = {row.model: row.values for row in load_published("m3sciqa").rows if row.table == "Table 3"}
    for model in ("GPT-3.5", "GPT-4", "Claude-3-Sonnet", "Claude-3-Opus", "Gemini-Pro-1.0"):
        *parts, mean = rows[model].values()
        right = [round(2 * part * size / 100) / 2 for part, size in zip(parts, sizes, strict=True)]
        assert [100 * n / size for n, size in zip(right, sizes, strict=True)] == pytest.approx(
            parts, abs=0.006
        )
        assert 100 * sum(right) / 400 == pytest.approx(mean, abs=0.006)
    misprint = rows["Command R+"]["judge Implications and Inferences"]
    assert (36 + 15 + 24 + 24 + 34) / 4 == 33.25 == rows["Command R+"]["judge"]
    assert pytest.approx(misprint - 10, abs=0.01) == 100 * 24 / 86


def test_spiqas_two_printings_of_one_number_agree() -> None:
    """L3Score by GPT-4o on test-B is in Table 3 and in Table B.1: one of ten differs, as the notes say."""
    rows = load_published("spiqa").rows
    first = {
        row.model: row.values["L3Score"]
        for row in rows
        if row.table == "Table 3" and row.setting in ("direct, test-B", "one-figure, test-B")
    }
    again = {
        row.model: row.values["L3Score"] for row in rows if row.table == "Table B.1" and row.judge == "gpt-4o"
    }
    same = {model.removesuffix(", judged by gpt-4o"): value for model, value in again.items()}
    assert {model for model, value in same.items() if first[model] != value} == {"Gemini Pro Vision"}
    assert len(same) == 10


def test_scifibenchs_categories_average_to_its_totals() -> None:
    """25 questions in each of nine categories, 10 in cs.AI, 132 in other cs and 133 in cross-list."""
    sizes = {"cs.AI": 10, "other cs": 132, "cross-list": 133}
    checked = 0
    for row in load_published("scifibench").rows:
        if row.table == "Table 4" and row.model not in (
            "Total",
            "Claude 3 Opus",
        ):  # whose printed total is off by .2
            values = dict(row.values)
            total = values.pop("total")
            mean = sum(value * sizes.get(name, 25) for name, value in values.items()) / 500
            checked += abs(mean - total) < 0.25
    assert checked == 28


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


SIZES = {"fig2cap": 1188, "subfig2cap": 1119, "subcap2fig": 1114}


@pytest.mark.parametrize(
    ("model", "overall", "plain"), [("GPT-4o", 79.57, 79.82), ("Claude-3.5-Sonnet", 80.18, 80.42)]
)
def test_mmscis_overall_is_weighted_by_size(model: str, overall: float, plain: float) -> None:
    (row,) = [row for row in load_published("mmsci").rows if (row.table, row.model) == ("Table 4", model)]
    weighted = sum(row.values[name] * size for name, size in SIZES.items()) / sum(SIZES.values())
    assert row.values["accuracy"] == overall == pytest.approx(weighted, abs=0.006)
    assert sum(row.values[name] for name in SIZES) / 3 == pytest.approx(plain, abs=0.006)


def test_chance_of_five_options_is_a_fifth() -> None:
    (note,) = load_published("scifibench").notes
    assert note == f"chance is {100 / 5:g}"
    people = [row.values["accuracy"] for row in load_published("scifibench").rows if row.table == "Table 3"]
    assert people[:5] == [96, 88, 84, 72, 92]
    (mean,) = [
        row.values["accuracy"]
        for row in in_setting(load_published("scifibench"), "figure2caption, adversarial, CS")
        if row.model == "human, 25 questions"
    ]
    assert mean == sum(people[:5]) / 5


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


def test_the_released_rankings_are_those_of_gpt_4v_not_of_gpt_4o() -> None:
    rows: dict[str, dict[str, float]] = {}
    for row in in_setting(load_published("m3sciqa"), "rank, test"):
        rows.setdefault(row.model, {}).update(row.values)
    assert rows["GPT-4V(ision)"]["MRR"] == pytest.approx(0.3974, abs=0.005)
    assert rows["GPT-4o"]["MRR"] > 0.49
    # with one relevant paper nDCG@3 is at most r1 + (r3 - r1) / log2(3): why the printed nDCG is not comparable
    best = score_ranking(["nDCG@3"], ["x", "gold"], {"gold": 1})["nDCG@3"]
    most = rows["GPT-4o"]["recall@1"] + best * (rows["GPT-4o"]["recall@3"] - rows["GPT-4o"]["recall@1"])
    assert most < rows["GPT-4o"]["nDCG@3"]


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
    assert all(row["tasks"] and row["metrics"] and row["download"] and row["licence"] for row in listed)
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
