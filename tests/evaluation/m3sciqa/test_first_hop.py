"""M3SciQA's first hop: loading a release, running it, resuming, scoring."""

import json
import random
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image, ImageDraw, ImageFont

from citehop.agent.reader.trust import ModelProfile, save_profile
from citehop.cli.main import main
from citehop.errors import UnavailableError, UsageError
from citehop.evaluation.benchmarks.registry import find_benchmark
from citehop.evaluation.benchmarks.request import task_requests
from citehop.evaluation.m3sciqa.options import Questions
from citehop.evaluation.m3sciqa.release import combined_examples, open_release, visual_examples
from citehop.evaluation.m3sciqa.scoring import expected_random_mrr, reads_right
from citehop.evaluation.prepared_task import PreparedTask, run_task
from citehop.evaluation.reports.formats import report_fields
from citehop.evaluation.runs.resumable_jsonl import code_key, complete_run, run_key
from citehop.evaluation.runs.run_folder import RunFolder
from citehop.evaluation.types import Example, Prediction
from citehop.figures.types import Entity, Reading
from citehop.settings import Settings
from citehop.testing import ModelServer


def visual(release: Path) -> tuple[list[Example], list[str]]:
    warnings: list[str] = []
    opened = open_release(release)
    return visual_examples(opened, warnings), [*opened.warnings, *warnings]


def test_a_release_loads_with_its_faults_told(release: Path) -> None:
    examples, warnings = visual(release)
    assert [e.gold for e in examples] == [
        ("s1", "s3"),
        ("s2",),
        ("s4",),
        ("arxiv:1900.9",),
    ]  # twins by title are one paper
    assert [e.tag("type") for e in examples] == ["Comparison", "Location", "Comparison", "Comparison"]
    assert [d.title for d in examples[2].documents] == ["Quxing", ""]
    told = "\n".join(warnings)
    assert "line 5" in told
    assert "1900.9" in told
    assert "2 ids but 1 texts" in told


def test_the_gold_map_may_be_flat_or_made_of_titles(release: Path) -> None:
    (release / "gold_s2.json").write_text(json.dumps({"1900.2": "s2"}))
    assert visual(release)[0][1].gold == ("s2",)
    (release / "gold_s2.json").unlink()
    with pytest.raises(UsageError, match="gold_s2"):
        open_release(release)
    (release / "paper_full_content.json").write_text(json.dumps({"1900.2": {"title": "BarNet for trees"}}))
    found = [e.gold for e in visual(release)[0]]
    assert found == [("arxiv:1900.1",), ("s2",), ("arxiv:1900.3",), ("arxiv:1900.9",)]


@pytest.mark.parametrize("name", ["paper_cluster_S2.json", "data/locality.jsonl"])
def test_a_folder_that_is_no_release_is_refused_in_one_line(release: Path, name: str) -> None:
    (release / name).unlink()
    with pytest.raises(UsageError, match=Path(name).name) as caught:
        visual(release)
    assert "\n" not in str(caught.value)


def prepared(data: Path, settings: Settings, **options: str) -> PreparedTask:
    (request,) = task_requests(find_benchmark("m3sciqa"), str(data), settings, given=options)
    return request.benchmark.prepare(request)


def test_a_whole_run_counts_what_is_missing_as_wrong(release: Path, tmp_path: Path) -> None:
    settings = Settings(home=str(tmp_path / "home"), workers=1, embedding_model="none")
    task = prepared(release, settings)
    folder = RunFolder(tmp_path / task.manifest.name)
    report = run_task(task, folder)
    assert len(folder.predictions_file.read_text().splitlines()) == 4
    assert "t.png" in folder.predictions["3"].error
    fields = json.loads(json.dumps(report_fields(report)))
    assert fields["n"] == 4
    assert fields["overall"]["MRR"] == fields["reading"]["accuracy"] == 0.5
    assert fields["by_modal"]["table"]["recall@1"] == pytest.approx(2 / 3)
    assert fields["by_modal"]["figure"]["n"] == 1
    assert fields["by_type"]["Location"]["MRR"] == 1
    assert fields["reading"]["figure"] == 0
    low, high = fields["intervals"]["overall"]["MRR"]
    assert low <= 0.5 <= high
    assert len(report.errors) == 1
    counting, crossed = fields["tables"]
    assert [values for _, values in counting["rows"]][:3] == [[4, 0.5], [2, 1.0], [2, 1.0]]
    assert [values for _, values in crossed["rows"]] == [[2, 0], [0, 2]]
    assert fields["curves"]["table"][0] == pytest.approx(2 / 3)
    written = folder.predictions_file.stat().st_mtime_ns
    assert run_task(task, folder) == report == folder.report  # only read
    assert folder.predictions_file.stat().st_mtime_ns == written


