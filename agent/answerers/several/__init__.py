"""Questions about several papers: each paper is asked by itself, and the answers are put side by side."""
