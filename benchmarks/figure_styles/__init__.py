"""Drawn tables and charts in many styles, with questions and gold answers, to measure how well figures are read.

`cases.dev_cases` is what a reader may be improved on. `cases.heldout_cases` draws styles, names, wordings and seeds
that no reader's author has looked at: run them to get a figure for the report, never to debug. What they show is
only worth something as long as nobody tunes on them.
"""
