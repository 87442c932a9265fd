"""Print a model's draft while it is written, then the answer with verified quotes.

CITEHOP_MODEL=openai/gpt-4o python examples/stream_answer.py CLUSTER "QUESTION"
"""

from __future__ import annotations

import sys

import citehop


def main(cluster: str, question: str) -> None:
    models = citehop.open_models(citehop.load_settings())
    with citehop.open(cluster) as session:
        for event in citehop.stream(session, question, models=models):
            if isinstance(event, str):
                print(event, end="", flush=True)
            else:
                print(f"\n\nChecked: {event.text}")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:3])
