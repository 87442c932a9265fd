"""Ask two-hop questions over an indexed cluster, without a language model or with a scripted one.

    python benchmarks/two_hop.py CLUSTER QUESTIONS.jsonl [--scripted] [--show N]

QUESTIONS has one object per line: question, anchor, element ("Table 1"), answer_anchor (the name in the figure), reference
(the cited paper's id), answer, and evidence (a string that the answer's quotes must hold). Prints, for each, whether the
cited paper ranks first, whether the evidence is quoted, and the seconds taken. `--show` prints the screen of `citehop ask`
for the N-th question instead.

The scripted model knows only the name in the figure and the evidence. It gives the name, and it chooses the statement
with the evidence if citehop shows it. Everything goes through litellm and HTTP to localhost.
"""

from __future__ import annotations

import argparse
import json
import re
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path
from typing import Any

from citehop.agent.ask import ask
from citehop.agent.llm.roles import open_models
from citehop.agent.session import Session, open_session
from citehop.cli.main import main as citehop
from citehop.settings import load_settings
from citehop.testing import ModelServer

Body = Mapping[str, Any]
STATEMENT = re.compile(r"^\[(\d+)\] (.*)$", re.M)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("cluster")
    parser.add_argument("questions", type=Path)
    parser.add_argument("--scripted", action="store_true")
    parser.add_argument("--show", type=int, metavar="N")
    options = parser.parse_args()
    asked = [json.loads(line) for line in options.questions.read_text("utf-8").splitlines()]
    if options.show:
        show(options.cluster, asked[options.show - 1], options.scripted)
    else:
        count(options.cluster, asked, options.scripted)


def count(cluster: str, asked: list[dict[str, Any]], with_model: bool) -> None:
    """Ask every question and print a line for each and the totals."""
    first = quoted = 0
    with open_session(cluster, load_settings()) as session:
        for one in asked:
            ranks, holds, seconds = outcome(session, one, with_model)
            first, quoted = first + ranks, quoted + holds
            marks = f"{'first' if ranks else '-':<6}{'quoted' if holds else '-':<7}"
            print(f"{marks}{seconds:5.2f} s  {one['question_anchor']} / {one['question_reference']}")
    print(f"cited paper first: {first} of {len(asked)}; evidence quoted: {quoted} of {len(asked)}")


def outcome(session: Session, one: Mapping[str, Any], with_model: bool) -> tuple[bool, bool, float]:
    """Return True if the cited paper ranks first, True if the evidence is quoted, and the seconds."""
    with ExitStack() as stack:
        models = None
        if with_model:
            server = stack.enter_context(ModelServer(scripted(one)))
            settings = {"model": "openai/scripted", "api_base": server.url, "no_cache": True}
            models = open_models(load_settings(settings))
            models = replace(models, trust="lead") if models else None
        answer = ask(session, one["question"], anchor=one["anchor"], figure=one["element"], models=models)
    ranks = bool(answer.ranking) and answer.ranking[0].paper_id == session.paper_id(one["reference"])
    holds = any(one["evidence"] in citation.quote for citation in answer.citations)
    return ranks, holds, answer.usage.seconds


def show(cluster: str, one: Mapping[str, Any], with_model: bool) -> None:
    """Print the output of `citehop ask` for one question."""
    line = ["ask", cluster, one["question"], "--anchor", one["anchor"], "--figure", one["element"]]
    if not with_model:
        citehop(line)
        return
    with ModelServer(scripted(one)) as server:
        citehop([*line, "--model", "openai/scripted", "--api-base", server.url, "--no-cache"])


def scripted(one: Mapping[str, Any]) -> Callable[[Body], str]:
    """Return the replies of a model that knows only the name in the figure and the evidence."""

    def reply(body: Body) -> str:
        content = body["messages"][-1]["content"]
        if isinstance(content, list):
            return json.dumps({"entity": one["answer_anchor"], "value": "", "confidence": 0.9})
        numbers = [int(number) for number, text in STATEMENT.findall(content) if one["evidence"] in text]
        return json.dumps({"reason": "", "statements": numbers[:1], "phrasing": one["answer"]})

    return reply


if __name__ == "__main__":
    main()
