"""The fields of CSL-JSON items (https://docs.citationstyles.org) that papers have."""

from __future__ import annotations

from typing import TypedDict


class Name(TypedDict, total=False):
    """`family` and `given` names, or the `literal` name of a group."""

    family: str
    given: str
    literal: str


Date = TypedDict("Date", {"date-parts": list[list[int]]})
Item = TypedDict(
    "Item",
    {
        "id": str,
        "type": str,
        "title": str,
        "author": list[Name],
        "issued": Date,
        "container-title": str,
        "volume": str,
        "issue": str,
        "page": str,
        "publisher": str,
        "DOI": str,
        "URL": str,
        "annote": str,
    },
    total=False,
)
