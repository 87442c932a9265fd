"""Choice of the figure that a question names: of the anchor, or of the paper whose figure it says it is."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from citehop.agent.answerers.figures.named_figure import BESIDE_LABEL, named_figure_of
from citehop.agent.plan import Plan
from citehop.agent.relevance.likely_papers import find_likely_papers
from citehop.agent.relevance.subject import find_subjects
from citehop.agent.request_context import Focus, RequestContext, parse_request
from citehop.agent.session import Session
from citehop.agent.trace import Trace
from citehop.errors import UsageError
from citehop.papers.types import Figure, Paper


@pytest.mark.parametrize(
    ("question", "label", "paper_id"),
    [
        # RillNet is a row of the anchor's Table 1, and the name of another paper.
        ("What NSE does RillNet have on CRESTA in Table 1?", "", "varnholt-2024-braidnet"),
        ("What NSE does RillNet have in Table 1 of the RillNet paper?", "", "castellanos-2021-rillnet"),
        ("According to RillNet's Table 1, which setting is best?", "", "castellanos-2021-rillnet"),
        ("In the RillNet paper, which setting of Table 1 is best?", "", "castellanos-2021-rillnet"),
        # Words of another paper's title come before the label, the paper's own name behind it.
        (
            "How do quantile heads and recurrent memory do in Table 1 of the RillNet paper?",
            "",
            "castellanos-2021-rillnet",
        ),
        (
            "How do quantile heads and recurrent memory do in Table 1 (a) of the RillNet paper?",
            "",
            "castellanos-2021-rillnet",
        ),
        # Words that are no name of a paper, but describe one alone.
        ("Which is lowest in Table 1(b) of the paper on attention?", "", "nakadai-2022-antecedent-rainfall"),
        ("Which is lowest in Table 1 of the melt paper?", "", "thorvik-2023-snowledger"),
        ("Which is lowest in Table 1 of the paper?", "", "varnholt-2024-braidnet"),
        # The anchor's Table 1 says nothing of conformal prediction.
        ("Which conformal method covers most floods in Table 1?", "", "sabaliauskas-2023-conformal-floods"),
        ("How many stations does SnowLedger have?", "Table 1", "varnholt-2024-braidnet"),
        ("How many stations are in Table 1 of the SnowLedger paper?", "Table 1", "thorvik-2023-snowledger"),
    ],
)
def test_a_name_in_the_anchors_own_table_leads_to_no_other_paper(
    question: str, label: str, paper_id: str, by_words: Session
) -> None:
    focus = Focus(figure=label or None)
    context = RequestContext(by_words, *parse_request(by_words, question), focus, Plan(), Trace())
    found = named_figure_of(context, find_subjects(question, by_words.subjects))
    assert found is not None
    assert found[0].id == paper_id


@pytest.mark.parametrize(
    ("question", "owner"),
    [
        ("Which conformal method covers most floods in Table 1?", "sabaliauskas-2023-conformal-floods"),
        ("In Table 1 of the RillNet paper, which setting is best?", "castellanos-2021-rillnet"),
        ("In the RillNet paper, which setting of Table 1 is best?", "castellanos-2021-rillnet"),
        ("What NSE does RillNet have on CRESTA in Table 1 of the BraidNet paper?", "varnholt-2024-braidnet"),
    ],
)
def test_without_an_anchor_a_figure_belongs_to_the_paper_that_it_fits(
    question: str, owner: str, by_words: Session
) -> None:
    found = _named_without_anchor(question, by_words)
    assert found is not None
    assert found[0].id == owner


@pytest.mark.parametrize(
    "question", ["Which is best in Table 99 of RillNet?", "In RillNet, what does Table 99 show?"]
)
def test_without_an_anchor_a_figure_that_the_named_paper_lacks_is_an_error(
    question: str, by_words: Session
) -> None:
    with pytest.raises(UsageError, match="no 'Table 99' in RillNet"):
        _named_without_anchor(question, by_words)


@pytest.mark.parametrize("label", ["Table 9", "Region of page 1 (72, 100, 300, 240)", "p3:table1"])
def test_without_an_anchor_nobody_has_a_figure_that_no_likely_paper_has_or_that_any_may_have(
    label: str, by_words: Session
) -> None:
    with pytest.raises(UsageError, match=rf"whose {re.escape(label)}\?"):
        _named_without_anchor("Which is best?", by_words, label)


@pytest.mark.parametrize("label", ["Table IV", "Figure 3.1", "Table A.2"])
def test_whose_figure_it_is_stands_beside_a_label_of_any_kind(label: str) -> None:
    behind = BESIDE_LABEL.search(f"Which is best in {label} of the DPR paper?")
    owner = BESIDE_LABEL.search(f"Which is best in DPR's own {label}?")
    assert behind is not None
    assert behind["behind"] == "the DPR paper"
    assert owner is not None
    assert owner["owner"] == "is best in DPR"


def _named_without_anchor(
    question: str, session: Session, label: str | None = None
) -> tuple[Paper, Figure] | None:
    manifest = replace(session.cluster.manifest, anchor=None)
    without = replace(session, cluster=replace(session.cluster, manifest=manifest))
    context = RequestContext(without, *parse_request(without, question), Focus(figure=label), Plan(), Trace())
    return named_figure_of(context, find_likely_papers(question, without.index, without.subjects))
