"""Figures of papers as questions use them: found and opened, and their readings corrected by people."""
