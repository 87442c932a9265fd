"""Questions for `citehop model probe`, each with sentences of the sample papers. At most one sentence answers it.

python examples/make_probe.py FILE      FILE is agent/reader/probe.json for the questions of the package
"""

from __future__ import annotations

import hashlib
import json
import re
from pathlib import Path

from .content import SamplePaper, load_papers

SHOWN = 8  # sentences shown with each question
# Each question with words that only the answering sentence has; "" if no paper answers.
QUESTIONS = (
    ("Why is RillNet's loss sparse?", "so the loss is sparse"),
    ("How long does one training run of RillNet take?", "A run takes 52 hours"),
    ("What happens to RillNet's timing error if all delays are fixed at one day?", "fixed at one day per edge"),
    ("Which activation function does RillNet use in its cells?", ""),
    ("How fast does water run in floods according to RillNet?", "2.3 metres per second in floods"),
    ("How many basins does CRESTA contain?", "This left 1,214 basins"),
    ("Why does CRESTA use medians?", "Medians are used because"),
    ("What does a licence for CRESTA cost?", ""),
    ("How many records of CRESTA were discarded by hand?", "187 records were discarded"),
    ("How large is PlainLSTM's dropout?", "a dropout of 0.4"),
    ("What efficiency does the recurrent network reach without static attributes?", "lowers the median efficiency to 0.63"),
    ("With which optimizer was PlainLSTM trained?", ""),
    ("How well does a cell of the recurrent network follow snow water?", "at 0.91, filling in November"),
    ("How many parameters does the quantile head have?", "The head has 1,235 parameters"),
    ("How often do independent quantiles cross?", "cross in 6.2 percent"),
    ("On which GPU were the quantile heads trained?", ""),
    ("Which donors does TwinGauge choose?", "take the five nearest as donors"),
    ("What share of the donors are among the nearest gauges?", "Only 38 percent of the donors"),
    ("What replaces a donor whose gauge is silent?", "replaced by the sixth nearest"),
    ("What did the participating hydrologists get paid?", ""),
    ("How much slower is a training epoch with stacked increments?", "takes 4 percent longer"),
    ("How many stores does the state of StateGate have?", "vector of 32 stores"),
    ("Why does StateGate have a store without an outlet to the river?", "To let the model represent losses"),
    ("Which batch size was StateGate trained with?", ""),
    ("How many days of history does DeltaFormer read?", "history of 1,095 days"),
    ("How much do snow-fed basins lose with 400 days of history?", "400 days lose 0.021"),
    ("Did pretraining on synthetic hydrographs help DeltaFormer?", "Pretraining on synthetic"),
    ("Which weather service provided DeltaFormer's forecasts?", ""),
    ("For how many rivers do four reservoirs suffice?", "suffice for 63 of the 84"),
    ("How early does the cascade of reservoirs deliver the melt flood?", "19 days too early"),
    ("How is coverage affected by rain that grows by 2 percent per year?", "falls to 79.5 percent"),
    ("How many floods did an agency avert with ReachGuard?", ""),
    ("How many elevation bands does SnowLedger use?", "ten elevation bands"),
    ("Why are peaks of rain-on-snow events underestimated?", "cold content of the pack"),
    ("From how far around the catchment may the conduit expert draw rain?", "from a window of 40 kilometres"),
    ("How does KarstMix perform in deserts?", ""),
    ("How many tracer tests were collected?", "212 published tracer tests"),
    ("How many particles does the state of a reach have in BraidNet?", "is a set of 16 particles"),
    ("What error does an hourly discharge of MossGauge have at medium flow?", "8 percent at medium flow"),
    ("Which company built the loggers of MossGauge?", ""),
)  # fmt: skip
_CITATION = re.compile(r"\s*\[@[^\]]*\]")
_STOP = frozenset(
    "a an and are as at be by did does do for from has have how if in is it its many much of on or the to was were what which "
    "why with".split()
)


def write_probe(target: Path) -> None:
    """Write the questions with their sentences as JSON. `answers` are the indexes, from 0, of the answering
    sentences.
    """
    sentences = _list_sentences()
    rows = [_make_row(question, words, sentences) for question, words in QUESTIONS]
    target.write_text(json.dumps(rows, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _make_row(question: str, words: str, sentences: list[tuple[str, str]]) -> dict[str, object]:
    answers = [sentence for sentence in sentences if words and words in sentence[1]]
    assert len(answers) == bool(words), (question, answers)
    others = sorted(
        (sentence for sentence in sentences if sentence not in answers),
        key=lambda sentence: (-_overlap(question, " ".join(sentence)), sentence),
    )
    shown = sorted(
        [*answers, *others[: SHOWN - len(answers)]], key=lambda sentence: hash_of(question, sentence[1])
    )
    texts = [f"{title}: {text}" for title, text in shown]
    return {"question": question, "statements": texts, "answers": [shown.index(each) for each in answers]}


def hash_of(*texts: str) -> str:
    """Return a key that orders sentences randomly but reproducibly."""
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()


def _overlap(one: str, other: str) -> float:
    wanted, given = _words(one), _words(other)
    return len(wanted & given) / (len(wanted) or 1)


def _words(text: str) -> set[str]:
    return {word[:6] for word in re.findall(r"\w+", text.casefold())} - _STOP


def _name(paper: SamplePaper) -> str:
    return next(iter(paper.names), paper.work.title)


def _list_sentences() -> list[tuple[str, str]]:
    """Return (name or title of the paper, sentence) for all papers, without citations."""
    found = []
    for paper in load_papers():
        for section in paper.sections:
            for paragraph in section.paragraphs:
                text = " ".join(_CITATION.sub("", paragraph).split())
                found += [(_name(paper), each) for each in re.split(r"(?<=[.?!]) (?=[A-Z])", text)]
    return found
