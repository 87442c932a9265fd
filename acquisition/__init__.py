"""Fetch papers by identifier: `citehop add` downloads them, and a ledger records the outcome for each paper.

Nothing here runs, and nothing uses the network, unless `citehop add` or the function `add` is called.
`docs/architecture.md` shows how the modules work together.
"""
