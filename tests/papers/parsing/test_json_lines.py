import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from citehop.papers.parsing.json_lines import list_json_lines, read_json_papers
from citehop.papers.types import Paper

ROW: dict[str, Any] = {
    "id": "1910.10683",
    "title": "Exploring Transfer",
    "authors": ["Colin Raffel", "Noam Shazeer"],
    "year": 2020,
    "abstract": "We explore.",
    "ids": {"arxiv": "1910.10683"},
    "sections": [
        {
            "heading": "2 Setup > 2.1 Model",
            "paragraphs": ["We start from BERT (Devlin et al., 2019).", "Rare words."],
        }
    ],
    "figures": [{"label": "Table 1", "caption": "Scores on GLUE."}],
    "references": [
        {"key": "Devlin et al., 2019", "title": "BERT", "authors": ["Jacob Devlin", "A", "B"], "year": 2019},
        "Kim, Y. 2014. Convolutional neural networks for sentence classification. In EMNLP.",
    ],
}


def papers(folder: Path, *rows: Mapping[str, Any] | str) -> dict[int, Paper | str]:
    path = folder / "papers.jsonl"
    path.write_text("\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows))
    numbers = [line.number for line in list_json_lines(path)]
    return dict(read_json_papers(path, numbers))


def test_a_line_is_a_paper_with_text_figures_references_and_citing_sentences(tmp_path: Path) -> None:
    paper = papers(tmp_path, ROW)[1]
    assert isinstance(paper, Paper)
    assert (paper.id, paper.title, paper.year, paper.pages) == ("1910-10683", "Exploring Transfer", 2020, 0)
    assert paper.authors == ("Colin Raffel", "Noam Shazeer")
    assert paper.ids == (("arxiv", "1910.10683"),)
    assert [(block.kind, block.section) for block in paper.blocks] == [
        ("paragraph", "Abstract"),
        ("heading", "2 Setup > 2.1 Model"),
        ("paragraph", "2 Setup > 2.1 Model"),
        ("paragraph", "2 Setup > 2.1 Model"),
        ("caption", "Figures and tables"),
    ]
    assert [(figure.id, figure.kind, figure.label) for figure in paper.figures] == [
        ("p0:table1", "table", "Table 1")
    ]
    assert [reference.key for reference in paper.references] == ["Devlin et al., 2019", "Kim, 2014"]
    assert [(mention.names, mention.keys) for mention in paper.mentions] == [
        (("BERT",), ("Devlin et al., 2019",))
    ]
    assert not paper.abstract_only


def test_a_paper_without_sections_is_known_by_title_and_abstract(tmp_path: Path) -> None:
    paper = papers(tmp_path, {"id": 7, "title": "T", "abstract": "A."})[1]
    assert isinstance(paper, Paper)
    assert paper.abstract_only
    assert (paper.id, paper.blocks) == ("7", ())


@pytest.mark.parametrize(
    ("row", "problem"),
    [
        ("{", "papers.jsonl:2: not JSON"),
        ("[1]", "papers.jsonl:2: not a JSON object"),
        ({"title": "T"}, 'papers.jsonl:2: "id" must be a text'),
        ({"id": "a"}, 'papers.jsonl:2: "title" must be a text'),
        ({"id": "a", "title": "T", "year": "2020"}, 'papers.jsonl:2: "year" must be a whole number'),
        (
            {"id": "a", "title": "T", "sections": ["x"]},
            'papers.jsonl:2: "sections" must be a list of objects',
        ),
        ({"id": "a", "title": "T", "authors": "X"}, 'papers.jsonl:2: "authors" must be a list of texts'),
        ({"id": "a", "title": "T", "ids": ["x"]}, 'papers.jsonl:2: "ids" must be an object'),
        ({"id": "a", "title": "T", "references": [3]}, "must be a list of objects or texts"),
        ("[" * 100_000, "papers.jsonl:2: not JSON"),
    ],
)
def test_a_bad_line_is_named_with_its_number(
    tmp_path: Path, row: Mapping[str, Any] | str, problem: str
) -> None:
    found = papers(tmp_path, ROW, row, "", {"id": "last", "title": "Last"})
    assert isinstance(found[1], Paper)
    assert problem in str(found[2])
    assert sorted(found) == [1, 2, 4]


def test_half_a_character_becomes_the_replacement_character(tmp_path: Path) -> None:
    paper = papers(
        tmp_path, '{"id":"p","title":"\\\\uD835\\\\udc00 and \\\\ud835 alone"}'.replace("\\\\", "\\")
    )[1]
    assert isinstance(paper, Paper)
    assert paper.title == "\U0001d400 and \ufffd alone"
