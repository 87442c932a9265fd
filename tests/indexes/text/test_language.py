"""Languages of questions."""

import pytest

from citehop.indexes.text.language import is_english


@pytest.mark.parametrize(
    "question",
    [
        "Which optimizer does QANet use?",
        "Which parser do van den Bosch and de la Cruz use?",
        "What does the paper on 密集検索 report?",
        "BiDAF F1 on SQuAD?",
        "Van der Maaten 2008?",
        "Dos Santos 2014 F1?",
        "In Table 2, highest F1?",
        "2 + 2?",
        "",
    ],
)
def test_english(question: str) -> None:
    assert is_english(question)


@pytest.mark.parametrize(
    "question",
    [
        "Welches Modell hat in Tabelle 2 den besten F1-Wert?",
        "Was ist das beste Modell in Tabelle 2?",
        "Wie viele Parameter hat BiDAF?",
        "Quel optimiseur est utilisé par QANet ?",
        "¿Qué optimizador utiliza QANet?",
        "Qual otimizador é usado na QANet?",
        "Quale ottimizzatore usa QANet?",
        "Welke optimizer gebruikt QANet?",
        "Какой оптимизатор использует QANet?",
        "这篇论文使用什么优化器？",
    ],
)
def test_other_languages(question: str) -> None:
    assert not is_english(question)
