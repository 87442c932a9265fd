"""Fuzz one kind of input with atheris, which keeps mutated inputs that reach new code. Needs `pip install atheris`.

    scripts/fuzz --coverage TARGET [--minutes N] [--seed N] [--findings FOLDER]

The targets, their seeds and their mutations are those of `fuzz_targets`. Ends at the first finding, which is written to
`--findings` as TARGET.crash-DIGEST, with a traceback that names the fault.
"""

from __future__ import annotations

import argparse
import importlib
import logging
import sys
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("target")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--findings", type=Path, default=Path("findings"))
    options = parser.parse_args()
    try:
        atheris = importlib.import_module("atheris")
    except ModuleNotFoundError:
        sys.exit("atheris is missing: pip install atheris, or fuzz without --coverage")
    with atheris.instrument_imports(include=["citehop"], enable_loader_override=False):
        from .fuzz import find_fault
        from .fuzz_targets import TARGETS
    if options.target not in TARGETS:
        parser.error(f"no target {options.target!r}; there are: {', '.join(sorted(TARGETS))}")
    target = TARGETS[options.target]
    logging.disable(logging.CRITICAL)

    def test_one(raw: bytes) -> None:
        if fault := find_fault(options.target, raw):
            raise RuntimeError(fault)

    def mutate(raw: bytes, most: int, seed: int) -> bytes:
        try:
            return target.mutate(bytes(raw), Random(seed))[:most]
        except ValueError:  # no longer valid JSON after a mutation of its bytes
            return bytes(atheris.Mutate(raw, most))

    options.findings.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as corpus:
        for number, seed in enumerate(target.seeds()):
            Path(corpus, str(number)).write_bytes(seed)
        arguments = [
            sys.argv[0], f"-max_total_time={round(60 * options.minutes)}", f"-seed={options.seed}",
            f"-artifact_prefix={options.findings}/{options.target}.", corpus,
        ]  # fmt: skip
        atheris.Setup(arguments, test_one, custom_mutator=mutate)
        atheris.Fuzz()


if __name__ == "__main__":
    main()
