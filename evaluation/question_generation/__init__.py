"""Two-hop questions, and questions about single figures and texts, generated from a user's clusters."""
