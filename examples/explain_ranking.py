"""Print the first hop: the names read from a figure, and the ranked cited papers with their reasons.

python examples/explain_ranking.py CLUSTER "QUESTION" "Table 1"
"""

from __future__ import annotations

import sys

import citehop


def main(cluster: str, question: str, figure: str) -> None:
    with citehop.open(cluster) as session:
        hop = citehop.rank(session, question, figure=figure)
        if hop.reading:
            for entity in hop.reading.entities[:3]:
                print(f"{entity.probability:.0%} {entity.text}")
        for place, ranked in enumerate(hop.ranking[:5], 1):
            print(f"{place}. {session.cluster.paper(ranked.paper_id).title}")
            for reason in ranked.reasons:
                print(f"   {reason}")


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit(__doc__)
    main(*sys.argv[1:4])