def test_a_run_goes_on_where_it_was_killed(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"
    asked: list[list[str]] = []

    def predict(ids: Sequence[str]) -> Iterator[Prediction]:
        asked.append(list(ids))
        for key in ids:
            if key == "c" and len(asked) == 1:
                raise KeyboardInterrupt
            yield Prediction(key, (key,))

    with pytest.raises(KeyboardInterrupt):
        complete_run(path, "abcd", predict, Prediction)
    with path.open("a") as stream:
        stream.write('{"id":"c","rank')  # torn by the kill
    assert sorted(complete_run(path, "abcd", predict, Prediction)) == list("abcd")
    assert asked == [list("abcd"), list("cd")]
    assert len(path.read_text().splitlines()) == 4
    complete_run(path, "abcd", predict, Prediction)
    assert len(asked) == 2


def test_two_processes_cannot_write_one_run(tmp_path: Path) -> None:
    path = tmp_path / "run.jsonl"

    def predict(ids: Sequence[str]) -> Iterator[Prediction]:
        with pytest.raises(UnavailableError, match=r"run\.jsonl"):
            complete_run(path, ids, predict, Prediction)
        return iter([Prediction(key) for key in ids])

    assert list(complete_run(path, ["a"], predict, Prediction)) == ["a"]


def test_keys_of_runs_follow_their_parts() -> None:
    assert run_key("a", b"b") == run_key(b"a", "b") != run_key("ab", "")
    assert code_key(["retrieval"]) == code_key(["retrieval"]) != code_key(["figures"])


@pytest.mark.parametrize(
    ("read", "answer", "right"),
    [
        ("DSM (Guo et al., 2022)", "DSM", True),
        ("T5- Large\u2020", "T5-large", True),
        ("T5-Base", "T5-large", False),
        ("MSG2", "MSG^2", True),
    ],
)
def test_reading_right_means_the_same_name(read: str, answer: str, right: bool) -> None:
    reading = Reading((Entity(read, 0.8),), "lookup", (), False)
    assert reads_right(reading, answer) is right
    assert not reads_right(Reading((Entity(answer, 1.0),)), answer)  # abstained
    assert not reads_right(None, answer)


def test_shared_data_load_whole(shared: Path) -> None:
    examples, warnings = visual(shared / "m3sciqa")
    assert len(examples) == 145
    assert warnings == []
    assert (examples[0].answers, examples[0].group, examples[0].tag("modal")) == (
        ("T5-Large",),
        "2310.05030",
        "figure",
    )
    assert all(e.gold and Path(e.pictures[0].path).exists() for e in examples)
    release = open_release(shared / "m3sciqa")
    combined = [combined_examples(release, part, warnings) for part in ("val", "test")]
    assert [len(part) for part in combined] == [206, 499]
    assert warnings == []
    assert all(e.answers and e.evidence for e in combined[0])
    assert not any(e.answers for e in combined[1])


@pytest.mark.parametrize(("candidates", "gold"), [(1, 1), (7, 1), (40, 1), (12, 3), (5, 5), (4, 0), (0, 0)])
def test_the_expected_random_mrr_is_what_shuffling_gives(candidates: int, gold: int) -> None:
    shuffle = random.Random(candidates)
    order = list(range(candidates))
    total, draws = 0.0, 20_000
    for _ in range(draws):
        shuffle.shuffle(order)
        total += next((1 / rank for rank, key in enumerate(order, 1) if key < gold), 0.0)
    assert expected_random_mrr(candidates, gold) == pytest.approx(total / draws, abs=0.01)
    if gold == 1:
        harmonic = sum(1 / rank for rank in range(1, candidates + 1)) / candidates
        assert expected_random_mrr(candidates) == pytest.approx(harmonic)


def test_the_command_prints_one_object_and_tells_faults_on_stderr(
    release: Path, home: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    answered = {
        str(n): Prediction(str(n), ("s2", "s1"), Reading((Entity("BarNet", 0.9),), "max", (), False))
        for n in (1, 2, 4)
    }
    answered["3"] = Prediction("3", error="t.png: not found")
    monkeypatch.setattr(
        "citehop.evaluation.m3sciqa.first_hop.in_clusters",
        lambda *_: lambda examples: (answered[example.id] for example in examples),
    )
    assert main(["bench", "m3sciqa", "--task", "rank", "--data", str(release), "--json"]) == 0
    printed, told = capsys.readouterr()
    fields = json.loads(printed)
    assert fields["schema"] == 1
    assert fields["overall"]["MRR"] == pytest.approx((1 / 2 + 1 + 0 + 0) / 4)
    assert fields["by_type"]["Location"]["recall@1"] == 1
    assert {"accuracy", "table", "figure", "abstained"} == set(fields["reading"])
    assert "t.png: not found; counted as wrong" in told
    assert main(["bench", "m3sciqa", "--data", str(release)]) == 0
    assert "Location" in capsys.readouterr().out
    assert main(["bench", "m3sciqa", "--data", str(home)]) == 2


@pytest.mark.parametrize(("questions", "n"), [("val", 206), ("test", 499)])
def test_released_rankings_score_as_their_own_ids_say(
    shared: Path, tmp_path: Path, questions: Questions, n: int
) -> None:
    """Joined to the candidates' ids and scored by us, against arXiv ids looked up in the released lists."""
    data = shared / "m3sciqa"
    released = json.loads((data / "retrieval_paper.json").read_text())
    rows = [
        json.loads(line) for line in (data / "data" / f"combined_{questions}.jsonl").read_text().splitlines()
    ]
    expected = 0.0
    for row in rows:
        ranking = released[row["question_anchor"]]
        gold = row["reference_arxiv_id"]
        expected += 1 / (ranking.index(gold) + 1) if gold in ranking else 0.0
    task = prepared(data, Settings(home=str(tmp_path)), questions=questions, ranking="released")
    report = run_task(task, RunFolder(tmp_path / "run"))
    assert len(rows) == n
    assert report.overall.estimate("MRR").mean == pytest.approx(expected / n)


def test_a_model_that_leads_reads_a_figure_that_the_rules_do_not(
    release: Path, home: Path, one_at_a_time: None, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[tuple[str, bool]] = []

    def scripted(body: Mapping[str, Any]) -> str:
        asked.append((body["model"], "image_url" in json.dumps(body["messages"])))
        return '{"entity": "BarNet", "confidence": 1.0}'

    for name in ("t", "f"):
        path = release / "data" / "locality" / "1234.00001" / f"{name}.png"
        if path.exists():
            Image.new("RGB", (600, 120), "white").save(path)
    command = ["bench", "m3sciqa", "--data", str(release), "--json", "--limit", "2", "--no-cache"]
    with ModelServer(scripted) as server:
        settings = Settings(home=str(home), model="openai/reads", api_base=server.url)
        save_profile(ModelProfile("openai/reads", 40, 30, 10, 30, 10, 0, 40, 700.0, 1.0), settings)
        models = ["--model", "openai/reads", "--vision-model", "openai/sees", "--api-base", server.url]
        assert main([*command, *models]) == 0
        ranked = json.loads(capsys.readouterr().out)
    assert set(asked) == {("sees", True)}
    assert ranked["usage"]["calls"] == len(asked)
    assert ranked["settings"]["model"] == "openai/sees"
    assert main([*command[:-1]]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert plain["run"] != ranked["run"]
    assert main(["bench", "replay", ranked["run"], "--json"]) == 0
    printed, told = capsys.readouterr()
    assert json.loads(printed)["overall"] == ranked["overall"]
    assert "2 of 2 predictions came out as recorded" in told


def test_a_figure_that_is_not_understood_still_ranks_by_its_labels(
    release: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Words without any structure: no operation applies, but one label names a paper."""
    image = Image.new("RGB", (600, 120), "white")
    ImageDraw.Draw(image).text((20, 40), "BarNet", "black", ImageFont.load_default(40))
    image.save(release / "data" / "locality" / "1234.00001" / "t.png")
    assert main(["bench", "m3sciqa", "--data", str(release), "--limit", "2", "--json"]) == 0
    run = json.loads(capsys.readouterr().out)["run"]
    found = RunFolder(home / "runs" / run).predictions["2"]
    assert found.ranking[0] == "s2"
