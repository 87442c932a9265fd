"""Generated questions from end to end, their baselines and their review."""

import json
import re
import shlex
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from citehop.agent.session import Session
from citehop.cli.main import cli, main
from citehop.errors import UsageError
from citehop.evaluation.question_generation.baselines import TextBaselines, needs_figure
from citehop.evaluation.question_generation.generate import generate_questions
from citehop.evaluation.question_generation.release import EVIDENCE, read_pairs, read_singles, write_singles
from citehop.evaluation.question_generation.review import (
    DECISIONS,
    ReviewDecision,
    read_decisions,
    record_decision,
)
from citehop.evaluation.question_generation.select import from_text
from citehop.evaluation.question_generation.types import ReferenceQuestion
from citehop.evaluation.scidqa.data import load_questions, load_texts
from citehop.evaluation.spiqa.data import load_split
from citehop.indexes.text.chunking import chunk_paper
from citehop.settings import Settings


@pytest.fixture(scope="module")
def release(word_settings: Settings, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("questions")
    home = ["--home", word_settings.home, "--embedding-model", "none"]
    assert main(["make", "questions", "sample", "--out", str(folder), "--count", "6", *home]) == 0
    return folder


def test_the_printed_commands_name_folders_of_clusters_that_exist(
    word_settings: Settings, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    home = ["--home", word_settings.home, "--embedding-model", "none"]
    out = tmp_path / "my set"
    assert main(["make", "questions", "sample", "--out", str(out), "--count", "2", *home]) == 0
    printed = capsys.readouterr().out.splitlines()
    commands = [shlex.split(line) for line in printed if line.startswith("  citehop bench")]
    folders = {words[2]: Path(words[words.index("--data") + 1]) for words in commands}
    assert folders
    for benchmark, folder in folders.items():  # two-hop questions are of all clusters together
        assert folder == (out if benchmark == "m3sciqa" else folder.parent / "sample")
        assert folder.is_dir()


def test_answers_are_in_the_figure_and_quotes_in_the_cited_paper(by_words: Session) -> None:
    made = generate_questions([by_words])
    assert made.pairs
    for pair in made.pairs:
        assert pair.visual.cited in by_words.cluster.cited_papers[pair.anchor]
        assert pair.reference.answer in pair.reference.quote
        passages = chunk_paper(by_words.cluster.paper(pair.visual.cited))
        assert any(pair.reference.quote in passage.text for passage in passages)
        assert needs_figure(pair.answered_by)
        assert not made.answered or max(made.answered.values()) <= made.tried
    assert len({pair.question for pair in made.pairs}) == len(made.pairs)
    assert generate_questions([by_words]) == made


def test_the_benchmark_runs_on_the_questions(
    release: Path, home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = (release / "data" / "combined_val.jsonl").read_text().splitlines()
    assert len(rows) == len(read_pairs(release)) <= 6
    options = ["--questions", "val", "--ranking", "gold", "--json"]
    assert main(["bench", "m3sciqa", "--data", str(release), "--task", "rank", *options]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["n"], found["overall"]["MRR"]) == (len(rows), 1.0)


def test_questions_about_single_figures_and_texts_run_as_benchmarks(
    release: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    singles = read_singles(release)
    figures = [one for one in singles if one.style == "figure"]
    assert figures
    assert all(one.boxes and one.label in one.question and not one.answered_by for one in figures)
    assert main(["bench", "spiqa", "--data", str(release), "--set", "A", "--task", "pick", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["n"] == len(figures)


def test_texts_are_asked_about_in_the_layout_of_scidqa(by_words: Session, tmp_path: Path) -> None:
    paper = by_words.cluster.papers()[0]
    asked = ReferenceQuestion(
        "Why do the authors use gauges?", "they are cheap", "Since they are cheap.", 2, "reason"
    )
    write_singles(tmp_path, {"sample": by_words.cluster}, [from_text("sample", paper, asked)])
    _, (question,) = load_questions(tmp_path)
    assert (question.question, question.answers) == (asked.question, ("A: they are cheap",))
    _, texts = load_texts(tmp_path, full=True)
    assert texts.abstracts[paper.id].title == paper.title
    assert texts.full[paper.id, "initial"]
    assert [one.quote for one in read_singles(tmp_path)] == [asked.quote]


def test_a_review_is_continued_and_its_questions_exported(release: Path, tmp_path: Path) -> None:
    pairs = read_pairs(release)
    runner = CliRunner()
    assert runner.invoke(cli, ["make", "review", str(release)], input="a\nq\n").exit_code == 0
    edited = runner.invoke(cli, ["make", "review", str(release)], input="e\nWhich one?\nThis one.\nq\n")
    assert pairs[1].question in " ".join(edited.output.split())
    assert pairs[0].question not in " ".join(edited.output.split())
    target = tmp_path / "accepted"
    assert main(["make", "export", str(release), "--out", str(target)]) == 0
    first, second = read_pairs(target)
    assert first == pairs[0]
    assert (second.question, second.reference.answer) == ("Which one?", "This one.")


def test_accepted_questions_about_figures_and_texts_are_exported(
    release: Path, by_words: Session, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    source, target = tmp_path / "source", tmp_path / "target"
    shutil.copytree(release, source)
    (source / DECISIONS).unlink(missing_ok=True)
    figure, other = [one for one in read_singles(source) if one.style == "figure"][:2]
    paper = by_words.cluster.papers()[0]
    asked = ReferenceQuestion(
        "Why do the authors use gauges?", "they are cheap", "Since they are cheap.", 2, "reason"
    )
    text = from_text("sample", paper, asked)
    no_image = replace(other, id="other", figure="p9:table")  # its figure is not among those of the paper
    assert write_singles(source, {"sample": by_words.cluster}, [figure, other, no_image, text]) == 2
    write_singles(source, {"sample": by_words.cluster}, [figure, other, text])
    record_decision(source, ReviewDecision(figure.id, "edit", "Which one leads?", "This one."))
    record_decision(source, ReviewDecision(other.id, "reject"))
    record_decision(source, ReviewDecision(text.id, "accept"))
    assert main(["make", "export", str(source), "--out", str(target)]) == 0
    assert [(one.question, one.answer) for one in read_singles(target)] == [
        ("Which one leads?", "This one."),
        (asked.question, asked.answer),
    ]
    (example,) = load_split(target, "A", small=False, texts=True).examples
    assert (example.question, example.answers) == ("Which one leads?", ("This one.",))
    assert all(Path(picture.path).is_file() for picture in example.pictures)
    assert [one.question for one in load_questions(target)[1]] == [asked.question]
    assert load_texts(target, full=True)[1].full[paper.id, "initial"]


def test_a_folder_without_questions_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["make", "review", str(tmp_path)]) == 2
    assert EVIDENCE in capsys.readouterr().err


def test_a_number_that_the_prose_states_is_answered_by_it(by_words: Session) -> None:
    paper = next(p for p in by_words.cluster.papers() if p.title.startswith("RillNet"))
    prose = " ".join(block.text for block in paper.blocks if block.kind == "paragraph")
    number = next(match[0] for match in re.finditer(r"(?<![\w.,])\d{1,3}(?![\w.,%])", prose))
    baselines = TextBaselines(by_words)
    question = "Zzyzx?"
    assert "prose" in baselines.find_stating(paper, question, number, ())
    assert "prose" not in baselines.find_stating(paper, question, "Zzyzx", ())


def test_the_last_decision_counts_and_a_line_cut_short_is_replaced(tmp_path: Path) -> None:
    record_decision(tmp_path, ReviewDecision("a", "accept"))
    with (tmp_path / DECISIONS).open("a") as file:
        file.write('{"id": "b", "deci')
    assert set(read_decisions(tmp_path)) == {"a"}
    record_decision(tmp_path, ReviewDecision("b", "edit", "Which?", "This."))
    record_decision(tmp_path, ReviewDecision("a", "reject"))
    assert read_decisions(tmp_path) == {
        "a": ReviewDecision("a", "reject"),
        "b": ReviewDecision("b", "edit", "Which?", "This."),
    }


def test_a_damaged_line_is_named(tmp_path: Path) -> None:
    (tmp_path / DECISIONS).write_text('{"id": 3}\n')
    with pytest.raises(UsageError, match=r"decisions\.jsonl: damaged"):
        read_decisions(tmp_path)
