"""Find works that are not in the cluster, but that names in a figure refer to by the anchor's bibliography."""

from __future__ import annotations

from ...papers.types import Paper, Reference
from .authorship import is_cited
from .names import name_key, parse_entity_name


def find_absent_reference(printed: str, anchor: Paper) -> Reference | None:
    """Return the bibliography entry of `anchor` that a name in its figure refers to, if that work is not in the
    cluster.

    The citation markers next to the name decide. Without markers that lead to an entry, the sentences that cite one
    work directly after the name decide. The result is None if these lead to a paper of the cluster, to no work or to
    several works.
    """
    name = parse_entity_name(printed)
    cited = [r for r in anchor.references if any(is_cited(marker, r) for marker in name.markers)]
    if not cited:
        keys = {
            mention.keys[0]
            for mention in anchor.mentions
            if len(mention.keys) == 1 and any(name_key(each) in name.keys for each in mention.names)
        }
        cited = [reference for reference in anchor.references if reference.key in keys]
    return cited[0] if len(cited) == 1 and cited[0].paper_id is None else None


def describe_absent(name: str, reference: Reference) -> str:
    """Return a sentence that says that `name`, in a figure, refers to `reference`, which is not in the cluster."""
    work = f"{reference.key}, {reference.title}" if reference.title else reference.key
    return f"{name} is {work}, which is not in this cluster"
