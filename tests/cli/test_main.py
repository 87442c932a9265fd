"""The command line over the sample cluster: a real index, real PDFs, the real entry point."""

import errno
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from citehop.cli.main import main
from citehop.cli.sample_cluster import FOLDER, QUESTION
from citehop.papers.clusters.manifest import SCHEMA, Manifest, StoreState, write_manifest

GOLD = json.loads((FOLDER.parent / "gold.json").read_text())


@pytest.fixture(scope="module")
def sample_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    home = tmp_path_factory.mktemp("home")
    assert (
        main(["index", str(FOLDER), "--name", "sample", "--anchor", GOLD["anchor"], "--home", str(home)]) == 0
    )
    return home


@pytest.fixture
def run(sample_home: Path, capsys: pytest.CaptureFixture[str]) -> Any:
    def call(*arguments: str) -> tuple[int, str, str]:
        capsys.readouterr()
        code = main([*arguments, "--home", str(sample_home)])
        captured = capsys.readouterr()
        return code, captured.out, captured.err

    return call


def test_ask_reads_the_table_follows_the_citation_and_quotes(run: Any) -> None:
    code, out, _ = run("ask", "sample", QUESTION, "--json")
    answer = json.loads(out)
    assert code == 0
    assert (answer["schema"], answer["status"]) == (1, "answered")
    assert answer["ranking"][0]["paper_id"] == "castellanos-2021-rillnet"
    assert "RillNet" in answer["reading"]["entities"][0]["text"]
    assert answer["citations"][0] == {
        "paper_id": "castellanos-2021-rillnet",
        "title": "RillNet: Message Passing along Drainage Lines",
        "abstract_only": False,
        "page": 1,
        "bbox": answer["citations"][0]["bbox"],
        "quote": "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours.",
    }
    assert answer["usage"] | {"seconds": 0} == {
        "calls": 0,
        "cached": 0,
        "prompt_tokens": 0,
        "completion_tokens": 0,
        "usd": 0,
        "unpriced": 0,
        "seconds": 0,
    }


def test_every_quote_stands_on_its_page(run: Any) -> None:
    from citehop.papers.parsing.pdf.pages import page_text

    for asked in GOLD["questions"][:6]:
        _, out, _ = run("ask", "sample", asked["question"], "--json")
        for citation in json.loads(out)["citations"]:
            page = page_text(FOLDER / f"{citation['paper_id']}.pdf", citation["page"])
            assert citation["quote"] in page


def test_asking_twice_gives_the_same_answer(run: Any) -> None:
    first, second = (json.loads(run("ask", "sample", QUESTION, "--json")[1]) for _ in range(2))
    for answer in (first, second):
        del answer["usage"], answer["steps"]
    assert first == second


def test_a_question_about_something_else_abstains(run: Any) -> None:
    code, out, _ = run("ask", "sample", "Who won the chess olympiad of 1954 in Amsterdam?", "--json")
    assert code == 4
    assert json.loads(out)["status"] == "abstained"
    assert json.loads(out)["citations"] == []


def test_search_finds_and_restricts(run: Any) -> None:
    code, out, _ = run("search", "sample", "conformal coverage of floods", "-k", "3", "--json")
    hits = json.loads(out)["hits"]
    assert code == 0
    assert len(hits) == 3
    assert hits[0]["paper_id"] == "sabaliauskas-2023-conformal-floods"
    _, out, err = run("search", "sample", "conformal coverage", "--paper", "CRESTA", "--json")
    assert "no word of 'conformal coverage' occurs in the papers searched" in err
    assert {h["paper_id"] for h in json.loads(out)["hits"]} == {"abiodun-2020-cresta"}


def test_search_warns_of_words_that_no_paper_has(run: Any) -> None:
    code, out, err = run("search", "sample", "zzzzqq", "--strategy", "dense")
    assert (code, "page" in out) == (0, True)
    assert "no word of 'zzzzqq' occurs in the papers of sample" in err
    assert "no word of" not in run("search", "sample", "zzzzqq river", "--strategy", "dense")[2]


