"""Facts of a paper's record, and the questions that ask for them."""
