"""Detect and recognize text in images, and detect pages without usable text."""
