"""Wordings of questions for what a page of the paper itself prints."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.facts.printed.wordings import requested_prints


@pytest.mark.parametrize(
    ("question", "asked"),
    [
        ("Whom do the RillNet authors thank?", ("thanks",)),
        ("Which people does the RillNet paper acknowledge?", ("thanks",)),
        ("RillNet: what's the arXiv identifier?", ("arxiv",)),
        ("On what date was RillNet uploaded to arXiv?", ("arxiv",)),
        ("where can I get the code of RillNet", ("link",)),
        ("Is the implementation of RillNet public?", ("link",)),
        ("GitHub repository of RillNet?", ("link",)),
        ("Link to RillNet's demo?", ("link",)),
        ("Which keywords does the RillNet paper give?", ("keywords",)),
        ("What keywords are given in the RillNet paper?", ("keywords",)),
        ("Under which license was the RillNet paper published?", ("rights",)),
        ("Did the RillNet authors release their code?", ("link",)),
        ("Who is named in the acknowledgments of RillNet?", ("thanks",)),
        ("What is the ACM article number of RillNet?", ("numbers",)),
        ("Article no. of RillNet?", ("numbers",)),
        ("ISBN of the proceedings with RillNet?", ("numbers",)),
        ("What number of articles does RillNet read?", ()),
        ("What F1 does the class for greetings and thanks reach?", ()),
        ("What share of the moves are acknowledgements?", ()),
        ("Why does the place of a thank-you matter?", ()),
        ("Which learner is better on positive acknowledgements?", ()),
        ("How large was the code inventory in the shared task?", ()),
        ("Thanks to which layer does RillNet win?", ()),
        ("Thanks! What is RillNet?", ()),
        ("Which limitations do the authors acknowledge?", ()),
        ("How many arXiv papers does RillNet train on?", ()),
        ("How many papers were put on arXiv?", ()),
        ("Where in the code is the gate?", ()),
        ("Under which license is the code of RillNet released?", ()),
        ("Which implementation does RillNet use?", ()),
        ("Which keyword search does RillNet use?", ()),
    ],
)
def test_what_is_asked_for(question: str, asked: tuple[str, ...]) -> None:
    assert requested_prints(question) == asked
