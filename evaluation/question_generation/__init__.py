"""Two-hop questions generated from the figures and cited papers of a user's clusters, without a language model."""
