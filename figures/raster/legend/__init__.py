"""Read legends: entries, swatches and the style of each series."""
