"""Bibliographies: location, segmentation into entries, and parsing of authors, year, title, venue and identifiers.

locate   finds the bibliography               split    splits lines with positions into entries
fields   parses one entry                     keys     derives its citation in the text
parse    parses all entries of a bibliography
"""
