"""Ranking for a question that names no figure: the likeliest one is read and said to have been chosen."""

import shutil
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from citehop.agent.ask import ask
from citehop.agent.figures.first_hop_context import needs_cited_papers
from citehop.agent.first_hop import first_hop
from citehop.agent.plan import Plan
from citehop.agent.query.grammar.parser import parse_question
from citehop.agent.request_context import Focus, RequestContext, parse_request
from citehop.agent.session import Session, open_session
from citehop.agent.trace import Trace
from citehop.indexes.build.build import build
from citehop.integrations.evidence.write import write_evidence
from citehop.settings import Settings


def test_a_question_that_a_figure_answers_finds_its_figure(by_words: Session) -> None:
    hop = first_hop(by_words, "Which method has the second highest NSE on CRESTA?", seek=True)
    assert hop.figure is not None
    assert (hop.figure.label, hop.chosen) == ("Table 1", True)
    assert hop.reading is not None
    assert hop.reading.entities[0].text.startswith("KarstMix")
    assert hop.ranking[0].paper_id == "zielony-2023-flow-paths"


def test_a_question_about_papers_reads_no_figure(by_words: Session) -> None:
    hop = first_hop(by_words, "Which paper has the best guarantees for floods?", seek=True)
    assert hop.figure is None
    assert hop.ranking


def test_a_chart_of_a_paper_is_read_from_its_own_paths_and_its_marks_are_outlined(
    shared: Path, tmp_path: Path
) -> None:
    papers = sorted((shared / "pdf_cluster_sentemb" / "pdf").glob("*nordered*.pdf"))
    if not papers:
        pytest.skip("the paper with the chart is not at hand")
    folder = tmp_path / "papers"
    folder.mkdir()
    shutil.copy(papers[0], folder)
    settings = Settings(home=str(tmp_path / "home"), embedding_model="none")
    build(folder, "one", None, settings)
    with open_session("one", settings) as session:
        (paper,) = session.cluster.paper_ids
        answer = ask(
            session, "What is the accuracy of DAN-ROOT with 1 layer?", anchor=paper, figure="Figure 4"
        )
        assert answer.text.startswith("84.7")
        assert answer.reading is not None
        assert answer.reading.evidence
        write_evidence("accuracy", answer, session, tmp_path / "evidence")
    with Image.open(tmp_path / "evidence" / "figure-page.png") as image:
        assert (np.asarray(image.convert("RGB")) == (214, 40, 40)).all(axis=-1).any()


def test_what_sounds_like_a_figure() -> None:
    assert parse_question("Which model is represented by the orange line?").of_figure
    assert parse_question("Which dataset has the fewest turns?").of_figure
    assert not parse_question("Which paper has the best proof?").of_figure
    assert not parse_question("How are rare words handled?").of_figure


@pytest.mark.parametrize(("image", "needed"), [(Path("t.png"), True), (None, False)])
def test_a_picture_leads_to_a_cited_paper_as_a_figure_of_the_anchor_does(
    by_words: Session, image: Path | None, needed: bool
) -> None:
    without_anchor = replace(by_words.cluster, manifest=replace(by_words.cluster.manifest, anchor=None))
    question = parse_question("Consider the paper that introduces the method that leads. How does it parse?")
    session = replace(by_words, cluster=without_anchor)
    context = RequestContext(
        session, *parse_request(session, question.text), Focus(image=image), Plan(), Trace()
    )
    assert needs_cited_papers(context) is needed


def test_an_opened_session_ranks_as_a_new_one(word_settings: Settings) -> None:
    questions = [
        "Which method has an NSE of 0.713 on CRESTA in Table 1?",
        "Which method has the lowest CRPS in Table 2?",
        "Which method has an NSE of 0.708 on CRESTA in Table 1?",
    ]
    with open_session("sample", word_settings) as session:
        kept = [first_hop(session, question) for question in questions]
        anchor = session.cluster.anchor
        index = session.candidate_index(anchor)
        assert session.candidate_index(anchor) is index
        assert anchor not in index.paper_ids
        other = session.candidate_index("castellanos-2021-rillnet")
        assert other.paper_ids - index.paper_ids == {anchor}
    for question, hop in zip(questions, kept, strict=True):
        with open_session("sample", word_settings) as session:
            assert first_hop(session, question) == hop
