"""Read, write, find and manage cluster folders on disk: manifest, parsed papers, ledger."""
