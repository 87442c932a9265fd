"""Read the record of a paper: what its pages print about the paper itself."""
