"""Find, open and read the figures of papers for questions, and keep the corrections that users make."""
