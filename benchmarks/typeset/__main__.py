"""Write typeset documents with known contents: python -m benchmarks.typeset OUT [--bib FILE ...].

Needs `pip install typst`, pdflatex with the classes of publishers, and chromium.
"""

from __future__ import annotations

import argparse
from pathlib import Path

from .bibliographies import typeset_bibliographies
from .html_papers import typeset_html_papers
from .latex_papers import typeset_latex_papers


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--bib", type=Path, nargs="*", default=[], help="cited in full, in every style")
    options = parser.parse_args()
    count = typeset_latex_papers(options.out) + typeset_html_papers(options.out)
    for bib in options.bib:
        count += typeset_bibliographies(bib, options.out)
    print(f"{count} documents written to {options.out}")


if __name__ == "__main__":
    main()