@pytest.mark.parametrize("strategy", ["bm25", "dense", "hybrid"])
def test_every_strategy_answers(run: Any, strategy: str) -> None:
    code, out, _ = run("search", "sample", "river flood forecasts", "--strategy", strategy, "--json")
    assert code == 0
    scores = [h["score"] for h in json.loads(out)["hits"]]
    assert scores == sorted(scores, reverse=True)
    assert all(s > 0 for s in scores)


def test_rank_cuts_the_caption_to_a_line(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "60")
    _, out, _ = run("rank", "sample", QUESTION)
    first, second = out.splitlines()[:2]
    assert first.startswith("Figure  Table 1: ")
    assert len(first) <= 60
    assert second.startswith("Table 1 on page 3")


def test_rank_warns_of_a_mark_that_the_figure_does_not_have(run: Any) -> None:
    _, _, err = run("rank", "sample", "Which is the dashed green line?", "--figure", "Table 1")
    assert "Table 1: nothing in it fits the question" in err
    _, _, err = run("rank", "sample", QUESTION)
    assert "fits the question" not in err


def test_rank_explains(run: Any) -> None:
    code, out, _ = run(
        "rank", "sample", "Which method has an NSE of 0.713 on CRESTA?", "--figure", "table 1", "--explain"
    )
    assert code == 0
    assert "RillNet: Message Passing" in out.split("2. ")[0]
    assert "Table 1" in out


def test_figures_and_papers_are_listed_and_exported(run: Any, tmp_path: Path) -> None:
    code, out, _ = run("figures", "sample", GOLD["anchor"], "--export", str(tmp_path), "--json")
    figures = json.loads(out)["figures"]
    assert code == 0
    assert [f["label"] for f in figures] == ["Table 1", "Figure 1", "Figure 2", "Table 2", "Table 3"]
    files = {path.name for path in tmp_path.iterdir()} - {"figures.html"}
    page = (tmp_path / "figures.html").read_text("utf-8")
    assert len(files) == len(figures)
    assert set(re.findall(r'href="([^"]+)"', page)) == files
    assert page.count("data:image/jpeg;base64,") == len(figures)
    assert "Table 1, page 3" in page
    assert not re.search(r"<script|https?://|url\(", page)
    code, out, _ = run("papers", "sample", "--json")
    assert [p["title"] for p in json.loads(out)["papers"]] == [
        p["title"] for p in sorted(GOLD["papers"], key=lambda p: p["id"])
    ]


