"""Print the passages for a query, one JSON object per line, and the progress of indexing on stderr.

python examples/passages_as_json.py FOLDER "QUERY"
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import citehop


def main(folder: str, query: str) -> None:
    report = citehop.index(
        Path(folder),
        "passages",
        progress=lambda step: print(f"{step.stage} {step.done}/{step.total}", file=sys.stderr),
    )
    with citehop.open(report.name) as session:
        for found in citehop.search(session, query, k=3):
            chunk = found.chunk
            print(json.dumps({"title": found.paper.title, "page": chunk.page, "text": chunk.text}))


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:3])
