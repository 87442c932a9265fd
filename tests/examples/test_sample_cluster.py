"""The sample cluster that ships with the package: what its gold promises stands in its PDFs."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "cli" / "sample"


@pytest.fixture(scope="module")
def gold() -> Any:
    return json.loads((SAMPLE / "gold.json").read_text(encoding="utf-8"))


def pages(path: Path) -> list[str]:
    document = pypdfium2.PdfDocument(path)
    texts = [document[index].get_textpage().get_text_range() for index in range(len(document))]
    document.close()
    return texts


def squeeze(text: str) -> str:
    """Without blanks and hyphens, which line breaks add and remove."""
    return re.sub(r"[\s\-\u00ad\u0002\ufffe]", "", text)


@pytest.fixture(scope="module")
def on_page(gold: dict[str, Any]) -> Callable[[str, int, str], bool]:
    """Whether a text stands on a page (1-based) of a paper, line breaks aside."""
    texts = {p["id"]: [squeeze(t) for t in pages(SAMPLE / "pdf" / f"{p['id']}.pdf")] for p in gold["papers"]}
    return lambda paper, page, text: squeeze(text) in texts[paper][page - 1]


def test_size_and_count(gold: dict[str, Any]) -> None:
    files = sorted((SAMPLE / "pdf").iterdir())
    assert [file.stem for file in files] == [paper["id"] for paper in gold["papers"]]
    assert len(files) >= 11
    assert sum(file.stat().st_size for file in files) < 1_500_000
    lengths = {paper["id"]: paper["pages"] for paper in gold["papers"]}
    assert lengths.pop(gold["anchor"]) in (5, 6)
    assert all(2 <= count <= 4 for count in lengths.values())


def test_titles_headings_captions_and_cells_are_on_their_pages(gold: dict[str, Any], on_page: Any) -> None:
    for paper in gold["papers"]:
        assert on_page(paper["id"], 1, paper["title"])
        assert on_page(paper["id"], 1, paper["abstract"])
        everywhere = range(1, paper["pages"] + 1)
        for heading in paper["sections"]:
            assert any(on_page(paper["id"], page, heading) for page in everywhere), heading
        for figure in paper["figures"]:
            caption = f"{figure['label']}: {figure['caption']}"
            assert on_page(paper["id"], figure["page"], caption), caption
            for row in figure.get("rows", ()):
                assert on_page(paper["id"], figure["page"], "".join(row)), row


def test_numbers_agree_between_papers(gold: dict[str, Any]) -> None:
    """Whoever reports the same method by the same measure reports the same number."""
    reported: dict[tuple[str, str], set[str]] = {}
    count = 0
    for paper in gold["papers"]:
        for figure in paper["figures"]:
            for row in figure.get("rows", ()):
                method = re.sub(r" [(\[].*", "", row[0])
                for measure, cell in zip(figure["measures"], row if len(row) > 1 else (), strict=False):
                    if measure and cell != "-":
                        reported.setdefault((method, measure), set()).add(cell.rstrip("*"))
                        count += 1
    assert {key: values for key, values in reported.items() if len(values) > 1} == {}
    assert count > 1.5 * len(reported)  # most numbers are printed by more than one paper


def test_questions_can_be_answered(gold: dict[str, Any], on_page: Any) -> None:
    papers = {paper["id"]: paper for paper in gold["papers"]}
    anchor = papers[gold["anchor"]]
    cited = {reference["paper"] for reference in anchor["references"]}
    assert len(gold["questions"]) >= 12
    for question in gold["questions"]:
        assert question["paper"] in cited
        assert question["entity"] in papers[question["paper"]]["names"]
        figure = next(item for item in anchor["figures"] if item["label"] == question["figure"])
        assert question["modal"] == figure["kind"]
        shown = json.dumps([figure.get("rows"), figure.get("series"), figure.get("x")])
        assert question["entity"] in shown
        assert on_page(question["paper"], question["page"], question["sentence"])


def test_mentions_begin_on_their_page_and_use_known_keys(gold: dict[str, Any], on_page: Any) -> None:
    for paper in gold["papers"]:
        keys = {reference["key"] for reference in paper["references"]}
        assert len(paper["mentions"]) >= 2
        for mention in paper["mentions"]:
            assert set(mention["keys"]) <= keys
            assert on_page(paper["id"], mention["page"], mention["sentence"][:25])


def test_bibliographies_reach_inside_and_outside_the_folder(gold: dict[str, Any]) -> None:
    ids = {paper["id"] for paper in gold["papers"]}
    anchor = next(paper for paper in gold["papers"] if paper["id"] == gold["anchor"])
    targets = [reference["paper"] for reference in anchor["references"]]
    assert len(targets) >= 12
    assert None in targets
    assert {target for target in targets if target} == ids - {gold["anchor"]}


def test_lines_are_hyphenated() -> None:
    text = "".join(pages(SAMPLE / "pdf" / "varnholt-2024-braidnet.pdf"))
    assert len(re.findall(r"\w(?:\u0002|\ufffe|-\r?\n)", text)) > 12


def test_without_arguments_the_script_prints_its_usage_and_writes_nothing() -> None:
    script = ROOT / "examples" / "make_sample_cluster.py"
    before = (SAMPLE / "gold.json").stat().st_mtime_ns
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "python examples/make_sample_cluster.py FOLDER" in done.stderr
    assert (SAMPLE / "gold.json").stat().st_mtime_ns == before


@pytest.mark.slow
def test_the_script_reproduces_the_committed_cluster(tmp_path: Path) -> None:
    """The same gold and the same text on any machine; the same bytes from two runs on one machine."""
    script = ROOT / "examples" / "make_sample_cluster.py"
    for name in ("one", "two"):
        subprocess.run([sys.executable, str(script), str(tmp_path / name)], check=True)
    assert (tmp_path / "one" / "gold.json").read_bytes() == (SAMPLE / "gold.json").read_bytes()
    for file in sorted((SAMPLE / "pdf").iterdir()):
        fresh = tmp_path / "one" / "pdf" / file.name
        assert pages(fresh) == pages(file), file.name
        assert fresh.read_bytes() == (tmp_path / "two" / "pdf" / file.name).read_bytes()
