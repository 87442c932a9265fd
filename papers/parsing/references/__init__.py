"""Find bibliographies, split them into entries, and parse authors, year, title, venue and identifiers.

- locate: find the bibliography.
- split: split lines with positions into entries.
- fields: parse one entry.
- keys: derive the key by which the text cites an entry.
- parse: parse all entries of a bibliography.
"""
