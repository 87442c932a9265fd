"""Fuzz one kind of input: mutated valid inputs must give a result or a named error within the time limit.

    scripts/fuzz TARGET [--minutes N] [--count N] [--seed N] [--findings FOLDER]

Stops after `--minutes`, or after `--count` inputs if that is given. Every finding is written to `--findings` as TARGET.DIGEST
(minimize it by hand and add it to tests/benchmarks/findings, which the tests read). If the process dies,
`last.TARGET` there is the input that it was reading. Exit code 1 if there are findings.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import logging
import resource
import sys
import time
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from .fuzz_targets import NAMED_ERRORS, TARGETS


def find_fault(name: str, raw: bytes) -> str:
    """Return the fault that `raw` causes in the target `name`, in one line; "" if there is none."""
    target = TARGETS[name]
    start = time.monotonic()
    with TemporaryDirectory(prefix="citehop-fuzz-") as folder:
        try:
            with contextlib.suppress(*NAMED_ERRORS):
                target.run(raw, Path(folder))
        except Exception as error:
            return f"{type(error).__name__}: {error}".partition("\n")[0][:200]
    seconds = time.monotonic() - start
    return f"took {seconds:.0f} s" if seconds > target.seconds else ""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target", choices=sorted(TARGETS))
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--count", type=int, default=0)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--findings", type=Path, default=Path("findings"))
    options = parser.parse_args()
    logging.disable(logging.CRITICAL)
    options.findings.mkdir(parents=True, exist_ok=True)
    last = options.findings / f"last.{options.target}"
    target, seeds = TARGETS[options.target], TARGETS[options.target].seeds()
    tried, faults, longest = 0, set[str](), 0.0
    end = time.monotonic() + 60 * options.minutes
    while tried < options.count if options.count else time.monotonic() < end:
        random = Random(f"{options.target} {options.seed} {tried}")
        raw = target.mutate(random.choice(seeds), random)
        last.write_bytes(raw)
        start = time.monotonic()
        fault = find_fault(options.target, raw)
        longest = max(longest, time.monotonic() - start)
        tried += 1
        if fault and fault not in faults:
            faults.add(fault)
            path = options.findings / f"{options.target}.{hashlib.sha256(raw).hexdigest()[:12]}"
            path.write_bytes(raw)
            print(f"{path}: {fault}", flush=True)
    last.unlink(missing_ok=True)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(
        f"{options.target}: {tried} tried, {len(faults)} findings, longest {longest:.2f} s, peak {memory:.0f} MB"
    )
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
