"""Compares prompt tokens per question with those of M3SciQA's reference procedure.

    python benchmarks/tokens.py --cluster NAME --questions QUESTIONS.jsonl

The questions have two hops, over an indexed cluster. In citehop, a model that may lead reads numbered statements in
one call. The reference reads three whole papers: for every chunk of 10,000 characters one call answers and one
extracts the answer, and a last call combines all answers.

Everything goes through litellm and HTTP to a scripted server, which counts tokens with GPT-4o's tokenizer. For the
reference, only the papers' text and the question are counted, without instructions and replies, so its figures are
lower bounds.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from statistics import mean
from typing import Any

from citehop.agent.ask import ask
from citehop.agent.first_hop import first_hop
from citehop.agent.llm.litellm_loader import litellm
from citehop.agent.llm.roles import Models, open_models
from citehop.agent.plan import Plan
from citehop.agent.session import open_session
from citehop.papers.clusters.cluster import Cluster
from citehop.papers.parsing.pdf.pages import page_text
from citehop.settings import Settings, load_settings
from citehop.testing import ModelServer, ScriptedTurn

ABSTAINED = '{"reason": "", "statements": [], "phrasing": ""}'
CHUNK, PAPERS = 10_000, 3  # of the reference: characters of a chunk, and papers read


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--cluster", required=True)
    parser.add_argument("--questions", type=Path, required=True)
    options = parser.parse_args()
    with ModelServer(scripted) as server:
        settings = load_settings(
            {
                "model": "openai/scripted",
                "api_base": server.url,
                "no_cache": True,
                "vision_model": "",
                "judge_model": "",
            }
        )
        answering(options.cluster, options.questions, settings)


def scripted(body: Mapping[str, Any]) -> ScriptedTurn:
    """Abstain from every request, which costs as many prompt tokens as an answer, and report the tokens received."""
    return ScriptedTurn(ABSTAINED, tokens=(count("\n".join(texts(body))), 1))


def texts(body: Mapping[str, Any]) -> list[str]:
    contents = [message["content"] for message in body["messages"]]
    parts = [part for content in contents if isinstance(content, list) for part in content]
    return [c for c in contents if isinstance(c, str)] + [part["text"] for part in parts if "text" in part]


def count(text: str) -> int:
    tokens: int = litellm().token_counter(model="gpt-4o", text=text)
    return tokens


def answering(cluster: str, questions: Path, settings: Settings) -> None:
    """Print the prompt tokens of one call with numbered statements, and of three whole papers in chunks."""
    models = replace(opened(settings), trust="lead")
    asked = [json.loads(line) for line in questions.read_text("utf-8").splitlines()]
    ours, reference = [], []
    plan = Plan(look=False)
    with open_session(cluster, settings) as session:
        for one in asked:
            answer = ask(
                session,
                one["question"],
                anchor=one["anchor"],
                figure=one["element"],
                models=models,
                plan=plan,
            )
            ours.append(answer.usage.prompt_tokens)
            hop = first_hop(session, one["question"], anchor=one["anchor"], figure=one["element"])
            best = [ranked.paper_id for ranked in hop.ranking[:PAPERS]]
            reference.append(reference_tokens(session.cluster, best, one["question_reference"]))
    print(f"\nanswering, {len(asked)} questions over cluster {cluster}, prompt tokens per question")
    row("reference: three whole papers in chunks", reference, reference)
    row("citehop: read statements", ours, reference)


def reference_tokens(cluster: Cluster, paper_ids: Sequence[str], question: str) -> int:
    """Return the tokens of the text of `paper_ids`, with the question twice per chunk, to answer and to extract."""
    total = 0
    for paper_id in paper_ids:
        source = cluster.source_path(paper_id)
        pages = range(1, cluster.paper(paper_id).pages + 1)
        text = "\n".join(page_text(source, page) for page in pages) if source else ""
        chunks = [text[at : at + CHUNK] for at in range(0, len(text), CHUNK)]
        total += sum(map(count, chunks)) + 2 * len(chunks) * count(question)
    return total + count(question)


def opened(settings: Settings) -> Models:
    models = open_models(settings)
    assert models is not None
    return models


def row(name: str, tokens: Sequence[int], reference: Sequence[int]) -> None:
    share = sum(tokens) / sum(reference)
    print(
        f"  {name:<42}{mean(tokens):>9,.0f} mean{min(tokens):>9,} to {max(tokens):,}{share:>9.3f} of the reference"
    )


if __name__ == "__main__":
    main()
