"""Find the base folder of Zotero's linked files, which a setting or Zotero's preferences name."""

from __future__ import annotations

import json
import re
from pathlib import Path

from ...settings import Settings, expand_user

_PREFERENCES = "prefs.js"
_BASE = re.compile(r'^user_pref\("extensions\.zotero\.baseAttachmentPath", (".*")\);\s*$', re.MULTILINE)
_LARGEST = 10 * 1024 * 1024  # largest size of the preferences in bytes
# Folders of profiles on Linux, macOS and Windows.
_PROFILES = (
    "~/.zotero/zotero",
    "~/Library/Application Support/Zotero/Profiles",
    "~/AppData/Roaming/Zotero/Zotero/Profiles",
)


def find_base_folder(settings: Settings) -> Path | None:
    """Return the base folder that the setting names, or else Zotero's preferences; None if neither names it.

    Preferences are searched in the data folder, then in the folder above it, then in Zotero's profiles.
    """
    if settings.zotero_base_folder:
        return expand_user(settings.zotero_base_folder)
    data = expand_user(settings.zotero_folder).absolute()
    beside = [folder / _PREFERENCES for folder in (data, data.parent)]
    profiles = [
        path for folder in _PROFILES for path in sorted(expand_user(folder).glob(f"*/{_PREFERENCES}"))
    ]
    return next((base for path in (*beside, *profiles) if (base := _read_base(path))), None)


def locate_below(base: Path | None, name: str) -> Path:
    """Return the path of the file `name` below the base folder.

    If the base folder is unknown or `name` leads out of it, the returned path does not exist.
    """
    nowhere = Path(f"attachments:{name}")
    if base is None:
        return nowhere
    path = base / name
    return path if path.resolve().is_relative_to(base.resolve()) else nowhere


def _read_base(preferences: Path) -> Path | None:
    try:
        if preferences.stat().st_size > _LARGEST:
            return None
        match = _BASE.search(preferences.read_text("utf-8", "replace"))
        return Path(str(json.loads(match[1]))) if match else None
    except (OSError, ValueError):
        return None
