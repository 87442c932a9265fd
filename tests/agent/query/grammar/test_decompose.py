from __future__ import annotations

import pytest

from citehop.agent.query.grammar.decompose import split_hops
from citehop.papers.captions import figure_label


@pytest.mark.parametrize(
    ("question", "visual", "textual"),
    [
        (
            "Which method in Table 2 scores 28.62 on WQ, and how does that method's own paper handle rare words?",
            "Which method in Table 2 scores 28.62 on WQ?",
            "How does that method's own paper handle rare words?",
        ),
        (
            "FormNet's speed table: the reader with 73.1 on news, how many samples are in a batch according to its own paper?",
            "FormNet's speed table: Which reader with 73.1 on news?",
            "How many samples are in a batch according to its own paper?",
        ),
        (
            "All examples of Falk's paper are written with a toolkit: through which library does it draw?",
            "All examples of Falk's paper are written with a toolkit",
            "Through which library does it draw?",
        ),
        (
            'Consider the paper that introduces the method answering: "Which needs 192 hours?" How many sentences?',
            "Which needs 192 hours?",
            "How many sentences?",
        ),
        (
            "Consider the paper that introduces the method that gets 28.62 on WQ. How does it address diversity?",
            "Which method that gets 28.62 on WQ?",
            "How does it address diversity?",
        ),
        (
            "Take the single model with an EM of 64.7 in Table 1. Which optimizer was it trained with?",
            "Which single model with an EM of 64.7 in Table 1?",
            "Which optimizer was it trained with?",
        ),
        (
            "In Table 5, only one competitor gets the lowest r. How was it trained in its own paper?",
            "In Table 5, which competitor gets the lowest r?",
            "How was it trained in its own paper?",
        ),
        (
            "paper that Lunt cites for the fast softmax: learning rate?",
            "Paper that Lunt cites for the fast softmax.",
            "In that work, what is the learning rate?",
        ),
        (
            "Lunt's example of a feedforward net -> how many hidden units?",
            "Lunt's example of a feedforward net.",
            "In that work, how many hidden units?",
        ),
        (
            "Lunt's note cites a study on talk. kappa between its labelers?",
            "Lunt's note cites a study on talk.",
            "Kappa between its labelers?",
        ),
        (
            "Lunt's note credits Ash (2005) for a fast softmax. what resource did they take the tree from?",
            "Lunt's note credits Ash (2005) for a fast softmax.",
            "what resource did they take the tree from?",
        ),
        (
            "They follow earlier work by Ash et al. Which batch size was used there?",
            "They follow earlier work by Ash et al.",
            "Which batch size was used there?",
        ),
        (
            "The term delay graph is taken from an older paper: on which two rivers was that older system tested?",
            "The term delay graph is taken from an older paper",
            "On which two rivers was that older system tested?",
        ),
        (
            "Under which licence is the toolkit distributed with which the guesser in this paper was written?",
            "Which toolkit with which the guesser in this paper was written?",
            "Under which licence is that toolkit distributed?",
        ),
        (
            "The related work names a system that joins two signals. How many people labelled its data?",
            "The related work names a system that joins two signals.",
            "How many people labelled its data?",
        ),
        (
            "One of the competitors was trained in 15 hours; what optimizer does its paper use?",
            "One of the competitors was trained in 15 hours",
            "What optimizer does its paper use?",
        ),
        (
            "In the work cited for the delay measure, what value does alpha have?",
            "The work cited for the delay measure",
            "What value does alpha have?",
        ),
        (
            "Which model of Table 3 has the highest recall, and with what batch size was it trained in its own paper?",
            "Which model of Table 3 has the highest recall?",
            "With what batch size was it trained in its own paper?",
        ),
        ("In the QANet paper, what batch size is used?",) * 3,
        ("Does the model of Ash et al. (2004) beat the one in Table 2?",) * 3,
        ("Which optimizer trains the model that is proposed in this paper?",) * 3,
        ("What error rate does the model reach?",) * 3,
        ("Which is better than A and worse than B?",) * 3,
    ],
)
def test_split(question: str, visual: str, textual: str) -> None:
    hops = split_hops(question)
    assert (hops.visual, hops.textual) == (visual, textual)


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("see Fig. 3 for", "Figure 3"),
        ("in table 2?", "Table 2"),
        ("Table A1 shows", "Table A1"),
        ("TABLE IV", "Table IV"),
        ("ablations (Table 1b)", "Table 1"),
        ("Table 5% of", ""),
        ("the second table on page 5", "Second table on page 5"),
        ("Table 2 on page 5", "Table 2"),
        ("the table in the paper", ""),
        ("figures of speech", ""),
    ],
)
def test_label(text: str, label: str) -> None:
    assert figure_label(text) == label
