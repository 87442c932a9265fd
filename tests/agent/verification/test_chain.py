from dataclasses import replace

import pytest

from citehop.agent.ask import ask
from citehop.agent.session import Session
from citehop.agent.types import Answer, Citation
from citehop.agent.verification.chain import LINKS, proven_links
from citehop.cli.sample_cluster import QUESTION
from citehop.figures.types import Entity, Reading
from citehop.papers.types import BBox
from citehop.retrieval.types import RankedPaper

BOX = BBox(0.0, 0.0, 1.0, 1.0)
READING = Reading((Entity("Wren", 0.8),), "max", (BOX,), abstained=False)


@pytest.fixture
def answer(by_words: Session) -> Answer:
    paper = by_words.cluster.paper_ids[0]
    sentence = next(block for block in by_words.cluster.paper(paper).blocks if block.kind == "paragraph")
    quote = " ".join(sentence.text.split()[:8])
    return Answer(
        "It is so [1].",
        citations=(Citation(paper, sentence.page, sentence.bbox, quote),),
        ranking=(RankedPaper(paper, 1.0, ("'Wren' (p 0.80): title holds the name",)),),
        reading=READING,
        status="answered",
    )


def test_every_link_of_a_good_chain_holds(answer: Answer, by_words: Session) -> None:
    assert proven_links(answer, by_words) == LINKS


def test_a_link_that_is_missing_is_left_out(answer: Answer, by_words: Session) -> None:
    (cited,), (best,) = answer.citations, answer.ranking
    other = by_words.cluster.paper_ids[1]
    for changed, missing in (
        (replace(answer, reading=None), {"figure box", "citation"}),
        (replace(answer, reading=replace(READING, evidence=())), {"figure box"}),
        (replace(answer, reading=replace(READING, abstained=True)), {"figure box", "citation"}),
        (replace(answer, ranking=(replace(best, reasons=("text resembles the question",)),)), {"citation"}),
        (
            replace(
                answer,
                ranking=(
                    replace(
                        best,
                        reasons=(
                            "on the topic of the figure's other papers; none of its names is clearly this paper",
                        ),
                    ),
                ),
            ),
            {"citation"},
        ),
        (replace(answer, ranking=(replace(best, paper_id=other),)), {"paper"}),
        (replace(answer, citations=(replace(cited, quote="made up by nobody at all"),)), {"quote"}),
        (replace(answer, citations=()), {"paper", "quote"}),
    ):
        assert set(LINKS) - set(proven_links(changed, by_words)) == missing


def test_an_answer_of_the_sample_cluster_is_proven_from_box_to_quote(by_words: Session) -> None:
    assert proven_links(ask(by_words, QUESTION), by_words) == LINKS
