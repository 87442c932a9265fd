"""Parse the Retry-After header."""

from __future__ import annotations

import re
import time
from collections.abc import Mapping
from email.utils import parsedate_to_datetime

_LONGEST = 3600.0  # seconds


def parse_retry_after(headers: Mapping[str, str]) -> float | None:
    """Return the seconds to wait by a Retry-After header (RFC 9110, 10.2.3), which gives seconds or an HTTP date.

    None without a valid header. A date is compared with the response's own Date, so a wrong local clock does no harm.
    The result is at most an hour.
    """
    lower = {name.lower(): value for name, value in headers.items()}
    text = lower.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,30}(\.\d{1,30})?", text):
        return min(float(text), _LONGEST)
    until, now = _timestamp(text), _timestamp(lower.get("date", ""))
    return None if until is None else min(max(0.0, until - (time.time() if now is None else now)), _LONGEST)


def _timestamp(date: str) -> float | None:
    try:
        return parsedate_to_datetime(date).timestamp()
    except (ValueError, OverflowError):
        return None
