"""Papers: parsed from PDF and TeX to `Paper`, with figures, references and mentions, and stored in clusters on disk."""
