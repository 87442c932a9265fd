"""Write the questions of `citehop model probe`, with sentences of the sample papers that do or do not answer them.

python examples/make_probe.py FILE      FILE is agent/reader/probe.json for the questions of the package
"""

from __future__ import annotations

import sys
from pathlib import Path

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    from sample_cluster.probe import write_probe  # type: ignore[import-not-found]  # found beside this script when it runs

    write_probe(Path(sys.argv[1]))
