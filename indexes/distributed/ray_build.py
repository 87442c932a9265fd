"""Parse and embed the files of a build with Ray Data, on this machine or a cluster of machines.

Ray schedules the work, repeats failed work and limits how much runs at once. Workers write results to the shared
storage under the hash of their inputs, so killing workers or the driver loses no result: the next call continues. The
results are copied to the cluster's folder, and the build then uses them as if it had made them itself.
"""

from __future__ import annotations

import logging
import pickle
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from ...errors import ConfigurationError
from ...papers.clusters.files import source_file
from ...papers.clusters.manifest import SourceFile
from ...settings import Settings, without_secrets
from ..build.parse import find_outcome
from ..cache_paths import vector_file
from ..embedding.model import EmbeddingModel
from ..pages.build import page_key
from ..pages.checkpoint import Checkpoint
from ..pages.files import is_whole, pack_file
from .bundles import bundle_source
from .ray_connection import describe_cause, ray_connection
from .stages import PaperTask, embed_task, encode_pages_task, fetch_results, parse_task, with_final_id
from .storage import SharedStorage

_BATCH = 4  # papers per call of a worker, which starts a process with limits for them


def prepare_with_ray(
    target: Path,
    root: Path,
    files: Sequence[SourceFile],
    model: EmbeddingModel | None,
    pages: Checkpoint | None,
    settings: Settings,
    address: str,
    storage: SharedStorage,
    listen: Callable[[int, int], None],
) -> None:
    """Parse and embed `files` with Ray, and copy the results to the cluster folder `target`.

    Files, which are in the folder `root`, are skipped if `target` has their results. Pages are encoded by the model
    `pages`, if there is one. `address` is the address of Ray, or "local" for this machine. `listen` is called with
    (done, total) papers.

    Raises MissingExtraError without Ray, UnreachableError if the address does not answer, and ConfigurationError if
    the workers cannot read the storage or lack the model.
    """
    models = (model.name, model.key) if model else ("", "")
    page_models = (pages.name, pages.key) if pages else ("", "")
    tasks = [
        PaperTask(file, without_secrets(settings), storage, *models, *page_models)
        for file in files
        if not file.problem and not _is_done(target, file, model, pages, settings)
    ]
    missing = [task for task in tasks if not fetch_results(task, target)]
    listen(len(tasks) - len(missing), len(tasks))
    if not missing:
        return
    for task in missing:
        if not storage.has(task.source):
            storage.write(task.source, bundle_source(root, task.file))
    done = len(tasks) - len(missing)
    with ray_connection(address, settings):
        for task in _run(missing):
            if not fetch_results(task, target):
                raise ConfigurationError(
                    f"{task.file.name}: a worker reported a result that is not in {storage.url}"
                )
            done += 1
            listen(done, len(tasks))


def _is_done(
    target: Path, file: SourceFile, model: EmbeddingModel | None, pages: Checkpoint | None, settings: Settings
) -> bool:
    outcome = find_outcome(target, file, settings)
    if outcome is None:
        return False
    if outcome.problem:
        return True
    paper_id = with_final_id(target, file).paper_id
    if model and not vector_file(target, model.key, paper_id).exists():
        return False
    if not pages or not source_file(target, file).exists():
        return True
    return is_whole(pack_file(target, pages.key, paper_id, page_key(file, pages, settings)))


def _run(tasks: Sequence[PaperTask]) -> Iterator[PaperTask]:
    """Run the stages of `tasks`, and yield each task as soon as it is complete. Ray repeats the tasks of killed
    workers.
    """
    import ray
    from ray.data import DataContext

    logging.getLogger("ray.data").setLevel(logging.ERROR)  # importing ray.data has set another level
    context = DataContext.get_current()
    context.enable_progress_bars = False
    context.verbose_stats_logs = False
    resources: Any = ray.cluster_resources  # Ray has no type annotations for it
    gpus = 1 if resources().get("GPU") else 0
    rows = ray.data.from_items(
        [{"place": place, "task": pickle.dumps(task)} for place, task in enumerate(tasks)],
        override_num_blocks=_blocks(len(tasks)),
    )
    parsed = rows.map_batches(_parse_batch, batch_size=_BATCH, num_cpus=1)
    processors: dict[str, Any] = {"num_cpus": 0 if gpus else 1, "num_gpus": gpus}
    results = parsed.map_batches(_embed_batch, batch_size=_BATCH, **processors)
    if tasks[0].page_vectors:
        results = results.map_batches(_encode_pages_batch, batch_size=_BATCH, **processors)
    try:
        for row in results.iter_rows():
            yield tasks[int(row["place"])]
    except ray.exceptions.RayError as error:
        raise ConfigurationError(f"Ray: {describe_cause(error)}") from error


def _blocks(count: int) -> int:
    return max(1, -(-count // _BATCH))


def _parse_batch(batch: dict[str, Any]) -> dict[str, Any]:
    for task in batch["task"]:
        parse_task(pickle.loads(task))  # the driver made the pickle, so it can be trusted
    return batch


def _embed_batch(batch: dict[str, Any]) -> dict[str, Any]:
    for task in batch["task"]:
        embed_task(pickle.loads(task))
    return batch


def _encode_pages_batch(batch: dict[str, Any]) -> dict[str, Any]:
    for task in batch["task"]:
        encode_pages_task(pickle.loads(task))
    return {"place": batch["place"]}
