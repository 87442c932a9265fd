"""Questions about several papers: each is asked by itself, and the answers are put side by side."""