def test_indexing_again_does_nothing_and_loads_no_model(sample_home: Path) -> None:
    script = (
        "import sys; from citehop.cli.main import main; code = main(sys.argv[1:]); "
        "print(*sorted(sys.modules)); sys.exit(code)"
    )
    command = [
        sys.executable,
        "-c",
        script,
        "index",
        str(FOLDER),
        "--name",
        "sample",
        "--home",
        str(sample_home),
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "no paper changed" in done.stderr
    loaded = set(done.stdout.split())
    assert not loaded & {
        "torch",
        "transformers",
        "onnxruntime",
        "rapidocr",
        "qdrant_edge",
    }


@pytest.mark.parametrize("width", [80, 120])
def test_papers_tells_the_coverage_at_any_width(
    run: Any, monkeypatch: pytest.MonkeyPatch, width: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    _, out, _ = run("papers", "sample")
    row = next(line for line in out.splitlines() if line.startswith(f"{GOLD['anchor']} *"))
    assert row.split()[2:] == ["2024", "5", "5", "12", "6", "0", "0"]
    assert "of 18 entries 12 resolved, 6 absent, 0 without a printed title, 0 unparsed" in out
    table = out.split("* anchor.")[0]
    assert max(map(len, table.splitlines())) <= width
    _, out, _ = run("papers", "sample", "varnholt")
    assert max(map(len, out.splitlines())) <= width
    assert out.count(" absent ") == 6


def test_papers_as_json_has_every_entry(run: Any) -> None:
    _, out, _ = run("papers", "sample", "--json")
    anchor = next(p for p in json.loads(out)["papers"] if p["paper_id"] == GOLD["anchor"])
    assert (anchor["resolved"], anchor["absent"], anchor["unparsed"]) == (12, 6, 0)
    _, out, _ = run("papers", "sample", GOLD["anchor"], "--json")
    entries = json.loads(out)["entries"]
    assert [entry["state"] for entry in entries].count("resolved") == 12
    assert all(bool(entry["paper_id"]) == (entry["state"] == "resolved") for entry in entries)


def test_clusters_names_what_there_is(run: Any, tmp_path: Path) -> None:
    assert json.loads(run("clusters", "--json")[1])["clusters"][0]["name"] == "sample"
    assert main(["clusters", "--home", str(tmp_path)]) == 0


def test_clusters_are_renamed_and_removed(
    sample_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(sample_home / "clusters", tmp_path / "clusters")
    home = ["--home", str(tmp_path)]
    assert main(["clusters", "rename", "sample", "rivers", *home]) == 0
    assert main(["clusters", "rm", "rivers", *home]) == 2
    assert main(["clusters", "rm", "rivers", "nosuch", "--yes", *home]) == 2  # deletes neither
    assert "--yes" in capsys.readouterr().err
    assert main(["clusters", "rm", "rivers", "--yes", *home]) == 0
    assert main(["clusters", "rm", "rivers", "--yes", *home]) == 2
    capsys.readouterr()
    assert main(["clusters", "--json", *home]) == 0
    assert json.loads(capsys.readouterr().out)["clusters"] == []


def test_a_cluster_travels_as_one_file(
    run: Any, sample_home: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, home = str(tmp_path / "sample.citehop"), ["--home", str(tmp_path / "other")]
    code, out, err = run("clusters", "export", "sample", file)
    assert (code, out) == (0, "")
    assert f"written to {file}" in err
    assert run("clusters", "export", "sample", file)[0] == 2
    assert main(["clusters", "import", file, "--name", "rivers", *home]) == 0
    assert "cluster rivers: 13 papers, all checksums equal" in capsys.readouterr().err
    assert main(["clusters", "verify", "rivers", *home]) == 0
    shutil.copytree(sample_home / "clusters" / "sample", tmp_path / "other" / "clusters" / "sample")
    for citations in (tmp_path / "other").rglob("citations/*"):
        citations.write_bytes(b"damaged")
    for name, repair in (
        ("sample", f"citehop index {shlex.quote(str(FOLDER.resolve()))} --name sample makes them anew"),
        ("rivers", "index the folder again, which makes them anew"),
    ):
        assert main(["clusters", "verify", name, *home]) == 4
        assert repair in capsys.readouterr().out
    (tmp_path / "sample.citehop").write_bytes(b"PK")
    assert main(["clusters", "import", file, *home]) == 2


def test_index_ends_with_what_there_is_and_what_to_ask(sample_home: Path, run: Any) -> None:
    code, _, err = run("index", str(FOLDER), "--name", "sample")
    assert code == 0
    contents, anchor, *_, example = err.splitlines()
    assert "13 papers, 128 passages, 26 figures and tables" in contents
    assert anchor.startswith("anchor BraidNet")
    assert anchor.endswith("12 of 18 references are papers of this cluster")
    arguments = shlex.split(example.removeprefix("ask, for example: citehop "))
    assert run(*arguments)[0] == 0
    report = json.loads(run("index", str(FOLDER), "--name", "sample", "--json")[1])
    assert report["references"] == {"resolved": 12, "total": 18}
    assert report["example_question"] == arguments[2]


def test_index_without_an_anchor_suggests_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["index", str(FOLDER), "--embedding-model", "none", "--home", str(tmp_path)]) == 0
    assert (
        f"citehop index {shlex.quote(str(FOLDER))} --name pdf --anchor {GOLD['anchor']}.pdf\n"
        in capsys.readouterr().err
    )


def test_doctor_is_content(run: Any) -> None:
    code, out, _ = run("doctor")
    assert code == 0
    assert "embedding model" in out


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="a folder in which nobody can write")
def test_doctor_names_a_home_that_cannot_be_written(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--home", "/proc/foo"]) == 3
    assert "NO  home: /proc/foo is not writable; set CITEHOP_HOME or --home" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "needle"),
    [
        (["ask", "nosuch", "Q?"], 2, "nosuch"),
        (["ask", "sample", "Q?", "--anchor", "nobody"], 2, "no paper 'nobody'"),
        (["ask", "sample", "optimizer"], 2, "'optimizer' is no question; ask one of several words"),
        (["ask", "sample", "Q?", "--figure", "Table 9"], 2, "its figures: Table 1"),
        (["search", "sample", "q", "--strategy", "magic"], 2, "magic"),
        (["search", "sample", "zzzzqq", "--strategy", "bm25"], 4, ""),
        (["index", "/nowhere/at/all"], 2, "/nowhere/at/all"),
        (["ask"], 2, "(see citehop ask --help)"),
        (["bench", "nope"], 2, "(see citehop bench --help)"),
        (["nonsense"], 2, "nonsense"),
        (["rank", "sample"], 2, "Missing argument 'question'"),
        (["rank", "sample", "Which is best in Table 99?"], 2, "no 'Table 99' in BraidNet"),
        (["ask", "sample", "Which is best in Table 99?"], 2, "no 'Table 99' in BraidNet"),
        (["ask", "sample", " "], 2, "the question is empty"),
        (["clusters", "rm", "nosuch", "--yes"], 2, "no cluster 'nosuch'"),
        (["clusters", "rm", "nosuch"], 2, "no cluster 'nosuch'"),
        (["library", "rm", "nosuch"], 2, "no library 'nosuch'"),
        (["ask", "sample", "Q?", "--embedding-model", "", "--figure", "Table 9"], 2, "Table 9"),
    ],
)
def test_mistakes_are_one_line_and_an_exit_code(
    run: Any, arguments: list[str], code: int, needle: str
) -> None:
    got, _, err = run(*arguments)
    assert got == code
    assert needle in err
    assert len(err.splitlines()) <= 1
    assert "Traceback" not in err


def test_a_path_that_cannot_be_written_is_no_bug(run: Any) -> None:
    for arguments in (
        ["figures", "sample", "--export", "/proc/foo"],
        ["ask", "sample", QUESTION, "--evidence", "/proc/foo"],
    ):
        code, _, err = run(*arguments)
        assert code == 2
        assert "/proc/foo" in err
        assert "bug" not in err
        assert len(err.splitlines()) == 1


def test_a_read_only_disk_is_a_matter_of_configuration(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(folder: Path, views: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(folder))

    monkeypatch.setattr("citehop.papers.clusters.library.write_views", fail)
    code, _, err = run("library", "create", "snow")
    assert code == 3
    assert err.rstrip().endswith("snow: Read-only file system")


def test_a_model_server_that_does_not_answer_is_said_at_once(run: Any) -> None:
    code, _, err = run(
        "ask", "sample", QUESTION, "--model", "openai/x", "--api-base", "http://127.0.0.1:9/v1"
    )
    assert code == 6
    assert "http://127.0.0.1:9/v1" in err
    assert len(err.splitlines()) == 1


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    from citehop import __version__

    assert main(["--version"]) == 0
    assert capsys.readouterr().out == f"citehop {__version__}\n"


def test_debug_shows_the_traceback(run: Any) -> None:
    code, _, err = run("ask", "nosuch", "Q?", "--debug")
    assert code == 2
    assert "Traceback" in err


def test_help_prints_its_brackets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "250")
    assert main(["bench", "retrieval", "--help"]) == 0
    help_text = " ".join(capsys.readouterr().out.split())
    assert "baseline:hybrid[unit=50," in help_text
    assert '"gold_papers": [id]' in help_text


def test_an_error_lists_at_most_three_clusters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for name in "abcde":
        write_manifest(
            tmp_path / "clusters" / name,
            Manifest(SCHEMA, name, "", None, "", "", "", (), StoreState("g1", "")),
        )
    assert main(["ask", "nosuch", "Q?", "--home", str(tmp_path)]) == 2
    assert "there are: a, b, c and 2 more" in capsys.readouterr().err


def test_a_closed_pipe_is_no_error(sample_home: Path) -> None:
    script = "from citehop.cli.main import run; run()"
    for arguments in (f"papers sample --home {sample_home}", "ask --help"):
        command = f"set -o pipefail; {sys.executable} -c '{script}' {arguments} | head -1"
        done = subprocess.run(["bash", "-c", command], capture_output=True, text=True, check=True)
        assert done.stderr == ""


@pytest.mark.parametrize(("flags", "printed"), [([], b"?tude"), (["--json"], b'"\\u00e9tude"')])
def test_characters_that_the_terminal_lacks_are_replaced(
    tmp_path: Path, flags: list[str], printed: bytes
) -> None:
    manifest = Manifest(SCHEMA, "étude", "", None, "", "", "", (), StoreState("g1", ""))
    write_manifest(tmp_path / "clusters" / "étude", manifest)
    command = [sys.executable, "-c", "from citehop.cli.main import run; run()", "clusters"]
    done = subprocess.run(
        [*command, "--home", str(tmp_path), *flags],
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert done.returncode == 0
    assert printed in done.stdout


def test_a_deletion_that_is_declined_deletes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "clusters" / "a"
    write_manifest(folder, Manifest(SCHEMA, "a", "", None, "", "", "", (), StoreState("g1", "")))
    monkeypatch.setattr("citehop.cli.options._can_ask", lambda: True)
    monkeypatch.setattr("typer.confirm", lambda *_, **__: False)
    assert main(["clusters", "rm", "a", "--home", str(tmp_path)]) == 0
    assert "nothing was deleted" in capsys.readouterr().err
    assert folder.exists()


@pytest.mark.parametrize(
    ("option", "code", "needle"),
    [
        (["--anchor", "nobody.pdf"], 2, "nobody.pdf"),
        (["--home", "/proc/foo"], 3, "/proc/foo"),
        (["--bib", "missing.bib"], 2, "missing.bib"),
        (["--name", "a/b"], 2, "a/b"),
        (["--embedding-model", "nosuch/model", "--offline"], 3, "nosuch/model"),
        (["--qdrant-url", "http://127.0.0.1:9"], 6, "http://127.0.0.1:9"),
        pytest.param(
            ["--visual", "vidore/colqwen2-v1.0-merged"], 3, "citehop[visual]",
            marks=pytest.mark.skipif(find_spec("colpali_engine") is not None, reason="the extra is installed"),
        ),
        pytest.param(
            ["--visual", "no/such-model", "--offline"], 3, "not on this machine",
            marks=pytest.mark.skipif(find_spec("colpali_engine") is None, reason="the extra is not installed"),
        ),
    ],
)  # fmt: skip
def test_index_refuses_before_it_parses(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], option: list[str], code: int, needle: str
) -> None:
    arguments = ["index", str(FOLDER), "--embedding-model", "none", "--home", str(tmp_path), *option]
    assert main(arguments) == code
    (line,) = capsys.readouterr().err.splitlines()  # no progress: nothing was parsed
    assert needle in line


def test_names_of_any_script_are_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder, home = tmp_path / "Übersicht 密集", ["--home", str(tmp_path / "home")]
    folder.mkdir()
    shutil.copyfile(FOLDER / f"{GOLD['anchor']}.pdf", folder / "密集.pdf")
    shutil.copyfile(FOLDER / "castellanos-2021-rillnet.pdf", folder / "main.pdf")
    assert (
        main(["index", str(folder), "--anchor", "密集.pdf", "--embedding-model", "none", "--json", *home])
        == 0
    )
    report = json.loads(capsys.readouterr().out)
    assert (report["cluster"], report["anchor"]) == ("Übersicht-密集", "varnholt-2024-braidnet")
    for paper in ("密集", "密集.pdf", "varnholt-2024-braidnet", "Varnholt 2024"):
        assert main(["figures", "Übersicht-密集", paper, *home]) == 0
    assert "main" not in capsys.readouterr().out
    assert main(["clusters", "rename", "Übersicht-密集", "обзор", *home]) == 0
    assert main(["search", "обзор", "timing error", "--json", *home]) == 0
    assert main(["clusters", "rename", "обзор", "a\u202eb", *home]) == 2
