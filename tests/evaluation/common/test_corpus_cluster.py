import threading
from collections.abc import Sequence
from pathlib import Path

import pytest

from citehop.agent.llm.errors import BudgetError
from citehop.agent.llm.meter import Meter
from citehop.agent.llm.roles import Models
from citehop.agent.llm.types import Message, Request
from citehop.agent.session import Session
from citehop.agent.types import Usage
from citehop.errors import ConfigurationError
from citehop.evaluation.common.engine import Row, build_corpus_cluster, in_clusters, raise_model_failures
from citehop.evaluation.types import Document, Example, Prediction
from citehop.papers.clusters.cluster import Cluster
from citehop.settings import Settings
from citehop.testing import QueueLLM

ROWS = [{"id": "a", "title": "On trees", "abstract": "We parse trees."}]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(home=str(tmp_path), embedding_model="none")


def test_the_same_papers_are_the_same_cluster(settings: Settings) -> None:
    first = build_corpus_cluster(ROWS, settings)
    assert first.paper_ids == ("a",)
    assert first.paper("a").abstract == "We parse trees."
    assert build_corpus_cluster(ROWS, settings).path == first.path
    assert build_corpus_cluster([{**ROWS[0], "abstract": "No."}], settings).path != first.path
    assert not (Path(settings.home) / "clusters").exists()  # it is none of the user's


def test_a_row_that_is_no_paper_is_named(settings: Settings) -> None:
    with pytest.raises(ConfigurationError, match=r'papers\.jsonl:2: "title"'):
        build_corpus_cluster([*ROWS, {"id": "b"}], settings)


def test_two_runs_that_need_one_cluster_wait_for_each_other(settings: Settings) -> None:
    built: list[Cluster] = []
    threads = [
        threading.Thread(target=lambda: built.append(build_corpus_cluster(ROWS, settings))) for _ in range(3)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({cluster.path for cluster in built}) == 1
    assert len(built) == 3


def test_examples_are_asked_in_the_cluster_of_their_papers(settings: Settings) -> None:
    opened: list[Session] = []  # kept, so that no other gets the address of one

    def system(session: Session, example: Example) -> Prediction:
        opened.append(session)
        return Prediction(example.id, session.cluster.paper_ids)

    def rows_of(example: Example) -> Sequence[Row]:
        return [{"id": document.id, "title": document.title} for document in example.documents]

    examples = [
        Example("1", "?", documents=(Document("a", "A"), Document("b", "B")), group="x"),
        Example("2", "?", documents=(Document("c", "C"),), group="y"),
        Example("3", "?", documents=(Document("a", "A"), Document("b", "B")), group="x"),
        Example("4", "?", group="z"),
    ]
    found = {p.id: p for p in in_clusters(system, rows_of, settings)(examples)}
    assert [found[key].ranking for key in "123"] == [("a", "b"), ("c",), ("a", "b")]
    assert found["4"].error == "no papers to ask"
    assert len(opened) == 3
    assert len(set(map(id, opened))) == 2


def test_a_budget_that_was_met_inside_is_raised_at_the_end() -> None:
    llm = QueueLLM([BudgetError("used up", Usage()), "fine"])
    request = Request((Message("user", "?"),))

    def ask_and_go_on() -> None:
        with raise_model_failures(Models(llm, llm, Meter())) as watched:
            assert watched is not None
            try:
                watched.text.complete(request)
            except BudgetError:
                assert watched.vision.complete(request).text == "fine"

    with pytest.raises(BudgetError, match="used up"):
        ask_and_go_on()
    with raise_model_failures(None) as nothing:
        assert nothing is None
