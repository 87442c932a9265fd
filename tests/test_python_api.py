"""citehop as a library: a folder in, an answer out, nothing printed, no environment touched."""

import ast
import os
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import citehop
from citehop.agent.llm.meter import Meter
from citehop.agent.llm.roles import Models
from citehop.agent.session import Session
from citehop.agent.types import Answer
from citehop.cli.sample_cluster import ANCHOR_FILE, FOLDER, QUESTION
from citehop.papers.clusters.cluster import Cluster
from citehop.testing import QueueLLM

SENTENCE = "If all delays are fixed at one day per edge, the timing error rises from 9.6 to 13.1 hours."
ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def session(by_words: Session) -> Session:
    return by_words


def test_nothing_is_printed_and_no_variable_set(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import cv2  # sets variables of its own when it is first imported

    assert cv2.__version__
    before = dict(os.environ)
    stages: set[str] = set()
    settings = citehop.load_settings({"embedding_model": "none"})
    report = citehop.index(FOLDER, "mine", ANCHOR_FILE, settings, lambda step: stages.add(step.stage))
    assert report.papers == 13
    assert "parse" in stages
    session = citehop.open("mine", settings)  # as in a notebook, without `with`
    answer = citehop.ask(session, QUESTION)
    session.close()
    assert "9.6 to 13.1 hours" in answer.text
    assert capsys.readouterr() == ("", "")
    assert dict(os.environ) == before


def test_sixteen_threads_share_a_session(session: Session) -> None:
    crop = session.cluster.path / session.cluster.paper(str(session.cluster.anchor)).figures[0].image

    def one(number: int) -> tuple[object, ...]:
        return (
            citehop.ask(session, QUESTION).citations,
            citehop.search(session, "river flood forecasts", 4),
            citehop.rank(session, QUESTION).ranking,
            number % 8 or citehop.read_figure(crop, "Which method has an NSE of 0.713?").entities[0].text,
        )

    with ThreadPoolExecutor(16) as pool:
        done = list(pool.map(one, range(16)))
    assert len({each[:3] for each in done}) == 1
    assert "RillNet" in str(done[0][3])
    assert done[0][3] == done[8][3]
    citations, found, ranking, _ = done[0]
    assert citations[0].quote == SENTENCE  # type: ignore[index]
    assert len(found) == 4  # type: ignore[arg-type]
    assert ranking[0].paper_id == "castellanos-2021-rillnet"  # type: ignore[index]


def test_search_says_where_and_restricts(session: Session) -> None:
    found = citehop.search(session, "gauges", papers=["CRESTA"], k=2)
    assert {f.chunk.paper_id for f in found} == {"abiodun-2020-cresta"}
    assert found[0].paper.title.startswith("CRESTA")
    assert [f.score for f in found] == sorted((f.score for f in found), reverse=True)
    with pytest.raises(citehop.CitehopError, match="k must be 1"):
        citehop.search(session, "floods", k=0)


def test_an_image_of_ones_own_is_read_in_place_of_a_figure(session: Session) -> None:
    anchor = session.cluster.paper(str(session.cluster.anchor))
    crop = session.cluster.path / anchor.figures[0].image
    answer = citehop.ask(session, QUESTION, image=crop)
    assert answer.figure == ""
    assert answer.citations[0].quote == SENTENCE
    assert citehop.ask(session, QUESTION).figure == anchor.figures[0].id


def test_a_known_first_hop_is_kept(session: Session) -> None:
    hop = citehop.rank(session, QUESTION)
    answer = citehop.ask(session, "What happens if all delays are fixed at one day per edge?", known=hop)
    assert answer.ranking == hop.ranking
    assert answer.citations[0].quote == SENTENCE
    assert "figure and ranking" not in [step.name for step in answer.steps]


def test_a_stream_gives_the_draft_then_the_answer(session: Session) -> None:
    llm = QueueLLM(['{"reason": "", "statements": [1], "phrasing": "The timing error rises."}'])
    events = list(citehop.stream(session, QUESTION, models=Models(llm, llm, Meter())))
    assert "".join(e for e in events[:-1] if isinstance(e, str)).startswith("The timing error rises.")
    assert isinstance(events[-1], Answer)
    assert [type(e) for e in citehop.stream(session, QUESTION)] == [Answer]
    with pytest.raises(citehop.CitehopError, match="no 'Table 99'"):
        list(citehop.stream(session, QUESTION, figure="Table 99"))


def test_leaving_a_stream_stops_asking(session: Session) -> None:
    llm = QueueLLM(default='{"reason": "", "statements": [1], "phrasing": "' + "word " * 50 + '"}')
    events = citehop.stream(session, QUESTION, models=Models(llm, llm, Meter()))
    next(events)
    events.close()  # type: ignore[attr-defined]  # a generator's
    for thread in threading.enumerate():
        if thread.name == "citehop-ask":
            thread.join(10)
            assert not thread.is_alive()
    assert len(llm.requests) == 1


def test_type_checkers_see_every_name() -> None:
    block = next(n for n in ast.parse((ROOT / "__init__.py").read_text()).body if isinstance(n, ast.If))
    named = {
        a.asname: (n.module, a.name) for n in block.body if isinstance(n, ast.ImportFrom) for a in n.names
    }
    loaded = {name: tuple(target.split(":")) for name, target in citehop._EXPORTS.items()}
    assert named == loaded
    assert set(citehop.__all__) == {*loaded, "__version__"}
    assert (ROOT / "py.typed").exists()


@pytest.mark.parametrize(
    "call",
    [
        lambda session: citehop.ask(session, "Q?", anchor="nobody"),
        lambda session: citehop.ask(session, "Q?", figure="Table 99"),
        lambda session: citehop.rank(session, "Q?", figure="Table 1"),
        lambda session: citehop.compare(session, "Q?", ["RillNet"]),
        lambda session: citehop.search(session, "q", papers=["nobody"]),
        lambda session: session.cluster.paper("nobody"),
    ],
)
def test_errors_name_no_command(by_words: Session, call: Any) -> None:
    """What a program cannot act on is a command line."""
    cluster = by_words.cluster
    without_anchor = Cluster(cluster.path, replace(cluster.manifest, anchor=None))
    with pytest.raises(citehop.CitehopError) as error:
        call(replace(by_words, cluster=without_anchor))
    assert "citehop " not in str(error.value)
    assert " --" not in str(error.value)
