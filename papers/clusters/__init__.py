"""Cluster folders on disk: manifest, parsed papers, ledger."""
