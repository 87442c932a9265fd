"""Find the plot areas of a chart, with their numeric axes, categories and titles."""
