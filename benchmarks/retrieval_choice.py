"""How passages are best found: strategies compared through `search` over real stores, on half of the papers of each set.

    python benchmarks/retrieval_choice.py DATA [--half choose|confirm|all] [--strategies bm25 hybrid] [--keep HOME]

DATA holds qasper_mini, scisumm_dev, covidqa_dev and csfcube in the layouts of their releases. Each becomes a cluster by way of
JSON lines (`citehop index`). Of a paper all questions belong to one half: "choose" where the SHA-1 of its id is even,
"confirm" otherwise. What is relevant:
  qasper    questions of NLP papers: a gold paragraph; each paragraph is a section of its own, so that it is the unit
  scisumm   citing sentences: a passage with a gold sentence of the cited paper
  covidqa   biomedical questions: a passage with the whole answer span
  csfcube   papers like a given one: graded relevance of papers, a paper by its best passage; nDCG@20
"in" ranks the passages of the paper asked about, "all" those of all papers of the set; both MRR. baseline:bm25 is
rank-bm25 over the same passages. p is that of a paired randomisation test over questions against the product's own bm25.
"""

from __future__ import annotations

import argparse
import hashlib
import html
import json
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from rank_bm25 import BM25Okapi

from citehop.evaluation.metrics.ranking import score_ranking
from citehop.evaluation.statistics.bootstrap import randomisation_test
from citehop.indexes.build.build import build
from citehop.indexes.cluster_index import ClusterIndex, open_index
from citehop.indexes.types import Chunk, Hit, SearchQuery
from citehop.papers.clusters.cluster import Cluster
from citehop.papers.clusters.locate import open_cluster
from citehop.papers.parsing.paper_ids import build_paper_id
from citehop.retrieval.search import search_chunks
from citehop.settings import Settings

Row = dict[str, Any]
BASELINE = "baseline:bm25"
_DEPTH = 400
_BLOCK = 10  # sentences of CL-SciSumm in a paragraph: the set does not say where paragraphs end
_HEADING_WORDS = 8


