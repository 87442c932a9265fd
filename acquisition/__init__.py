"""Papers by identifier: `citehop add` downloads them, and a ledger records what came of each.

Nothing here runs, and nothing reaches the network, unless `citehop add` or the function of that name is called.
`docs/architecture.md` shows how the modules work together.
"""
