from __future__ import annotations

import pytest

from citehop.agent.answerers.tables.question_words import without_paper


@pytest.mark.parametrize(
    ("question", "rest"),
    [
        ("Which value has Single in the At-Least-N voting paper?", "Which value has Single ?"),
        (
            "In Table 5 of the rich priors paper, what error has Model 4?",
            "In Table 5 , what error has Model 4?",
        ),
        (
            "How large is the vocabulary of the IMDB data in the multi-task recurrent paper of Foo?",
            "How large is the vocabulary of the IMDB data of Foo?",
        ),
        ("Which F has the ranker in Ng's 2005 ranking paper?", "Which F has the ranker ?"),
        ("In the Foo paper, why?", "In the Foo paper, why?"),
        ("What error has the Foo model on this data?", "What error has the Foo model on this data?"),
    ],
)
def test_the_name_of_the_paper_is_left_out(question: str, rest: str) -> None:
    assert without_paper(question) == rest
