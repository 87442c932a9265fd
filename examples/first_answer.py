"""Index a folder of papers, and print an answer with its quotes.

python examples/first_answer.py FOLDER ANCHOR.pdf "QUESTION"
"""

from __future__ import annotations

import sys
from pathlib import Path

import citehop


def main(folder: str, anchor: str, question: str) -> None:
    report = citehop.index(Path(folder), "first-answer", anchor)
    with citehop.open(report.name) as session:
        answer = citehop.ask(session, question)
        print(answer.text)
        for number, citation in enumerate(answer.citations, 1):
            title = session.cluster.paper(citation.paper_id).title
            print(f"[{number}] {title}, page {citation.page}: {citation.quote}")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:4])
