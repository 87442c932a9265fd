"""Names in a question that a paper never mentions."""

import pytest

from citehop.agent.relevance.names import (
    find_foreign_names,
    find_unknown_names,
    lacks_subject,
    table_lacks_subject,
)
from citehop.indexes.text.analysis import analyze
from citehop.indexes.text.term_statistics import count_terms

TEXTS = {"p": "The zebra was tested on SQuAD and on GLUE tasks by an LSTM.", "q": "HotpotQA has questions."}


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("What is the capital of Mongolia?", ("Mongolia",)),
        ("Will the Zebra net be tested in Lisbon or in Porto?", ("Lisbon", "Porto")),
        ("Mongolia has which capital?", ()),  # at the start every word has a capital
        ("What was the Zebra tested on?", ()),
    ],
)
def test_names_that_no_paper_has(question: str, names: tuple[str, ...]) -> None:
    assert find_foreign_names(question, count_terms({p: [text] for p, text in TEXTS.items()})) == names


@pytest.mark.parametrize(
    ("question", "names"),
    [
        ("How many parameters does RoBERTa-large have?", ("RoBERTa-large",)),
        ("What F1 does ZebraNet get on HotpotQA and SQuAD-2?", ()),
        ("What BLEU1 and what CO2 has ZebraNet?", ("BLEU1", "CO2")),
        ("Are LSTMs used on GLUE?", ()),
        ("What do McBeal ZebraNet's authors say?", ()),  # a part of the name of the paper
        ("How is ZooTasks&NEU tested?", ("ZooTasks",)),
        ("What does HaveQuestions measure?", ()),  # two words of the papers
        ("Which tasks is the zebra NOT tested on?", ()),  # emphasized
    ],
)
def test_names_that_no_paper_of_the_cluster_has(question: str, names: tuple[str, ...]) -> None:
    statistics = count_terms({p: [text] for p, text in TEXTS.items()})
    assert find_unknown_names(question, statistics, frozenset(analyze("ZebraNet"))) == names


@pytest.mark.parametrize(
    ("question", "lacks"),
    [
        ("What learning rate does HotpotNet use?", True),
        ("What is the score of LSTM on SQuAD?", False),
        ("What is the score of LSTM-4 on SQuAD?", True),  # another version
        ("What does ZebraNet use?", False),  # the paper's own name
        ("What is tested on HotpotNet?", False),  # not what is asked about
        ("What disease classification of the WHO is used?", False),  # it may be spelt out
    ],
)
def test_subjects_that_a_paper_never_mentions(question: str, lacks: bool) -> None:
    statistics = count_terms({paper: [text] for paper, text in TEXTS.items()})
    assert lacks_subject(question, statistics, "p", frozenset(analyze("ZebraNet"))) is lacks


@pytest.mark.parametrize(
    ("question", "lacks"),
    [
        ("What is the accuracy of MADA in Table 3?", True),
        ("What is the accuracy of the BiLSTM-CRF?", False),  # written apart in the table
        ("What accuracy does IBM Model 4 have?", False),  # a part of the name
        ("What is the accuracy of ZebraNet?", False),
        ("What is the accuracy in Table 3?", False),
    ],
)
def test_subjects_that_a_table_lacks(question: str, lacks: bool) -> None:
    table = "Model Accuracy BiLSTM + CRF 91.2 Model 4 98.3"
    assert table_lacks_subject(question, table, frozenset(analyze("ZebraNet"))) is lacks
