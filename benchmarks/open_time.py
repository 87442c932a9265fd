"""Time to open a cluster with its checksums, against the same cluster without them.

    python benchmarks/open_time.py HOME NAME [--runs 40]

The cluster is copied, and its manifest changed to one without checksums for every second run. A run is `open_session` and
`close`. Prints the median in milliseconds without checksums, the median of the differences of consecutive runs, and the
ratio that follows; exit code 1 above 1.1.
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

from citehop.agent.session import open_session
from citehop.indexes.stores.generations import copy_generation
from citehop.papers.clusters.manifest import Manifest, read_manifest, write_manifest
from citehop.settings import Settings

_MOST = 1.1


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("home", type=Path)
    parser.add_argument("name")
    parser.add_argument("--runs", type=int, default=40)
    options = parser.parse_args()
    with TemporaryDirectory() as home:
        folder = Path(home, "clusters", options.name)
        copy_generation(options.home / "clusters" / options.name, folder)
        manifest = read_manifest(folder)
        assert manifest is not None
        assert manifest.checksums, "indexed by a version without checksums"
        settings = Settings(home=home, embedding_model="none", visual_model="off", offline=True)
        pairs = []
        unchecked = replace(manifest, checksums="")
        for number in range(options.runs + 1):
            order = (manifest, unchecked) if number % 2 else (unchecked, manifest)
            seconds = {each.checksums: _time_opening(each, settings) for each in order}
            pairs.append((seconds[manifest.checksums], seconds[""]))
    del pairs[0]  # loads modules
    plain = statistics.median(pair[1] for pair in pairs)
    more = statistics.median(pair[0] - pair[1] for pair in pairs)
    ratio = 1 + more / plain
    print(
        f"{options.name}: {len(manifest.paper_ids)} papers, {1000 * plain:.1f} ms without checksums, "
        f"{1000 * more:.1f} ms more with them: {ratio:.3f}"
    )
    return int(ratio > _MOST)


def _time_opening(manifest: Manifest, settings: Settings) -> float:
    write_manifest(settings.home_path / "clusters" / manifest.name, manifest)
    start = time.perf_counter()
    open_session(manifest.name, settings).close()
    return time.perf_counter() - start


if __name__ == "__main__":
    sys.exit(main())
