"""The sample papers of the package, and the question that `citehop demo` asks about them."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "sample" / "pdf"
ANCHOR_FILE = "varnholt-2024-braidnet.pdf"
QUESTION = (
    "Which method has an NSE of 0.713 on CRESTA in Table 1, and what happens to its timing error "
    "if all delays are fixed at one day per edge?"
)
