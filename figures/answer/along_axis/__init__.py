"""Answer questions about curves along the x axis: positions, crossings and trends."""
