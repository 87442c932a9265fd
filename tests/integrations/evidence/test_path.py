"""The path of an answer from a cell to a paper."""

from dataclasses import replace

from citehop.agent.ask import ask
from citehop.agent.session import Session
from citehop.cli.sample_cluster import QUESTION
from citehop.integrations.evidence.path import trace_path


def test_the_path_leads_from_the_cell_to_the_quoted_paper(by_words: Session) -> None:
    answer = ask(by_words, QUESTION)
    path = trace_path(answer, by_words.cluster)
    assert path is not None
    assert path.name == "RillNet (Castellanos et al., 2021)"
    assert (
        path.citation
        == "RillNet (Castellanos et al., 2021) was the first to pass messages along drainage lines."
    )
    assert path.reference.startswith("Ignacio Castellanos")
    assert path.paper.id == "castellanos-2021-rillnet"
    assert path.reasons


def test_there_is_no_path_to_a_paper_that_the_name_does_not_refer_to(by_words: Session) -> None:
    answer = ask(by_words, QUESTION)
    best, *others = answer.ranking
    unlinked = replace(
        best, reasons=("'KarstMix' (p 0.01): cites Zielony 2023", "text resembles the question")
    )
    assert trace_path(replace(answer, ranking=(unlinked, *others)), by_words.cluster) is None


def test_there_is_no_path_without_a_reading(by_words: Session) -> None:
    answer = ask(by_words, QUESTION)
    assert answer.reading is not None
    assert trace_path(replace(answer, reading=None), by_words.cluster) is None
    assert (
        trace_path(replace(answer, reading=replace(answer.reading, abstained=True)), by_words.cluster) is None
    )
    assert trace_path(replace(answer, ranking=()), by_words.cluster) is None
