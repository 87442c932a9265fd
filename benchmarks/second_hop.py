"""M3SciQA's second hop, whole, on a scripted model: killed half way, resumed, judged, reported, replayed.

    python benchmarks/second_hop.py --data FOLDER [--task answer|end-to-end] [--home FOLDER]

No model is needed: a server on this machine answers each question with a sentence of the papers it was shown, and grades one
answer in four with a reply that is no verdict, of ten kinds in turn. What is shown is the machinery: that a kill -9 costs at
most what was under way, that no finished question is asked again, that what is no verdict is unscored and counted.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from citehop.evaluation.runs.run_folder import RunFolder
from citehop.testing import ModelServer
from citehop.testing.models.verdicts import MALFORMED

GRADES = ("0", "0.5", "1")
CITEHOP = (sys.executable, "-c", "from citehop.cli.main import run; run()")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--task", default="answer")
    parser.add_argument("--home", type=Path, help="keep the runs here")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary, ModelServer(scripted) as server:
        home = given.home or Path(temporary)
        environment = os.environ | {
            "CITEHOP_HOME": str(home),
            "CITEHOP_MODEL": "openai/scripted",
            "CITEHOP_API_BASE": server.url,
            "CITEHOP_NO_CACHE": "1",  # the run's own record must do
        }
        command = ("bench", "m3sciqa", "--task", given.task, "--data", str(given.data), "--judge", "--json")
        half = killed_half_way([*CITEHOP, *command], home, environment)
        asked = len(server.received)
        print(f"killed after {half} predictions, {asked} requests")
        report = printed([*CITEHOP, *command], environment)
        total = len(server.received)
        print(f"resumed: {report['n']} predictions, {total} requests in all, {repeated(server)} asked twice")
        again = printed([*CITEHOP, *command], environment)
        assert again == report
        print(f"once more: {len(server.received) - total} requests")
        told(report, RunFolder(home / "runs" / report["run"]))
        page = home / "report.html"
        subprocess.run(
            [*CITEHOP, "bench", "show", report["run"], "--html", str(page)], env=environment, check=True
        )
        print(f"report.html: {page.stat().st_size / 1e6:.1f} MB")
        environment |= {"CITEHOP_MODEL": "", "CITEHOP_API_BASE": ""}
        replayed = printed([*CITEHOP, "bench", "replay", report["run"], "--json"], environment)
        print(f"replayed without a model: equal {replayed['overall'] == report['overall']}")


def killed_half_way(command: Sequence[str], home: Path, environment: Mapping[str, str]) -> int:
    """Start `command`, end it by SIGKILL once half of the predictions are there, tear its last line; how many are whole."""
    running = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL)
    while True:
        assert running.poll() is None, "it ended before it could be killed"
        time.sleep(0.02)
        found = next(home.glob("runs/m3sciqa-*/replies.jsonl"), None)
        if found is None or not (found.parent / "predictions.jsonl").exists():
            continue
        folder = RunFolder(found.parent)
        if len(folder.predictions) >= len(folder.examples) / 2:
            break
    running.kill()
    running.wait()
    with folder.predictions_file.open("ab") as stream:
        stream.write(b'{"id":"7","answer":"half a li')
    return len(folder.predictions)


def printed(command: Sequence[str], environment: Mapping[str, str]) -> dict[str, Any]:
    """The JSON object that `command` prints."""
    done = subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True, text=True)
    fields: dict[str, Any] = json.loads(done.stdout)
    return fields


def told(report: Mapping[str, Any], folder: RunFolder) -> None:
    """Scores, and which kinds of replies were no verdict."""
    means = {name: round(value, 3) for name, value in report["overall"].items() if value is not None}
    print(f"scores: {means}")
    print(f"unscored: {report['unscored']}, errors: {sum(report['errors'].values())}")
    verdicts = next(folder.path.glob("verdicts-*.jsonl")).read_text("utf-8").splitlines()
    kinds: dict[str, list[Any]] = {}
    for line in map(json.loads, verdicts):
        if line.get("reply") in MALFORMED:
            kinds.setdefault(line["reply"], []).append(line["score"])
    for reply, scores in kinds.items():
        print(f"  {reply!r}: {len(scores)} replies, scores {set(scores)}")


def scripted(body: Mapping[str, Any]) -> str:
    """A sentence of the material for readers; for the judge a grade or, one time in four, none."""
    asked = str(body["messages"][-1]["content"])
    chance = int(hashlib.sha256(asked.encode()).hexdigest(), 16)
    if "Grade whether" in asked:
        return (
            MALFORMED[chance // 4 % 10]
            if chance % 4 == 0
            else json.dumps({"selection": GRADES[chance // 4 % 3]})
        )
    sentences = re.findall(r"[A-Z][^.?!\n]{40,200}\.", asked.split("<<material")[-1])
    sentence = sentences[chance % len(sentences)] if sentences else "I don't know"
    return f"The material says so. {json.dumps({'answer': sentence, 'quote': sentence})}"


def repeated(server: ModelServer) -> int:
    """Requests that were sent more than once: at most those under way when the process was killed."""
    seen = [json.dumps(request.body, sort_keys=True) for request in server.received]
    return len(seen) - len(set(seen))


if __name__ == "__main__":
    main()
