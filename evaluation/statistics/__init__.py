"""Bootstrap intervals, randomization tests, rater agreement and paired comparison of runs."""
