"""M3SciQA (Li et al., 2024; arXiv 2411.04075): from a figure to a cited paper, and from that paper to an answer.

options      its options, and the rankings that they name
release      files of the release, and its questions as examples
engine       citehop itself, asked in a cluster of each anchor's candidates
first_hop    the first hop as a task: rankings
benchmark    the second hop and both hops together as tasks
scoring      scores of both hops, and report tables other than means
"""
