"""Measures how much answers depend on wording: pairs of equivalent questions over papers of eleven fields.

    python benchmarks/wordings.py DATA [--home HOME]

DATA is as for `benchmarks/answers.py`. Two answers are alike if both are right or both are wrong.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from citehop.agent.ask import ask
from citehop.settings import load_settings
from citehop.training.recipes.questions import matches, open_papers, read_lines


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--home", default="")
    options = parser.parse_args()
    settings = load_settings({"home": options.home or None})
    pairs = read_lines("fields_wordings")
    with open_papers("fields", options.data, settings) as session:
        right = [[matches(pair, ask(session, text).text) for text in pair["wordings"]] for pair in pairs]
    alike = sum(one == other for one, other in right)
    print(
        f"{len(pairs)} pairs: {alike / len(pairs):.2f} alike, {sum(map(sum, right)) / 2 / len(pairs):.2f} right"
    )


if __name__ == "__main__":
    main()
