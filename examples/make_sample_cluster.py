"""Write the sample cluster: PDFs of invented papers that cite each other, and gold.json with their contents.

    python examples/make_sample_cluster.py FOLDER      FOLDER is cli/sample for the papers of the package

The same versions of libraries give the same bytes because dates and ids are fixed. Needs reportlab and matplotlib
(extra `test`).
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    try:
        from sample_cluster.make import make  # type: ignore[import-not-found]  # found beside this script when it runs
    except ModuleNotFoundError as error:
        sys.exit(f'{error.name} is not installed; pip install -e ".[test]" in a copy of the repository')
    make(Path(sys.argv[1]))
