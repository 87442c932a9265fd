"""One HTML file that holds everything: tables, plots, and the examples that went wrong, with their figures."""
