"""M3SciQA's tasks, prepared from the user's copy of the release."""

from __future__ import annotations

from pathlib import Path

from ...prepared_task import PreparedTask
from ..request import TaskRequest
from .first_hop import prepare_ranking
from .options import RANK, M3SciQAOptions
from .release import open_release
from .second_hop import prepare_answers


def prepare(request: TaskRequest) -> PreparedTask:
    """The requested task on the release in the user's folder.

    Raises UsageError for a folder that is no release, ConfigurationError for a task that needs a model and has none.
    """
    options: M3SciQAOptions = request.options
    release = open_release(request.folder, Path(options.gold) if options.gold else None)
    if request.task == RANK:
        return prepare_ranking(request, release)
    return prepare_answers(request, release)
