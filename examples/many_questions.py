"""Ask several questions at once in an async program; threads may share a session.

python examples/many_questions.py CLUSTER "QUESTION" "QUESTION" ...
"""

from __future__ import annotations

import asyncio
import sys

import citehop


async def main(cluster: str, *questions: str) -> None:
    with citehop.open(cluster) as session:
        asked = (asyncio.to_thread(citehop.ask, session, question) for question in questions)
        for question, answer in zip(questions, await asyncio.gather(*asked), strict=True):
            print(f"{question}\n    {answer.text}")


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    asyncio.run(main(*sys.argv[1:]))
