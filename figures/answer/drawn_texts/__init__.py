"""The texts of a drawing by their places, for questions that neither a chart nor a diagram answers."""
