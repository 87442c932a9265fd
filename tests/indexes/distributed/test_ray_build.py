"""Libraries built by Ray on this machine: with killed workers, an interrupted driver, and storage in S3."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from citehop.indexes.build.library import add_to_library
from citehop.indexes.cluster_index import open_index
from citehop.indexes.types import SearchQuery
from citehop.papers.clusters.library import create_library
from citehop.papers.clusters.locate import open_cluster
from citehop.retrieval.search import search_chunks
from citehop.settings import Settings

pytest.importorskip("ray", reason="the extra ray is not installed")
pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

QUESTIONS = ["what the robot weeds", "error of counting wings", "steel meshes collect water"]


def hits(settings: Settings) -> list[list[tuple[str, float]]]:
    index = open_index(open_cluster("lab", settings), settings)
    found = [search_chunks(index, SearchQuery(question), 5, "bm25") for question in QUESTIONS]
    index.close()
    return [[(hit.id, hit.score) for hit in each] for each in found]


def start(corpus: Path, settings: Settings, *options: str, **variables: str) -> subprocess.Popen[bytes]:
    """citehop library add in a process of its own, whose sockets no test guards; its errors are in `log_of(settings)`."""
    program = [sys.executable, "-c", "from citehop.cli.main import run; run()"]
    command = [*program, "library", "add", "lab", str(corpus), "--ray", "local", *options]
    flags = ["--home", settings.home, "--embedding-model", settings.embedding_model]
    environment = {**os.environ, "CITEHOP_WORKERS": "2", **variables}
    with log_of(settings).open("wb") as log:
        return subprocess.Popen(
            [*command, *flags], env=environment, stdout=log, stderr=log, start_new_session=True
        )


def log_of(settings: Settings) -> Path:
    return Path(settings.home, "log.txt")


def wait_for(process: subprocess.Popen[bytes], settings: Settings) -> None:
    assert process.wait(250) == 0, log_of(settings).read_text()


@pytest.fixture
def pair(corpus: Path, settings: Settings, tmp_path: Path) -> tuple[Settings, list[list[tuple[str, float]]]]:
    """Settings with an empty library, and the hits of the same library built by one process."""
    alone, remote = (replace(settings, home=str(tmp_path / name)) for name in ("alone", "remote"))
    for each in (alone, remote):
        create_library("lab", each)
    add_to_library("lab", corpus, None, None, alone)
    return remote, hits(alone)


def test_killed_workers_lose_nothing(
    corpus: Path, pair: tuple[Settings, list[list[tuple[str, float]]]]
) -> None:
    settings, wanted = pair
    process = start(corpus, settings)
    killed = 0
    while process.poll() is None and killed < 3:
        time.sleep(1.0)
        with contextlib.suppress(psutil.NoSuchProcess):
            for child in psutil.Process(process.pid).children(recursive=True):
                if "MapBatches" in " ".join(child.cmdline()):
                    child.send_signal(signal.SIGKILL)
                    killed += 1
                    break
    wait_for(process, settings)
    assert killed, "no worker was seen"
    assert hits(settings) == wanted


def test_an_interrupted_driver_goes_on(
    corpus: Path, pair: tuple[Settings, list[list[tuple[str, float]]]]
) -> None:
    settings, wanted = pair
    shared = Path(settings.home, "libraries", "lab", "shared", "parsed")
    process = start(corpus, settings)
    deadline = time.monotonic() + 200
    while not any(shared.glob("*.zip")) and process.poll() is None and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGKILL)
    process.wait()
    before = {path.name: path.stat().st_mtime_ns for path in shared.glob("*.zip")}
    assert before
    wait_for(start(corpus, settings), settings)
    assert {name: (shared / name).stat().st_mtime_ns for name in before} == before
    assert hits(settings) == wanted


@pytest.fixture
def s3() -> Iterator[str]:
    """The address of moto's S3 with an empty bucket "lab"."""
    pytest.importorskip("moto", reason="moto is not installed")
    pytest.importorskip("s3fs", reason="s3fs is not installed")
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0)
    server.start()
    host, port = server.get_host_and_port()
    address = f"http://{host}:{port}"
    keys = {"aws_access_key_id": "a", "aws_secret_access_key": "b", "region_name": "us-east-1"}
    boto3.client("s3", endpoint_url=address, **keys).create_bucket(Bucket="lab")
    yield address
    server.stop()


def test_storage_in_s3(corpus: Path, pair: tuple[Settings, list[list[tuple[str, float]]]], s3: str) -> None:
    settings, wanted = pair
    variables = {
        "AWS_ENDPOINT_URL": s3,
        "AWS_ACCESS_KEY_ID": "a",
        "AWS_SECRET_ACCESS_KEY": "b",
        "AWS_DEFAULT_REGION": "us-east-1",
    }
    wait_for(start(corpus, settings, "--storage", "s3://lab/run", **variables), settings)
    assert hits(settings) == wanted
    assert not Path(settings.home, "libraries", "lab", "shared").exists()
