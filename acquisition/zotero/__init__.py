"""Zotero: the items of a collection and their PDFs, read from Zotero's own database on this machine.

Nothing is ever written to the database, and Zotero may be running or not. The schema is that of Zotero 5 to 7 (its
userdata.sql).
"""
