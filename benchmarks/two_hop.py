"""Two-hop questions over an indexed cluster, without a language model.

    python benchmarks/two_hop.py CLUSTER QUESTIONS.jsonl

QUESTIONS has one object per line: question, anchor, element ("Table 1"), reference (the cited paper's id) and evidence
(a string that the answer's quotes must hold). Prints, for each, whether the cited paper ranks first, whether the
evidence is quoted, and the seconds taken.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

from citehop.agent.ask import ask
from citehop.agent.session import open_session
from citehop.settings import load_settings


def main(cluster: str, questions: Path) -> None:
    """Ask every question; print a line each and the totals."""
    asked = [json.loads(line) for line in questions.read_text("utf-8").splitlines()]
    first = quoted = 0
    with open_session(cluster, load_settings()) as session:
        for one in asked:
            answer = ask(session, one["question"], anchor=one["anchor"], figure=one["element"])
            ranks = bool(answer.ranking) and answer.ranking[0].paper_id == one["reference"]
            holds = any(one["evidence"] in citation.quote for citation in answer.citations)
            first, quoted = first + ranks, quoted + holds
            marks = f"{'first' if ranks else '-':<6}{'quoted' if holds else '-':<7}"
            print(
                f"{marks}{answer.usage.seconds:5.2f} s  {one['question_anchor']} / {one['question_reference']}"
            )
    print(f"cited paper first: {first} of {len(asked)}; evidence quoted: {quoted} of {len(asked)}")


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