@dataclass(frozen=True, slots=True)
class ChoiceQuestion:
    """A question with the paper that it is about and `gold`, what makes a passage relevant (see the module); in
    `pool` those papers among which papers are ranked by `grades`."""

    text: str
    group: str
    paper: str = ""
    gold: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()
    grades: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class ChoiceSet:
    """Papers as JSON lines, questions, and the test of a passage for relevance."""

    papers: list[Row]
    questions: list[ChoiceQuestion]
    is_relevant: Callable[[Chunk, ChoiceQuestion], bool]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--half", choices=["choose", "confirm", "all"], default="choose")
    parser.add_argument("--strategies", nargs="+", default=[BASELINE, "bm25", "dense", "hybrid"])
    parser.add_argument("--sets", nargs="+", choices=list(SETS), default=list(SETS))
    parser.add_argument("--keep", type=Path, help="leave the clusters here and take them up the next time")
    options = parser.parse_args()
    print("| set | n | strategy | score | against bm25 | p |\n|---|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        home = options.keep or Path(folder)
        settings = Settings(home=str(home), offline=True)
        for name in options.sets:
            measure(name, SETS[name](options.data), settings, options.half, options.strategies)


def measure(name: str, data: ChoiceSet, settings: Settings, half: str, strategies: Sequence[str]) -> None:
    """Print a row for each scope and strategy."""
    file = settings.home_path / f"{name}.jsonl"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("\n".join(map(json.dumps, data.papers)), "utf-8")
    build(file, name, None, settings)
    cluster = open_cluster(name, settings)
    index = open_index(cluster, settings)
    questions = [q for q in data.questions if half in ("all", half_of(q.group))]
    scopes: dict[str, Callable[[ChoiceQuestion], tuple[str, ...]]] = {
        f"{name} in": lambda q: (q.paper,),
        f"{name} all": lambda _: (),
    }
    if questions[0].pool:
        scopes = {name: lambda q: q.pool}
    for label, scope in scopes.items():
        scored = {s: [score(cluster, index, data, q, s, scope(q)) for q in questions] for s in strategies}
        base = scored.get("bm25")
        for strategy, values in scored.items():
            mean = sum(values) / len(values)
            against = ""
            if base and strategy != "bm25":
                p = randomisation_test(values, base)
                against = f"{mean - sum(base) / len(base):+.3f} | {p:.4f}"
            print(f"| {label} | {len(values)} | {strategy} | {mean:.3f} | {against or ' | '} |", flush=True)


def half_of(paper: str) -> str:
    """The half of a set that the questions of `paper` belong to."""
    return "confirm" if int(hashlib.sha1(paper.encode()).hexdigest(), 16) % 2 else "choose"


def score(
    cluster: Cluster,
    index: ClusterIndex,
    data: ChoiceSet,
    question: ChoiceQuestion,
    strategy: str,
    papers: tuple[str, ...],
) -> float:
    """MRR of the passages, nDCG@20 of the papers of a pool."""
    hits = rank(cluster, index, question.text, strategy, papers)
    chunks = [index.chunk(hit.id) for hit in hits]
    if question.pool:
        order = list(dict.fromkeys(chunk.paper_id for chunk in chunks))
        return score_ranking(["nDCG@20"], order, question.grades)["nDCG@20"]
    # A paragraph that is cut in several passages is found with the first of them.
    units = list(dict.fromkeys(unit(chunk) for chunk in chunks))
    relevant = {unit(chunk) for chunk in chunks if data.is_relevant(chunk, question)}
    return score_ranking(["MRR"], units, dict.fromkeys(relevant, 1.0))["MRR"]


def unit(chunk: Chunk) -> str:
    """The paragraph of a passage where paragraphs are marked, else the passage."""
    marked = chunk.section.partition(" > ")[0]
    return f"{chunk.paper_id} {marked}" if marked.startswith("¶") else chunk.id


def rank(
    cluster: Cluster, index: ClusterIndex, text: str, strategy: str, papers: tuple[str, ...]
) -> list[Hit]:
    if strategy == BASELINE:
        return okapi(cluster, index, papers or cluster.paper_ids, text)
    return search_chunks(index, SearchQuery(text, papers), _DEPTH, strategy)  # type: ignore[arg-type]


def okapi(cluster: Cluster, index: ClusterIndex, papers: tuple[str, ...], text: str) -> list[Hit]:
    """Passages by rank-bm25, terms as runs of letters and digits in lower case."""
    ids, model = _okapi_model(cluster.path, index, papers)
    scores = model.get_scores(_terms(text))
    hits = (Hit(i, float(s)) for i, s in zip(ids, scores, strict=True))
    return sorted(hits, key=lambda hit: (-hit.score, hit.id))[:_DEPTH]


@cache
def _okapi_model(_: Path, index: ClusterIndex, papers: tuple[str, ...]) -> tuple[list[str], BM25Okapi]:
    chunks = [chunk for paper in papers for chunk in index.chunks(paper)]
    return [chunk.id for chunk in chunks], BM25Okapi([_terms(chunk.text) or [""] for chunk in chunks])


def _terms(text: str) -> list[str]:
    return re.findall(r"[a-z0-9]+", text.lower())


def qasper(data: Path) -> ChoiceSet:
    papers = [
        {"id": row["paper_id"], "title": row["title"], "sections": list(_paragraphs(row))}
        for row in rows(data / "qasper_mini" / "papers.jsonl")
    ]
    questions = [
        ChoiceQuestion(
            row["question"],
            row["paper_id"],
            build_paper_id(row["paper_id"]),
            tuple(f"¶{int(number):05d}" for number in row["gold_paragraphs"]),
        )
        for row in rows(data / "qasper_mini" / "questions.jsonl")
        if row["gold_paragraphs"]
    ]
    return ChoiceSet(
        papers, questions, lambda c, q: c.paper_id == q.paper and c.section.partition(" > ")[0] in q.gold
    )


def _paragraphs(row: Row) -> Iterator[Row]:
    """Sections of one paragraph each. Papers without section titles have them among their paragraphs."""
    sections, heading = row.get("sections"), ""
    for number, text in enumerate(row["paragraphs"]):
        if sections:
            heading = (sections[number] if number < len(sections) else "") or ""
        elif len(text.split()) <= _HEADING_WORDS and not re.search(r"[.:;,?]\s*$", text):
            heading = text.strip() or heading
            continue
        if text.strip():
            yield {"heading": f"¶{number:05d} > {heading}", "paragraphs": [text]}


def scisumm(data: Path) -> ChoiceSet:
    papers, questions = [], []
    for row in rows(data / "scisumm_dev" / "topics.jsonl"):
        texts = {s["id"]: html.unescape(s["text"]) for s in row["sentences"]}
        title, *body = texts.values()
        blocks = [" ".join(body[at : at + _BLOCK]) for at in range(0, len(body), _BLOCK)]
        papers.append({"id": row["cited"], "title": title, "sections": [{"paragraphs": blocks}]})
        for citance in row["citances"]:
            gold = tuple(folded(texts[n]) for n in citance["gold"] if n in texts and texts[n] != title)
            if gold:
                text, paper = html.unescape(citance["citance"]), build_paper_id(row["cited"])
                questions.append(ChoiceQuestion(text, row["cited"], paper, gold))
    return ChoiceSet(papers, questions, holds_gold)


def covidqa(data: Path) -> ChoiceSet:
    papers, questions = [], []
    for row in rows(data / "covidqa_dev" / "articles.jsonl"):
        name = str(row["document_id"])
        title, *paragraphs = [p.strip() for p in re.split(r"\n\s*\n", row["context"]) if p.strip()]
        papers.append({"id": name, "title": title, "sections": [{"paragraphs": paragraphs}]})
        for question in row["questions"]:
            gold = tuple(folded(answer["text"]) for answer in question["answers"])
            questions.append(ChoiceQuestion(question["question"], name, build_paper_id(name), gold))
    return ChoiceSet(papers, questions, holds_gold)


def csfcube(data: Path) -> ChoiceSet:
    papers: dict[str, Row] = {}
    questions = []
    for row in rows(data / "csfcube" / "queries.jsonl"):
        grades = {build_paper_id(c["paper_id"]): float(c["relevance"]) for c in row["candidates"]}
        relevant = {paper: grade for paper, grade in grades.items() if grade}
        for candidate in row["candidates"]:
            papers[candidate["paper_id"]] = {
                "id": candidate["paper_id"],
                "title": candidate["title"] or "untitled",
                "abstract": candidate["abstract"] or "",
            }
        text = f"{row['title']}. {row['abstract']}"
        questions.append(ChoiceQuestion(text, row["query_id"], pool=tuple(grades), grades=relevant))
    return ChoiceSet(list(papers.values()), questions, lambda *_: False)


def holds_gold(chunk: Chunk, question: ChoiceQuestion) -> bool:
    text = folded(chunk.text)
    return chunk.paper_id == question.paper and any(gold in text for gold in question.gold)


@cache
def folded(text: str) -> str:
    """Letters and digits in lower case, one blank between words."""
    return re.sub(r"\W+", " ", text).lower().strip()


def rows(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


SETS: dict[str, Callable[[Path], ChoiceSet]] = {
    "qasper": qasper,
    "scisumm": scisumm,
    "covidqa": covidqa,
    "csfcube": csfcube,
}

if __name__ == "__main__":
    main()
