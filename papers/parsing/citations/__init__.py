"""Find the sentences that cite works: citation markers, names next to them, and the references that they cite.

- markers: parse markers and the works that they cite.
- match: resolve markers to keys of the bibliography.
- names: find the names next to a marker.
- read: find all mentions in a paper.
"""
