"""The names by which a reader may call a paper of a cluster, and the places in it."""

from __future__ import annotations

import difflib

from ...errors import UsageError
from ..types import Paper
from .cluster import Cluster


def find_paper(cluster: Cluster, text: str) -> str:
    """The id of the paper that `text` calls: an id, a title, or a unique start of either, case aside.

    Raises UsageError when it fits none or several; the message names the nearest.
    """
    wanted = " ".join(text.lower().split())
    titles = {p.id: " ".join(p.title.lower().split()) for p in cluster.papers()}
    if wanted in titles:
        return wanted
    exact = [i for i, title in titles.items() if title == wanted]
    starts = exact or sorted(
        i for i, title in titles.items() if i.startswith(wanted) or title.startswith(wanted)
    )
    if len(starts) == 1 and wanted:
        return starts[0]
    if starts:
        raise UsageError(
            f"{text!r} fits {len(starts)} papers ({', '.join(starts[:4])}); write more of the name"
        )
    near = difflib.get_close_matches(wanted, [*titles, *titles.values()], n=1, cutoff=0.5)
    hint = f"did you mean {near[0]!r}?" if near else f"citehop papers {cluster.name} lists them"
    raise UsageError(f"no paper {text!r} in cluster {cluster.name}; {hint}")


def describe_location(paper: Paper, page: int) -> str:
    """How a reader finds `page` of a paper: "page 3"; for a paper without pages what its text is from."""
    if page:
        return f"page {page}"
    return "abstract only" if paper.abstract_only else "LaTeX source"
