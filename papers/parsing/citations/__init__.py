"""Citing sentences: citation markers, the names next to them, and the references they cite.

markers  markers and the works they cite      match  markers resolved to keys of the bibliography names    names next
to a marker               read   all mentions of a paper
"""
