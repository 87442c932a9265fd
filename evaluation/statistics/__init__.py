"""Bootstrap intervals, randomisation tests, rater agreement and paired comparison of runs."""
