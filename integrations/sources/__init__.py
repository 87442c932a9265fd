"""The sources of an answer for a manuscript: BibTeX, RIS, CSL-JSON and Markdown."""
