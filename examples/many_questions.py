"""Several questions at once in an async program; a session may be shared by any number of threads.

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
    asyncio.run(main(*sys.argv[1:]))
