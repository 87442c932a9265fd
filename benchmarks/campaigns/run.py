"""Run a campaign, which repeats one kind of fault. Nothing may be lost, and every failure must be one named line.

    scripts/campaign CAMPAIGN [--count N] [--seed N] [--work FOLDER]

    corruptions   one file of a cluster is changed
    kills         index, add, chat, bench, clusters and library are killed at a random moment
    full-disks    `citehop index` on disks of 20 sizes (needs permission to mount a tmpfs)
    clocks        the clock goes back or ahead, and times of files are wrong
    deletions     files are deleted while the cluster is open
    forgeries     clusters and libraries from another machine, with files that are forged
    model-calls   calls to a model server that fails 30% of them
    web-requests  requests that no browser sends
    pdf-bombs     small PDFs that take much to read
    planted-script  pages that show papers with script in them
    imports       archives of clusters that are damaged or made to harm
    hidden-text   PDFs of ten producers and more with text that no reader sees, hidden in 48 ways
    bad-models    servers that behave in every useless way
    injections    papers that give orders to a model that obeys them
    dns           names whose address changes between check and use
    text-losses   PDFs that are cut, overwritten or flipped

Each case is a line of FOLDER/CAMPAIGN.jsonl; a campaign that was stopped continues. Without --count it has its full
size. Prints the number of cases by outcome, the number of losses, the longest case and the peak memory of a process.
Exit code 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import json
import resource
import shutil
import sys
import time
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from citehop.testing import LASTING_FAULTS

from .bad_models import bad_models
from .campaign import LOST, Campaign
from .damage import clocks, corruptions, deletions, forgeries
from .full_disks import full_disks
from .hidden_text import WAYS, hidden_text
from .imports import imports
from .injections import PAPERS, injections
from .kills import kills
from .network import dns
from .pdf_bombs import BOMBS, pdf_bombs
from .planted_script import PLACES, SCRIPTS, planted_script
from .text_losses import text_losses
from .unreliable_models import CALLS, model_calls
from .web_requests import web_requests

CAMPAIGNS = {
    "corruptions": Campaign(1000, corruptions),
    "kills": Campaign(1000, kills),
    "full-disks": Campaign(20, full_disks),
    "clocks": Campaign(100, clocks),
    "deletions": Campaign(100, deletions),
    "forgeries": Campaign(50, forgeries),
    "model-calls": Campaign(10_000 // CALLS, model_calls, CALLS),
    "web-requests": Campaign(1278, web_requests),
    "pdf-bombs": Campaign(len(BOMBS), pdf_bombs),
    "planted-script": Campaign(len(SCRIPTS) * len(PLACES), planted_script),
    "imports": Campaign(335, imports),
    "hidden-text": Campaign(12 * len(WAYS), hidden_text),
    "bad-models": Campaign(len(LASTING_FAULTS), bad_models),
    "injections": Campaign(PAPERS, injections),
    "dns": Campaign(1000, dns),
    "text-losses": Campaign(1000, text_losses),
}


def run(name: str, log: Path, count: int, seed: int) -> None:
    """Run the cases of campaign `name`, up to number `count`, that `log` lacks, and append a line for each to `log`."""
    done = sum("outcome" in line for line in _read(log))
    with TemporaryDirectory() as folder, log.open("a") as stream:
        work = Path(folder)
        with CAMPAIGNS[name].open(work / "shared") as run_case:
            for number in range(done, count):
                case = work / f"case{number}"
                case.mkdir()
                start = time.monotonic()
                try:
                    outcome = run_case(case, Random(f"{name} {seed} {number}"))
                except Exception as error:
                    outcome = f"{LOST}: {type(error).__name__}: {error}"[:300]
                record = {"outcome": outcome, "seconds": round(time.monotonic() - start, 3), "mb": _peak_mb()}
                stream.write(json.dumps(record) + "\n")
                stream.flush()
                shutil.rmtree(case, ignore_errors=True)
        if done < count:
            stream.write(
                json.dumps({"mb": _peak_mb()}) + "\n"
            )  # includes processes that ended only with the campaign


def summarize(name: str, log: Path) -> int:
    """Print the counts of the lines in `log`. Return the number of cases that were lost."""
    lines = _read(log)
    cases = [line for line in lines if "outcome" in line]
    counts = Counter(case["outcome"] for case in cases)
    lost = sum(count for outcome, count in counts.items() if outcome.startswith(LOST))
    for outcome, count in counts.most_common():
        print(f"{count:6} {outcome}")
    longest = max((case["seconds"] for case in cases), default=0.0)
    memory = max((line["mb"] for line in lines), default=0)
    tried = len(cases) * CAMPAIGNS[name].units
    print(f"{name}: {tried} tried, {lost} lost, longest case {longest} s, peak {memory} MB")
    return lost


def _read(log: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in log.read_text().splitlines()] if log.exists() else []


def _peak_mb() -> int:
    """Return the peak memory in MB of this process and of any child that it waited for."""
    usage = (resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return max(usage) // 1024


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("campaign", choices=sorted(CAMPAIGNS))
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--work", type=Path, default=Path("campaigns"))
    options = parser.parse_args()
    options.work.mkdir(parents=True, exist_ok=True)
    log = options.work / f"{options.campaign}.jsonl"
    run(options.campaign, log, options.count or CAMPAIGNS[options.campaign].count, options.seed)
    return 1 if summarize(options.campaign, log) else 0


if __name__ == "__main__":
    sys.exit(main())
