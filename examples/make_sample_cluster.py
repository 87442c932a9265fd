"""Writes the sample cluster: PDFs of invented papers that cite each other, and gold.json with what they say.

    python examples/make_sample_cluster.py [FOLDER]      FOLDER defaults to cli/sample

The same libraries give the same bytes: dates and ids are fixed. Needs reportlab and matplotlib (extra `test`).
"""

from __future__ import annotations

import sys
from pathlib import Path

from sample_cluster.make import make  # type: ignore[import-not-found]  # found beside this script when it runs

DEFAULT = Path(__file__).resolve().parent.parent / "cli" / "sample"

if __name__ == "__main__":
    make(Path(sys.argv[1]) if len(sys.argv) > 1 else DEFAULT)
