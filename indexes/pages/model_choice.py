"""Decide whether a build makes page vectors, and with which model."""

from __future__ import annotations

import platform
import shutil
from pathlib import Path

from ...settings import Settings
from .checkpoint import DEFAULT, Checkpoint, cached_checkpoint, extra_is_there, find_checkpoint, require_extra
from .files import PagesManifest

OFF, AUTO = "off", "auto"


def choose_page_model(settings: Settings, previous: PagesManifest | None) -> tuple[Checkpoint | None, str]:
    """Return the model of `settings.visual_model`; if "auto" finds no model, None and a line that says what to do.

    "auto" means the model that the cluster's pages were encoded with, or else the default model if there is a GPU and
    the model's files. Raises ConfigurationError for a named model that is not available, and MissingExtraError
    without the extra.
    """
    name = settings.visual_model
    if name == OFF:
        return None, ""
    if name != AUTO:
        require_extra()
        return find_checkpoint(name, settings.offline), ""
    if previous:
        known = cached_checkpoint(previous.model) if extra_is_there() else None
        note = f"visual model {previous.model} of this cluster is not on this machine: pages stay as they are"
        return known, "" if known else note
    if gpu_is_there() and extra_is_there() and (found := cached_checkpoint(DEFAULT)):
        return found, ""
    install = "" if extra_is_there() else 'pip install "citehop[visual]", then '
    return (
        None,
        f"pages are not searched as images; to turn that on: {install}citehop index FOLDER --name NAME --visual {DEFAULT}",
    )


def check_visual_model(settings: Settings) -> None:
    """Check that a page-image model named in `settings` can be used.

    Raises MissingExtraError if its extra is not installed, and ConfigurationError if the model is missing and cannot
    be downloaded.
    """
    if settings.visual_model not in (OFF, AUTO):
        require_extra()
        find_checkpoint(settings.visual_model, settings.offline)


def gpu_is_there() -> bool:
    """True if there seems to be a GPU that torch could use. Torch takes seconds to import and is not imported."""
    nvidia = Path("/dev/nvidiactl").exists() or shutil.which("nvidia-smi") is not None
    return (
        nvidia or Path("/dev/kfd").exists() or (platform.system(), platform.machine()) == ("Darwin", "arm64")
    )
