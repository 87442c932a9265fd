"""Questions that list papers: the papers, and what is asked of each."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.paper_lists import find_paper_list
from citehop.agent.session import Session

RILLNET, SNOW, TWIN = "castellanos-2021-rillnet", "thorvik-2023-snowledger", "haldorsen-2021-donor-catchments"


@pytest.mark.parametrize(
    ("question", "part", "papers"),
    [
        ("number of parameters: RillNet vs SnowLedger", "What is the number of parameters", [RILLNET, SNOW]),
        (
            "Of RillNet, SnowLedger and TwinGauge, which two use dropout?",
            "What is the use dropout",
            [RILLNET, SNOW, TWIN],
        ),
        (
            "Which data sets do both RillNet and SnowLedger use?",
            "Which data sets do they use",
            [RILLNET, SNOW],
        ),
        (
            "Optimizer in (a) the RillNet paper and (b) the SnowLedger paper?",
            "What is the Optimizer",
            [RILLNET, SNOW],
        ),
        (
            "GPU used in each of: Castellanos et al., and Thorvik et al.?",
            "What is the GPU used",
            [RILLNET, SNOW],
        ),
        ("What optimizers do RillNet and SnowLedger use?", "What optimizers do they use", [RILLNET, SNOW]),
        ("Median NSE on CRESTA: TwinGauge vs RillNet", "What is the Median NSE on CRESTA", [TWIN, RILLNET]),
        (
            "depth of account each: RillNet, SnowLedger, TwinGauge",
            "What is the depth of account",
            [RILLNET, SNOW, TWIN],
        ),
        ("Optimizer of RillNet / SnowLedger?", "What is the Optimizer", [RILLNET, SNOW]),
        ("Optimizer of RillNet/SnowLedger?", "What is the Optimizer", [RILLNET, SNOW]),
        (
            "RillNet on snow and SnowLedger on melting rain use the same optimizer, which?",
            "Which optimizer do they use",
            [RILLNET, SNOW],
        ),
        (
            "Which optimizer does RillNet use, and which one does SnowLedger use, for donor catchments?",
            "Which optimizer does they use",
            [RILLNET, SNOW],
        ),
        (
            "hidden size of RillNet and that of SnowLedger - same or not?",
            "What is the hidden size",
            [RILLNET, SNOW],
        ),
        (
            "Compare the length of the record of RillNet with the record of SnowLedger",
            "What is the length of the record",
            [RILLNET, SNOW],
        ),
        (
            "Compare the sizes of RillNet: Message Passing along Drainage Lines and SnowLedger",
            "What is the sizes",
            [RILLNET, SNOW],
        ),
    ],
)
def test_listed_papers_and_the_rest(by_words: Session, question: str, part: str, papers: list[str]) -> None:
    listed = find_paper_list(question, by_words.subjects)
    assert listed is not None
    assert (listed.part, [paper.paper_id for paper in listed.papers]) == (part, papers)


def test_a_restriction_stays_with_its_paper(by_words: Session) -> None:
    listed = find_paper_list("Training time: RillNet on MossGauge, and SnowLedger.", by_words.subjects)
    assert listed is not None
    assert [paper.phrase for paper in listed.papers] == ["RillNet on MossGauge", "SnowLedger"]


@pytest.mark.parametrize(
    "question",
    [
        "How does RillNet pass messages?",
        "Does SnowLedger cite RillNet, and how do they differ?",
        "Which method has an NSE of 0.713 on CRESTA in Table 1, and what happens to its timing error?",
        "How do snow and rain differ?",
        "What is the input/output size of RillNet?",
        "What NSE does SnowLedger get in the comparison of snow models by Castellanos and Whitcombe?",
        "Of the models compared in the RillNet paper, has SnowLedger the lowest error?",
        "How accurate is RillNet on CRESTA, and how accurate is SnowLedger there?",
    ],
)
def test_questions_about_one_paper_or_a_citation(by_words: Session, question: str) -> None:
    assert find_paper_list(question, by_words.subjects) is None


def test_a_list_for_citations_is_marked(by_words: Session) -> None:
    for question, cites in (
        ("Which papers do both RillNet and SnowLedger cite?", True),
        ("Sizes: RillNet vs SnowLedger", False),
    ):
        listed = find_paper_list(question, by_words.subjects)
        assert listed is not None
        assert listed.cites is cites


def test_each_paper_is_asked_its_own_part(by_words: Session) -> None:
    question = "Optimizer of RillNet and number of basins in SnowLedger: give me both"
    listed = find_paper_list(question, by_words.subjects)
    assert listed is not None
    assert [paper.part for paper in listed.papers] == [
        "What is the Optimizer",
        "What is the number of basins",
    ]


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        (
            "What data is RillNet trained on, and what optimizer does SnowLedger rely on instead?",
            ["What data is RillNet trained on?", "what optimizer does SnowLedger rely on instead?"],
        ),
        (
            "Compare agreement: kappa for floods in RillNet, and for snow in SnowLedger.",
            ["What is the agreement: kappa for floods in RillNet?", "What is the agreement: kappa for snow in SnowLedger?"],
        ),
        (
            "Which optimizer is used in RillNet and SnowLedger?",
            ["Which optimizer is used in RillNet?", "Which optimizer is used in SnowLedger?"],
        ),
    ],
)  # fmt: skip
def test_a_paper_is_asked_in_the_words_of_the_question(
    by_words: Session, question: str, asked: list[str]
) -> None:
    listed = find_paper_list(question, by_words.subjects)
    assert listed is not None
    assert [paper.question for paper in listed.papers] == asked


def test_each_paper_is_asked_for_what_is_counted_in_it(by_words: Session) -> None:
    question = (
        "Which optimizer was RillNet trained with, and how many people took part in SnowLedger's trial?"
    )
    listed = find_paper_list(question, by_words.subjects)
    assert listed is not None
    assert [paper.question for paper in listed.papers] == [
        "Which optimizer was RillNet trained with?",
        "how many people took part in SnowLedger's trial?",
    ]


def test_what_is_before_the_authors_names_their_paper(by_words: Session) -> None:
    listed = find_paper_list(
        "kappa of Castellanos et al. vs. the snow melt paper of Thorvik et al.", by_words.subjects
    )
    assert listed is not None
    assert listed.part == "What is the kappa"
    assert listed.papers[1].phrase == "snow melt paper of Thorvik et al"


def test_what_is_asked_for_names_no_paper(by_words: Session) -> None:
    listed = find_paper_list("Which snow ledger do RillNet and TwinGauge use?", by_words.subjects)
    assert listed is not None
    assert [paper.paper_id for paper in listed.papers] == [RILLNET, TWIN]


def test_two_authors_name_one_paper(by_words: Session) -> None:
    listed = find_paper_list("Compare the sizes: Castellanos & Pla vs Thorvik", by_words.subjects)
    assert listed is not None
    assert [(paper.paper_id, paper.phrase) for paper in listed.papers] == [
        (RILLNET, "Castellanos & Pla"),
        (SNOW, "Thorvik"),
    ]


@pytest.mark.parametrize(
    ("question", "part", "relation", "papers"),
    [
        ("Which has more parameters, RillNet or SnowLedger?", "How many parameters", "most", [RILLNET, SNOW]),
        ("Do RillNet and SnowLedger use the same optimizer?", "Which optimizer do they use", "same", [RILLNET, SNOW]),
        ("What optimizer was used for RillNet, and what for SnowLedger?", "What optimizer was used", "list", [RILLNET, SNOW]),
        (
            "How many units does RillNet have, and how many does SnowLedger?",
            "How many units does they have",
            "list",
            [RILLNET, SNOW],
        ),
        ("How do the sizes of RillNet and SnowLedger differ?", "What are the sizes", "difference", [RILLNET, SNOW]),
        ("Contrast RillNet with SnowLedger: which optimizer is used?", "which optimizer is used", "list", [RILLNET, SNOW]),
        ("Optimizer of RillNet as opposed to SnowLedger?", "What is the Optimizer", "list", [RILLNET, SNOW]),
        (
            "On which data were the network of Castellanos et al. and SnowLedger tested?",
            "On which data were they tested",
            "list",
            [RILLNET, SNOW],
        ),
    ],
)  # fmt: skip
def test_the_question_to_each_keeps_its_grammar(
    by_words: Session, question: str, part: str, relation: str, papers: list[str]
) -> None:
    listed = find_paper_list(question, by_words.subjects)
    assert listed is not None
    assert (listed.part, listed.relation) == (part, relation)
    assert [paper.paper_id for paper in listed.papers] == papers


@pytest.mark.parametrize(
    "question",
    [
        "Which data set that came with RillNet and SnowLedger is the largest?",
        "Which gauges does RillNet train on rather than SnowLedger?",
        "What do Castellanos and Pla say about the delay?",
    ],
)
def test_names_that_no_conjunction_joins_are_no_list(by_words: Session, question: str) -> None:
    assert find_paper_list(question, by_words.subjects) is None
