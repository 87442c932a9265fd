"""Run both hops of M3SciQA with a scripted model: killed at random, resumed, judged, replayed.

    python benchmarks/m3sciqa.py --data FOLDER [--protocol paper] [--limit N] [--kills N] [--home FOLDER]

No model is needed. A server on this machine adds nothing to the first hop and answers with a sentence of the passages
that it is shown. As a judge, it replies to one answer in four with something that is no verdict, of ten kinds in
turn. So the scores of the first hop are those of citehop without a model, and the scores of answers mean nothing. The
purpose is to show the whole course of a run: kill -9 loses at most the requests in progress, answered requests are
not repeated, and the first hop equals that of the task rank.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from citehop.evaluation.runs.run_folder import RunFolder
from citehop.papers.sentences import split_sentences
from citehop.testing import ModelServer
from citehop.testing.models.verdicts import MALFORMED

GRADES = ("0", "0.5", "1")
CITEHOP = (sys.executable, "-c", "from citehop.cli.main import run; run()")
STATEMENT = re.compile(r"^\[(\d+)\] (.*)$", re.MULTILINE)
MATERIAL = re.compile(r"<<material \w+\n(.*?)\n\w+>>", re.DOTALL)
SHORTEST = 6  # fewest words of a sentence that the scripted model quotes


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--protocol", default="ours")
    parser.add_argument("--limit", default="0")
    parser.add_argument("--kills", type=int, default=4)
    parser.add_argument("--home", type=Path, help="keep clusters and runs here")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary, ModelServer(scripted) as server:
        home = given.home or Path(temporary)
        environment = os.environ | {
            "CITEHOP_HOME": str(home),
            "CITEHOP_MODEL": "openai/scripted",
            "CITEHOP_API_BASE": server.url,
            "CITEHOP_NO_CACHE": "1",  # so that only the run's own record avoids repeated requests
        }
        shared = ("--data", str(given.data), "--limit", given.limit, "--json")
        command = [
            *CITEHOP,
            "bench",
            "m3sciqa",
            "--task",
            "end-to-end",
            "--protocol",
            given.protocol,
            *shared,
        ]
        command.append("--judge")
        for number in range(given.kills):
            kill_at_random(command, environment, server, random.Random(number))
            print(f"killed after {len(server.received)} requests")
        report = run(command, environment)
        total = len(server.received)
        print(
            f"resumed: {report['n']} predictions, {total} requests in all, {count_repeated(server)} sent twice"
        )
        assert run(command, environment) == report
        print(f"once more: {len(server.received) - total} requests")
        print_scores(report, RunFolder(home / "runs" / report["run"]))
        if given.protocol == "ours":
            ranking = ("--task", "rank", "--questions", "val", "--ranking", "ours")
            rank = run([*CITEHOP, "bench", "m3sciqa", *ranking, *shared], environment)
            equal = all(
                rank["overall"][name] == report["overall"][name] for name in ("MRR", "recall@5", "nDCG@5")
            )
            print(f"the first hop is that of --task rank: {equal}")
        environment |= {"CITEHOP_MODEL": "", "CITEHOP_API_BASE": ""}
        replayed = run([*CITEHOP, "bench", "replay", report["run"], "--json"], environment)
        print(f"replayed without a model: equal {replayed['overall'] == report['overall']}")


def kill_at_random(
    command: Sequence[str], environment: Mapping[str, str], server: ModelServer, chance: random.Random
) -> None:
    """Start `command` and kill it by SIGKILL after a random number of requests, unless it ends earlier."""
    until = len(server.received) + chance.randint(20, 200)
    running = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    while len(server.received) < until and running.poll() is None:
        time.sleep(0.02)
    running.kill()
    running.wait()


def run(command: Sequence[str], environment: Mapping[str, str]) -> dict[str, Any]:
    """Run `command` and return the JSON object that it prints."""
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    fields: dict[str, Any] = json.loads(done.stdout)
    return fields


def print_scores(report: Mapping[str, Any], folder: RunFolder) -> None:
    """Print the scores, and the number and kinds of replies that were no verdict."""
    means = {name: round(value, 3) for name, value in report["overall"].items() if value is not None}
    print(f"scores: {means}")
    print(f"unscored: {report['unscored']}, errors: {sum(report['errors'].values())}")
    for verdicts in sorted(folder.path.glob("verdicts-*.jsonl")):
        lines = [json.loads(line) for line in verdicts.read_text("utf-8").splitlines()]
        malformed = [line for line in lines if line.get("reply") in MALFORMED]
        scores = {line["score"] for line in malformed}
        kinds = len({line["reply"] for line in malformed})
        print(f"  {verdicts.name}: {len(malformed)} replies of {kinds} kinds are no verdict, scores {scores}")


def scripted(body: Mapping[str, Any]) -> str:
    """Reply with nothing new for the first hop and a sentence of the passages for the second; as a judge, with a
    grade or none.
    """
    content = body["messages"][-1]["content"]
    asked = content if isinstance(content, str) else str(content[0].get("text", ""))
    chance = int(hashlib.sha256(asked.encode()).hexdigest(), 16)
    if "Grade whether" in asked:
        scale = GRADES if '"selection": <grade>' in asked and "0.5:" in asked else ("1", "3", "5")
        verdict = json.dumps({"selection": float(scale[chance // 4 % 3])})
        return MALFORMED[chance // 4 % 10] if chance % 4 == 0 else verdict
    if not isinstance(content, str):  # a figure
        return '{"ranking": []}' if "ranking" in asked else '{"entity": "", "value": "", "confidence": 0}'
    if '{"answer": "..."' in asked:
        sentence = pick(sentences(MATERIAL.findall(asked)[1:]), chance)
        return f"The material says so. {json.dumps({'answer': sentence or 'none', 'quote': sentence})}"
    found = STATEMENT.findall(asked)
    number, sentence = found[chance % len(found)] if found else ("", "")
    numbers = [int(number)] if number else []
    return json.dumps({"reason": "", "statements": numbers, "phrasing": sentence})


def sentences(texts: Sequence[str]) -> list[str]:
    """Return the sentences of `texts` with at least SHORTEST words."""
    lines = [line for text in texts for line in text.split("\n")]
    return [one for line in lines for one in split_sentences(line) if len(one.split()) >= SHORTEST]


def pick(items: Sequence[str], chance: int) -> str:
    """Return the item that `chance` selects; "" if there are no items."""
    return items[chance % len(items)] if items else ""


def count_repeated(server: ModelServer) -> int:
    """Return the number of requests sent more than once; at most those in progress when the process was killed."""
    seen = [json.dumps(request.body, sort_keys=True) for request in server.received]
    return len(seen) - len(set(seen))


if __name__ == "__main__":
    main()
