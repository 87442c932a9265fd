"""Words of a question that name papers."""

from __future__ import annotations

import pytest

from citehop.agent.answerers.several.mentions import find_mentions
from citehop.agent.session import Session


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("List the optimizers used to train the RillNet network and SnowLedger.", ["RillNet network", "SnowLedger"]),
        ("Which of RillNet and SnowLedger is more accurate on CRESTA?", ["RillNet", "SnowLedger"]),
        (
            "Time: RillNet (on MossGauge) vs the SnowLedger paper by Thorvik",
            ["RillNet (on MossGauge)", "SnowLedger paper by Thorvik"],
        ),
        ("Castellanos & Pla's network - how deep is it?", ["Castellanos & Pla's network"]),
        ("Do RillNet and the 'now or never' model of Thorvik use dropout?", ["RillNet", "Thorvik"]),
        ("Depth in Castellanos/Pla and in Thorvik?", ["Castellanos/Pla", "Thorvik"]),
        ("Depth: rillnet / the SnowLedger encoder", ["rillnet", "SnowLedger encoder"]),
        (
            "Kernel: message passing on graphs (Castellanos & Pla) vs SnowLedger",
            ["message passing on graphs (Castellanos & Pla)", "SnowLedger"],
        ),
        (
            "Who is deeper, message passing of Castellanos & Pla or SnowLedger?",
            ["message passing of Castellanos & Pla", "SnowLedger"],
        ),
        ("Depth of SnowLedger, what is it in the net of Castellanos & Pla?", ["SnowLedger", "Castellanos & Pla"]),
        ("How does RillNet compare with Dunmore and Falk?", ["RillNet"]),  # a work outside the cluster
        ("How many units do all networks have?", []),
    ],
)  # fmt: skip
def test_the_words_that_name_papers(by_words: Session, question: str, names: list[str]) -> None:
    mentions = find_mentions(question, by_words.subjects)
    assert [question[mention.start : mention.end] for mention in mentions] == names
