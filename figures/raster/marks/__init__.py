"""Read the marks of a plot area: bars, lines and points with their values."""
